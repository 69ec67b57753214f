"""Looks at tables: one at a time at each, and once more, later, where one failed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.tables.errors import is_passing
from bot.tables.ports import Cancel, Clock
from bot.tables.tasks import Tasks

__all__ = ["Looks"]

_log = structlog.get_logger(__name__)
_LATER = 5_000
"""A look that failed, or what it led to, is taken again after so long (ms)."""


class Looks:
    """Has tables looked at, each by `look` (its number), until that goes well.

    What is asked for during a look is done after it, once.
    """

    def __init__(self, look: Callable[[int], Awaitable[None]], clock: Clock, tasks: Tasks) -> None:
        self._look = look
        self._clock = clock
        self._tasks = tasks
        self._news: dict[int, bool] = {}
        """By table that is being looked at: whether something has happened there since."""
        self._later: dict[int, Cancel] = {}

    def soon(self, table_id: int) -> None:
        """Something has happened at a table: have it looked at."""
        if table_id in self._news:
            self._news[table_id] = True
        else:
            self._tasks.spawn(self.look(table_id), f"computers {table_id}")

    def later(self, table_id: int) -> None:
        """Something went wrong at a table: have it looked at when that may be over."""
        if table_id not in self._later:
            at = self._clock.now() + _LATER
            self._later[table_id] = self._clock.call_at(at, partial(self._ring, table_id))

    def failed(self, table_id: int, error: Exception) -> None:
        """What a look led to has failed: nothing else may ever lead there again."""
        about = {"table": table_id, "error": type(error).__name__}
        _log.warning("computers not seen to", exc_info=None if is_passing(error) else error, **about)
        self.later(table_id)

    def forget(self, table_id: int) -> None:
        """Nothing is to be seen at a table any more."""
        if (cancel := self._later.pop(table_id, None)) is not None:
            cancel()

    async def look(self, table_id: int) -> None:
        """Look at a table, unless that is under way; raises nothing."""
        if table_id in self._news:
            self._news[table_id] = True
            return
        news = True
        try:
            while news:
                self._news[table_id] = False
                await self._look(table_id)
                news = self._news[table_id]
        except Exception as error:
            self.failed(table_id, error)
        finally:
            del self._news[table_id]

    def _ring(self, table_id: int) -> None:
        del self._later[table_id]
        self.soon(table_id)
