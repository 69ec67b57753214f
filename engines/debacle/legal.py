"""What a seat may do now, and why it may not: the single truth that buttons and `act` share (C5)."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import TypeAlias

from engines.core.records import LegalActions, Refusal, SeatName
from engines.debacle import model
from engines.debacle.board import (
    BLACK,
    CAMP,
    CELL,
    CELLS,
    DICE,
    EMPTY,
    OWN,
    RED,
    ROWS,
    SIZE,
    SQUARES,
    VALUE,
    Board,
    Side,
    beats,
    cells_of,
    dice_alone,
    empty_in_camp,
    other_side,
    squares,
)
from engines.debacle.model import Action, DebacleState, Position

_NOTHING: LegalActions[Action] = LegalActions()
_PASS = model.Pass()
_RETURNS = {cell: model.Return(SQUARES[cell]) for cell in (*CAMP[0], *CAMP[1])}
_RECOVERIES = {cell: model.Recover(SQUARES[cell]) for cell in (*CAMP[0], *CAMP[1])}


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
        case model.Roll(origin) | model.Capture(origin) | model.Flip(origin):
            cell = CELL.get(origin)
            return cell is not None and may_move(position, cell) and action in moves_of(position, cell)
        case model.Doubles(take):
            return not position.acted and sort_doubles(take) in all_doubles(position.board, position.current)
    return action in actions(position)


def sort_doubles(take: tuple[str, ...]) -> model.Doubles:
    """Return the doubles of these cells in the order in which `actions` lists them."""
    return model.Doubles(tuple(sorted(take)))


# Taking doubles: clearing rows so that no two enemy dice of a row show the same value (B7).


def has_doubles(board: Board, side: Side) -> bool:
    """Return whether some row has two enemy dice (of `side`'s enemy) that show the same value."""
    return bool(_rows_with_doubles(board, side))


def all_doubles(board: Board, side: Side) -> list[model.Doubles]:
    """Return every way in which `side` may take doubles: which rows to clear, and which dice stay there."""
    rows = _rows_with_doubles(board, side)
    if not rows:
        return []
    clearings = [[(), *_takes(board, row, side)] for row in rows]
    return [model.Doubles(squares(sum(chosen, ()))) for chosen in product(*clearings) if any(chosen)]


def _rows_with_doubles(board: Board, side: Side) -> list[Sequence[int]]:
    """Return the rows in which two enemy dice show the same value."""
    enemy = other_side(side)
    if not _repeats(dice_alone(board, enemy)):
        return []
    return [row for row in ROWS if _repeats(dice_alone(board[row[0] : row[-1] + 1], enemy))]


def _repeats(dice: bytes) -> bool:
    return len(set(dice)) < len(dice)


def _takes(board: Board, row: Sequence[int], side: Side) -> list[tuple[int, ...]]:
    """Return the ways to clear a row: of the dice that show the same value, all but one are taken."""
    enemy = OWN[other_side(side)]
    showing: dict[int, list[int]] = {}
    for cell in row:
        if board[cell] & enemy:
            showing.setdefault(board[cell] & VALUE, []).append(cell)
    losses = [combinations(cells, len(cells) - 1) for cells in showing.values()]
    return [sum(taken, ()) for taken in product(*losses)]


# Why an action is refused (C5): asked only about what `legal` does not allow.


def reason(position: Position, action: Action) -> Refusal:
    """Return the refusal of an action that is not legal, with the cell that is to blame, if there is one."""
    match action:
        case model.Roll(origin, to):
            why, where = _explain_move(position, origin) or _explain_roll(position, origin, to)
        case model.Capture(origin, to):
            why, where = _explain_move(position, origin) or _explain_capture(position, origin, to)
        case model.Flip(at):
            why, where = _explain_move(position, at) or ("flipped_just_now", at)
        case model.Return(to):
            why, where = _explain_return(position, to)
        case model.Recover(to):
            why, where = _explain_recovery(position, to)
        case model.Doubles():
            why, where = _explain_doubles(position)
        case model.Pass():
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


# What a die may do where it lies: roll, flip, capture (B3 to B5). All such actions are made once.

Move: TypeAlias = model.Roll | model.Flip | model.Capture
Way: TypeAlias = tuple[int, model.Roll | None, model.Capture]
"""A neighbouring cell, the roll that leads there (None for back), and the capture."""


def _ways(side: Side, cell: int) -> tuple[Way, ...]:
    """Return the ways from a cell: forward, left, right, back, where the board has a cell there."""
    forward = SIZE if side == RED else -SIZE
    column, here = cell % SIZE, SQUARES[cell]
    sideways = [step for step in (-1, 1) if 0 <= column + step < SIZE]
    return tuple(
        (
            cell + step,
            model.Roll(here, SQUARES[cell + step]) if step != -forward else None,
            model.Capture(here, SQUARES[cell + step]),
        )
        for step in (forward, *sideways, -forward)
        if cell + step in CELLS
    )


FLIPS: tuple[model.Flip, ...] = tuple(map(model.Flip, SQUARES))
WAYS: tuple[tuple[tuple[Way, ...], ...], ...] = tuple(
    tuple(_ways(side, cell) for cell in CELLS) for side in (RED, BLACK)
)
"""By side and cell."""
BEATEN: Mapping[int, bytes] = {
    die: bytes(enemy for enemy in DICE[other_side(side)] if beats(die, enemy))
    for side in (RED, BLACK)
    for die in DICE[side]
}
"""By die: the enemy dice that it may capture."""


def may_move(position: Position, cell: int) -> bool:
    """Return whether the die on that cell may roll, flip or capture now.

    It may not if another die has a bounce, if a return must be made first, or if no action is left.
    """
    if position.bounce is not None:
        return cell == position.bounce
    if position.returning is not None or not (position.actions_left or position.bonus_left):
        return False
    return position.board[cell] & OWN[position.current] != 0


def movable_cells(position: Position) -> Sequence[int]:
    """Return the cells whose dice may roll, flip or capture now, from a1 to f6."""
    if position.bounce is not None:
        return (position.bounce,)
    own = cells_of(position.board, position.current)
    return own if may_move(position, own[0]) else ()


def moves_of(position: Position, cell: int) -> list[Move]:
    """Return what the die on that cell may do, whoever's turn it is to move a die.

    With two dice or more, one of them may always be flipped, and a side to move has at least two (B9). So an
    action that is owed can always be made: a turn without one (B12) never comes about.
    """
    board = position.board
    beaten = BEATEN[board[cell]]
    found: list[Move] = [] if cell == position.flipped else [FLIPS[cell]]
    for target, roll, capture in WAYS[position.current][cell]:
        there = board[target]
        if there == EMPTY:
            if roll is not None:
                found.append(roll)
        elif there in beaten:
            found.append(capture)
    return found
