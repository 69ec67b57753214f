"""What every state that comes from outside must keep to, whatever the game: its seats, and how they stand."""

from __future__ import annotations

from engines.core.absence import MISSES_ALLOWED
from engines.core.events import Seat
from engines.core.seats import leave_out, sort_seats
from engines.core.state import Standing

__all__ = ["seats_fit", "standing_fits"]


def seats_fit(seats: tuple[Seat, ...], least: int, most: int | None) -> bool:
    """Return whether so many seats may sit at one table, each with a name of its own."""
    enough = least <= len(seats) and (most is None or len(seats) <= most)
    return enough and len(set(seats)) == len(seats) and all(seats)


def standing_fits(seats: tuple[Seat, ...], position: Standing) -> bool:
    """Return whether missed deadlines, leavers and winners can be those of a table with these seats.

    Each seat has a count of misses, and while the table runs nobody is still there who has missed too many.
    Not all have left, nobody twice. Winners are there to the end, in seat order.
    """
    missed, gone, winners = position.missed, position.gone, position.winners
    if len(missed) != len(seats) or min(missed) < 0:
        return False
    if len(set(gone)) != len(gone) or not set(gone) < set(seats):
        return False
    staying = leave_out(seats, gone)
    if winners is not None:
        return winners == sort_seats(seats, winners) and set(winners) <= set(staying)
    return all(missed[seats.index(seat)] <= MISSES_ALLOWED for seat in staying)
