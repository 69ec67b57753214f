"""A tape of clicks: each with the frame that told the bot of it, and all that the bot sent for it.

What a bot sends is put down to the click that it answers (callbacks, and whatever goes by the click's token),
else to the click that was answered last: then the sums are right, and the order is that of the recording.
"""

from __future__ import annotations

import asyncio
import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web

from playground.calls import Exchange
from playground.dispatches import Dispatch
from playground.messages import Upload
from playground.server import Server

__all__ = ["Click", "Recorder", "Sent", "load", "store"]


@dataclass(frozen=True, slots=True)
class Sent:
    """A request, its answer, and what bots were told because of it."""

    method: str
    path: str
    body: Any
    uploads: tuple[Upload, ...]
    status: int
    headers: dict[str, str]
    answer: bytes
    events: tuple[Dispatch, ...]


@dataclass(slots=True)
class Click:
    """A click: `at` is the loop's time when the bot was told; of `sent`, the first is the callback."""

    frame: Dispatch
    at: float
    sent: list[Sent] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The interaction's id."""
        return str(self.frame.data["id"])

    @property
    def answered(self) -> bool:
        """Whether the bot has answered it."""
        return bool(self.sent)


class Recorder:
    """Records a server's clicks until they are taken."""

    def __init__(self, server: Server) -> None:
        server.gateway.dispatched.subscribe(self._hear)
        server.answered.subscribe(self._note)
        self._clicks: dict[str, Click] = {}
        self._by_token: dict[str, Click] = {}
        self._last: Click | None = None
        self._told: list[Dispatch] = []

    def take(self) -> list[Click]:
        """The clicks since the last time that were answered, in the order of their making."""
        clicks = [click for click in self._clicks.values() if click.answered]
        self._clicks, self._by_token, self._last = {}, {}, None
        return clicks

    def _hear(self, dispatch: Dispatch) -> None:
        if dispatch.name != "INTERACTION_CREATE":
            self._told.append(dispatch)
            return
        click = Click(dispatch, asyncio.get_running_loop().time())
        self._clicks[click.id] = self._by_token[dispatch.data["token"]] = click

    def _note(self, exchange: Exchange) -> None:
        told, self._told = tuple(self._told), []
        request, response = exchange.request, exchange.response
        click = self._whose(request.path)
        if click is None or response.status >= 400 or not isinstance(response, web.Response):
            return
        headers = {name: value for name, value in response.headers.items() if name.startswith("X-")}
        answer = bytes(response.body) if isinstance(response.body, bytes) else b""
        click.sent.append(
            Sent(
                request.method,
                _with_token_of(click, request.path),
                request.body,
                exchange.uploads,
                response.status,
                headers,
                answer,
                told,
            )
        )

    def _whose(self, path: str) -> Click | None:
        _, room, first, *rest = path.split("/")
        if room == "interactions":
            self._last = self._clicks.get(first, self._last)
            return self._clicks.get(first)
        if room == "webhooks" and rest:
            return self._by_token.get(rest[0], self._last)
        return self._last


def _with_token_of(click: Click, path: str) -> str:
    """The path of a request by token; one that came very late is played with a later click's token."""
    _, room, application, *rest = path.split("/")
    if room != "webhooks" or not rest:
        return path
    return "/".join(("", room, application, click.frame.data["token"], *rest[1:]))


def store(clicks: list[Click], path: Path) -> None:
    """Write down what the echo needs of a tape: by the click's id, what it is to send."""
    path.write_text(json.dumps({click.id: [_plain(sent) for sent in click.sent] for click in clicks}))


def _plain(sent: Sent) -> dict[str, Any]:
    files = [
        {"name": upload.filename, "data": base64.b64encode(upload.content).decode()}
        for upload in sent.uploads
    ]
    return {"method": sent.method, "path": sent.path, "body": sent.body, "files": files}


def load(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Read what `store` wrote; files are bytes again."""
    scripts: dict[str, list[dict[str, Any]]] = json.loads(path.read_text())
    for script in scripts.values():
        for sent in script:
            for file in sent["files"]:
                file["data"] = base64.b64decode(file["data"])
    return scripts
