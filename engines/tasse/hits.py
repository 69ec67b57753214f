"""Whom a special would hit (T9, T11), as far as who may show it can know: read from its observation."""

from __future__ import annotations

from engines.core.events import Seat
from engines.core.seats import next_seat
from engines.tasse.model import Observation

__all__ = ["target_of"]


def target_of(seen: Observation) -> Seat:
    """Return who takes the point when the dice are shown: the next seat, for a 31 the one before.

    For the joker, who does if it is won. Not for a nine, which goes nine seats on. Raises ValueError where
    the observer has nothing to show.
    """
    if seen.seat is None or seen.next is None or seen.show in (None, "nine"):
        raise ValueError("nothing to show that hits a neighbour")
    if seen.show == "thirty_one":
        return next_seat(seen.seats, seen.in_play, seen.seat, -seen.direction)
    return seen.next
