"""The REST interface: it records each request, lets faults strike it, counts it, and answers it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from playground.attachments import Upload
from playground.calls import Call, Exchange, Reply, Request, Route, read_body
from playground.changes import Change, Feed
from playground.errors import ApiError
from playground.faults import Faults, RestFault
from playground.limits import Bucket, RateLimits, Standing
from playground.routes import ROUTES
from playground.wire import Json
from playground.world import World

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
