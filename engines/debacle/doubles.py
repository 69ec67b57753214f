"""Taking doubles: clearing rows so that no two enemy dice of a row show the same value (B7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from engines.debacle.board import OWN, ROWS, VALUE, Board, Side, dice_alone, other_side, squares
from engines.debacle.model import Doubles


def has_doubles(board: Board, side: Side) -> bool:
    """Return whether some row has two enemy dice (of `side`'s enemy) that show the same value."""
    return bool(_rows_with_doubles(board, side))


def all_doubles(board: Board, side: Side) -> list[Doubles]:
    """Return every way in which `side` may take doubles: which rows to clear, and which dice stay there."""
    rows = _rows_with_doubles(board, side)
    if not rows:
        return []
    clearings = [[(), *_takes(board, row, side)] for row in rows]
    return [Doubles(squares(sum(chosen, ()))) for chosen in product(*clearings) if any(chosen)]


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
