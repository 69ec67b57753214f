"""Windows of time, and what people collect in them: a point for each opponent who came behind.

Nothing is ever reset: a season is what ended within a window.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final

from bot.insight.model import Finished, Seated

__all__ = ["OPPONENTS", "TABLES", "Collected", "Season", "Window", "begin_of"]

TABLES: Final = 5
OPPONENTS: Final = 3
"""Whoever has played so many tables, against so many different people, is listed."""


class Window(StrEnum):
    """The windows of time that people can look at, from the shortest one."""

    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    ALWAYS = "always"


def begin_of(window: Window, now: int, zone: tzinfo) -> int | None:
    """When the window in which `now` lies began (ms UTC), by the days of a time zone; None for always.

    Weeks begin on Mondays, quarters with January, April, July and October.
    """
    midnight = datetime.fromtimestamp(now / 1000, zone).replace(hour=0, minute=0, second=0, microsecond=0)
    match window:
        case Window.ALWAYS:
            return None
        case Window.WEEK:
            first = midnight - timedelta(days=midnight.weekday())
        case Window.MONTH:
            first = midnight.replace(day=1)
        case Window.QUARTER:
            first = midnight.replace(month=(midnight.month - 1) // 3 * 3 + 1, day=1)
    return round(first.replace(fold=0).timestamp() * 1000)


@dataclass(slots=True)
class Collected:
    """What somebody has collected in a window: rated `tables`, opponents left behind in `halves`.

    `opponents` are the people met; of those who were erased only how many sat at one table can be known
    (`erased`), for they cannot be told apart.
    """

    tables: int = 0
    halves: int = 0
    opponents: set[int] = field(default_factory=set)
    erased: int = 0

    @property
    def met(self) -> int:
        """How many different people they have played against, as far as can be known."""
        return len(self.opponents) + self.erased

    @property
    def listed(self) -> bool:
        """Whether they have played enough to stand in a list."""
        return self.tables >= TABLES and self.met >= OPPONENTS


class Season:
    """What everybody has collected in a window that began at `begin` (ms UTC; None: at the beginning)."""

    def __init__(self, begin: int | None) -> None:
        self.begin = begin
        self._by_person: dict[int, Collected] = {}

    def covers(self, table: Finished) -> bool:
        """Whether a table ended in the window."""
        return self.begin is None or table.ended_at >= self.begin

    def add(self, table: Finished) -> None:
        """Count a rated table of the window."""
        if table.unrated is not None or len(table.seats) < 2 or not self.covers(table):
            return
        for seat in table.seats:
            others = [other for other in table.seats if other is not seat]
            halves = sum(_halves(seat, other) for other in others)
            met = [person for other in others for person in other.people]
            known = [person for person in met if person is not None]
            for person in seat.people:
                if person is not None:
                    mine = self._by_person.setdefault(person, Collected())
                    mine.tables += 1
                    mine.halves += halves
                    mine.opponents.update(known)
                    mine.erased = max(mine.erased, len(met) - len(known))

    @property
    def people(self) -> Mapping[int, Collected]:
        """What each person has collected, by user id."""
        return self._by_person


def _halves(seat: Seated, other: Seated) -> int:
    """What coming before another seat is worth, in half points: a team counts as one opponent."""
    return 2 if seat.place < other.place else 1 if seat.place == other.place else 0
