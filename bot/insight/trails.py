"""How ratings came about: what each was after each rated table, and so what that has changed."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.insight.model import Finished
from bot.insight.rating import NEWCOMER, Rating, Ratings, Scale

__all__ = ["POINTS", "Change", "Courses", "Standing", "Trails", "thin"]

POINTS: Final = 120
"""A curve has no more points than this: the width of a picture does not show more."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's rating after `tables` rated tables.

    It may be wrong by `margin` either way, and says nothing yet where it is not `sure`. `trail` is what it
    was, from a newcomer's on to what it is, left out evenly where there are many tables; `best` and `worst`
    are those of all of them.
    """

    rating: int
    margin: int
    sure: bool
    tables: int
    trail: tuple[int, ...]
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody's rating after a table, and by how much that has changed it; `sure` as in `Standing`."""

    rating: int
    change: int
    sure: bool


@dataclass(frozen=True, slots=True)
class Courses:
    """Ratings side by side, over so many rated `tables` of a window, by user id.

    Everybody has as many numbers, at even distances, `POINTS` at most: the first before the first table, the
    last after the last; None while they had no rating yet, but where it begins.
    """

    tables: int
    numbers: Mapping[int, tuple[int | None, ...]]


@dataclass(frozen=True, slots=True)
class _Trail:
    """Somebody's rated tables, by their numbers in the order of their ends, and the rating after each."""

    tables: array[int] = field(default_factory=lambda: array("I"))
    strengths: array[float] = field(default_factory=lambda: array("d"))
    variances: array[float] = field(default_factory=lambda: array("d"))


class Trails:
    """What the rating of each person was after each of their rated tables: twenty bytes for each."""

    def __init__(self) -> None:
        self._tables: array[int] = array("q")
        self._by_person: defaultdict[int, _Trail] = defaultdict(_Trail)

    def add(self, table: Finished, ratings: Ratings) -> None:
        """Note the ratings of a table's people, which have just counted it."""
        if not table.compared:
            return
        number = len(self._tables)
        self._tables.append(table.table_id)
        for seat in table.seats:
            for person in seat.people:
                if person is not None:
                    strength, variance, _ = ratings.of(person)
                    trail = self._by_person[person]
                    trail.tables.append(number)
                    trail.strengths.append(strength)
                    trail.variances.append(variance)

    def changes(self, table_id: int, scale: Scale) -> Mapping[int, Change]:
        """What a table has changed, by user id; nothing if it is not rated."""
        if table_id not in self._tables:
            return {}
        number = self._tables.index(table_id)
        found = (
            (person, bisect_left(trail.tables, number), trail) for person, trail in self._by_person.items()
        )
        return {
            person: _change(trail, place, scale)
            for person, place, trail in found
            if place < len(trail.tables) and trail.tables[place] == number
        }

    @property
    def tables(self) -> int:
        """How many rated tables were counted."""
        return len(self._tables)

    def courses(self, user_ids: Iterable[int], begin: int, scale: Scale) -> Courses:
        """The ratings of people who have one, from behind the first `begin` rated tables on."""
        places = thin(list(range(begin, self.tables + 1)))
        numbers = {user_id: _course(self._by_person[user_id], places, scale) for user_id in user_ids}
        return Courses(self.tables - begin, numbers)

    def standing(self, user_id: int, ratings: Ratings, scale: Scale) -> Standing | None:
        """Somebody's rating and how it came about; None where they have no rated table."""
        if user_id not in self._by_person:
            return None
        shown, now = self.path(user_id, ratings, scale), ratings.of(user_id)
        return Standing(
            shown[-1],
            scale.margin(now),
            now.sure,
            len(shown) - 1,
            thin(shown),
            max(shown),
            min(shown),
        )

    def path(self, user_id: int, ratings: Ratings, scale: Scale) -> list[int]:
        """A newcomer's rating, and what somebody's was after each of their rated tables."""
        now = ratings.of(user_id)
        trail = self._by_person.get(user_id)
        strengths = () if trail is None else trail.strengths
        return [scale.show(NEWCOMER), *(scale.show(now._replace(strength=one)) for one in strengths)]


def _course(trail: _Trail, places: Sequence[int], scale: Scale) -> tuple[int | None, ...]:
    """Somebody's rating after so many rated tables of all, each."""
    counts = [bisect_left(trail.tables, place) for place in places]
    begun = next(place for place, count in enumerate(counts) if count)
    shown = (
        scale.show(NEWCOMER._replace(strength=trail.strengths[count - 1]) if count else NEWCOMER)
        for count in counts
    )
    return tuple(number if place >= begun - 1 else None for place, number in enumerate(shown))


def _change(trail: _Trail, place: int, scale: Scale) -> Change:
    """What the table at this place of somebody's trail has changed."""
    after = Rating(trail.strengths[place], trail.variances[place])
    before = after._replace(strength=trail.strengths[place - 1]) if place else NEWCOMER
    shown = scale.show(after)
    return Change(shown, shown - scale.show(before), after.sure)


def thin(numbers: list[int], most: int = POINTS) -> tuple[int, ...]:
    """At most so many of these numbers, two at least: the first, the last, and others at even distances."""
    if len(numbers) <= most:
        return tuple(numbers)
    last = len(numbers) - 1
    return tuple(numbers[round(last * place / (most - 1))] for place in range(most))
