"""What a seat may do now, and why it may not: the single truth that buttons and `act` share (C5)."""

from engines.core.records import LegalActions, SeatName
from engines.core.seats import by_seat
from engines.diavolo.model import (
    Action,
    DiavoloState,
    Grab,
    Last,
    Observation,
    Position,
    Roll,
    Settlement,
    Setup,
)
from engines.diavolo.throw import COLORS, count_free, is_in_time, measures, pawn_of, target

_NOTHING: LegalActions[Action] = LegalActions()
_ROLL: LegalActions[Action] = LegalActions((Roll(),))


def legal_actions(state: DiavoloState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat, with grabs as if they were clicked now, after all clicks so far.

    A click that was made earlier and arrives late may still take a pawn from another seat; it is not listed.
    """
    position = state.position
    if seat not in to_act(state.setup, position):
        return _NOTHING
    if position.phase == "roll":
        return _ROLL
    now = position.held[-1].at + 1 if position.held else 0
    return LegalActions(tuple(Grab(color, now) for color in COLORS if count_free(position.pawns, color)))


def reason(position: Position, action: Action) -> str | None:
    """Return the reason why a seat that is awaited may not do this, or None when it may."""
    if isinstance(action, Roll):
        return None if position.phase == "roll" else "already_rolled"
    if position.phase == "roll":
        return "not_rolled_yet"
    color = next((color for color in COLORS if color == action.color), None)
    if color is None:
        return "no_such_color"
    return None if is_in_time(position, color, action.at) else "color_exhausted"


# What one audience may know of a game, and who is awaited: all that leaves the engine towards people.

_LEARNING_ROUNDS = 3
"""In how many rounds learners see the Order die first (D10)."""


def in_play(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who has gems left, in seat order (D8)."""
    return tuple(seat for seat, gems in zip(setup.seats, position.gems, strict=True) if gems)


def to_act(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who owes a decision: the roller or, once dice lie there, each seat in play without a pawn."""
    if position.phase == "roll":
        return (position.roller,)
    if position.phase == "grab":
        holders = {held.seat for held in position.held}
        return tuple(seat for seat in in_play(setup, position) if seat not in holders)
    return ()


def is_closing(setup: Setup, position: Position) -> bool:
    """Return whether the round waits only for clicks on their way (D6).

    Either every seat in play holds a pawn, or no pawn of the right colour is free. That stays so: an earlier
    click only takes a pawn that was taken already, and a leaver's pawn stays out of the round.
    """
    if position.throw is None:
        return False
    return not to_act(setup, position) or not count_free(position.pawns, target(position.throw))


def order_first(setup: Setup, position: Position) -> bool:
    """Return whether the Order die is shown before the others, for learners (D10)."""
    return setup.options.learning and position.round <= _LEARNING_ROUNDS


def observe(state: DiavoloState, seat: SeatName | None) -> Observation:
    """Return the public facts and, for a seat, the pawn that it holds."""
    setup, position = state.setup, state.position
    options, last = setup.options, position.last
    own = pawn_of(position, seat) if seat is not None else None
    return Observation(
        game="diavolo",
        phase=position.phase,
        seats=setup.seats,
        in_play=in_play(setup, position),
        winners=position.winners,
        gems=by_seat(setup.seats, position.gems),
        roller=position.roller,
        dice=position.throw,
        pawns=position.pawns,
        last=_sum_up(last) if last is not None else None,
        to_act=to_act(setup, position),
        closing=is_closing(setup, position),
        held=position.held,
        last_dice=last.throw if last is not None else None,
        last_measures=measures(last.throw) if last is not None else None,
        last_at={fate.seat: fate.at for fate in last.fates} if last is not None else {},
        round=position.round,
        gone=position.gone,
        missed=by_seat(setup.seats, position.missed),
        children=options.children,
        learning=options.learning,
        order_first=order_first(setup, position),
        seat=seat,
        pawn=own.color if own is not None else None,
    )


def _sum_up(last: Settlement) -> Last:
    return Last(
        target=target(last.throw),
        claims={fate.seat: fate.color for fate in last.fates},
        delta={fate.seat: fate.delta for fate in last.fates},
    )
