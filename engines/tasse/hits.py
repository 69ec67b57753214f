"""Whom a special would hit (T9, T11), as far as the seat that may show it can tell from what it sees."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.seats import next_seat
from engines.tasse.model import Observation

__all__ = ["target_of"]


def target_of(seen: Observation) -> SeatName:
    """Return who takes the point when the dice are shown: the next seat, or the one before for a 31.

    For the joker it is who takes the point if the roller wins. A nine is not answered here, since it goes
    nine seats on. Raises ValueError where the observer has nothing to show.
    """
    if seen.seat is None or seen.next is None or seen.show in (None, "nine"):
        raise ValueError("nothing to show that hits a neighbour")
    if seen.show == "thirty_one":
        return next_seat(seen.seats, seen.in_play, seen.seat, -seen.direction)
    return seen.next
