"""A tape of clicks: each with the frame that told a bot of it, and all that the bot sent for it.

What a bot sends is put down to the click that it answers (callbacks, and whatever goes by the click's token),
else to the click that was answered last: then the sums are right, and the order is that of the recording. The
echo bot (bench/echo.py) is told of the same clicks at the same moments, and answered as the bot was.
"""

from __future__ import annotations

import asyncio
import base64
import json
import signal
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aiohttp import web

from bench.bots import Spent, cpu_seconds
from playground.calls import Exchange
from playground.dispatches import Dispatch
from playground.messages import Message, Upload
from playground.server import PREFIX, Server
from playground.world import World
from tests.support.wire import PATIENCE, TOKEN
from tests.support.wire_process import BotProcess


@dataclass(frozen=True, slots=True)
class Sent:
    """A request, its answer, and what bots were told because of it."""

    method: str
    path: str
    body: Any
    uploads: Sequence[Upload]
    status: int
    headers: dict[str, str]
    answer: bytes
    events: Sequence[Dispatch]

    def plain(self) -> dict[str, Any]:
        """What the echo needs of it."""
        files = [
            {"name": each.filename, "data": base64.b64encode(each.content).decode()} for each in self.uploads
        ]
        return {"method": self.method, "path": self.path, "body": self.body, "files": files}

    def callback_answer(self, message: Message) -> bytes:
        """What Discord says of a callback to a bot that asks: this message as it became, if one was shown."""
        kind, data = self.body["type"], self.body.get("data") or {}
        answer: dict[str, Any] = {"interaction": {"id": "1", "type": 3}}
        if "components" in data and "custom_id" not in data:  # a form shows no message
            shown = message.as_json() | {"components": data["components"]}
            answer["resource"] = {"type": kind, "message": shown}
        return json.dumps(answer).encode()


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
        clicks = [click for click in self._clicks.values() if click.sent]
        self._clicks, self._by_token, self._last = {}, {}, None
        return clicks

    def _hear(self, dispatch: Dispatch) -> None:
        if dispatch.name != "INTERACTION_CREATE":
            self._told.append(dispatch)
            return
        click = Click(dispatch, asyncio.get_running_loop().time())
        self._clicks[click.id] = self._by_token[dispatch.data["token"]] = click

    def _note(self, exchange: Exchange) -> None:
        told, self._told = self._told, []
        request, response = exchange.request, exchange.response
        click = self._whose(request.path)
        if click is None or response.status >= 400 or not isinstance(response, web.Response):
            return
        path, headers = request.path, {k: v for k, v in response.headers.items() if k.startswith("X-")}
        if path.startswith("/webhooks/"):  # one that came very late is played with a later click's token
            _, room, application, _, *rest = path.split("/")
            path = "/".join(("", room, application, click.frame.data["token"], *rest))
        answer = bytes(response.body) if isinstance(response.body, bytes) else b""
        click.sent.append(
            Sent(request.method, path, request.body, exchange.uploads, response.status, headers, answer, told)
        )

    def _whose(self, path: str) -> Click | None:
        _, room, first, *rest = path.split("/")
        if room == "interactions":
            self._last = self._clicks.get(first, self._last)
            return self._clicks.get(first)
        return self._by_token.get(rest[0], self._last) if room == "webhooks" and rest else self._last


class Replay:
    """An echo bot and a Discord that plays tapes to it; `world` is the one in which they were recorded."""

    def __init__(self, folder: Path, world: World) -> None:
        folder.mkdir(parents=True)
        own = World()
        own.guild_id, own.bot, own.channels = world.guild_id, world.bot, world.channels
        self._message = Message(5, 3, own.bot, datetime.now(UTC))
        self._tape = folder / "tape.json"
        self._server = Server(own, token=TOKEN)
        self._server.app.middlewares.append(self._middleware)
        self._process = BotProcess(folder, {"TAPE": str(self._tape)}, cold=True, module="bench.echo")
        self._sums = Spent()
        self._expected: dict[tuple[str, str], deque[Sent]] = {}

    async def open(self) -> None:
        """Start the server and the bot, and wait until it is connected."""
        await self._server.start()
        where = {"DISCORD_API_URL": self._server.api_url, "DISCORD_GATEWAY_URL": self._server.gateway_url}
        self._process.settings |= where | {"DISCORD_TOKEN": TOKEN}
        await self._process.start()
        await self._until(lambda: self._server.connected > 0, "the echo to connect")

    async def close(self) -> None:
        """End both."""
        try:
            await self._process.kill()
        finally:
            await self._server.stop()

    def spent(self) -> Spent:
        """All that was spent so far."""
        return replace(self._sums, cpu=cpu_seconds(self._process.child.pid))

    async def load(self, clicks: Iterable[Click]) -> None:
        """Give the bot what it is to send for these clicks; not part of what is measured."""
        self._tape.write_text(
            json.dumps({click.id: [sent.plain() for sent in click.sent] for click in clicks})
        )
        self._process.child.send_signal(signal.SIGUSR1)
        await self._until(lambda: not self._tape.exists(), "the echo to read its tape")

    async def play(self, clicks: Sequence[Click]) -> None:
        """Play the clicks at the moments of the recording, until all is sent."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for click in clicks:
            await asyncio.sleep(max(0.0, begun + click.at - clicks[0].at - loop.time()))
            for sent in click.sent:
                self._expected.setdefault((sent.method, sent.path), deque()).append(sent)
            self._server.gateway.dispatch(click.frame)
        await self._until(lambda: not self._expected, "the echo to send all")

    async def _until(self, met: Callable[[], bool], what: str) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while not met():
            if loop.time() > end or not self._process.running:
                raise RuntimeError(f"waited for {what}: {self._process.printed()[-3000:]}")
            await asyncio.sleep(0.02)

    @web.middleware
    async def _middleware(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        waiting = self._expected.get((request.method, path))
        if not waiting:
            return await handler(request)
        sent = waiting.popleft()
        if not waiting:
            del self._expected[request.method, path]
        await request.read()
        self._sums.note(path, request.content_length or 0, len(sent.uploads))
        self._sums.clicks += path.startswith("/interactions/")
        for event in sent.events:
            self._server.gateway.dispatch(event)
        headers = {**sent.headers, "X-RateLimit-Remaining": "100"} if sent.headers else {}
        answer, status = sent.answer, sent.status
        if not answer and request.query.get("with_response") in ("1", "true"):
            # The recorded bot did not ask what came of its callback; the library's methods do.
            answer, status = sent.callback_answer(self._message), 200
        if not answer:
            return web.Response(status=status, headers=headers)
        headers["Content-Type"] = "application/json"  # discord.py wants it without a charset
        return web.Response(body=answer, status=status, headers=headers)
