"""Who came where at the end of a table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from engines.core.events import SeatName
from engines.core.state import Place

__all__ = ["order_seats"]


def order_seats(
    seats: tuple[SeatName, ...], rank: Callable[[SeatName], tuple[int, ...]]
) -> tuple[Place, ...]:
    """Return the places of all seats, the lowest `rank` first; equal ranks share a place."""
    ranks = {seat: rank(seat) for seat in seats}
    places: list[Place] = []
    number = 1
    for _, equal in groupby(sorted(seats, key=ranks.__getitem__), key=ranks.__getitem__):
        places.append(Place(number, tuple(equal)))
        number += len(places[-1].seats)
    return tuple(places)
