"""What the daily challenge needs of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.tables.daily.model import Attempt, Given, Line, Promise
from bot.tables.proof.dice import Seed

__all__ = ["DailyStore"]


class DailyStore(Protocol):
    """The seeds of days, and people's attempts. Days are YYYY-MM-DD."""

    async def promises(self, days: Sequence[str]) -> Mapping[str, Promise]:
        """The seeds of those of these days that have one."""
        ...

    async def promise(self, seeds: Mapping[str, Seed], now: int) -> Mapping[str, Promise]:
        """Keep the seeds of days that have none yet; what stands for each of them, whoever was first."""
        ...

    async def attempt(self, day: str, discipline: str, user_id: int) -> Attempt | None:
        """Somebody's attempt, None before it is begun."""
        ...

    async def attempts(self, day: str, user_id: int) -> Sequence[Attempt]:
        """All of somebody's attempts of a day, by the names of the disciplines."""
        ...

    async def begin_attempt(self, attempt: Attempt) -> Attempt:
        """Begin an attempt: the one that stands, whichever of two was first."""
        ...

    async def note_given(self, attempt: Attempt, given: Given, clock: int) -> bool:
        """Note the next answer of an attempt, and when (ms UTC) the task after it is shown.

        False, and nothing is written, if the attempt has gone on since.
        """
        ...

    async def attempts_on(self, day: str, discipline: str, guild_id: int, count: int) -> Sequence[Line]:
        """The attempts begun on a server that have all of `count` answers: the best first, then the fast."""
        ...

    async def days_played(self, user_id: int, first: str, last: str) -> int:
        """On how many days from `first` to `last` somebody has begun an attempt."""
        ...
