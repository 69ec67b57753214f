"""The page in the browser: its files, and the websockets that keep open windows up to date."""

from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from playground.actors import ATTACHMENT_LIMIT
from playground.attachments import Upload
from playground.bots import Bots
from playground.orders import Orders
from playground.server import Server
from playground.window import Window
from playground.wire import Json

_FILES = Path(__file__).with_name("page")
_TYPES = {".css": "text/css", ".js": "text/javascript", ".html": "text/html", ".svg": "image/svg+xml"}
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_HEADERS = {
    # Nothing but our own origin: a stray address in a message cannot make the browser call out.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
MAXIMUM_FRAME = 1_000_000  # bytes


class Pages:
    """Adds the page to a server that has not started yet, beside the bot's routes."""

    def __init__(self, server: Server, bots: Bots) -> None:
        self._server = server
        self._bots = bots
        self._orders = Orders(server, bots)
        self._windows: set[web.WebSocketResponse] = set()
        server.app.router.add_get("/", self._index)
        server.app.router.add_get("/page/socket", self._socket)
        server.app.router.add_get("/page/{name}", self._file)
        server.app.router.add_post("/page/files/{channel}/{name}", self._upload)
        server.app.on_shutdown.append(self._close_windows)

    @property
    def windows(self) -> int:
        """How many windows are open now."""
        return len(self._windows)

    def sockets(self) -> tuple[web.WebSocketResponse, ...]:
        """Return the sockets of the open windows."""
        return tuple(self._windows)

    async def _index(self, request: web.Request) -> web.Response:
        _only_from_here(request)
        return _answer("index.html")

    async def _file(self, request: web.Request) -> web.Response:
        _only_from_here(request)
        return _answer(request.match_info["name"])

    async def _upload(self, request: web.Request) -> web.Response:
        """Keep a file for a command or a form, as Discord's client does before it sends either."""
        _only_from_here(request)
        channel, name = request.match_info["channel"], request.match_info["name"]
        content = await request.read()
        if len(content) > ATTACHMENT_LIMIT:
            raise web.HTTPRequestEntityTooLarge(ATTACHMENT_LIMIT, len(content))
        if not channel.isdecimal() or int(channel) not in self._server.world.channels:
            raise web.HTTPNotFound
        file = self._server.world.messages.keep(int(channel), Upload(0, name, content, request.content_type))
        return web.json_response({"id": str(file.id)})

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        _only_from_here(request)
        socket = web.WebSocketResponse(heartbeat=20.0, max_msg_size=MAXIMUM_FRAME)
        await socket.prepare(request)
        self._windows.add(socket)
        try:
            await Window(socket, self._server.world, self._bots, self._orders, self._describe_house).run()
        finally:
            self._windows.discard(socket)
        return socket

    async def _close_windows(self, _app: web.Application) -> None:
        for socket in self.sockets():
            await socket.close()

    def _describe_house(self) -> Json:
        world = self._server.world
        people = [
            {
                "id": str(person.id),
                "name": person.name,
                "locale": person.locale,
                "moderator": person.moderator,
                "dms_open": person.dms_open,
            }
            for person in world.people.values()
            if person.in_server and not person.is_bot
        ]
        return {
            "bot": {
                "id": str(world.bot.id),
                "name": world.bot.name,
                "connected": self._server.connected > 0,
            },
            "bots": self._bots.describe(),
            "trials": self._orders.trials.describe(),
            "people": people,
            "commands": world.commands(),
            "emojis": {emoji.name: str(emoji.id) for emoji in world.emojis.values()},
            "unknown": [f"{request.method} {request.path}" for request in self._server.unknown],
        }


def _answer(name: str) -> web.Response:
    path = _FILES / name
    if path.parent != _FILES or path.suffix not in _TYPES or not path.is_file():
        raise web.HTTPNotFound
    return web.Response(
        body=path.read_bytes(), content_type=_TYPES[path.suffix], charset="utf-8", headers=_HEADERS
    )


def _only_from_here(request: web.Request) -> None:
    # The page can kill a process and write in anybody's name: no other site may reach it through the browser.
    host = urlsplit(f"//{request.host}").hostname
    origin = request.headers.get("Origin")
    if host not in _LOOPBACK or (origin is not None and urlsplit(origin).netloc != request.host):
        raise web.HTTPForbidden
