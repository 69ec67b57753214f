"""Looks back on every game that is over, soon after its end: places, what each seat did, whether it counts.

That is done behind the commit that closes the table, never in it. What a process that dies leaves undone, and
what a new version of looking back asks for anew, is found once slots have come home; what could not be done
for a while, as the store was away, is tried again. Doing a table twice changes nothing, whoever else does it.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from bot.tables.changing import Changing
from bot.tables.digests.digester import CannotLookBack, Digester
from bot.tables.digests.model import A_DAY, FOLD, Undigested
from bot.tables.digests.ports import DigestStore
from bot.tables.errors import Denied
from bot.tables.model import Status
from bot.tables.ports import Clock
from bot.tables.rounds import Rounds
from bot.tables.subscribers import Committed
from bot.tables.tasks import Tasks

__all__ = ["Digesting"]

_log = structlog.get_logger(__name__)
_FIRST_LOOK: Final = 5_000
_LOOKS: Final = 10 * 60_000
_SOON: Final = 5_000
"""So long (ms) after something was in the way we try again."""
SLICE: Final = 50
"""So many tables are looked back on without a rest."""
_PAUSE, _REST = 0.02, 1.0
"""Seconds between two tables, and between two slices: players come first."""


class Digesting:
    """Looks back on the tables at home; `attend` begins with those that close from now on."""

    def __init__(self, tables: Changing, store: DigestStore, clock: Clock, tasks: Tasks) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock
        self._tasks = tasks
        self._rounds = Rounds(clock, tasks, "digest tables", self.look, first=_LOOKS, every=_LOOKS)
        self._digester = Digester(tables, store)
        self._at_work: set[int] = set()
        self._missed: set[int] = set()
        """Tables where something was in the way, such as a store that was away."""
        self._failed: set[int] = set()
        """Tables at which the rules fail: they would again, until there is another version of them."""
        self._due = False
        """Whether tables may lack it of which nobody has told us."""
        self._looking = False
        self._stopped = False

    def attend(self) -> None:
        """From now on hear of tables that close."""
        self._tables.after_commit.add(self._hear)

    def start(self) -> None:
        """Slots have come home: look in a moment what was left undone there, and then every few minutes."""
        self._due = True
        self._clock.call_at(self._clock.now() + _FIRST_LOOK, self._look_soon)
        self._rounds.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped = True
        self._rounds.stop()

    def _look_soon(self) -> None:
        if not self._stopped:
            self._tasks.spawn(self.look(), "digest tables")

    def _hear(self, done: Committed) -> None:
        if done.table.status is Status.CLOSED and done.table.id not in self._at_work:
            self._tasks.spawn(self._digest(done.table.id), f"digest {done.table.id}")

    async def _digest(self, table_id: int) -> None:
        await self._try(table_id)

    async def look(self) -> None:
        """Look back on what was missed and, once slots have come home, on all tables at home that lack it."""
        if self._looking:
            return
        self._looking = True
        done = 0
        try:
            for table_id in tuple(self._missed):
                self._missed.discard(table_id)
                done += await self._try(table_id, again=True)
            while self._due and not self._stopped:
                done += await self._look_through()
        finally:
            self._looking = False
        if done:
            _log.info("tables looked back on", tables=done)

    async def _look_through(self) -> int:
        """Look back on all tables at home that lack it; how many."""
        done = 0
        self._due = False
        after: int | None = 0
        try:
            while after is not None:
                some, after = await self._store.undigested(after)
                for one in filter(self._is_ours, some):
                    await asyncio.sleep(_REST if done and done % SLICE == 0 else _PAUSE)
                    if self._stopped:
                        return done
                    done += await self._try(one.table_id)
        except Exception:
            self._due = True
            raise
        return done

    async def _show_again(self, table_id: int) -> None:
        """Have its board looked at: it is looked back on, and only the answer of the store was lost."""
        table = await self._tables.table(table_id)
        self._tables.heard(table_id, table.version + 1, table.guild_id)

    def _is_ours(self, one: Undigested) -> bool:
        return self._tables.homes.is_home(one.guild_id) and one.table_id not in self._failed

    async def _try(self, table_id: int, *, again: bool = False) -> bool:
        """Look back on a table, unless that is done or under way; whether it was done now.

        `again`: something was in the way before.
        """
        if table_id in self._at_work:
            return False
        self._at_work.add(table_id)
        try:
            await self._tasks.precedence.let_pass()
            verdict = await self._store.verdict(table_id)
            if verdict is not None and verdict.fold == FOLD:
                if again:
                    await self._show_again(table_id)
                return False
            renewed = await self._digester.digest(table_id, self._clock.now() - A_DAY)
        except CannotLookBack:
            self._failed.add(table_id)
            _log.exception("table not looked back on", table=table_id)
            return False
        except Denied:  # purged meanwhile, with its server
            return False
        except Exception:  # one table must not keep the others from being looked back on
            self._missed.add(table_id)
            _log.exception("table not looked back on, but soon", table=table_id)
            self._clock.call_at(self._clock.now() + _SOON, self._look_soon)
            return False
        finally:
            self._at_work.discard(table_id)
        for one in renewed:
            self._tables.heard(one.table_id, one.version, one.guild_id)
        return True
