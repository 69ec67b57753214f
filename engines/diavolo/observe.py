"""What one audience may know of a game, and who is awaited: all that leaves the engine towards people."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.seats import by_seat
from engines.diavolo.model import DiavoloState, Last, Observation, Position, Settlement, Setup
from engines.diavolo.pawns import count_free, pawn_of
from engines.diavolo.throw import measures, target

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
