"""Deadlines missed in a row (C3), and who has left for good (C4): the same in every game."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import put_at
from engines.core.state import PositionT

__all__ = ["MISSES_ALLOWED", "add_gone", "count_misses", "forget_misses", "seats_to_remove"]

MISSES_ALLOWED = 2
"""How many deadlines in a row a seat may miss; when it misses one more, it leaves."""


def count_misses(seats: tuple[SeatName, ...], position: PositionT, late: Collection[SeatName]) -> PositionT:
    """Return the position with one more missed deadline for each late seat."""
    if not late:
        return position
    pairs = zip(seats, position.missed, strict=True)
    return _change(position, missed=tuple(count + (seat in late) for seat, count in pairs))


def forget_misses(seats: tuple[SeatName, ...], position: PositionT, seat: SeatName) -> PositionT:
    """Return the position without the missed deadlines of `seat`, which has just acted."""
    place = seats.index(seat)
    if not position.missed[place]:
        return position
    return _change(position, missed=put_at(position.missed, place, 0))


def seats_to_remove(
    seats: tuple[SeatName, ...], position: Any, late: Collection[SeatName]
) -> tuple[SeatName, ...]:
    """Return which of the late seats have now missed too many deadlines in a row, in seat order."""
    pairs = zip(seats, position.missed, strict=True)
    return tuple(seat for seat, count in pairs if seat in late and count > MISSES_ALLOWED)


def add_gone(position: PositionT, seat: SeatName) -> PositionT:
    """Return the position with `seat` added to those who have left."""
    return _change(position, gone=(*position.gone, seat))


def _change(position: PositionT, **changes: object) -> PositionT:
    record: Any = position
    changed: PositionT = replace(record, **changes)
    return changed
