"""A Discord that plays a tape of clicks to the echo bot, and answers it as the recorded bot was answered."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from aiohttp import web

from bench.bots import Spent, cpu_seconds
from bench.tape import Click, Sent, store
from bench.theirs import INTERACTION, MESSAGE
from playground.dispatches import Dispatch
from playground.server import PREFIX, Server
from playground.world import World
from tests.support.wire import TOKEN
from tests.support.wire_process import BotProcess

__all__ = ["Replay"]

PATIENCE = 60.0
ABOUT = {"id": "1", "type": 3}
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Replay:
    """One echo bot, of the kind `plain` or `bare`; `world` is the one in which its tapes were recorded."""

    def __init__(self, folder: Path, kind: str, world: World) -> None:
        folder.mkdir(parents=True)
        self._folder = folder
        own = World()
        own.guild_id, own.bot, own.channels = world.guild_id, world.bot, world.channels
        self._server = Server(own, token=TOKEN)
        self._server.app.middlewares.append(self._middleware)
        self.process = BotProcess(folder, {"ECHO": kind}, cold=True, module="bench.echo")
        self.sums = Spent()
        self._expected: dict[tuple[str, str], deque[Sent]] = {}
        self._answered: dict[str, asyncio.Event] = {}
        self._left = 0
        self._numbers = count(1)

    async def open(self) -> None:
        """Start the server and the bot, and wait until it is connected."""
        await self._server.start()
        self.process.settings |= {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": self._server.api_url,
            "DISCORD_GATEWAY_URL": self._server.gateway_url,
        }
        await self.process.start()
        async with asyncio.timeout(PATIENCE):
            while not self._server.connected:
                await asyncio.sleep(0.05)
                assert self.process.running, self.process.printed()

    async def close(self) -> None:
        """End both."""
        try:
            await self.process.kill()
        finally:
            await self._server.stop()

    def spent(self) -> Spent:
        """All that was spent so far."""
        return replace(self.sums, cpu=cpu_seconds(self.process.child.pid))

    async def load(self, clicks: list[Click]) -> None:
        """Give the bot what it is to send for these clicks; not part of what is measured."""
        number = next(self._numbers)
        path = self._folder / f"{number}.json"
        store(clicks, path)
        data = {"component_type": 2, "custom_id": f"tape:{path}"}
        told = {**INTERACTION, "id": str(number), "token": f"t{number}", "data": data, "message": MESSAGE}
        said = json.dumps({"interaction": ABOUT}).encode()
        answer = Sent("POST", f"/interactions/{number}/t{number}/callback", None, (), 200, {}, said, ())
        frame = Click(Dispatch("INTERACTION_CREATE", told), 0.0, [answer])
        self._begin(frame)
        await asyncio.wait_for(self._answered[frame.id].wait(), PATIENCE)
        path.unlink()

    async def press(self, clicks: list[Click], at_once: int) -> None:
        """Play the clicks as fast as so many people can, until all is sent."""
        left = iter(clicks)

        async def somebody() -> None:
            for click in left:
                self._begin(click)
                await asyncio.wait_for(self._answered[click.id].wait(), PATIENCE)

        await asyncio.gather(*(somebody() for _ in range(at_once)))
        await self._finish()

    async def stroll(self, clicks: list[Click]) -> None:
        """Play the clicks at the moments of the recording, until all is sent."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for click in clicks:
            await asyncio.sleep(max(0.0, begun + click.at - clicks[0].at - loop.time()))
            self._begin(click)
        await self._finish()

    def _begin(self, click: Click) -> None:
        self._answered[click.id] = asyncio.Event()
        for sent in click.sent:
            self._expected.setdefault((sent.method, sent.path), deque()).append(sent)
            self._left += 1
        self._server.gateway.dispatch(click.frame)

    async def _finish(self) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while self._left:
            missing = [(method, path, len(sent)) for (method, path), sent in self._expected.items()]
            assert loop.time() < end, f"the echo did not send {missing}: {self.process.printed()[-3000:]}"
            await asyncio.sleep(0.02)
        self._answered.clear()

    @web.middleware
    async def _middleware(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        waiting = self._expected.get((request.method, path))
        if not waiting:
            return await handler(request)
        sent = waiting.popleft()
        if not waiting:
            del self._expected[request.method, path]
        await request.read()
        self._note(sent, request.content_length or 0)
        for event in sent.events:
            self._server.gateway.dispatch(event)
        headers = {**sent.headers, "X-RateLimit-Remaining": "100"} if sent.headers else {}
        answer, status = sent.answer, sent.status
        if not answer and request.query.get("with_response") in ("1", "true"):
            # The recorded bot did not ask what came of its callback; the library's methods do.
            answer, status = answer_of(sent), 200
        if not answer:
            return web.Response(status=status, headers=headers)
        headers["Content-Type"] = "application/json"  # discord.py wants it without a charset
        return web.Response(body=answer, status=status, headers=headers)

    def _note(self, sent: Sent, size: int) -> None:
        self._left -= 1
        self.sums.note_kind(sent.path)
        self.sums.sent += size
        self.sums.files += len(sent.uploads)
        if sent.path.startswith("/interactions/"):
            self.sums.clicks += 1
            self._answered[sent.path.split("/")[2]].set()


def answer_of(sent: Sent) -> bytes:
    """What Discord says of a callback to a bot that asks: with the message, if there is one."""
    kind, data = sent.body["type"], sent.body.get("data") or {}
    answer: dict[str, Any] = {"interaction": ABOUT}
    if "components" in data and "custom_id" not in data:  # a form shows no message
        message = {**MESSAGE, "components": data["components"]}
        answer["resource"] = {"type": kind, "message": message}
    return json.dumps(answer).encode()
