"""The caretaker: sees that no table rests for ever, and that what is left of gone servers is deleted.

Days count whether the bot was there or not; but no table closes within a day of the reminder to its host.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Protocol

import structlog

from bot import meters
from bot.tables.asks import Ask, Plan, ask_of_house
from bot.tables.decks import DeckStore, Room
from bot.tables.keeping.ledger import Ledger
from bot.tables.model import Denied, Held, Status, Table
from bot.tables.playing.ending import close
from bot.tables.ports import Clock, TableStore
from bot.tables.service import Tables
from bot.tables.tasks import Rounds, Subscribers, Tasks
from engines.core.game import AnyGame

_log = structlog.get_logger(__name__)
ABANDONED, LEFT = "abandoned", "left"
"""The endings of tables that nobody came back to, and of those on a server that we are not on any more."""
_HOUR = 60 * 60 * 1000
_DAY = 24 * _HOUR
REMINDED_AFTER = 7 * _DAY
CLOSED_AFTER = 14 * _DAY
NOTICE = _DAY
"""At least so long (ms) after the reminder a table stays open, however long the bot was away."""
KEPT = 30 * _DAY
"""So long (ms) the data of a server stay after we left it."""
_FIRST_LOOK = 60_000
_LOOKS = _HOUR


class Caretaker:
    """Looks after the tables at home soon after the start, and every hour.

    `on_reminder` tells of a table (its number), once a rest, when its host is to be told.
    """

    def __init__(self, tables: Tables, store: UpkeepStore, clock: Clock, tasks: Tasks) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        self._rounds = Rounds(clock, tasks, "caretaker", self.look, first=_FIRST_LOOK, every=_LOOKS)
        self.on_reminder: Subscribers[int] = Subscribers("rest")

    # -- the clock -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to look, in a minute; once started, it goes on."""
        self._rounds.start()

    def stop(self) -> None:
        """Look no more."""
        self._rounds.stop()

    async def look(self) -> None:
        """Remind, close and delete what is due. What fails now is tried again at the next look."""
        now = self._clock.now()
        for idle in await self._store.resting():
            if not self._tables.homes.is_home(idle.guild_id):
                continue
            try:
                await self._look_at(idle, now)
            except Denied as denied:
                _log.info("table not looked after", table=idle.table_id, why=denied.reason)
            except Exception:  # one table must not keep the others from being looked after
                _log.exception("table not looked after", table=idle.table_id)
        for guild_id in await self._store.departed(now):
            if self._tables.homes.is_home(guild_id):
                await self._desert(guild_id)
        for guild_id in await self._store.departed(now - KEPT):
            if self._tables.homes.is_home(guild_id):
                await self._purge(guild_id)

    async def _look_at(self, idle: Idle, now: int) -> None:
        if idle.closes_at is not None:
            if idle.closes_at <= now:
                await self._close(idle.table_id)
        elif idle.acted_at + REMINDED_AFTER <= now:
            await self._remind(idle)

    # -- resting tables --------------------------------------------------------------------------------

    async def _remind(self, idle: Idle) -> None:
        """Note when the table will close, which its board shows, and have its host told."""
        due = max(idle.acted_at + CLOSED_AFTER, self._clock.now() + NOTICE)
        noted = False

        def transition(held: Held, _game: AnyGame) -> Plan | None:
            nonlocal noted
            noted = held.table.status is not Status.CLOSED and held.table.closes_at is None
            return Plan(replace(held.table, closes_at=due), held.vault, ()) if noted else None

        table = await self._tables.change(idle.table_id, transition)
        if noted and table.closes_at == due:
            _log.info("host reminded of a resting table", table=table.id)
            self.on_reminder.tell(table.id)

    async def _close(self, table_id: int) -> None:
        def transition(held: Held, _game: AnyGame) -> Plan | None:
            closes_at = held.table.closes_at
            if held.table.status is Status.CLOSED or closes_at is None or closes_at > self._clock.now():
                return None  # somebody has acted since
            return close(held, self._ask(), ABANDONED)

        table = await self._tables.change(table_id, transition)
        _log.info("resting table closed", table=table.id, status=table.status.value)

    # -- servers that are gone -------------------------------------------------------------------------

    async def here(self, guild_ids: Collection[int], ours: Callable[[int], bool]) -> None:
        """After the connection: these are the servers that we are on. What is kept of others begins to age.

        `ours` tells which servers this process hears of at all. No server at all is no news.
        """
        if not guild_ids:
            return
        for guild_id in await self._store.departed(self._clock.now()):
            if guild_id in guild_ids:
                await self.arrived(guild_id)
        for guild_id in await self._store.list_servers():
            if guild_id not in guild_ids and ours(guild_id):
                await self.departed(guild_id)

    async def arrived(self, guild_id: int) -> None:
        """We are on this server (again): its data stay."""
        if await self._store.forget_departure(guild_id):
            _log.info("back on a server", guild=guild_id)

    async def departed(self, guild_id: int) -> None:
        """We were taken off this server: its tables close, and its data go some time later."""
        await self._store.note_departure(guild_id, self._clock.now())
        await self._desert(guild_id)

    async def _desert(self, guild_id: int) -> None:
        """Close every table of a server."""
        for idle in await self._store.live_in(guild_id):
            await self._tables.change(idle.table_id, self._close_deserted)
            _log.info("table closed with its server", table=idle.table_id, guild=guild_id)

    async def _purge(self, guild_id: int) -> None:
        """Delete what is kept of a server, in small transactions."""
        deleted = 0
        while some := await self._store.purge_some(guild_id):
            deleted += some
        _log.info("data of a server deleted", guild=guild_id, tables=deleted)

    def _close_deserted(self, held: Held, _game: AnyGame) -> Plan | None:
        """Close a table, whatever it was about."""
        return None if held.table.status is Status.CLOSED else close(held, self._ask(), LEFT)

    def _ask(self) -> Ask:
        return ask_of_house(self._clock.now())


# Tables that the house closes itself, whatever their state: for the operator's commands.


async def close_table(
    store: TableStore,
    games: Mapping[str, AnyGame],
    clock: Clock,
    chance: Random,
    table_id: int,
    ending: str,
    reason: str | None = None,
) -> Table:
    """End a live table for this reason, its seed told as at any end; Denied "no_such_table", "closed".

    For who has the store alone: a running bot would not know of it.
    """
    ledger = Ledger(store, games, clock, chance)
    ask = ask_of_house(clock.now())
    held, _ = await ledger.change(table_id, lambda held, _game: close(held, ask, ending, reason), ask)
    return held.table


# What the store answers to whoever keeps house: tables that rest, and servers that are gone.


@dataclass(frozen=True, slots=True)
class Idle:
    """A live table, when a person last did something there, and when it will be closed if nobody does.

    Times are in ms UTC; `closes_at` is None until its host is reminded (see `Table.closes_at`).
    """

    table_id: int
    guild_id: int
    acted_at: int
    closes_at: int | None


class UpkeepStore(Protocol):
    """Live tables by their age, and everything that belongs to one server."""

    async def resting(self) -> Sequence[Idle]:
        """The tables that would stand for ever: paused ones, relaxed ones, and those without a clock."""

    async def live_in(self, guild_id: int) -> Sequence[Idle]:
        """The tables of a server that are not closed, the longest idle first."""

    async def list_servers(self) -> Collection[int]:
        """Every server of which something is kept."""

    async def note_departure(self, guild_id: int, at: int) -> None:
        """We are not on this server any more, since `at` (ms UTC) or an earlier time that is noted."""

    async def forget_departure(self, guild_id: int) -> bool:
        """We are on this server again; whether we had been away."""

    async def departed(self, before: int) -> Sequence[int]:
        """The servers that we have not been on since this time (ms UTC) or longer."""

    async def purge_some(self, guild_id: int) -> int:
        """Delete a few closed tables of a server that we are not on, with all that belongs to them; how many.

        Once there are no tables left, its settings, decks, reports and the note of its departure go.
        """


# The pictures of decks are weighed now and then, for whoever operates the bot and has the disk.

_FIRST_WEIGHED: Final = 5_000
_WEIGHED: Final = 10 * 60_000


class Picturing:
    """Writes into the meters what pictures take, soon after the start and every few minutes."""

    def __init__(self, store: DeckStore, room: Room, clock: Clock, tasks: Tasks) -> None:
        self._store = store
        self._room = room
        self._rounds = Rounds(clock, tasks, "weigh pictures", self.look, first=_FIRST_WEIGHED, every=_WEIGHED)

    def start(self) -> None:
        """Begin to look."""
        self._rounds.start()

    def stop(self) -> None:
        """Look no more."""
        self._rounds.stop()

    async def look(self) -> None:
        """Look once."""
        use = await self._store.weigh_pictures()
        meters.put("pictures", use.pictures)
        meters.put("picture_bytes", use.size)
        meters.put("picture_room_bytes", self._room.all)
