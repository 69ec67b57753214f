"""Why an action is refused (C5): asked only about what `legal` does not allow."""

from __future__ import annotations

from engines.core.errors import Refusal
from engines.debacle.board import CAMP, CELL, EMPTY, OWN, SQUARES, empty_in_camp, other_side
from engines.debacle.doubles import has_doubles
from engines.debacle.model import Action, Capture, Doubles, Flip, Pass, Position, Recover, Return, Roll
from engines.debacle.moves import WAYS, may_move


def reason(position: Position, action: Action) -> Refusal:
    """Return the refusal of an action that is not legal, with the cell that is to blame, if there is one."""
    match action:
        case Roll(origin, to):
            why, where = _explain_move(position, origin) or _explain_roll(position, origin, to)
        case Capture(origin, to):
            why, where = _explain_move(position, origin) or _explain_capture(position, origin, to)
        case Flip(at):
            why, where = _explain_move(position, at) or ("flipped_just_now", at)
        case Return(to):
            why, where = _explain_return(position, to)
        case Recover(to):
            why, where = _explain_recovery(position, to)
        case Doubles():
            why, where = _explain_doubles(position)
        case Pass():
            why, where = _explain_pass(position)
    return Refusal("illegal_action", why, at=where)


_Why = tuple[str, str | None]


def _name(cell: int | None) -> str | None:
    return None if cell is None else SQUARES[cell]


def _explain_move(position: Position, square: str) -> _Why | None:
    """Return why the die on that cell may do nothing now, or None when it may do something."""
    cell = CELL.get(square)
    if cell is None:
        return "no_such_cell", square
    die = position.board[cell]
    if die == EMPTY:
        return "no_die_there", square
    if not die & OWN[position.current]:
        return "not_your_die", square
    if may_move(position, cell):
        return None
    return _find_prior_duty(position) or ("no_action_left", None)


def _find_prior_duty(position: Position) -> _Why | None:
    """Return what must be done before anything else: the bounce, or a return that is owed at once."""
    if position.bounce is not None:
        return "bounce_first", _name(position.bounce)
    if position.returning is not None:
        return "return_first", _name(position.returning)
    return None


def _way(position: Position, origin: str, to: str) -> tuple[int, bool] | None:
    """Return the neighbouring cell, and whether a roll may lead there; None when it is no neighbour."""
    ways = WAYS[position.current][CELL[origin]]
    return next(((cell, roll is not None) for cell, roll, _ in ways if SQUARES[cell] == to), None)


def _explain_roll(position: Position, origin: str, to: str) -> _Why:
    if to not in CELL:
        return "no_such_cell", to
    way = _way(position, origin, to)
    if way is None:
        return "not_a_neighbour", to
    return ("never_back" if position.board[way[0]] == EMPTY else "cell_taken"), to


def _explain_capture(position: Position, origin: str, to: str) -> _Why:
    if to not in CELL:
        return "no_such_cell", to
    way = _way(position, origin, to)
    if way is None:
        return "not_a_neighbour", to
    return (
        "too_strong" if position.board[way[0]] & OWN[other_side(position.current)] else "nothing_to_capture"
    ), to


def _explain_camp(position: Position, to: str) -> _Why:
    """Return why nothing may be put on that cell, where other cells of the camp would do."""
    camp = [SQUARES[cell] for cell in CAMP[position.current]]
    return ("cell_taken" if to in camp else "not_your_camp"), to


def _explain_return(position: Position, to: str) -> _Why:
    return ("nothing_to_return", None) if position.returning is None else _explain_camp(position, to)


def _explain_recovery(position: Position, to: str) -> _Why:
    board, held = position.board, position.captured[other_side(position.current)]
    if not held:
        return "nothing_to_recover", None
    if not position.acted:
        return "not_before_the_first", None
    if position.returning is not None and position.bounce is None:
        return "return_first", _name(position.returning)
    if CELL.get(to) in empty_in_camp(board, position.current):
        return "values_differ", None
    return _explain_camp(position, to)


def _explain_doubles(position: Position) -> _Why:
    if position.acted:
        return "only_at_first", None
    there = has_doubles(position.board, position.current)
    return ("not_these_doubles" if there else "no_doubles"), None


def _explain_pass(position: Position) -> _Why:
    return _find_prior_duty(position) or ("actions_owed", None)
