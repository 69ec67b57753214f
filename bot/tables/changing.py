"""How a table is changed: by a transition that is committed, and then by what follows from it.

Only once a change is durable do its subscribers hear of it: the clocks, the publisher, whoever else wants to.
What clocks change is here, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import structlog

from bot.tables.asks import Ask, ask_of_clock, ask_of_house
from bot.tables.errors import Broken, Denied
from bot.tables.limits import Limits
from bot.tables.looking import Looking
from bot.tables.model import Held, Status, Table
from bot.tables.plan import Plan, Transition
from bot.tables.playing import play
from bot.tables.playing.capabilities.races import settle
from bot.tables.playing.deadlines import Deadlines
from bot.tables.playing.ending import close
from bot.tables.ports import Clock, Duplicate, Live, Occupied, TableShelf
from bot.tables.subscribers import Committed, Subscribers
from bot.tables.tasks import Tasks
from bot.tables.timing import Bell, Ring
from engines.core.errors import Refusal
from engines.core.game import AnyGame

__all__ = ["Changing"]

_log = structlog.get_logger(__name__)
_AGAIN = 10_000
"""A deadline whose commit failed is tried again after so long (ms)."""

_GRACE = 60_000
"""At least so long (ms) is left of a deadline after the bot was away."""
_APART = 10
"""So long (ms) after one another pass those to which no more than that is left: there may be thousands."""


class Changing(Looking):
    """The tables, and the one way to change them. `Tables` adds what people and hosts may ask for.

    `after_commit` tells of each change once it is durable, `on_look` of a table (its number) at which time
    has brought more to see, `on_reminder` of one whose deadline is near. The clocks hear of commits first.
    `limits`: how many tables may be opened; None sets none.
    """

    def __init__(
        self,
        store: TableShelf,
        games: Mapping[str, AnyGame],
        clock: Clock,
        tasks: Tasks,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(store, games, clock, limits)
        self._tasks = tasks
        self.deadlines = Deadlines(clock, self._ring)
        self._back_at = 0
        self.after_commit: Subscribers[Committed] = Subscribers("commit")
        self.on_look: Subscribers[int] = Subscribers("look")
        self.on_reminder: Subscribers[int] = Subscribers("reminder")
        self.after_commit.add(lambda done: self.deadlines.follow(done.table.id, done.table.alarm))

    async def change(self, table_id: int, transition: Transition, ask: Ask | None = None) -> Table:
        """Apply a transition to a table, commit it, and let everybody know.

        A second delivery of the same interaction (`ask`) changes nothing and is answered as the first was.
        """
        try:
            held, committed = await self._ledger.change(table_id, transition, ask)
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
            self.after_commit.tell(committed)
        return held.table

    async def _done(self, table_id: int, ask: Ask) -> bool:
        """Whether this is a second delivery: what it wants was done, and often cannot be done twice."""
        return ask.click is not None and await self._store.has_logged(table_id, ask.click)

    # -- the clock -------------------------------------------------------------------------------------

    async def expire(self, table_id: int, key: str) -> None:
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
            table = await self.change(table_id, transition)
        except Denied as denied:
            _log.info("deadline not passed", table=table_id, key=key, why=denied.reason)
        except (Broken, Refusal) as error:
            # It would be so at every try: the table stands still until somebody closes or mends it.
            await self.set_aside(table_id, error)
        except Exception:
            # The store may be full or locked for a while; the table must not lose its clock over that.
            self.deadlines.again(table_id, key, self._clock.now() + _AGAIN)
            raise
        else:
            # It may have been moved meanwhile, so that this timer has rung too early.
            self.deadlines.follow(table_id, table.alarm)
            _log.info("deadline passed", table=table_id, key=key)

    def _ring(self, table_id: int, key: str, bell: Bell) -> None:
        match bell.ring:
            case Ring.OPEN | Ring.LOOK:
                self.on_look.tell(table_id)
            case Ring.REMIND:
                self._tasks.spawn(self._warn(table_id, key, bell.number), f"warn {table_id}")
            case Ring.END:
                self._tasks.spawn(self.expire(table_id, key), f"expire {table_id}")

    async def _warn(self, table_id: int, key: str, number: int) -> None:
        if await self._ledger.mark_warned(table_id, key, number):
            self.on_reminder.tell(table_id)

    async def came_back(self, away_since: int | None) -> Sequence[Live]:
        """Time in which nobody could act does not count: move the open deadlines, and arm them all anew.

        At a start, too. Returns what the store holds then, so that messages can be brought up to date.
        """
        now = self._clock.now()
        async with self._ledger.still():
            if away_since is not None:
                moved = await self._store.shift_alarms(away_since, now, now + _GRACE, _APART)
                _log.info("deadlines moved", tables=moved, by_ms=max(0, now - away_since))
            self._back_at = now
            lives = await self._store.live()
            for live in lives:
                self.deadlines.follow(live.table_id, live.alarm)
        return lives

    # -- what cannot be read ---------------------------------------------------------------------------

    def found_unread(self, table_id: int, error: Exception | None = None) -> None:
        """A table turned out not to be readable, or the rules failed there: set it aside, soon."""
        self._tasks.spawn(self.set_aside(table_id, error), f"set aside {table_id}")

    async def set_aside(self, table_id: int, error: Exception | None = None) -> None:
        """The rules cannot go on with a table: disarm its clock, and let its board say so.

        Nothing happens at a table that can be read, unless the rules failed there by this `error`.
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
