"""How strong people have proved to be: Bradley-Terry over all pairs of a table, in the order of its results.

A rating is a view: it is worked out from results whenever it is asked for, and never stored. Each seat is
compared with every other one, and the comparisons of a table count together as one (Weng and Lin, "A Bayesian
Approximation Method for Online Ranking", 2011, their partial pairs with all seats in the window).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, log, sqrt, tanh
from typing import Final, NamedTuple, TypeAlias

from bot.insight.model import Finished, Seated

SKILFUL: Final = 25 / 6
LUCKY: Final = 25 / 3
"""How far apart chance puts people of equal strength (beta): in a game without dice in play, in one with."""

_START: Final = 25.0
_SPREAD: Final = 25 / 3
"""A newcomer's strength, and how uncertain it is (a standard deviation)."""
_DRIFT: Final = (25 / 300) ** 2
"""People change from table to table: so much uncertainty (a variance) comes back with each."""
_LEAST: Final = 1e-4
"""One table leaves at least this share of the uncertainty (the variance)."""
_ABSENCE: Final = 90 * 24 * 3600 * 1000
_RUST: Final = (_SPREAD / 8) ** 2
"""So much variance comes back with every absence of this length (ms), up to that of a newcomer."""
_SURE: Final = 0.85
"""A rating says something once its uncertainty is at most this share of a newcomer's."""

_Known: TypeAlias = tuple[float, float]
"""A strength and its variance, or a change of both."""


class Rating(NamedTuple):
    """Somebody's strength, its `variance`, and when it was last changed (ms UTC)."""

    strength: float
    variance: float
    at: int = 0

    @property
    def sure(self) -> bool:
        """Whether it says something yet."""
        return self.variance <= (_SURE * _SPREAD) ** 2


NEWCOMER: Final = Rating(_START, _SPREAD**2)


class Scale(NamedTuple):
    """How ratings of a game are shown: around 1500, and who leads by 200 comes before the other in 76 %.

    `beta` is the game's share of chance (`LUCKY`, `SKILFUL`).
    """

    beta: float

    @property
    def _unit(self) -> float:
        return 400 / log(10) / (sqrt(2) * self.beta)

    def show(self, rating: Rating) -> int:
        """The number that stands for a rating."""
        return round(1500 + (rating.strength - _START) * self._unit)

    def margin(self, rating: Rating) -> int:
        """By how much the number is wrong at most, either way, in some nine cases of ten (in simulations)."""
        return round(sqrt(rating.variance) * self._unit)


class Ratings:
    """The ratings of everybody who plays a game on a server, table by table.

    `beta` is the game's share of chance. Seats may be in any order: equal tables give equal numbers to the
    last bit.
    """

    def __init__(self, beta: float) -> None:
        self._chance = 2 * beta * beta
        self._by_person: dict[int, Rating] = {}

    def add(self, table: Finished) -> None:
        """Count the next table, in the order of (ended_at, table_id), unless it is not rated.

        Who was erased is a newcomer, here and wherever else.
        """
        if not table.compared:
            return
        now = table.ended_at
        teams = [[self._before(person, now) for person in seat.people] for seat in table.seats]
        sums = [_sum_up(team) for team in teams]
        changes = _compare(sums, [seat.place for seat in table.seats], self._chance)
        for seat, team, (_, variance), change in zip(table.seats, teams, sums, changes, strict=True):
            self._share(seat, team, variance, change, now)

    def all(self) -> Mapping[int, Rating]:
        """The ratings as they stand, by user id; they do not change any more."""
        return self._by_person.copy()

    def of(self, user_id: int) -> Rating:
        """Somebody's rating as it stands; a newcomer's where they have none."""
        return self._by_person.get(user_id, NEWCOMER)

    def _before(self, person: int | None, now: int) -> _Known:
        """A rating as it enters a table: a little less certain than it was, and more so after an absence."""
        known = NEWCOMER if person is None else self._by_person.get(person, NEWCOMER)
        strength, variance, at = known
        if now - at >= _ABSENCE and known is not NEWCOMER:
            rusty = variance + (now - at) // _ABSENCE * _RUST
            variance = max(variance, min(rusty, NEWCOMER.variance))
        return strength, variance + _DRIFT

    def _share(self, seat: Seated, team: Sequence[_Known], variance: float, change: _Known, now: int) -> None:
        """Give each person of a seat a share of its change: the larger, the less certain they are."""
        gain, learnt = change
        for person, (strength, doubt) in zip(seat.people, team, strict=True):
            if person is not None:
                share = doubt / variance
                left = max(1 - share * learnt, _LEAST)
                self._by_person[person] = Rating(strength + share * gain, doubt * left, now)


def _sum_up(team: Sequence[_Known]) -> _Known:
    """The strength and the variance of a seat; exact, so that it does not matter who is named first."""
    if len(team) == 1:
        return team[0]
    return fsum([strength for strength, _ in team]), fsum([variance for _, variance in team])


def _compare(seats: Sequence[_Known], places: Sequence[int], chance: float) -> list[_Known]:
    """Compare all seats with each other: what each gains, and the share of its variance that it loses.

    Each pair is compared once. To be expected is the half of 1 + tanh, which differs for the two only in its
    sign: whichever is first. The sums are exact. So it does not matter in which order they sit.
    """
    gains: list[list[float]] = [[] for _ in seats]
    lessons: list[list[float]] = [[] for _ in seats]
    rows = list(zip(seats, places, gains, lessons, strict=True))
    for count, ((strength, variance), place, gain, lesson) in enumerate(rows):
        for (theirs, their_variance), their_place, their_gain, their_lesson in rows[:count]:
            spread = variance + their_variance + chance
            root = sqrt(spread)
            lead = tanh((strength - theirs) / root / 2)
            came = 1.0 if place < their_place else 0.0 if place == their_place else -1.0
            gained = (came - lead) / root
            learnt = (1 - lead * lead) / (root * spread)
            gain.append(gained)
            their_gain.append(-gained)
            lesson.append(learnt)
            their_lesson.append(learnt)
    others = len(rows) - 1
    return [
        (variance * fsum(gain) / others / 2, variance * sqrt(variance) * fsum(lesson) / others / 4)
        for (_, variance), _, gain, lesson in rows
    ]


def rate(tables: Iterable[Finished], beta: float) -> Mapping[int, Rating]:
    """The ratings after these tables, which come in the order of (ended_at, table_id), by user id."""
    ratings = Ratings(beta)
    for table in tables:
        ratings.add(table)
    return ratings.all()


# How ratings came about: what each was after each rated table, and so what that has changed.

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
