"""How a table is changed: by a transition that is committed, and then by what follows from it.

Only once a change is durable do its subscribers hear of it: the clocks, the publisher, whoever else wants to.
They hear of it in the process that is home to the table, whoever made the change. What clocks change is here,
too.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

import structlog

from bot.tables.asks import Ask, Plan, Transition, ask_of_clock, ask_of_house
from bot.tables.homes import EVERYTHING, Homes, Slots, slot_of
from bot.tables.limits import Limits
from bot.tables.looking import Looking
from bot.tables.model import Alarm, Broken, Denied, Held, Status, Table
from bot.tables.playing import play
from bot.tables.playing.absence import taking_back
from bot.tables.playing.capabilities.races import settle
from bot.tables.playing.deadlines import Deadlines
from bot.tables.playing.ending import close
from bot.tables.ports import Clock, Duplicate, Live, Occupied, TableShelf
from bot.tables.tasks import Committed, Subscribers, Tasks
from bot.tables.timing import Bell, Ring
from engines.core.game import AnyGame
from engines.core.records import Refusal

_log = structlog.get_logger(__name__)
_AGAIN = 10_000
"""A deadline whose commit failed, or news that could not be read, is tried again after so long (ms)."""

_GRACE = 60_000
"""At least so long (ms) is left of a deadline after the bot was away."""
_APART = 10
"""So long (ms) after one another pass those to which no more than that is left: there may be thousands."""
_OVERDUE = 10_000
"""A deadline that passed so long (ms) ago has not rung where it should have."""
_SWEPT = 100
"""So many tables that are not shown are looked at in a sweep: after a start all are, and shown slowly."""

Wake: TypeAlias = Callable[[int, int, int], Awaitable[None]]
"""Tells the home of a table (number, version, server) to look at it."""


async def wake_nobody(_table_id: int, _version: int, _guild_id: int) -> None:
    """There is no other process."""


class Changing(Looking):
    """The tables, and the one way to change them. `Tables` adds what people and hosts may ask for.

    `after_commit` tells of each change at a table at home once it is durable, `on_look` of a table (its
    number) at which time has brought more to see, `on_count` of one
    at which a step of a countdown has begun, `on_reminder` of one whose deadline is near, `on_overtaken`
    of one of whose messages another process may have drawn an older state than we, `on_forgetting` of slots
    of which nothing that is remembered may be used any more, `on_home` of slots that are home here, once
    people can act there (again), `on_leaving` of those that are no more, `on_sweep` of slots in which
    something may be left undone. The clocks hear of commits first.

    `chance` says which hidden tables a sweep looks at, and how long to rest before another try at a commit.
    `limits`: how many tables may be opened; None sets none. `homes` and `wake` are for several processes.
    """

    def __init__(
        self,
        store: TableShelf,
        games: Mapping[str, AnyGame],
        clock: Clock,
        chance: Random,
        tasks: Tasks,
        limits: Limits | None = None,
        homes: Homes | None = None,
        wake: Wake = wake_nobody,
    ) -> None:
        super().__init__(store, games, clock, chance, limits, homes)
        self._chance = chance
        self._tasks = tasks
        self._wake = wake
        self.deadlines = Deadlines(clock, self._ring)
        self._back_at: dict[tuple[int, int], int] = {}
        """When we last came back (ms UTC) to each slot of so many."""
        self.after_commit: Subscribers[Committed] = Subscribers("commit")
        self.on_look: Subscribers[int] = Subscribers("look")
        self.on_count: Subscribers[int] = Subscribers("count")
        self.on_reminder: Subscribers[int] = Subscribers("reminder")
        self.on_overtaken: Subscribers[int] = Subscribers("overtaken")
        self.on_forgetting: Subscribers[Slots] = Subscribers("forgetting")
        self.on_leaving: Subscribers[Slots] = Subscribers("leaving")
        self.on_home: Subscribers[Slots] = Subscribers("home")
        self.on_sweep: Subscribers[Slots] = Subscribers("sweep")
        self.after_commit.add(lambda done: self._follow(done.table))
        self._ledger.on_lost.add(lambda table_id: self._renew_soon(table_id, 0))

    async def change(self, table_id: int, transition: Transition, ask: Ask | None = None) -> Table:
        """Apply a transition to a table, commit it, and let everybody know.

        A second delivery of the same interaction (`ask`) changes nothing and is answered as the first was.
        Whoever asks plays their own seat again.
        """
        try:
            held, committed = await self._ledger.change(table_id, taking_back(transition, ask), ask)
        except Duplicate as again:
            return await self.table(again.table_id)
        except Occupied as other:
            raise Denied("occupied", table_id=other.table_id) from None
        except (Denied, Refusal) as refused:
            if isinstance(refused, Denied) and refused.reason == "unread":
                self.found_unread(table_id)
            if ask is None or not await self._done(table_id, ask):
                raise
            return await self.table(table_id)
        if committed is not None:
            self._tell(committed)
        return held.table

    def _tell(self, committed: Committed) -> None:
        """Tell of a change, if we are the table's home; another process has heard of it by the commit."""
        if self.is_home(committed.table):
            self.after_commit.tell(committed)

    async def _done(self, table_id: int, ask: Ask) -> bool:
        """Whether this is a second delivery: what it wants was done, and often cannot be done twice."""
        return ask.click is not None and await self._store.has_logged(table_id, ask.click)

    # -- the clock -------------------------------------------------------------------------------------

    async def expire(self, table_id: int, guild_id: int, key: str) -> None:
        """A deadline has passed, if it still stands: the rule's consequence, or the lobby closes."""

        def transition(held: Held, game: AnyGame) -> Plan | None:
            alarm = held.table.alarm
            if alarm is None or alarm.key != key or alarm.stopped_at is not None:
                return None
            now = self._clock.now()
            if alarm.rings_at > now:
                return None
            ask = ask_of_clock(now)
            if held.table.status is Status.LOBBY:
                return close(held, ask, "idle")
            if alarm.settle_at is not None:
                return settle(held, ask, game)
            return play.expire(held, ask, game)

        try:
            table = await self._pass_or_set_aside(table_id, key, transition)
        except Denied as denied:
            _log.info("deadline not passed", table=table_id, key=key, why=denied.reason)
            if denied.reason == "busy":  # others were quicker each time, or the store was lost too often
                self.deadlines.again(table_id, guild_id, key, self._clock.now() + _AGAIN)
        except Exception:
            # The store may be full or locked for a while; the table must not lose its clock over that.
            self.deadlines.again(table_id, guild_id, key, self._clock.now() + _AGAIN)
            raise
        else:
            # It may have been moved meanwhile, so that this timer has rung too early.
            self._follow(table)

    async def _pass_or_set_aside(self, table_id: int, key: str, transition: Transition) -> Table:
        """Let a deadline pass; where the rules fail in it, they always would, and the table stands still."""
        try:
            table = await self.change(table_id, transition)
        except (Broken, Refusal) as error:
            return await self.set_aside(table_id, error)
        _log.info("deadline passed", table=table_id, key=key)
        return table

    def _follow(self, table: Table | Live) -> None:
        """Set the clock of a table at home by its deadline."""
        table_id = table.table_id if isinstance(table, Live) else table.id
        self.deadlines.follow(table_id, table.guild_id, table.alarm)

    def _ring(self, table_id: int, guild_id: int, key: str, bell: Bell) -> None:
        if not self.homes.is_home(guild_id):
            return  # whoever is its home now, if it is not us again, finds it overdue
        match bell.ring:
            case Ring.OPEN | Ring.LOOK:
                self.on_look.tell(table_id)
            case Ring.COUNT:
                self.on_count.tell(table_id)
            case Ring.REMIND:
                self._tasks.spawn(self._warn(table_id, key, bell.number), f"warn {table_id}")
            case Ring.END:
                self._tasks.spawn(self.expire(table_id, guild_id, key), f"expire {table_id}")

    async def _warn(self, table_id: int, key: str, number: int) -> None:
        if await self._ledger.mark_warned(table_id, key, number):
            self.on_reminder.tell(table_id)

    # -- coming and going ------------------------------------------------------------------------------

    def back_at(self, guild_id: int) -> int:
        """When we last came back to this server (ms UTC): now while we are cut off; 0 where we never were."""
        if self.deadlines.holds(guild_id):
            return self._clock.now()
        return max(
            (at for (slot, count), at in self._back_at.items() if slot_of(guild_id, count) == slot), default=0
        )

    def hold(self, slots: Slots = EVERYTHING) -> None:
        """We are cut off from these slots: nothing rings there until `release`, for nobody can act."""
        self.deadlines.hold(slots)

    def release(self, slots: Slots = EVERYTHING) -> None:
        """Let the clocks of these slots run again, and computers play there."""
        self.deadlines.release(slots)
        self.on_home.tell(slots)

    async def came_back(self, away_since: int | None, slots: Slots = EVERYTHING) -> Sequence[Live]:
        """Time in which nobody could act does not count: move the open deadlines, and arm them all anew.

        At a start, too. Returns what the store holds of these slots then, so that messages can be brought up
        to date.
        """
        now = self._clock.now()
        async with self._ledger.still(slots):
            if away_since is not None:
                moved = await self._store.shift_alarms(away_since, now, now + _GRACE, _APART, slots)
                _log.info("deadlines moved", tables=moved, by_ms=max(0, now - away_since))
            return await self._arm(slots, now)

    async def come_home(self, slots: Slots) -> Sequence[Live]:
        """This process is home to these slots now, and whoever took them has moved their deadlines.

        Arms them, and returns what the store holds of them, so that messages can be brought up to date.
        """
        self._forget(slots)
        async with self._ledger.still(slots):
            return await self._arm(slots, self._clock.now())

    async def _arm(self, slots: Slots, now: int) -> Sequence[Live]:
        self._back_at |= {(number, slots.count): now for number in slots.numbers}
        lives = await self._store.live(slots)
        for live in lives:
            self._follow(live)
        return lives

    def leave_home(self, slots: Slots) -> None:
        """This process is not home to these slots any more: their clocks ring elsewhere."""
        self.deadlines.disarm_all(slots)
        self._forget(slots)
        self.on_leaving.tell(slots)

    def _forget(self, slots: Slots = EVERYTHING) -> None:
        super()._forget(slots)
        self.on_forgetting.tell(slots)

    # -- other processes -------------------------------------------------------------------------------

    def heard(self, table_id: int, version: int, guild_id: int) -> None:
        """Another process has brought a table to this version, or wishes its home to look at it."""
        if self.homes.is_home(guild_id):
            self._ledger.forget(table_id, version)
            self._renew_soon(table_id, version)

    def missed(self) -> None:
        """Anything may have happened to the tables without our hearing of it; `sweep` finds what has."""
        self._forget()

    async def sweep(self, slots: Slots) -> None:
        """Show what was not shown, and let ring what should have rung, wherever news of it was lost."""
        before = self._clock.now() - _OVERDUE
        overdue: list[Live] = []
        hidden: list[Live] = []
        for live in await self._store.behind(before, slots):
            if self.homes.is_home(live.guild_id) and not self.deadlines.holds(live.guild_id):
                (overdue if _is_overdue(live.alarm, before) else hidden).append(live)
        for live in (*overdue, *self._chance.sample(hidden, min(_SWEPT, len(hidden)))):
            self._renew_soon(live.table_id, live.version)
        self.on_sweep.tell(slots)

    async def wake_home(self, table: Table) -> None:
        """Have the home of a table, which we are not, look at it."""
        await self._wake(table.id, table.version, table.guild_id)

    def _renew_soon(self, table_id: int, version: int) -> None:
        self._tasks.spawn(self._renew(table_id, version), f"renew {table_id}")

    async def _renew(self, table_id: int, version: int) -> None:
        """Go on from what another process has done, as if it had been done here."""
        try:
            table = (await self._ledger.renew(table_id, version)).table
        except Denied:  # purged meanwhile, with its server
            return
        except Exception:
            self._clock.call_at(self._clock.now() + _AGAIN, lambda: self._renew_soon(table_id, version))
            raise
        if 0 < version < table.version:
            self.on_overtaken.tell(table_id)
        self._tell(Committed(table))

    # -- what cannot be read ---------------------------------------------------------------------------

    def found_unread(self, table_id: int, error: Exception | None = None) -> None:
        """A table turned out not to be readable, or the rules failed there: set it aside, soon."""
        self._tasks.spawn(self._set_aside(table_id, error), f"set aside {table_id}")

    async def _set_aside(self, table_id: int, error: Exception | None) -> None:
        await self.set_aside(table_id, error)

    async def set_aside(self, table_id: int, error: Exception | None = None) -> Table:
        """The rules cannot go on with a table: disarm its clock, and let its board say so.

        Returns the table as it is then. Nothing happens at a table that can be read, unless the rules failed
        there by this `error`.
        """
        why = ""

        def transition(held: Held, _game: AnyGame) -> Plan | None:
            nonlocal why
            unread = held.vault.unread
            if unread is None and error is None:
                return None
            plan = play.set_aside(held, ask_of_house(self._clock.now()))
            why = "" if plan is None else "the rules failed" if unread is None else unread.why
            return plan

        table = await self.change(table_id, transition)
        if why:
            about = {"table": table_id, "game": table.game, "incident": table.incident}
            _log.error("table cannot be read", why=why, exc_info=error, **about)
        return table


def _is_overdue(alarm: Alarm | None, before: int) -> bool:
    """Whether a clock runs that should have rung before this time (ms UTC)."""
    return alarm is not None and alarm.stopped_at is None and alarm.rings_at < before
