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
from db.store import SqliteStore, Store
from playground.server import Server
from playground.world import World as Discord
from tests.support.wire import TOKEN, Play
from tests.world.ground import Ground
from tests.world.process import SimProcess
from tests.world.shared import open_store


class SimWorld(Play):
    """A Discord and the bot, in which people play (see `Play`).

    Where several processes share its store (see `shared`), there are as many servers, each in its own slot.
    """

    def __init__(self, ground: Ground, folder: Path, processes: int = 1) -> None:
        self.ground = ground
        self.trace: list[str] = []
        loop = ground.loop
        self.world = Discord(ground.now)
        self.server = Server(self.world, token=TOKEN)
        self.database = folder / "gobelet.db"
        self._numbers = iter(range(1, 1_000_000))
        self.processes = [
            SimProcess(
                loop,
                ground.network,
                self._open_store,
                self._wishes,
                processes,
                TOKEN,
                self.tell,
                name=f"{number}/" if number else "",
            )
            for number in range(processes)
        ]
        self.process: Any = self.processes[0]
        self.guilds = [self.world.guild_id]
        if processes > 1:
            self.world.identifies_at_once = 16
            names = enumerate(("La Taverne", "Le Bouge", "L’Annexe")[:processes])
            self.guilds = [self.world.add_guild(name, slot, processes) for slot, name in names]
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

    async def _open_store(self, holder: str) -> Store:
        if self.ground.exchange is not None:
            return await open_store(self.ground.exchange, self.database, holder)
        return await SqliteStore.open(self.database)

    def home_of(self, guild_id: int) -> SimProcess:
        """The process that is home to a server; the first one where there is none now."""
        return next((each for each in self.processes if each.is_home(guild_id)), self.processes[0])

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
        for process in self.processes:
            if not process.running:
                await process.start()
        await self.until(lambda: self.connected, "the gateway")
        if len(self.processes) > 1:
            await self.until(self._all_are_home, "homes for all servers")
        if not self._has_commands:
            await self.until(self.world.commands, "the commands")
            self._has_commands = True

    @property
    def deaths(self) -> int:
        """How often a process died that nobody had stopped."""
        return sum(life.dead and not life.ended for each in self.processes for life in each.lives)

    def _all_are_home(self) -> bool:
        return all(self.home_of(guild).is_home(guild) for guild in self.guilds)

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
