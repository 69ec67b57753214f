"""How ratings came about: what each was after each rated table, for the curve on a profile."""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from bot.insight.model import Finished
from bot.insight.rating import NEWCOMER, Ratings, Scale

__all__ = ["POINTS", "Standing", "Trails", "thin"]

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


class Trails:
    """What the rating of each person was after each of their rated tables: eight bytes for each."""

    def __init__(self) -> None:
        self._by_person: defaultdict[int, array[float]] = defaultdict(lambda: array("d"))

    def add(self, table: Finished, ratings: Ratings) -> None:
        """Note the ratings of a table's people, which have just counted it."""
        if not table.compared:
            return
        for seat in table.seats:
            for person in seat.people:
                if person is not None:
                    self._by_person[person].append(ratings.of(person).strength)

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
        strengths = self._by_person.get(user_id, ())
        return [scale.show(NEWCOMER), *(scale.show(now._replace(strength=one)) for one in strengths)]


def thin(numbers: list[int], most: int = POINTS) -> tuple[int, ...]:
    """At most so many of these numbers, two at least: the first, the last, and others at even distances."""
    if len(numbers) <= most:
        return tuple(numbers)
    last = len(numbers) - 1
    return tuple(numbers[round(last * place / (most - 1))] for place in range(most))
