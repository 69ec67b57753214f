"""How hard a throw is to read: how long people take, how often they go wrong, and in which way."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from types import MappingProxyType
from typing import Final

from engines.diavolo.model import Color, Throw
from engines.diavolo.pawns import COLORS
from engines.diavolo.throw import DIE_COLORS, measures, target

__all__ = ["expect_slips", "expect_time", "weigh_slips"]

_SMALLEST: Final = 2
_SECONDS: Final[Mapping[int, tuple[float, ...]]] = MappingProxyType(
    {2: (4.4, 4.4, 3.8, 2.8, 2.3, 2.1), 3: (6.2, 6.2, 4.7, 3.4, 2.5, 2.3)}
)
"""What each order takes people in the middle, by the dice of a colour: assumed, nobody was measured."""
_SLIPS: Final = (0.08, 0.09, 0.12, 0.07, 0.05, 0.05)
"""How often people go wrong at each order: assumed too."""
_TIES_ARE_HARD: Final = 1.6
_UNLIKELY: Final = 0.2


def expect_time(throw: Throw) -> float:
    """Return how many ms this throw takes people in the middle."""
    return 1000 * _SECONDS[len(throw.black)][throw.order - 1]


def expect_slips(throw: Throw) -> float:
    """Return how likely (0 to 1) people take a wrong pawn at this throw."""
    return _SLIPS[throw.order - 1] * (_TIES_ARE_HARD if target(throw) == "grey" else 1.0)


def weigh_slips(throw: Throw) -> dict[Color, float]:
    """Return how likely each wrong colour is taken for the right one: the nearer, the likelier."""
    right, measured = target(throw), measures(throw)
    if measured is None:
        return {color: 1.0 for color in COLORS if color != right}
    sign = -1 if throw.order == _SMALLEST else 1
    values = {color: sign * getattr(measured, color) for color in DIE_COLORS}
    best = max(values.values())
    weights: dict[Color, float] = {
        color: _UNLIKELY + exp(value - best) for color, value in values.items() if color != right
    }
    if right != "grey":
        weights["grey"] = max(weights.values()) / 2
    return weights
