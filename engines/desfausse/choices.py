"""Who has to choose what: a discard at a call (F4), a gift (F9), the demon (F11)."""

from engines.core.records import SeatName
from engines.desfausse.dice import ANGEL, DEVIL
from engines.desfausse.hands import (
    cursed_with_room,
    devils,
    has_discarded,
    in_play,
    is_barred,
    is_full,
    own_dice,
)
from engines.desfausse.model import Choice, DieFace, Position, Setup


def seats_asked(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who has a choice at the pending call, made or not; nobody when there is no call (F4)."""
    if position.phase != "discard":
        return ()
    return tuple(seat for seat in setup.seats if _has_a_choice(setup, position, seat))


def _has_a_choice(setup: Setup, position: Position, seat: SeatName) -> bool:
    """Return whether the seat can and may discard dice of the called value (F4, F5, F7)."""
    faces: list[DieFace | None] = [rolled.face for rolled in position.rolled[setup.seats.index(seat)]]
    usable = faces.count(position.call) + faces.count(ANGEL)
    return (
        usable > faces.count(DEVIL)
        and seat not in position.cursed
        and seat not in position.gone
        and not has_discarded(position, seat)
        and not is_barred(setup, position, seat)
    )


def choice_of(setup: Setup, position: Position, seat: SeatName) -> Choice:
    """Return what a seat chooses from at the pending call."""
    assert position.call is not None, "a call is open"
    dice = own_dice(setup, position, seat)
    others = (other for other in in_play(setup, position) if other != seat)
    return Choice(
        call=position.call,
        usable=tuple(die for die in dice if die.face in (position.call, ANGEL)),
        outside=tuple(die for die in dice if die.face not in (position.call, ANGEL)),
        devils=devils(position, setup.seats.index(seat)),
        receivers=tuple(other for other in others if not is_full(setup, position, other)),
        cursed=cursed_with_room(setup, position),
    )


def creditors_of(setup: Setup, position: Position, seat: SeatName) -> tuple[SeatName, ...]:
    """Return to whom a seat that has discarded nothing owes a gift: to the first, if it has few dice (F9)."""
    return cursed_with_room(setup, position)[: len(position.held[setup.seats.index(seat)])]


def candidates(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who may get the big red die: those of the others in play with most dice at the end (F11)."""
    if position.phase != "demon" or position.served is None:
        return ()
    held = {
        seat: len(position.held[setup.seats.index(seat)])
        for seat in in_play(setup, position)
        if seat != position.served
    }
    return tuple(seat for seat, dice in held.items() if dice == max(held.values()))


def to_act(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who owes a decision, in seat order."""
    seats = setup.seats
    match position.phase:
        case "rolling":
            return tuple(seat for seat, left in zip(seats, position.rolls_left, strict=True) if left)
        case "discard":
            made = zip(seats, position.choices, strict=True)
            waiting = (seat for seat, choice in made if choice is None)
            return tuple(seat for seat in waiting if _has_a_choice(setup, position, seat))
        case "gift":
            giver = position.givers[:1]
            return giver if giver and creditors_of(setup, position, giver[0]) else ()
        case "demon":
            several = len(candidates(setup, position)) > 1
            return (position.served,) if several and position.served is not None else ()
    return ()
