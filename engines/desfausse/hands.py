"""What the rules read from a position: who is in play, who holds which dice, and how they lie."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.seats import without
from engines.desfausse.dice import DEVIL, die
from engines.desfausse.model import Die, DieFace, Discarding, Position, Setup

MOST_DICE = 9
"""The most dice that a seat ever holds (F8)."""


def in_play(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who has not left, in seat order."""
    return without(setup.seats, position.gone)


def faces(position: Position) -> dict[int, DieFace]:
    """Return the face of each die rolled this turn, by its id."""
    return {rolled.id: rolled.face for hand in position.rolled for rolled in hand}


def own_dice(setup: Setup, position: Position, seat: SeatName) -> tuple[Die, ...]:
    """Return the dice that the seat rolled this turn and still has, with their faces."""
    place = setup.seats.index(seat)
    held, seats = position.held[place], len(setup.seats)
    return tuple(die(one.id, seats, one.face) for one in position.rolled[place] if one.id in held)


def devils(position: Position, place: int) -> int:
    """Return how many devils the seat of that place (from 0) has rolled (F3)."""
    return [rolled.face for rolled in position.rolled[place]].count(DEVIL)


def is_full(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether the seat's hand is full, so that it gets no more dice (F8)."""
    place = setup.seats.index(seat)
    return len(position.held[place]) + len(position.received[place]) >= MOST_DICE


def began_with_one(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether the seat began the turn with exactly one die (F6, F7)."""
    return len(position.rolled[setup.seats.index(seat)]) == 1


def is_barred(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether the seat may not discard its one die, since it has received another one (F7)."""
    received = position.received[setup.seats.index(seat)]
    if not received or seat in position.cursed or has_discarded(position, seat):
        return False
    return began_with_one(setup, position, seat)


def has_discarded(position: Position, seat: SeatName) -> bool:
    """Return whether the seat has discarded this turn."""
    return any(isinstance(one, Discarding) and one.seat == seat for one in position.story)


def cursed_with_room(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return the cursed seats that have room for a die, in seat order (F9)."""
    return tuple(seat for seat in position.cursed if not is_full(setup, position, seat))
