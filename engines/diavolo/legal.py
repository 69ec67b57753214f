"""What a seat may do now, and why it may not: the single truth that buttons and `act` share (C5)."""

from __future__ import annotations

from engines.core.errors import Refusal
from engines.core.events import SeatName
from engines.core.game import LegalActions
from engines.diavolo.model import Action, DiavoloState, Grab, Position, Roll
from engines.diavolo.observe import in_play, to_act
from engines.diavolo.pawns import COLORS, count_free, is_in_time, pawn_of

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


def why_not_yours(state: DiavoloState, seat: SeatName) -> str | None:
    """Return "holds_a_pawn" where the seat holds one, "no_gems" where it has none left, else None."""
    if pawn_of(state.position, seat) is not None:
        return "holds_a_pawn"
    return None if seat in in_play(state.setup, state.position) else "no_gems"


def objection(position: Position, action: Action) -> Refusal | None:
    """Return why a seat that is awaited may not do this, or None when it may."""
    reason = _reason(position, action)
    return None if reason is None else Refusal("illegal_action", reason, phase=position.phase)


def _reason(position: Position, action: Action) -> str | None:
    """Return the reason why a seat that is awaited may not do this, or None when it may."""
    if isinstance(action, Roll):
        return None if position.phase == "roll" else "already_rolled"
    if position.phase == "roll":
        return "not_rolled_yet"
    color = next((color for color in COLORS if color == action.color), None)
    if color is None:
        return "no_such_color"
    return None if is_in_time(position, color, action.at) else "color_exhausted"
