"""What happens on Discord when slots come home to this process, and when they leave it."""

import asyncio
from collections.abc import Sequence

import discord
import structlog

from bot.furnishing import Care
from bot.tables.homes import Slots
from bot.tables.ports import Live
from bot.tables.tasks import Subscribers
from bot.ui.clicks.house import House
from bot.ui.showing.publisher import late_tables

_log = structlog.get_logger(__name__)


class Homecoming:
    """Has the tables, their boards and their keepers follow the slots; implements bot.homes.ports.Residents.

    `on_awake` is told once, when the first slots have come home or there are none for us, how many tables
    there are. `shared`: other processes may have changed tables while we were cut off. `gateway`: whether a
    connection to Discord's gateway tells of servers.
    """

    def __init__(
        self,
        client: discord.Client,
        house: House,
        care: Care,
        on_awake: Subscribers[int],
        *,
        shared: bool,
        gateway: bool,
    ) -> None:
        self._client = client
        self._house = house
        self._care = care
        self._on_awake = on_awake
        self._shared = shared
        self._awake = False
        self._gateway = gateway
        self._catching_up: dict[Slots, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        """Whether any clock runs."""
        return len(self._house.tables.deadlines) > 0

    async def arrive(self, slots: Slots) -> None:
        """These slots are home here from now on: arm their clocks, show what is behind."""
        tables = self._house.tables
        lives = await tables.come_home(slots)
        self._catch_up(slots, lives)
        await self._house.publisher.boards.recall(slots)
        await self._house.redrawing.go_on()
        await self._house.stop_notice.take_back_soon()
        _log.info("ready", slots=sorted(slots.numbers), tables=len(lives))
        await self.see_servers(slots)
        self._care.caretaker.start()
        for chore in self._house.hooks.chores:
            chore.start()
        self._care.digesting.start()
        self.wake_up(len(lives))

    def wake_up(self, tables: int) -> None:
        """This process serves people from now on, at so many tables; or stands by for it, at none."""
        if not self._awake:
            self._awake = True
            self._care.retention.start()
            self._care.shrinking.start()
            self._care.picturing.start()
            self._on_awake.tell(tables)

    def depart(self, slots: Slots) -> None:
        """These slots are home here no more."""
        self._house.tables.leave_home(slots)

    def pause(self, slots: Slots) -> None:
        """Nobody can act in these slots for a while: nothing may ring."""
        self._house.tables.hold(slots)

    def release(self, slots: Slots) -> None:
        """People can act in these slots: what is due may ring."""
        self._house.tables.release(slots)

    async def resume(self, slots: Slots, since: int) -> None:
        """People can act again in these slots, where they could not since then (ms UTC)."""
        tables = self._house.tables
        if self._shared:
            tables.missed()
        self._catch_up(slots, await tables.came_back(since, slots))
        await self.see_servers(slots)

    async def look_over(self, slots: Slots) -> None:
        """News may have been lost: see what is behind in these slots."""
        self._house.tables.missed()
        await self._house.tables.sweep(slots)

    async def see_servers(self, slots: Slots) -> None:
        """See on which servers of these slots the bot is, if anything tells."""
        if not self._gateway:
            return
        here = {guild.id for guild in self._client.guilds if slots.have(guild.id)}
        await self._care.caretaker.here(here, slots.have)
        names = {guild.id: guild.name for guild in self._client.guilds if guild.id in here}
        await self._house.private.servers.note(names)

    def stop(self) -> None:
        """Show no more of what was behind."""
        for task in self._catching_up.values():
            task.cancel()

    def _catch_up(self, slots: Slots, lives: Sequence[Live]) -> None:
        """Show what is behind, slowly; what an earlier round for these slots had left is among it."""
        for earlier in [each for each in self._catching_up if each.numbers <= slots.numbers]:
            self._catching_up.pop(earlier).cancel()
        is_home = self._house.tables.homes.is_home  # asked when it is their turn: slots may leave meanwhile
        late = (live.table_id for live in late_tables(lives) if is_home(live.guild_id))
        work = self._house.publisher.catch_up(late)
        self._catching_up[slots] = asyncio.create_task(work, name="catch up")
