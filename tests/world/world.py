"""A whole simulated world: Discord, the bot, and time; everything in it follows from one seed."""

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.furnishing import Wishes
from bot.tables.proof.dice import Seed
from playground.server import Server
from playground.world import World as Discord
from tests.support.wire import TOKEN, Play
from tests.world.ground import Ground
from tests.world.process import SimProcess

__all__ = ["SimWorld"]


class SimWorld(Play):
    """A Discord and a process of the bot, in which people play (see `Play`)."""

    def __init__(self, ground: Ground, folder: Path) -> None:
        self.ground = ground
        self.trace: list[str] = []
        loop = ground.loop
        self.world = Discord(ground.now)
        self.server = Server(self.world, token=TOKEN)
        self.database = folder / "gobelet.db"
        self._numbers = iter(range(1, 1_000_000))
        self.process: Any = SimProcess(loop, ground.network, self.database, self._wishes, TOKEN, self.tell)
        self.guilds = [self.world.guild_id]
        self.asked = []
        self.secrets = [TOKEN]
        self.provoked = ()
        self.mourned = ()
        self._has_commands = False
        self._news = asyncio.Event()
        self.world.changes.subscribe(lambda _change: self._news.set())
        self.server.answered.subscribe(self._note_exchange)

    def _wishes(self) -> Wishes:
        def new_seed() -> Seed:
            return Seed(hashlib.sha256(f"{self.ground.seed} {next(self._numbers)}".encode()).digest())

        return Wishes(new_seed=new_seed, chance=self.ground.dice(f"bot {next(self._numbers)}"))

    def now_ms(self) -> int:
        """The moment as Discord has it, in ms UTC."""
        return round(self.ground.now().timestamp() * 1000)

    def tell(self, *what: object) -> None:
        """Note what happens: the trace of this world."""
        self.trace.append(f"{self.ground.loop.time():.6f} {' '.join(map(str, what))}")

    def _note_exchange(self, exchange: Any) -> None:
        record = exchange.request
        if record.method == "POST" and record.path.endswith("/messages"):
            self.process.life.posted()
        self.tell(
            record.method,
            record.path,
            record.status,
            hashlib.sha256(repr(record.body).encode()).hexdigest()[:8],
        )

    def digest(self) -> str:
        """The trace in one line: equal for equal worlds."""
        return hashlib.sha256("\n".join(self.trace).encode()).hexdigest()

    async def open(self) -> None:
        """Start Discord and every process."""
        await self.server.start()
        Route.BASE = self.server.api_url
        DiscordWebSocket.DEFAULT_GATEWAY = URL(self.server.gateway_url)
        await self.start()

    async def start(self) -> None:
        """Start whatever does not run; they hear people when this returns."""
        process = self.process
        if not process.running:
            await process.start()
        await self.until(lambda: self.connected, "the gateway")
        if not self._has_commands:
            await self.until(self.world.commands, "the commands")
            self._has_commands = True

    @property
    def deaths(self) -> int:
        """How often a process died that nobody had stopped."""
        return sum(life.dead and not life.ended for life in self.process.lives)

    def printed(self) -> str:
        return self.ground.printed.getvalue()

    async def until(self, condition: Callable[[], Any], what: str, seconds: float = 60.0) -> Any:
        """Wait until a condition holds; looked at after every change, and now and then."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not (met := condition()):
            if loop.time() > end:
                raise AssertionError(f"waited in vain for {what}")
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), 0.5)
            except TimeoutError:
                continue
        return met
