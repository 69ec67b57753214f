"""The loopback Discord: REST, gateway and files on one port, and the people who use it."""

import asyncio
import itertools
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import aiohttp
from aiohttp import web

from playground.actors import Actors
from playground.calls import Call, Exchange, Reply, Request, Route, read_body
from playground.changes import Change, Feed
from playground.dispatches import Dispatch
from playground.errors import ApiError
from playground.faults import Faults, RestFault
from playground.gateway import Gateway
from playground.interactions import Interaction
from playground.limits import Bucket, RateLimits, Standing
from playground.messages import Message, Upload
from playground.routes import ROUTES
from playground.wire import Clock, Json
from playground.world import World

# The REST interface: it records each request, lets faults strike it, counts it, and answers it.

PREFIX = "/api/v10"
_VIA = "1.1 playground"
_OLD_EDIT_CODE = 30046
_Handling = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _RateLimitedError(Exception):
    def __init__(self, standing: Standing) -> None:
        super().__init__(standing.bucket)
        self.standing = standing


class Rest:
    """Answers as Discord does; `requests` has all requests, `unknown` those for which there is no route.

    The feed `answered` gets each request with its answer.
    """

    def __init__(
        self, world: World, faults: Faults, limits: RateLimits, accepts: Callable[[str], bool]
    ) -> None:
        self._world = world
        self._faults = faults
        self._limits = limits
        self._accepts = accepts
        self.requests: list[Request] = []
        self.unknown: list[Request] = []
        self.answered: Feed[Exchange] = Feed()

    def add_to(self, app: web.Application) -> None:
        """Register every route, and an answer for all other paths."""
        for route in ROUTES:
            app.router.add_route(route.method, PREFIX + route.path, self._make_handler(route))
        app.router.add_route("*", PREFIX + "/{tail:.*}", self._make_handler(None))

    def _make_handler(self, route: Route | None) -> _Handling:
        async def handle(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(PREFIX)
            size = request.content_length or 0
            record = Request(request.method, path, None, (), self._world.clock(), size=size)
            self.requests.append(record)
            # Read before any fault strikes: what was sent is on record even when it is never answered.
            uploads, malformed = await _read(request, record)
            if self._faults.rest_latency is not None:
                await asyncio.sleep(self._faults.rest_latency())
            struck = self._faults.strike(request.method, path, "before", len(uploads))
            response = await self._strike(request, struck)
            if response is None:
                response = self._answer(request, route, record, uploads, malformed)
                struck = self._faults.strike(request.method, path, "after", len(uploads))
                response = await self._strike(request, struck) or response
            record.status = response.status
            self.answered.publish(Exchange(record, uploads, response))
            return response

        return handle

    def _answer(
        self,
        request: web.Request,
        route: Route | None,
        record: Request,
        uploads: tuple[Upload, ...],
        malformed: ApiError | None,
    ) -> web.Response:
        headers: dict[str, str] = {}
        try:
            if route is None:
                self.unknown.append(record)
                self._world.changes.publish(Change("unknown"))
                raise ApiError(0)
            self._authorise(request, route)
            if malformed is not None:
                raise malformed
            headers = self._count(request, route)
            call = Call(self._world, request.match_info, request.query, record.body, uploads, self._throttle)
            reply = route.handler(call)
        except ApiError as error:
            record.error = error.as_json()
            reply = Reply(error.status, record.error)
        except _RateLimitedError as limited:
            return self._too_many(limited.standing)
        if reply.body is None:
            return web.Response(status=reply.status, headers=headers)
        return _json(reply.body, status=reply.status, headers=headers)

    def _authorise(self, request: web.Request, route: Route) -> None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if not route.by_token and (scheme != "Bot" or not self._accepts(token)):
            raise ApiError(40001)

    def _count(self, request: web.Request, route: Route) -> dict[str, str]:
        if route.free:
            return {}
        if route.bucket != "webhook":
            self._throttle("global", "")
        key = "/".join(request.match_info[name] for name in route.key)
        own = key if route.bucket != "other" else f"{route.method} {route.path} {key}"
        standing = self._throttle(route.bucket, own)
        headers = standing.headers(self._world.clock().timestamp())
        if route.bucket == "other":
            headers["X-RateLimit-Bucket"] = f"gobelet-{ROUTES.index(route)}"
        return headers

    def _throttle(self, bucket: Bucket, key: str) -> Standing:
        standing = self._limits.take(bucket, key)
        if not standing.allowed:
            raise _RateLimitedError(standing)
        return standing

    def _too_many(self, standing: Standing) -> web.Response:
        is_global = standing.bucket == "global"
        body: Json = {
            "message": "You are being rate limited.",
            "retry_after": round(standing.reset_after, 3),
            "global": is_global,
        }
        if standing.bucket == "old_edit":
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            body |= {"message": text, "code": _OLD_EDIT_CODE}
        headers = {"Via": _VIA, "Retry-After": str(int(standing.reset_after) + 1)}
        headers |= {"X-RateLimit-Scope": "global" if is_global else "user"}
        if is_global:
            headers["X-RateLimit-Global"] = "true"
        else:
            headers |= standing.headers(self._world.clock().timestamp())
        return _json(body, status=429, headers=headers)

    async def _strike(self, request: web.Request, fault: RestFault | None) -> web.Response | None:
        if fault is None:
            return None
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.cut:
            if request.transport is not None:
                request.transport.abort()
            raise web.HTTPServiceUnavailable
        return None if fault.status is None else _failure(fault, fault.status)


async def _read(request: web.Request, record: Request) -> tuple[tuple[Upload, ...], ApiError | None]:
    try:
        record.body, uploads = await read_body(request)
    except ApiError as error:
        return (), error
    record.files = tuple(upload.filename for upload in uploads)
    return uploads, None


def _json(body: Any, status: int, headers: dict[str, str]) -> web.Response:
    # Discord names no charset, and discord.py decodes only this exact content type.
    content = json.dumps(body).encode()
    return web.Response(body=content, status=status, headers=headers, content_type="application/json")


def _failure(fault: RestFault, status: int) -> web.Response:
    headers = {"Via": _VIA} if fault.via else {}
    if status != 429:
        return _json({"message": f"{status}: ordered", "code": fault.code}, status=status, headers=headers)
    scope = "global" if fault.is_global else "shared"
    headers |= {"Retry-After": str(int(fault.retry_after) + 1), "X-RateLimit-Scope": scope}
    if fault.is_global:
        headers["X-RateLimit-Global"] = "true"
    body: dict[str, Any] = {
        "message": "You are being rate limited.",
        "retry_after": fault.retry_after,
        "global": fault.is_global,
    }
    return _json(body, status=status, headers=headers)


# Interactions by HTTP: signed and posted to the bot's endpoint, instead of told over the gateway.

_log = logging.getLogger(__name__)
_SECONDS = 3.0
_PING: Json = {"type": 1, "version": 1}
_PONG = 1
_SIGNATURE = "X-Signature-Ed25519"


class EndpointError(Exception):
    """An address does not do what Discord asks of an endpoint; the message says what."""


class Endpoint:
    """Signs interactions with a key pair of its own, and posts each to the next of some addresses.

    Several addresses are what a load balancer makes of one: what cannot be connected to is left out. There is
    no second try. Needs the package PyNaCl.
    """

    def __init__(self, clock: Clock) -> None:
        from nacl.signing import SigningKey

        self._clock = clock
        self._key = SigningKey.generate()
        self._urls: itertools.cycle[str] | None = None
        self._count = 0
        self._session: aiohttp.ClientSession | None = None
        self._posting: set[asyncio.Task[None]] = set()
        self.statuses: list[int] = []

    @property
    def public_key(self) -> str:
        """The value for DISCORD_PUBLIC_KEY."""
        return bytes(self._key.verify_key).hex()

    @property
    def in_use(self) -> bool:
        """Whether interactions go this way."""
        return self._urls is not None

    async def use(self, urls: Sequence[str]) -> None:
        """Send interactions to these addresses from now on, after a check as Discord makes it.

        Without any, they go over the gateway again. Raises EndpointError if one of them does not answer a
        PING, or accepts a wrong signature.
        """
        for url in urls:
            try:
                await self._check(url)
            except (aiohttp.ClientError, TimeoutError) as error:
                raise EndpointError(f"{url} does not answer: {type(error).__name__}") from error
        self._urls, self._count = itertools.cycle(urls) if urls else None, len(urls)

    def deliver(self, payload: Json) -> None:
        """Post an interaction; its status goes to `statuses`."""
        task = asyncio.create_task(self._deliver(json.dumps(payload).encode()))
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def close(self) -> None:
        """Post nothing more."""
        for task in tuple(self._posting):
            task.cancel()
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _check(self, url: str) -> None:
        body = json.dumps(_PING).encode()
        status, answer = await self._post(url, body, self._sign(body))
        if status != 200 or answer.get("type") != _PONG:
            raise EndpointError(f"{url} answers a PING with status {status}")
        status, _ = await self._post(url, body, self._sign(body) | {_SIGNATURE: "0" * 128})
        if status != 401:
            raise EndpointError(f"{url} answers a wrong signature with status {status}")

    async def _deliver(self, body: bytes) -> None:
        assert self._urls is not None
        headers = self._sign(body)
        for url in itertools.islice(self._urls, self._count):
            try:
                status, _ = await self._post(url, body, headers)
            except aiohttp.ClientConnectorError:
                continue
            except (aiohttp.ClientError, TimeoutError) as error:
                _log.warning("an interaction was not taken: %s", type(error).__name__)
                return
            self.statuses.append(status)
            return

    async def _post(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[int, Json]:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(_SECONDS))
        async with self._session.post(url, data=body, headers=headers) as answer:
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else {}

    def _sign(self, body: bytes) -> dict[str, str]:
        at = str(int(self._clock().timestamp()))
        signature = self._key.sign(at.encode() + body).signature.hex()
        return {
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
            "X-Signature-Timestamp": at,
            _SIGNATURE: signature,
        }


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
