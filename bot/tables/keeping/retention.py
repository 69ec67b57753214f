"""Forgetting tables that ended long ago: their logs and games go, their results stay."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final, Protocol

import structlog

from bot.tables.errors import Denied
from bot.tables.homes import HOUSE, Alone, Homes
from bot.tables.model import Table
from bot.tables.ports import Clock
from bot.tables.tasks import Tasks

__all__ = ["DAY", "Forgetting", "Retention", "forget_old", "forgotten", "old_tables", "refuse_forgotten"]

_log = structlog.get_logger(__name__)
DAY: Final = 24 * 3600 * 1000
"""In ms."""
_ELSEWHERE: Final = 10 * 60_000
"""So long (ms) after it was found to be another process's work we look again whether it is ours."""
_AT_ONCE = 10
"""So many tables are forgotten in one transaction: nobody who plays meanwhile waits for long."""


def refuse_forgotten(table: Table) -> None:
    """Refuse what needs the log or the game of a table that has been forgotten; Denied "forgotten" (days)."""
    if table.end.forgotten_at is not None:
        raise forgotten(table)


def forgotten(table: Table) -> Denied:
    """What is said to who asks for more of a table than is kept: "forgotten" (days, if it took several)."""
    days = 0 if table.end.forgotten_at is None else (table.end.forgotten_at - table.changed_at) // DAY
    return Denied("forgotten", **({"days": days} if days > 1 else {}))


class Forgetting(Protocol):
    """A store that can forget."""

    async def find_old(
        self, after: int, before: int, guild_id: int | None = None
    ) -> tuple[Sequence[int], int | None]:
        """Closed tables that are not forgotten and changed last before this time (ms UTC).

        Those of a stretch of numbers behind `after`, and where the next stretch begins (None: nowhere).
        """
        ...

    async def forget(self, table_ids: Sequence[int], now: int) -> int:
        """Drop logs, setups, positions, scenes and the places of messages of closed tables; of how many."""
        ...


async def old_tables(
    store: Forgetting, before: int, guild_id: int | None = None
) -> AsyncIterator[Sequence[int]]:
    """Yield, a few at a time, the closed tables (of a server) that changed last before this time (ms UTC)."""
    after: int | None = 0
    while after is not None:
        found, after = await store.find_old(after, before, guild_id)
        for first in range(0, len(found), _AT_ONCE):
            yield found[first : first + _AT_ONCE]


async def forget_old(store: Forgetting, before: int, now: int, guild_id: int | None = None) -> int:
    """Forget them, in small transactions; how many there were."""
    forgotten = 0
    async for few in old_tables(store, before, guild_id):
        forgotten += await store.forget(few, now)
    return forgotten


class Retention:
    """Forgets closed tables after so many days (None: never), once a day, while the bot runs.

    One process does it for all.
    """

    def __init__(
        self, store: Forgetting, clock: Clock, tasks: Tasks, days: int | None, homes: Homes | None = None
    ) -> None:
        self._store = store
        self._homes: Homes = homes or Alone()
        self._clock = clock
        self._tasks = tasks
        self._days = days
        self._stopped = False

    def start(self) -> None:
        """Forget what is old enough now, and again every day."""
        if self._stopped or self._days is None:
            return
        ours = self._homes.is_home(HOUSE)
        if ours:
            self._tasks.spawn(self._forget(self._days), "forget old tables")
        self._clock.call_at(self._clock.now() + (DAY if ours else _ELSEWHERE), self.start)

    def stop(self) -> None:
        """Do not begin again."""
        self._stopped = True

    async def _forget(self, days: int) -> None:
        now = self._clock.now()
        forgotten = await forget_old(self._store, now - days * DAY, now)
        if forgotten:
            _log.info("old tables forgotten", tables=forgotten, days=days)
