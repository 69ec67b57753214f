"""Who is in play, who holds which dice and how they lie: what the rules read from a position."""

from __future__ import annotations

from engines.core.events import Seat
from engines.core.seats import leave_out
from engines.desfausse.dice import DEVIL, die
from engines.desfausse.model import Die, Discarding, Face, Position, Setup

MOST_DICE = 9
"""A seat never holds more (F8)."""


def in_play(setup: Setup, position: Position) -> tuple[Seat, ...]:
    """Return who has not left, in seat order."""
    return leave_out(setup.seats, position.gone)


def faces(position: Position) -> dict[int, Face]:
    """Return how each die of this turn lies."""
    return {rolled.id: rolled.face for hand in position.rolled for rolled in hand}


def own_dice(setup: Setup, position: Position, seat: Seat) -> tuple[Die, ...]:
    """Return the dice of this turn's hand that the seat still has, with their faces."""
    place = setup.seats.index(seat)
    held, seats = position.held[place], len(setup.seats)
    return tuple(die(one.id, seats, one.face) for one in position.rolled[place] if one.id in held)


def devils(position: Position, place: int) -> int:
    """Return how many devils lie in the hand that the seat of that place has rolled (F3)."""
    return [rolled.face for rolled in position.rolled[place]].count(DEVIL)


def is_full(setup: Setup, position: Position, seat: Seat) -> bool:
    """Return whether the seat can be given nothing more (F8)."""
    place = setup.seats.index(seat)
    return len(position.held[place]) + len(position.received[place]) >= MOST_DICE


def began_with_one(setup: Setup, position: Position, seat: Seat) -> bool:
    """Return whether the seat began the turn with exactly one die (F6, F7)."""
    return len(position.rolled[setup.seats.index(seat)]) == 1


def is_barred(setup: Setup, position: Position, seat: Seat) -> bool:
    """Return whether the seat's one die may not be discarded, for it has received another first (F7)."""
    received = position.received[setup.seats.index(seat)]
    if not received or seat in position.cursed or has_discarded(position, seat):
        return False
    return began_with_one(setup, position, seat)


def has_discarded(position: Position, seat: Seat) -> bool:
    """Return whether the seat has discarded this turn."""
    return any(isinstance(one, Discarding) and one.seat == seat for one in position.story)


def cursed_with_room(setup: Setup, position: Position) -> tuple[Seat, ...]:
    """Return the cursed that have room, in seat order (F9)."""
    return tuple(seat for seat in position.cursed if not is_full(setup, position, seat))
