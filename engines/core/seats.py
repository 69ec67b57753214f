"""Seats keep their order; "next" follows the table's direction over the seats still in play (C1)."""

from collections.abc import Container, Sequence
from typing import TypeVar

from engines.core.draws import Draws
from engines.core.records import Refusal, SeatName

T = TypeVar("T")

DRAWN = "drawn"


def read_seats(seats: Sequence[SeatName], least: int, most: int | None) -> tuple[SeatName, ...]:
    """Return the seats of a new table; raises Refusal `bad_seats` if few, many, unnamed or repeated."""
    if len(seats) < least:
        raise Refusal("bad_seats", "too_few_seats", least=least)
    if most is not None and len(seats) > most:
        raise Refusal("bad_seats", "too_many_seats", most=most)
    if len(set(seats)) != len(seats) or not all(seats):
        raise Refusal("bad_seats", "repeated_or_unnamed")
    return tuple(seats)


def read_first(first: str, seats: Sequence[SeatName]) -> str:
    """Return the option `first`: "drawn" or one of the seats; raises Refusal `bad_options`."""
    if first != DRAWN and first not in seats:
        raise Refusal("bad_options", option="first")
    return first


def first_seat(first: str, seats: Sequence[SeatName], draws: Draws) -> SeatName:
    """Return who begins: the named seat or, where "drawn", the one that a draw 1..number of seats picks."""
    return seats[draws(len(seats)) - 1] if first == DRAWN else first


def sort_seats(seats: Sequence[SeatName], some: Container[SeatName]) -> tuple[SeatName, ...]:
    """Return some of the seats, in seat order."""
    return tuple(seat for seat in seats if seat in some)


def without(seats: Sequence[SeatName], others: Container[SeatName]) -> tuple[SeatName, ...]:
    """Return the seats without the others, in the same order."""
    return tuple(seat for seat in seats if seat not in others)


def by_seat(seats: Sequence[SeatName], row: Sequence[T]) -> dict[SeatName, T]:
    """Return a row of facts in seat order as a dict by seat."""
    return dict(zip(seats, row, strict=True))


def put_at(row: tuple[T, ...], place: int, fact: T) -> tuple[T, ...]:
    """Return a row of facts in seat order, with `fact` for the seat of that place (from 0)."""
    return (*row[:place], fact, *row[place + 1 :])


def seats_after(
    seats: Sequence[SeatName], present: Container[SeatName], seat: SeatName, direction: int = 1
) -> list[SeatName]:
    """Return the seats of `present` that follow `seat` in the direction, once round the table.

    `seat` itself is not among them, and need not be present: it only says where to begin.
    """
    place, many = seats.index(seat), len(seats)
    round_the_table = (seats[(place + direction * step) % many] for step in range(1, many))
    return [other for other in round_the_table if other in present]


def next_seat(
    seats: Sequence[SeatName], present: Container[SeatName], seat: SeatName, direction: int = 1
) -> SeatName:
    """Return the seat of `present` that follows `seat` in the direction; `seat` if there is no other."""
    place, many = seats.index(seat), len(seats)
    for step in range(1, many + 1):
        other = seats[(place + direction * step) % many]
        if other in present:
            return other
    raise LookupError("nobody is present")
