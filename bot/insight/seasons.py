"""Windows of time, and what people collect in them: a point for each opponent who came behind.

Nothing is ever reset: a season is what ended within a window.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final

from bot.insight.model import Finished, Seated

__all__ = ["OPPONENTS", "TABLES", "Begins", "Collected", "Seasons", "Window", "begin_of", "begins_of"]

TABLES: Final = 5
OPPONENTS: Final = 3
"""Whoever has played so many tables, against so many different people, is listed."""


class Window(StrEnum):
    """The windows of time that people can look at, from the shortest one."""

    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    ALWAYS = "always"


Begins = Mapping[Window, int | None]
"""When each window began (ms UTC; None: at the beginning)."""


def begins_of(now: int, zone: tzinfo) -> Begins:
    """When the windows in which `now` (ms UTC) lies began, by the days of a time zone."""
    return {window: begin_of(window, now, zone) for window in Window}


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

    `opponents` are the first people met, as many as are needed to be listed; of those who were erased only
    how many sat at one table can be known (`erased`), for they cannot be told apart.
    """

    tables: int = 0
    halves: int = 0
    opponents: tuple[int, ...] = ()
    erased: int = 0

    def add(self, halves: int, opponents: Iterable[int], erased: int) -> None:
        """Count a table: what it gave, and who the opponents were."""
        self.tables += 1
        self.halves += halves
        self.erased = max(self.erased, erased)
        if len(self.opponents) < OPPONENTS:
            self.opponents = tuple(dict.fromkeys((*self.opponents, *opponents)))[:OPPONENTS]

    @property
    def met(self) -> int:
        """How many different people they have played against, as far as it matters and can be known."""
        return min(len(self.opponents) + self.erased, OPPONENTS)

    @property
    def listed(self) -> bool:
        """Whether they have played enough to stand in a list."""
        return self.tables >= TABLES and self.met == OPPONENTS


class Seasons:
    """What everybody has collected, window by window; `begins` says when each began."""

    def __init__(self, begins: Begins) -> None:
        self.begins = begins
        self._by_person = {window: defaultdict[int, Collected](Collected) for window in begins}

    def covering(self, table: Finished) -> list[Window]:
        """The windows in which a table ended."""
        begins = self.begins.items()
        return [window for window, begin in begins if begin is None or table.ended_at >= begin]

    def add(self, table: Finished) -> None:
        """Count a table, if it is rated."""
        if not table.compared:
            return
        windows = [self._by_person[window] for window in self.covering(table)]
        for seat in table.seats:
            halves, met = _compare(seat, table.seats)
            known = [person for person in met if person is not None]
            for person in seat.people:
                if person is not None:
                    for collected in windows:
                        collected[person].add(halves, known, len(met) - len(known))

    def people(self, window: Window) -> Mapping[int, Collected]:
        """What each person has collected in a window, by user id."""
        return self._by_person[window]


def _compare(seat: Seated, seats: Sequence[Seated]) -> tuple[int, list[int | None]]:
    """What a seat's place is worth among these, in half points, and who its opponents were.

    A team counts as one opponent.
    """
    halves, met, place = 0, list[int | None](), seat.place
    for other in seats:
        if other is not seat:
            halves += 2 if place < other.place else place == other.place
            met += other.people
    return halves, met
