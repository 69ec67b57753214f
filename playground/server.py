"""The loopback Discord: REST, gateway and files on one port, and the people who use it."""

import asyncio
from collections.abc import Mapping, Sequence

from aiohttp import web

from playground.actors import Actors
from playground.calls import Exchange, Request
from playground.changes import Feed
from playground.dispatches import Dispatch
from playground.endpoint import Endpoint
from playground.faults import Faults
from playground.gateway import Gateway
from playground.interactions import Interaction
from playground.limits import RateLimits
from playground.messages import Message
from playground.rest import PREFIX, Rest
from playground.wire import Json
from playground.world import World

_LARGEST_REQUEST = 26 * 1024 * 1024
_NEVER_CHANGES = {"Cache-Control": "max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}


class Server:
    """Serves a world to bots; its methods (slash, click, …) act for the people. Ids may be int or str.

    `token` is the only one accepted; without it, any is that is not empty. `app` takes more routes (the
    page's) before `start`. Tests that are not about rate limits may raise `limits.rates`.
    """

    def __init__(self, world: World | None = None, *, token: str | None = None) -> None:
        self.world = world or World()
        self._token = token
        self.gateway = Gateway(self.world, self._accepts)
        self.faults = Faults(self.gateway, self._send)
        self.limits = RateLimits(lambda: asyncio.get_running_loop().time())
        self._rest = Rest(self.world, self.faults, self.limits, self._accepts)
        self._actors = Actors(self.world, self.faults.deliver)
        self._endpoint: Endpoint | None = None
        self._runner: web.AppRunner | None = None
        self.app = web.Application(client_max_size=_LARGEST_REQUEST)
        self._rest.add_to(self.app)
        self.app.router.add_get("/gateway", self.gateway.handle)
        self.app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self._file)
        self.app.router.add_get("/emojis/{emoji}", self._emoji)

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen on a port, for 0 on a free one; raises OSError when the port is taken."""
        runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=2.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self.world.base_url = f"http://{host}:{runner.addresses[0][1]}"
        self.gateway.url = self.gateway_url

    async def stop(self) -> None:
        """Close every socket and stop listening."""
        await self.gateway.close()
        if self._endpoint is not None:
            await self._endpoint.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def url(self) -> str:
        """The address, http://host:port, known after `start`."""
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """The value for DISCORD_API_URL: …/api/v10."""
        return self.url + PREFIX

    @property
    def gateway_url(self) -> str:
        """The value for DISCORD_GATEWAY_URL: ws://…/gateway."""
        return self.url.replace("http", "ws", 1) + "/gateway"

    @property
    def endpoint(self) -> Endpoint:
        """The way of interactions by HTTP; they go over the gateway until it is given addresses to use."""
        if self._endpoint is None:
            self._endpoint = Endpoint(self.world.clock)
        return self._endpoint

    @property
    def connected(self) -> int:
        """How many bots are connected to the gateway now."""
        return self.gateway.connected

    @property
    def requests(self) -> list[Request]:
        """All REST requests so far, in the order of arrival."""
        return self._rest.requests

    @property
    def answered(self) -> Feed[Exchange]:
        """Gets each REST request when it is answered."""
        return self._rest.answered

    @property
    def unknown(self) -> list[Request]:
        """The requests for which there is no route here."""
        return self._rest.unknown

    async def slash(
        self, person_id: int, channel_id: int, command: str, options: Mapping[str, object] | None = None
    ) -> Interaction:
        """Type a slash command ("tasse start"); raises ActorError if Discord's client would not send it."""
        return self._actors.slash(person_id, channel_id, command, options or {})

    async def click(self, person_id: int, message_id: int, custom_id: str) -> Interaction:
        """Press a button of a message that the person sees; raises ActorError if it is gone or disabled."""
        return self._actors.click(person_id, message_id, custom_id)

    async def select(
        self, person_id: int, message_id: int, custom_id: str, values: Sequence[object]
    ) -> Interaction:
        """Choose in a list: option values, or the ids of users, roles or channels."""
        return self._actors.select(person_id, message_id, custom_id, values)

    async def submit_modal(
        self, person_id: int, interaction_id: int, values: Mapping[str, object]
    ) -> Interaction:
        """Send the modal that answered an interaction; `values` are texts, lists or booleans by custom id."""
        return self._actors.submit_modal(person_id, interaction_id, values)

    async def say(self, person_id: int, channel_id: int, text: str) -> Message:
        """Write an ordinary message."""
        return self._actors.say(person_id, channel_id, text)

    async def autocomplete(
        self, person_id: int, channel_id: int, command: str, options: Mapping[str, object], focused: str
    ) -> list[Json]:
        """Return the suggestions for the option `focused`, by what has been typed; empty if none came."""
        asked = self._actors.suggest(person_id, channel_id, command, options, focused)
        return list((await asked.wait()).choices)

    def _send(self, interaction: Dispatch) -> None:
        if self._endpoint is None or not self._endpoint.in_use:
            self.gateway.dispatch(interaction)
            return
        self.gateway.dispatched.publish(interaction)
        self._endpoint.deliver(interaction.data)

    def _accepts(self, token: str) -> bool:
        return bool(token) if self._token is None else token.removeprefix("Bot ") == self._token

    async def _file(self, request: web.Request) -> web.Response:
        wanted = request.match_info["attachment_id"]
        file = self.world.messages.files.get(int(wanted)) if wanted.isdigit() else None
        if file is None:
            raise web.HTTPNotFound
        return web.Response(body=file.content, content_type=file.content_type, headers=_NEVER_CHANGES)

    async def _emoji(self, request: web.Request) -> web.Response:
        wanted = request.match_info["emoji"].partition(".")[0]
        emoji = self.world.emojis.get(int(wanted)) if wanted.isdigit() else None
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=emoji.content, content_type=emoji.content_type, headers=_NEVER_CHANGES)
