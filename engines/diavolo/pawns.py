"""The pawns: how many there are (D4), and which click takes one from where (D5)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, get_args

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.diavolo.model import Color, Held, Pawns, Position

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
