"""discord.py itself as a client of the loopback Discord, in process, pointed there only while a test runs."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import Route

from playground.server import Server
from tests.support.waiting import NEVER


class Client(discord.Client):
    """A small bot: a tree of commands, and lists of what it heard."""

    def __init__(self, **options) -> None:
        intents = discord.Intents(guilds=True, messages=True)
        # Ready comes this long after the last guild: the one guild here comes at once.
        super().__init__(intents=intents, guild_ready_timeout=0.1, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: dict[str, list] = {}
        self._news = asyncio.Event()

    def dispatch(self, event, /, *arguments, **keywords) -> None:
        self.heard.setdefault(event, []).append(arguments)
        self._news.set()
        super().dispatch(event, *arguments, **keywords)

    async def hears(self, event: str, times: int = 1) -> tuple:
        """Wait until an event has come so often; its latest arguments."""
        while len(self.heard.get(event, ())) < times:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), NEVER)
        return self.heard[event][times - 1]


@asynccontextmanager
async def pointed_at(server: Server) -> AsyncIterator[None]:
    """Let every discord.py client of this process speak to the server."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE
    Route.BASE = server.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
    discord.asset.Asset.BASE = server.url
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = before
        # discord.py leaves the heartbeats of a line that was just connecting to the end of the process; here
        # the process outlives the loop over which they go.
        for thread in threading.enumerate():
            if isinstance(thread, KeepAliveHandler):
                thread.stop()


@asynccontextmanager
async def connected(server: Server, client: discord.Client, token: str = "secret") -> AsyncIterator[None]:
    """Run a client until the block ends; it is ready when the block begins."""
    async with pointed_at(server), client:
        running = asyncio.create_task(client.start(token))
        ready = asyncio.create_task(client.hears("ready"))
        await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            ready.cancel()
            await running
        try:
            yield
        finally:
            await client.close()
            await asyncio.gather(running, ready, return_exceptions=True)
