"""What a seat may do now: the single truth that buttons and `act` share (C5)."""

from __future__ import annotations

from engines.core.errors import Refusal
from engines.core.events import SeatName
from engines.core.game import LegalActions
from engines.debacle.board import CAMP, CELL, SQUARES, dice_alone, empty_in_camp, other_side
from engines.debacle.doubles import all_doubles
from engines.debacle.model import (
    Action,
    Capture,
    DebacleState,
    Doubles,
    Flip,
    Pass,
    Position,
    Recover,
    Return,
    Roll,
)
from engines.debacle.moves import may_move, movable_cells, moves_of
from engines.debacle.reasons import reason

_NOTHING: LegalActions[Action] = LegalActions()
_PASS = Pass()
_RETURNS = {cell: Return(SQUARES[cell]) for cell in (*CAMP[0], *CAMP[1])}
_RECOVERIES = {cell: Recover(SQUARES[cell]) for cell in (*CAMP[0], *CAMP[1])}


def to_act(state: DebacleState) -> tuple[SeatName, ...]:
    """Return the seat whose turn it is; nobody at the end."""
    position = state.position
    return () if position.phase == "over" else (state.setup.seats[position.current],)


def legal_actions(state: DebacleState, seat: SeatName) -> LegalActions[Action]:
    """Return every action of the seat; the cells of doubles are sorted, but `act` takes any order."""
    if seat not in to_act(state):
        return _NOTHING
    return LegalActions(tuple(actions(state.position)))


def actions(position: Position) -> list[Action]:
    """Return every action of the side to move: doubles, moves of its dice, return, recovery, pass."""
    found: list[Action] = []
    if not position.acted:
        found += all_doubles(position.board, position.current)
    for cell in movable_cells(position):
        found += moves_of(position, cell)
    if position.returning is not None:
        found += [_RETURNS[cell] for cell in empty_in_camp(position.board, position.current)]
    if recoverable_value(position) is not None:
        found += [_RECOVERIES[cell] for cell in empty_in_camp(position.board, position.current)]
    if may_pass(position):
        found.append(_PASS)
    return found


def may_pass(position: Position) -> bool:
    """Return whether there is a bounce to decline, or no action is owed so that the turn may end (B2)."""
    if position.bounce is not None:
        return True
    return position.returning is None and not position.actions_left


def recoverable_value(position: Position) -> int | None:
    """Return the value of the die that may be recovered now, None when none may (B8)."""
    held = position.captured[other_side(position.current)]
    if not (held and position.acted) or (position.returning is not None and position.bounce is None):
        return None
    own = dice_alone(position.board, position.current)
    return held[0] if own.count(own[0]) == len(own) else None


def is_through(position: Position) -> bool:
    """Return whether nothing but a pass is left, so that the turn ends by itself (B2)."""
    if position.bounce is not None or position.returning is not None:
        return False
    return not (position.actions_left or position.bonus_left) and recoverable_value(position) is None


def allows(position: Position, action: Action) -> bool:
    """Return whether the side to move may do this. It says what `actions` would, without making the list."""
    match action:
        case Roll(origin) | Capture(origin) | Flip(origin):
            cell = CELL.get(origin)
            return cell is not None and may_move(position, cell) and action in moves_of(position, cell)
        case Doubles(take):
            return not position.acted and sort_doubles(take) in all_doubles(position.board, position.current)
    return action in actions(position)


def sort_doubles(take: tuple[str, ...]) -> Doubles:
    """Return the doubles of these cells in the order in which `actions` lists them."""
    return Doubles(tuple(sorted(take)))


def objection(position: Position, action: Action) -> Refusal | None:
    """Return why the side to move may not do this, or None."""
    return None if allows(position, action) else reason(position, action)
