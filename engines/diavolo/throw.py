"""The throw (D2), and the colour that its order asks for (D3)."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, get_args

from engines.core.draws import Draws
from engines.core.records import SeatName
from engines.core.replacing import replace
from engines.diavolo.model import Color, DieColor, Held, Measures, Pawns, Position, Throw

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


# The pawns: how many there are (D4), and which click takes one from where (D5).

COLORS: Final[tuple[Color, ...]] = get_args(Color)
NO_PAWNS: Final = Pawns(0, 0, 0, 0)
_MOST_OF_A_COLOR: Final = 3


def pawns_for(many: int) -> Pawns:
    """Return the pawns of a round that starts with so many seats in play, two or more (D4)."""
    each = min(many - 1, _MOST_OF_A_COLOR)
    return Pawns(each, each, each, 1)


def count_free(pawns: Pawns, color: Color) -> int:
    """Return how many pawns of the colour are free."""
    return int(getattr(pawns, color))


def pawn_of(position: Position, seat: SeatName) -> Held | None:
    """Return the pawn that the seat holds, if any."""
    return next((held for held in position.held if held.seat == seat), None)


def last_holder(position: Position, color: Color) -> Held | None:
    """Return the pawn of the colour with the latest click, which an earlier click takes (D5), or None."""
    return next((held for held in reversed(position.held) if held.color == color), None)


def is_in_time(position: Position, color: Color, at: int) -> bool:
    """Return whether a click with this order number gets a pawn: a free one, or a later click's (D5)."""
    if count_free(position.pawns, color):
        return True
    later = last_holder(position, color)
    return later is not None and at < later.at


def take(position: Position, taken: Held) -> tuple[Position, Held | None]:
    """Return the position with the pawn in its new hands, and what another seat lost by it, or None."""
    color, holding, left = taken.color, position.held, count_free(position.pawns, taken.color)
    displaced = None if left else last_holder(position, color)
    kept = tuple(held for held in holding if held is not displaced)
    place = bisect_right(kept, taken.at, key=lambda held: held.at)
    pawns = replace(position.pawns, **{color: left - 1}) if left else position.pawns
    return replace(position, pawns=pawns, held=(*kept[:place], taken, *kept[place:])), displaced
