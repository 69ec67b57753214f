"""The bot as a process of the simulated world: all that `python -m bot` makes, started and killed."""

import asyncio
import re
from collections.abc import Awaitable, Callable

from bot.app import Gobelet
from bot.cluster import Sharing
from bot.furnishing import Wishes
from db.store import Store
from tests.world.loop import Life, SimLoop, inside
from tests.world.wires import Connector, Network

_RESTARTS_AFTER = 1.0
"""Seconds after which a process that could not go on is started again."""
_ALWAYS = re.compile(r"(bot|look around|signs of life|shard|gobelet-wakes) .*|Task-\d+ Shard.worker")
"""The tasks that a process has as long as it lives."""


class SimProcess:
    """One place where a bot runs, started again and again; what `tests.support.wire` asks of a process."""

    def __init__(
        self,
        loop: SimLoop,
        network: Network,
        open_store: Callable[[str], Awaitable[Store]],
        wishes: Callable[[], Wishes],
        slots: int,
        token: str,
        tell: Callable[..., None],
        name: str = "",
    ) -> None:
        self.settings: dict[str, str] = {}
        self.starts = 0
        self.life = Life("0")
        self.life.dead = True
        self.bot: Gobelet | None = None
        self.lives: list[Life] = []
        self._loop = loop
        self._network = network
        self._open_store = open_store
        self._wishes = wishes
        self._slots = slots
        self._token = token
        self._tell = tell
        self._name = name

    @property
    def running(self) -> bool:
        """Whether it lives."""
        return not self.life.dead

    async def start(self) -> None:
        """Start the bot anew."""
        assert self.life.dead
        self.starts += 1
        self.life = life = Life(f"{self._name}{self.starts}")
        life.on_death = self._gone
        self.lives.append(life)
        self._tell("start", life.name)
        with inside(life):
            task = self._loop.create_task(self._run(life), name=f"bot {life.name}")
        task.add_done_callback(lambda done: self._ended(life, done))

    async def _run(self, life: Life) -> None:
        holder = f"holder{life.name}"
        store = await self._open_store(holder)
        sharing = Sharing(holder, self._slots)
        bot = Gobelet(store, self._wishes(), sharing, connector=Connector(self._network))
        self.bot = bot
        life.keep(bot)
        try:
            async with bot:
                await bot.login(self._token)
                await bot.connect()
        finally:
            await store.close()

    def _ended(self, life: Life, done: "asyncio.Task[None]") -> None:
        """It has ended by itself: nobody asked it to, or it was stopped."""
        if life.dead:
            return
        error = None if done.cancelled() else done.exception()
        self._tell("ended", life.name, repr(error))
        life.ended = True
        life.die()
        if error is not None:
            self._loop.call_later(_RESTARTS_AFTER, self._start_again)

    def _start_again(self) -> None:
        """What starts processes that fail does so again, unless somebody was quicker."""
        if not self.running:
            self._again = self._loop.create_task(self.start())

    def _gone(self) -> None:
        life = self.life
        self._tell("death", life.name, life.steps)
        for connection in life.connections:
            connection.close()
        self._network.drop(life)

    async def kill(self) -> None:
        """A death at this moment."""
        self.life.die()

    def is_home(self, guild_id: int) -> bool:
        """Whether it lives, and is home to the tables of a server."""
        house = getattr(self.bot, "house", None)  # one that is starting has none yet
        return self.running and house is not None and bool(house.tables.homes.is_home(guild_id))

    def work_left(self) -> list[str]:
        """The names of tasks that a process has under way which has nothing to do."""
        return sorted(
            name
            for task in self.life.tasks
            if not task.done()
            and not _ALWAYS.fullmatch(name := f"{task.get_name()} {task.get_coro().__qualname__}")
        )
