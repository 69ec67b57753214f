"""The throw (D2), and the colour that its order asks for (D3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engines.core.draws import Draws
from engines.diavolo.model import Color, DieColor, Measures, Throw

DIE_COLORS: Final[tuple[DieColor, ...]] = ("black", "white", "red")
"""The colours in the order in which their dice are drawn (D2)."""

NEAREST: Final = 6
"""The order that asks for the die nearest to the Order die; it alone takes one more draw."""

_SMALLEST_SUM: Final = 2
_DICE = 3
_CHILDREN_DICE = 2


def _spread(faces: Sequence[int]) -> int:
    return max(faces) - min(faces)


def _odd_faces(faces: Sequence[int]) -> int:
    return sum(face % 2 for face in faces)


_MEASURES: Mapping[int, Callable[[Sequence[int]], int]] = MappingProxyType(
    {1: sum, _SMALLEST_SUM: sum, 3: _spread, 4: _odd_faces, 5: max}
)


def dice_per_color(*, children: bool) -> int:
    """Return how many dice of each colour are thrown (D1, D10)."""
    return _CHILDREN_DICE if children else _DICE


def throw_dice(draws: Draws, *, children: bool) -> Throw:
    """Return a throw, drawn in this order: black, white, red, Order die and, for order 6, `near` (D2)."""
    many = dice_per_color(children=children)
    black, white, red = (tuple(draws(6) for _ in range(many)) for _ in DIE_COLORS)
    order = draws(6)
    near = draws(len(DIE_COLORS) * many + 1) if order == NEAREST else None
    return Throw(black, white, red, order, near)


def measures(throw: Throw) -> Measures | None:
    """Return what the order compares, for each colour; None for order 6, which looks at where dice lie."""
    measure = _MEASURES.get(throw.order)
    return measure and Measures(measure(throw.black), measure(throw.white), measure(throw.red))


def target(throw: Throw) -> Color:
    """Return the one colour that meets the order; grey where several tie for first (D3)."""
    measured = measures(throw)
    if measured is None:
        return _nearest(throw)
    values = [getattr(measured, color) for color in DIE_COLORS]
    best = min(values) if throw.order == _SMALLEST_SUM else max(values)
    first, *others = (color for color, value in zip(DIE_COLORS, values, strict=True) if value == best)
    return "grey" if others else first


def _nearest(throw: Throw) -> Color:
    """Return the colour of die number `near` in the order of draws; grey beyond the last die (D2)."""
    assert throw.near is not None, "order 6 has drawn it"
    place = (throw.near - 1) // len(throw.black)
    return DIE_COLORS[place] if place < len(DIE_COLORS) else "grey"
