"""Chance for players: everything comes from whole numbers in 1..n, so that it can be derived again."""

from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Final, TypeVar

from engines.core.draws import Draws

PREFIX: Final = "gobelet-player-1"
"""Names the source of a player's chance (see `engines.core.draws.derive`), apart from that of the dice."""

T = TypeVar("T")
_FINE: Final = 2**32
_NORMAL: Final = NormalDist()


def draw_fraction(draws: Draws) -> float:
    """Draw a number strictly between 0 and 1; all are equally likely."""
    return (draws(_FINE) - 0.5) / _FINE


def happens(chance: float, draws: Draws) -> bool:
    """Draw whether something comes true that is as likely as `chance` (0 to 1)."""
    return draw_fraction(draws) < chance


def draw_one(things: Sequence[T], draws: Draws) -> T:
    """Draw one of several things, all equally likely. Raises ValueError where there is none."""
    return things[draws(len(things)) - 1]


def draw_weighted(weights: Mapping[T, float], draws: Draws) -> T:
    """Draw a thing by its weight, at least 0. Raises ValueError where none is greater than 0."""
    able = {thing: weight for thing, weight in weights.items() if weight > 0}
    if not able:
        raise ValueError("nothing to draw from")
    left = draw_fraction(draws) * sum(able.values())
    for thing, weight in able.items():
        left -= weight
        if left < 0:
            return thing
    return thing  # the sum was rounded


def draw_normal(draws: Draws) -> float:
    """Draw a number from the normal distribution with mean 0 and deviation 1."""
    return _NORMAL.inv_cdf(draw_fraction(draws))
