"""How quick the table's people are, as far as was seen: times are lognormal, around a middle that may move.

People learn and tire: late rounds count for more than early ones, and what grew from round to round is
expected to go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final

from players.diavolo.notes import Clicks, Took

__all__ = ["People", "estimate", "find_lead"]

_SPREAD: Final = 0.28
"""How much the times of one person vary, where nobody was seen yet."""
_SURE_OF_MIDDLE: Final = 0.1
"""So many rounds count for what is assumed of somebody's middle; people differ more than one varies."""
_SURE_OF_TREND: Final = 20.0
_SURE_OF_SPREAD: Final = 4.0
_SURE_OF_SLIPS: Final = 2.0
_FADING: Final = 0.9
"""How much a round counts beside the next one."""
_ODD: Final = 2.0
"""What is farther off, in spreads, counts as if it were so far: somebody was disturbed."""
_ROUNDS: Final = 6
"""Enough for the estimate to stand still."""
_NORMAL: Final = NormalDist()
_SMALLEST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class People:
    """The table's people: the middle and the spread of their next times (logarithms, 0: as assumed).

    `slips`: how many times as often as expected they go wrong. `rounds`: how many were seen of each.
    """

    middle: float = 0.0
    spread: float = _SPREAD
    slips: float = 1.0
    rounds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Course:
    """Somebody's times: their middle, that of the rounds that count, and by how much it grows each round.

    `rows` are each time with what it counts, and how many rounds it lies beyond the middle of all.
    """

    rows: Sequence[tuple[Took, float, float]]
    middle: float = 0.0
    trend: float = 0.0

    @classmethod
    def of(cls, times: Sequence[Took]) -> _Course:
        """Return the course of somebody of whom nothing but the times is known."""
        weights = [_FADING**age for age in reversed(range(len(times)))]
        centre = sum(place * weight for place, weight in enumerate(weights)) / sum(weights)
        each = enumerate(zip(times, weights, strict=True))
        return cls([(took, weight, place - centre) for place, (took, weight) in each])

    @property
    def next(self) -> float:
        """The middle of the time that comes next."""
        _, _, last = self.rows[-1]
        return self.middle + self.trend * (last + 1)


def estimate(clicks: Iterable[Clicks]) -> People:
    """Return what people are like, from what was seen of each; without any, what is assumed.

    How often they slip does not depend on their times, which are known at the table but are in no record.
    """
    everybody = list(clicks)
    slips = sum(each.slips for each in everybody) + _SURE_OF_SLIPS
    expected = sum(each.expected for each in everybody) + _SURE_OF_SLIPS
    courses, spread = [_Course.of(each.times) for each in everybody if each.times], _SPREAD
    if not courses:
        return People(slips=slips / expected)
    for _ in range(_ROUNDS):
        courses = [_follow(course, spread) for course in courses]
        spread = _find_spread(courses, spread)
    rounds = fmean(len(course.rows) for course in courses)
    return People(fmean(course.next for course in courses), spread, slips / expected, rounds)


def find_lead(own: Clicks, others: Iterable[Clicks], aim: float) -> float:
    """Return in how many more rounds than it aims at (0 to 1 of all) somebody was quicker than one of others.

    Rounds that were over before either of both had clicked do not count, nor does who was not seen yet.
    """
    leads = [_compare(own, other, aim) for other in others if other.times]
    return fmean(leads) if leads else 0.0


def _compare(own: Clicks, other: Clicks, aim: float) -> float:
    """Return by how much somebody leads before another one."""
    rounds = zip(reversed(own.times), reversed(other.times), strict=False)
    return sum(
        (not mine.open and mine.log <= theirs.log) - aim
        for mine, theirs in rounds
        if not (mine.open and theirs.open)
    )


def _follow(course: _Course, spread: float) -> _Course:
    """Return somebody's course, given the one found before."""
    rows = [
        (_fill(took, course.middle + course.trend * beyond, spread), weight, beyond)
        for took, weight, beyond in course.rows
    ]
    whole = sum(weight * (log - course.trend * beyond) for log, weight, beyond in rows)
    middle = whole / (sum(weight for _, weight, _ in rows) + _SURE_OF_MIDDLE)
    grown = sum(weight * beyond * (log - middle) for log, weight, beyond in rows)
    trend = grown / (sum(weight * beyond**2 for _, weight, beyond in rows) + _SURE_OF_TREND)
    return _Course(course.rows, middle, trend)


def _fill(took: Took, expected: float, spread: float) -> float:
    """Return what a time counts as where another one was expected."""
    away = (took.log - expected) / spread
    return expected + spread * max(-_ODD, min(_ODD, _beyond(away) if took.open else away))


def _find_spread(courses: Iterable[_Course], spread: float) -> float:
    """Return the spread of everybody's times around their courses, given the one found before."""
    squares, many = _SURE_OF_SPREAD * _SPREAD**2, _SURE_OF_SPREAD
    for course in courses:
        for took, weight, beyond in course.rows:
            away = (took.log - course.middle - course.trend * beyond) / spread
            square = 1 + away * _beyond(away) if took.open else min(away**2, _ODD**2)
            squares += weight * spread**2 * square
            many += weight
    return sqrt(squares / many)


def _beyond(least: float) -> float:
    """Return the mean of what is normal and at least so much."""
    left = max(_SMALLEST, 1 - _NORMAL.cdf(least))
    return max(least, _NORMAL.pdf(least) / left)
