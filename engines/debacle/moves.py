"""What a die may do where it lies: roll, flip, capture (B3 to B5). All such actions are made once."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engines.debacle.board import (
    BLACK,
    CELLS,
    DICE,
    EMPTY,
    OWN,
    RED,
    SIZE,
    SQUARES,
    Side,
    beats,
    cells_of,
    other_side,
)
from engines.debacle.model import Capture, Flip, Position, Roll

Move: TypeAlias = Roll | Flip | Capture
Way: TypeAlias = tuple[int, Roll | None, Capture]
"""A neighbouring cell, the roll that leads there (None for back), and the capture."""


def _ways(side: Side, cell: int) -> tuple[Way, ...]:
    """Return the ways from a cell: forward, left, right, back, where the board has a cell there."""
    forward = SIZE if side == RED else -SIZE
    column, here = cell % SIZE, SQUARES[cell]
    sideways = [step for step in (-1, 1) if 0 <= column + step < SIZE]
    return tuple(
        (
            cell + step,
            Roll(here, SQUARES[cell + step]) if step != -forward else None,
            Capture(here, SQUARES[cell + step]),
        )
        for step in (forward, *sideways, -forward)
        if cell + step in CELLS
    )


FLIPS: tuple[Flip, ...] = tuple(map(Flip, SQUARES))
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
