"""Who came where at the end of a table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import groupby
from typing import TypeAlias

from engines.core.events import SeatName
from engines.core.state import Place

__all__ = ["order_of_arrival", "order_seats"]

Rank: TypeAlias = Callable[[SeatName], tuple[int, ...]]


def order_of_arrival(
    seats: tuple[SeatName, ...], won: Collection[SeatName], gone: tuple[SeatName, ...], rank: Rank
) -> tuple[Place, ...]:
    """Return the places of all seats, by what holds in every game (C6).

    Those who have `won` share the first place. The others that stayed come behind them, the lowest `rank`
    first. Last come those who are `gone`, in the order of leaving: who left first is last of all.
    """

    def order(seat: SeatName) -> tuple[int, ...]:
        if seat in gone:
            return (2, -gone.index(seat))
        return (0,) if seat in won else (1, *rank(seat))

    return order_seats(seats, order)


def order_seats(seats: tuple[SeatName, ...], rank: Rank) -> tuple[Place, ...]:
    """Return the places of all seats, the lowest `rank` first; equal ranks share a place."""
    ranks = {seat: rank(seat) for seat in seats}
    places: list[Place] = []
    number = 1
    for _, equal in groupby(sorted(seats, key=ranks.__getitem__), key=ranks.__getitem__):
        places.append(Place(number, tuple(equal)))
        number += len(places[-1].seats)
    return tuple(places)
