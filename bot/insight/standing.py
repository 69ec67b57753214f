"""Who stands where in a game on a server: by rating or by points, in each window of time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from operator import attrgetter

from bot.insight.model import Finished
from bot.insight.rating import NEWCOMER, Rating, Ratings, Scale
from bot.insight.seasons import Begins, Collected, Seasons, Window
from bot.insight.trails import Change, Courses, Standing, Trails

__all__ = ["Board", "Kind", "Ladder", "Line"]


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
