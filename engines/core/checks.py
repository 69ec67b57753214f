"""Checks of a state from outside that are the same in every game: seats, misses, leavers, winners."""

from __future__ import annotations

from engines.core.absence import MISSES_ALLOWED
from engines.core.events import SeatName
from engines.core.seats import sort_seats, without
from engines.core.state import Standing

__all__ = ["seats_fit", "standing_fits"]


def seats_fit(seats: tuple[SeatName, ...], least: int, most: int | None) -> bool:
    """Return whether there are from `least` to `most` seats (None: no limit), each with a name of its own."""
    enough = least <= len(seats) and (most is None or len(seats) <= most)
    return enough and len(set(seats)) == len(seats) and all(seats)


def standing_fits(seats: tuple[SeatName, ...], position: Standing) -> bool:
    """Return whether a table with these seats can have these missed deadlines, leavers and winners.

    Each seat has a count of misses; while the table runs, who missed too many in a row has left. Nobody has
    left twice, and somebody has stayed. Winners are seats that stayed, in seat order.
    """
    missed, gone, winners = position.missed, position.gone, position.winners
    if len(missed) != len(seats) or min(missed) < 0:
        return False
    if len(set(gone)) != len(gone) or not set(gone) < set(seats):
        return False
    staying = without(seats, gone)
    if winners is not None:
        return winners == sort_seats(seats, winners) and set(winners) <= set(staying)
    return all(missed[seats.index(seat)] <= MISSES_ALLOWED for seat in staying)
