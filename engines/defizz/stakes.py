"""Moving chips: into the pot, to the winner, back, or out of the game (Z5 to Z8, Z13, Z17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from engines.core.events import SeatName
from engines.core.play import Play
from engines.core.replacing import replace
from engines.core.seats import by_seat, put_at
from engines.defizz.events import DefizzEvent
from engines.defizz.model import Position, Setup

DefizzPlay: TypeAlias = Play[Setup, Position, DefizzEvent]

CHIPS = 1900
"""What each seat begins with: three of 100, three of 200, two of 500 (Z1)."""


def chips_of(setup: Setup, position: Position, seat: SeatName) -> int:
    """Return a seat's chips, without those it has paid into the pot."""
    return position.chips[setup.seats.index(seat)]


def pot(position: Position) -> int:
    """Return how many chips lie in the pot."""
    return sum(position.paid)


def effective_stake(setup: Setup, position: Position, stake: int, seats: Iterable[SeatName]) -> int:
    """Return the stake, up to `stake`, that all of `seats` can pay (Z7)."""
    return min(stake, *(chips_of(setup, position, seat) for seat in seats))


def pay(play: DefizzPlay, seat: SeatName, most: int) -> int:
    """Put `most` chips of a seat into the pot, or all it has if less; return how many."""
    place = play.setup.seats.index(seat)
    position = play.position
    paid = min(most, position.chips[place])
    play.position = replace(
        position,
        chips=add_at(position.chips, place, -paid),
        paid=add_at(position.paid, place, paid),
    )
    return paid


def give(play: DefizzPlay, seat: SeatName, chips: int) -> None:
    """Give a seat chips from the bank."""
    place = play.setup.seats.index(seat)
    play.position = replace(play.position, chips=add_at(play.position.chips, place, chips))


def take_pot(play: DefizzPlay, seat: SeatName) -> int:
    """Give a seat all that lies in the pot (Z8); return how much."""
    position, place = play.position, play.setup.seats.index(seat)
    won = pot(position)
    play.position = replace(position, chips=add_at(position.chips, place, won), paid=no_chips(play.setup))
    return won


def return_stakes(play: DefizzPlay) -> tuple[Mapping[SeatName, int], int]:
    """Give back what was paid; return how much each seat got, and what is lost by leavers (Z13, Z20)."""
    position = play.position
    paid = by_seat(play.setup.seats, position.paid)
    returned = {seat: chips for seat, chips in paid.items() if chips and seat not in position.gone}
    lost = pot(position) - sum(returned.values())
    has = zip(play.setup.seats, position.chips, strict=True)
    chips = tuple(had + returned.get(seat, 0) for seat, had in has)
    play.position = replace(position, chips=chips, paid=no_chips(play.setup), lost=position.lost + lost)
    return returned, lost


def forfeit(play: DefizzPlay, seat: SeatName, *, to_pot: bool) -> int:
    """Take all chips of a leaver, into the pot or out of the game (Z20); return how many."""
    chips = chips_of(play.setup, play.position, seat)
    if to_pot:
        return pay(play, seat, chips)
    give(play, seat, -chips)
    play.position = replace(play.position, lost=play.position.lost + chips)
    return chips


def no_chips(setup: Setup) -> tuple[int, ...]:
    """Return a row of no chips for each seat."""
    return (0,) * len(setup.seats)


def add_at(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """Return the counts with `more` added at `place` (from 0)."""
    return put_at(counts, place, counts[place] + more)
