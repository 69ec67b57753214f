"""A REST request as the routes see it, and what they answer."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from aiohttp import BodyPartReader, web

from playground.errors import ApiError
from playground.limits import Bucket, Standing
from playground.messages import Upload
from playground.wire import Json
from playground.world import World


@dataclass(slots=True, eq=False)
class Request:
    """A recorded request: `path` is without /api/v10, `status` is 0 until it is answered.

    `size` is how many bytes its body had, files included.
    """

    method: str
    path: str
    body: Any
    files: tuple[str, ...]
    at: datetime
    status: int = 0
    error: Json | None = None
    size: int = 0


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request with its files, and what it was answered."""

    request: Request
    uploads: tuple[Upload, ...]
    response: web.StreamResponse


@dataclass(frozen=True, slots=True)
class Call:
    """A request for a route to answer; `throttle` counts it in one more bucket, or raises when it is full."""

    world: World
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: tuple[Upload, ...]
    throttle: Callable[[Bucket, str], Standing]

    def id(self, name: str) -> int:
        """Return a snowflake of the path; raises ApiError 50035 when it is none."""
        if not self.params[name].isdigit():
            raise ApiError(50035)
        return int(self.params[name])

    @property
    def fields(self) -> Json:
        """The body as an object; raises ApiError 50035 when it is something else."""
        if not isinstance(self.body, dict):
            raise ApiError(50035)
        return self.body

    @property
    def filenames(self) -> tuple[str, ...]:
        """The names of the files that came with the request."""
        return tuple(upload.filename for upload in self.uploads)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: a status and JSON, or no body at all."""

    status: int
    body: Any = None


Handler = Callable[[Call], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """A route below /api/v10; its rate limit is counted by the path parameters that `key` names."""

    method: str
    path: str
    handler: Handler
    bucket: Bucket = "other"
    key: tuple[str, ...] = ()
    by_token: bool = False  # the token in the path is the authorisation
    free: bool = field(default=False)  # outside every rate limit


async def read_body(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    """Return a request's JSON and files, from JSON or multipart; raises ApiError 50109 when malformed."""
    try:
        if request.content_type == "multipart/form-data":
            return await _read_parts(request)
        text = await request.text()
        return (json.loads(text) if text else None), ()
    except ValueError as error:
        raise ApiError(50109) from error


async def _read_parts(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    body: Any = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ValueError("parts cannot be nested")
        name = part.name or ""
        if name == "payload_json":
            body = json.loads(await part.text())
        elif name.startswith("files[") and name.endswith("]"):
            content = bytes(await part.read(decode=True))
            declared = part.headers.get("Content-Type")
            uploads.append(Upload(int(name[6:-1]), part.filename or "unknown", content, declared))
        else:
            raise ValueError(f"unknown part {name}")
    return body, tuple(uploads)
