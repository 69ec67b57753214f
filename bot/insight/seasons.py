"""Windows of time, and what people collect in them: a point for each opponent who came behind.

Nothing is ever reset: a season is what ended within a window.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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

    def append(self, later: Collected) -> None:
        """Count what was collected behind all this."""
        self.tables += later.tables
        self.halves += later.halves
        self.meet(later.opponents, later.erased)

    def meet(self, opponents: Iterable[int], erased: int) -> None:
        """Note the opponents of one table."""
        self.opponents = tuple(dict.fromkeys((*self.opponents, *opponents)))[:OPPONENTS]
        self.erased = max(self.erased, erased)

    @property
    def met(self) -> int:
        """How many different people they have played against, as far as it matters and can be known."""
        return min(len(self.opponents) + self.erased, OPPONENTS)

    @property
    def listed(self) -> bool:
        """Whether they have played enough to stand in a list."""
        return self.tables >= TABLES and self.met == OPPONENTS


class Seasons:
    """What everybody has collected, window by window; `begins` says when each began.

    It is counted between two beginnings and the next: each table once, however many windows it lies in.
    """

    def __init__(self, begins: Begins) -> None:
        self.begins = begins
        self._steps = sorted({begin for begin in begins.values() if begin is not None})
        self._stretches = [defaultdict[int, Collected](Collected) for _ in (None, *self._steps)]

    def add(self, table: Finished) -> None:
        """Count a table, if it is rated; tables come in the order of their ends."""
        if not table.compared:
            return
        stretch = self._stretches[bisect_right(self._steps, table.ended_at)]
        places = sorted([seat.place for seat in table.seats])
        for seat in table.seats:
            behind = bisect_right(places, seat.place)
            equal = behind - bisect_left(places, seat.place) - 1
            halves = 2 * (len(places) - behind) + equal
            for person in seat.people:
                if person is not None:
                    mine = stretch[person]
                    mine.tables += 1
                    mine.halves += halves
                    if len(mine.opponents) < OPPONENTS:
                        mine.meet(*_others(seat, table.seats))

    def people(self, window: Window) -> Mapping[int, Collected]:
        """What each person has collected in a window, by user id; it does not change any more."""
        begin = self.begins[window]
        first = 0 if begin is None else bisect_right(self._steps, begin)
        collected = defaultdict[int, Collected](Collected)
        for stretch in self._stretches[first:]:
            for person, mine in stretch.items():
                collected[person].append(mine)
        return dict(collected)


def _others(seat: Seated, seats: Sequence[Seated]) -> tuple[Sequence[int], int]:
    """Everybody at a table but those of one seat; and how many more there are, who were erased."""
    people = [person for other in seats if other is not seat for person in other.people]
    known = [person for person in people if person is not None]
    return known, len(people) - len(known)
