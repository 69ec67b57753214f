"""Who stands where in a game on a server: by rating or by points, in each window of time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Final

from bot.insight.model import Finished, Seated
from bot.insight.rating import NEWCOMER, Change, Courses, Rating, Ratings, Scale, Standing, Trails

# Windows of time, and what people collect in them: a point for each opponent who came behind.
#
# Nothing is ever reset: a season is what ended within a window.

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


class Kind(StrEnum):
    """What a list is ordered by."""

    RATING = "rating"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody in a list: equals share their `place`.

    The `rating` may be wrong by `margin` either way, and says nothing yet where it is not `sure`; it has
    changed by `change` in the window, in which they have played `tables` and collected `halves`, half points.
    """

    place: int
    user_id: int
    rating: int
    margin: int
    sure: bool
    change: int
    halves: int
    tables: int


@dataclass(frozen=True, slots=True)
class Board:
    """The list of a window that began at `begin` (ms UTC; None: at the beginning), from first to last.

    `waiting` has what those have collected who do not stand in it yet, by user id.
    """

    begin: int | None
    lines: tuple[Line, ...]
    waiting: Mapping[int, Collected]
    hidden: frozenset[int] = frozenset()
    """Who has played enough, and wishes to stand in no list."""

    def hide(self, hidden: frozenset[int]) -> Board:
        """The list without these people; who stands behind them moves up."""
        left = [line for line in self.lines if line.user_id not in hidden]
        return replace(self, lines=_renumber(left, attrgetter("place")), hidden=hidden)

    def find(self, user_id: int) -> Line | None:
        """Somebody's line; None if they do not stand in the list."""
        return next((line for line in self.lines if line.user_id == user_id), None)


class Ladder:
    """All lists of a game on a server, as far as its tables have been counted.

    `beta` is the game's share of chance (see `bot.insight.rating`).
    """

    def __init__(self, beta: float, begins: Begins) -> None:
        self._scale = Scale(beta)
        self._ratings = Ratings(beta)
        self._seasons = Seasons(begins)
        self._trails = Trails()
        self._at_first: dict[Window, Mapping[int, Rating]] = {}
        self._before: dict[Window, int] = {}
        """The ratings as a window began, and how many tables had been rated."""
        self._to_come = sorted(((begin or 0, window) for window, begin in begins.items()), reverse=True)
        """The windows in which no table has ended yet, the next one last."""

    def add(self, tables: Iterable[Finished]) -> None:
        """Count the next tables, in the order of (ended_at, table_id)."""
        for table in tables:
            while self._to_come and table.ended_at >= self._to_come[-1][0]:
                _, window = self._to_come.pop()
                self._at_first[window], self._before[window] = self._ratings.all(), self._trails.tables
            self._seasons.add(table)
            self._ratings.add(table)
            self._trails.add(table, self._ratings)

    def standing(self, user_id: int) -> Standing | None:
        """Somebody's rating, and how it came about; None where they have none."""
        return self._trails.standing(user_id, self._ratings, self._scale)

    def changes(self, table_id: int) -> Mapping[int, Change]:
        """What a table has changed in the ratings, by user id; nothing if it is not rated."""
        return self._trails.changes(table_id, self._scale)

    def path(self, user_id: int) -> list[int]:
        """What somebody's rating was, from a newcomer's on, after each of their rated tables."""
        return self._trails.path(user_id, self._ratings, self._scale)

    def courses(self, window: Window, user_ids: Iterable[int]) -> Courses:
        """The ratings of people over the tables of a window in which they have played."""
        return self._trails.courses(user_ids, self._before.get(window, self._trails.tables), self._scale)

    def board(self, window: Window, kind: Kind) -> Board:
        """The list of a window: whoever has played enough in it."""
        people = self._seasons.people(window)
        ratings, before = self._ratings.all(), self._at_first.get(window, {})
        listed = [
            self._line(user_id, mine, ratings[user_id], before.get(user_id, NEWCOMER))
            for user_id, mine in people.items()
            if mine.listed
        ]
        waiting = {user_id: mine for user_id, mine in people.items() if not mine.listed}
        return Board(self._seasons.begins[window], _place(listed, kind), waiting)

    def _line(self, user_id: int, mine: Collected, now: Rating, before: Rating) -> Line:
        shown, margin = self._scale.show(now), self._scale.margin(now)
        change = shown - self._scale.show(before)
        return Line(0, user_id, shown, margin, now.sure, change, mine.halves, mine.tables)


def _place(lines: Iterable[Line], kind: Kind) -> tuple[Line, ...]:
    """Put lines in order; who has the same number has the same place."""

    def number(line: Line) -> int:
        return line.rating if kind is Kind.RATING else line.halves

    ordered = sorted(lines, key=lambda line: (-number(line), line.user_id))
    return _renumber(ordered, number)


def _renumber(ordered: Iterable[Line], number: Callable[[Line], int]) -> tuple[Line, ...]:
    """Give places to lines that are in order; those with the same number share one."""
    placed: list[Line] = []
    for _, equal in groupby(ordered, key=number):
        place = len(placed) + 1
        placed += (replace(line, place=place) for line in equal)
    return tuple(placed)
