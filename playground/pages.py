"""The page in the browser: its files, and the websockets that keep open windows up to date."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from playground.actors import ATTACHMENT_LIMIT
from playground.bots import Bots
from playground.changes import Change
from playground.messages import Upload
from playground.orders import OrderError, Orders
from playground.server import Server
from playground.wire import Json
from playground.world import World

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


# An open window of the page: what it has been told, and the orders that come from it.

_log = logging.getLogger(__name__)
COALESCE_SECONDS = 0.03  # a burst of changes is told at once
House = Callable[[], Json]


class Window:
    """Keeps one websocket of the page up to date until it closes; no fault of it reaches the server."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        world: World,
        bots: Bots,
        orders: Orders,
        house: House,
    ) -> None:
        self._socket = socket
        self._world = world
        self._bots = bots
        self._orders = orders
        self._house = house
        self._panes: dict[int, Pane] = {}
        self._told: Json = {}
        self._printed = [0] * len(bots.supervisors)
        self._dirty = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the window until its socket is closed."""
        forget = [
            self._world.changes.subscribe(self._on_change),
            self._bots.changes.subscribe(self._on_bots),
        ]
        self._dirty.set()
        telling = asyncio.create_task(self._tell(), name="a window's news")
        try:
            async for frame in self._socket:
                if frame.type is WSMsgType.TEXT:
                    self._receive(frame.data)
        finally:
            for unsubscribe in forget:
                unsubscribe()
            for task in (telling, *self._tasks):
                task.cancel()
            await asyncio.gather(telling, *self._tasks, return_exceptions=True)

    def _on_change(self, _change: Change) -> None:
        self._dirty.set()

    def _on_bots(self, _nothing: None) -> None:
        self._dirty.set()

    def _receive(self, text: str) -> None:
        try:
            order = json.loads(text)
        except ValueError:
            return
        if not isinstance(order, dict):
            return
        if order.get("do") == "panes":
            self._show(order.get("people"))
            return
        # Each order runs by itself: an answer that takes three seconds holds up nobody else's click.
        task = asyncio.create_task(self._carry_out(order), name=f"order {order.get('do')}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _show(self, people: object) -> None:
        wanted = (
            [int(person) for person in people if str(person).isdigit()] if isinstance(people, list) else []
        )
        self._panes = {person: self._panes.get(person, Pane()) for person in wanted}
        self._dirty.set()

    async def _carry_out(self, order: Json) -> None:
        try:
            reply = await self._orders.carry_out(order)
        except OrderError as error:
            reply = {"error": str(error)}
        except Exception:
            _log.exception("order %r failed", order.get("do"))
            reply = {"error": "Le terrain de jeu a eu un raté : voyez sa console."}
        await self._send(reply | {"type": "reply", "ref": order.get("ref")})

    async def _tell(self) -> None:
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            try:
                for news in self._news():
                    await self._send(news)
            except Exception:
                _log.exception("a window could not be told the news")
            await asyncio.sleep(COALESCE_SECONDS)

    def _news(self) -> list[Json]:
        news: list[Json] = []
        house = self._house()
        changed = {key: value for key, value in house.items() if self._told.get(key) != value}
        if changed:
            news.append(changed | {"type": "house"})
            self._told = house
        for number, bot in enumerate(self._bots.supervisors):
            if self._printed[number] != bot.printed:
                fresh = min(bot.printed - self._printed[number], len(bot.log))
                news.append({"type": "log", "bot": number, "lines": list(bot.log)[-fresh:]})
                self._printed[number] = bot.printed
        for person_id in self._panes:
            news.extend(self._pane_news(person_id))
        return news

    def _pane_news(self, person_id: int) -> list[Json]:
        person = self._world.people.get(person_id)
        if person is None or not person.in_server:
            return []
        pane = pane_of(self._world.list_visible(person_id))
        before = self._panes[person_id]
        order = difference(before, pane)
        self._panes[person_id] = pane
        if not order:
            return []
        return [order | {"type": "pane", "person": str(person_id), "whole": before == Pane()}]

    async def _send(self, news: Json) -> None:
        # A window may close at any moment, also between the question and the answer.
        with suppress(ConnectionError, RuntimeError):
            if not self._socket.closed:
                await self._socket.send_str(json.dumps(news, ensure_ascii=False))


# What a pane of the page has been shown, and what it must be told to be up to date.

SHOWN_MESSAGES = 150  # a channel, as far back as the page goes


@dataclass(frozen=True, slots=True)
class Pane:
    """What one person sees, in parts: who they are, channels, open interactions, messages by id."""

    person: Json = field(default_factory=dict)
    channels: tuple[Json, ...] = ()
    interactions: tuple[Json, ...] = ()
    messages: Mapping[str, Json] = field(default_factory=dict)


def pane_of(visible: Json) -> Pane:
    """Return the parts of what `World.list_visible` tells of a person; only the last SHOWN_MESSAGES stay."""
    channels: list[Json] = []
    messages: dict[str, Json] = {}
    for channel in visible["channels"]:
        channels.append({key: value for key, value in channel.items() if key != "messages"})
        shown = channel["messages"][-SHOWN_MESSAGES:]
        messages |= {message["id"]: message | {"channel_id": channel["id"]} for message in shown}
    return Pane(visible["person"], tuple(channels), tuple(visible["interactions"]), messages)


def difference(before: Pane, after: Pane) -> Json:
    """Return the smallest change that makes `after` of `before`; empty when they are the same.

    `put` has the messages that are new or changed, `gone` the ids of those that vanished; other parts come
    whole.
    """
    order: Json = {}
    if before.person != after.person:
        order["profile"] = after.person
    if before.channels != after.channels:
        order["channels"] = list(after.channels)
    if before.interactions != after.interactions:
        order["interactions"] = list(after.interactions)
    put = [message for key, message in after.messages.items() if before.messages.get(key) != message]
    gone = [key for key in before.messages if key not in after.messages]
    if put:
        order["put"] = put
    if gone:
        order["gone"] = gone
    return order
