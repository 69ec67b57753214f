"""How quick the table's people are, as far as was seen: times are lognormal, around a middle of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final

from players.diavolo.notes import Clicks, Took

__all__ = ["People", "estimate"]

_SPREAD: Final = 0.28
"""How much the times of one person vary, where nobody was seen yet."""
_SURE_OF_MIDDLE: Final = 0.2
"""So many rounds count for what is assumed of somebody's middle; people differ more than one varies."""
_SURE_OF_SPREAD: Final = 12.0
_SURE_OF_SLIPS: Final = 2.0
_ROUNDS: Final = 8
"""Enough for the estimate to stand still."""
_NORMAL: Final = NormalDist()
_SMALLEST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class People:
    """The table's people: the middle and the spread of their times (logarithms, 0: as assumed).

    `slips`: how many times as often as expected they go wrong.
    """

    middle: float = 0.0
    spread: float = _SPREAD
    slips: float = 1.0


def estimate(clicks: Iterable[Clicks]) -> People:
    """Return what people are like, from what was seen of each; without any, what is assumed.

    How often they slip does not depend on their times, which are known at the table but are in no record.
    """
    everybody = list(clicks)
    slips = sum(each.slips for each in everybody) + _SURE_OF_SLIPS
    expected = sum(each.expected for each in everybody) + _SURE_OF_SLIPS
    seen = [each for each in everybody if each.times]
    if not seen:
        return People(slips=slips / expected)
    middles, spread = [0.0] * len(seen), _SPREAD
    for _ in range(_ROUNDS):
        middles = [
            _find_middle(each.times, middle, spread) for each, middle in zip(seen, middles, strict=True)
        ]
        spread = _find_spread(zip(seen, middles, strict=True), spread)
    return People(fmean(middles), spread, slips / expected)


def _find_middle(times: Collection[Took], middle: float, spread: float) -> float:
    """Return the middle of somebody's times, given the one found before."""
    whole = sum(
        middle + spread * _beyond((took.log - middle) / spread) if took.open else took.log for took in times
    )
    return whole / (len(times) + _SURE_OF_MIDDLE)


def _find_spread(seen: Iterable[tuple[Clicks, float]], spread: float) -> float:
    """Return the spread of everybody's times around their middles, given the one found before."""
    squares, many = _SURE_OF_SPREAD * _SPREAD**2, _SURE_OF_SPREAD
    for clicks, middle in seen:
        for took in clicks.times:
            away = (took.log - middle) / spread
            squares += spread**2 * (1 + away * _beyond(away) if took.open else away**2)
            many += 1
    return sqrt(squares / many)


def _beyond(least: float) -> float:
    """Return the mean of what is normal and at least so much."""
    left = max(_SMALLEST, 1 - _NORMAL.cdf(least))
    return max(least, _NORMAL.pdf(least) / left)
