"""discord.py on its own: what it spends on a click on a board of ours, read, dispatched and deferred.

The message is a real one, the button a dynamic item as in the examples of discord.py; only what it calls is
empty.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import discord
from aiohttp import web
from discord.http import Route

from bot.ui.pages.layout import body_of
from bot.ui.pages.page import Page

__all__ = ["Theirs"]

AT_ONCE = 32
NOBODY = {"id": "77", "username": "u", "discriminator": "0", "avatar": None}
APPLICATION = {
    "id": "1",
    "name": "g",
    "flags": 0,
    "bot_public": True,
    "bot_require_code_grant": False,
    "description": "",
    "verify_key": "",
    "icon": None,
    "team": None,
    "owner": NOBODY,
}
MESSAGE = {
    "id": "5",
    "channel_id": "3",
    "author": NOBODY,
    "content": "",
    "timestamp": "2026-01-01T00:00:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "mentions": [],
    "mention_roles": [],
    "attachments": [],
    "pinned": False,
    "type": 0,
    "embeds": [],
    "flags": 1 << 15,
}
INTERACTION = {
    "application_id": "1",
    "type": 3,
    "version": 1,
    "attachment_size_limit": 10485760,
    "channel": {"id": "3", "type": 1},
    "channel_id": "3",
    "user": NOBODY,
    "locale": "fr",
    "entitlements": [],
    "authorizing_integration_owners": {},
    "context": 1,
}


class Pressed(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"g:.*$"):
    """Any button of a board."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], _match: Any, /
    ) -> Pressed:
        """Wrap the button that discord.py found in the clicked message."""
        return cls(item)  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click over."""
        await interaction.client.bench.answer_click(interaction)


class Theirs:
    """discord.py and a stub for its HTTP."""

    def __init__(self) -> None:
        self.client: Any = discord.Client(intents=discord.Intents(guilds=True))
        self._next = 10**18
        self._left = 0
        self._all_done = asyncio.Event()

    async def start(self, board: Page) -> None:
        """Serve the stub and log in; `board` is what is clicked."""
        stub = web.Application()
        stub.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(stub)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self._base, Route.BASE = Route.BASE, f"http://127.0.0.1:{port}/api/v10"
        await self.client.login("a.b.c")
        self.client.bench = self
        self.client.add_dynamic_items(Pressed)
        self._components = body_of(board)["components"]
        self._button = _first_button(self._components)

    async def stop(self) -> None:
        """Log out and stop serving."""
        await self.client.close()
        await self._runner.cleanup()
        Route.BASE = self._base

    async def _answer(self, request: web.Request) -> web.Response:
        await request.read()
        if request.path.endswith("/callback"):
            body: object = {"interaction": {"id": "1", "type": 3}}
        else:
            body = NOBODY if request.path.endswith("/users/@me") else APPLICATION
        return web.Response(body=json.dumps(body).encode(), headers={"Content-Type": "application/json"})

    async def answer_click(self, interaction: discord.Interaction[Any]) -> None:
        """What the button calls."""
        await interaction.response.defer()
        self._left -= 1
        if self._left == 0:
            self._all_done.set()

    def frame(self) -> str:
        """The text of one INTERACTION_CREATE."""
        self._next += 5_000_000
        data = {"component_type": 2, "custom_id": self._button}
        own = {"id": str(self._next), "token": f"t{self._next}", "data": data}
        message = {**MESSAGE, "components": self._components}
        return json.dumps(
            {"op": 0, "t": "INTERACTION_CREATE", "d": {**INTERACTION, **own, "message": message}}
        )

    async def clicks(self, n: int) -> float:
        """CPU seconds a click."""
        parse = self.client._connection.parsers["INTERACTION_CREATE"]
        frames = [self.frame() for _ in range(n)]
        begun = time.process_time()
        for i in range(0, n, AT_ONCE):
            together = frames[i : i + AT_ONCE]
            self._left = len(together)
            self._all_done.clear()
            for text in together:
                parse(discord.utils._from_json(text)["d"])
            await self._all_done.wait()
        return (time.process_time() - begun) / n


def _first_button(components: Any) -> str:
    """The custom id of the first button in a layout's payload; LookupError where there is none."""
    for component in components:
        if component["type"] == discord.ComponentType.button.value and "custom_id" in component:
            return str(component["custom_id"])
        try:
            return _first_button(component.get("components", ()))
        except LookupError:
            continue
    raise LookupError("no button to click")
