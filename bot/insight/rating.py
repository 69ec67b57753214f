"""How strong people have proved to be: Bradley-Terry over all pairs of a table, in the order of its results.

A rating is a view: it is worked out from results whenever it is asked for, and never stored. Each seat is
compared with every other one, and the comparisons of a table count together as one (Weng and Lin, "A Bayesian
Approximation Method for Online Ranking", 2011, their partial pairs with all seats in the window).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, log, sqrt, tanh
from typing import Final, NamedTuple, TypeAlias

from bot.insight.model import Finished, Seated

__all__ = ["LUCKY", "NEWCOMER", "SKILFUL", "Rating", "Ratings", "Scale", "rate"]

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
