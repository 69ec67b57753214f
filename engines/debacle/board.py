"""The board: 36 cells in one row of bytes, each empty or a die that shows colour and value (B1).

Cells are numbered 0..35, row by row from a1 to f6. A die is one ASCII byte: "1".."6" is a red die of that
value, "a".."f" a black one, and "." no die, so that a whole board is a short text too. The lowest three bits
of a die are its value; `OWN[side]` is the bit that only this side's dice have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

Side: TypeAlias = Literal[0, 1]
"""0 is Red, the first seat; 1 is Black."""
Color: TypeAlias = Literal["red", "black"]
Square: TypeAlias = str
"""A cell by its name, "a1".."f6"."""
Cell: TypeAlias = Annotated[int, Field(ge=0, lt=36)]
Value: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Board: TypeAlias = Annotated[bytes, Field(min_length=36, max_length=36)]
Dice: TypeAlias = Mapping[Square, tuple[Color, Value]]
"""A board for people: the dice that lie on it."""

RED: Side = 0
BLACK: Side = 1
COLORS: tuple[Color, Color] = ("red", "black")

SIZE = 6
CELLS = range(SIZE * SIZE)
SQUARES: tuple[Square, ...] = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcdef")
CELL: Mapping[Square, int] = {square: cell for cell, square in enumerate(SQUARES)}
ROWS: tuple[tuple[int, ...], ...] = tuple(
    tuple(range(first, first + SIZE)) for first in range(0, len(CELLS), SIZE)
)
CAMP: tuple[tuple[int, ...], tuple[int, ...]] = (ROWS[0], ROWS[-1])
"""By side, from a to f."""

EMPTY = ord(".")
VALUE = 0b111
OWN = (0b001_0000, 0b100_0000)
DICE = (b"123456", b"abcdef")
START: Board = b"123456" + b"." * 24 + b"fedcba"


def other_side(side: Side) -> Side:
    """Return the opponent's side."""
    return BLACK if side == RED else RED


def die_of(side: Side, value: int) -> int:
    """Return a die of that side showing that value, as its byte."""
    return DICE[side][value - 1]


def with_value(die: int, value: int) -> int:
    """Return the same side's die showing another value."""
    return die & ~VALUE | value


def beats(attacker: int, attacked: int) -> bool:
    """Return whether a die may capture another: a higher value does, and a 1 all but another 1 (B5)."""
    strength, resistance = attacker & VALUE, attacked & VALUE
    return strength > resistance or (strength == 1 and resistance != 1)


def put(board: Board, cell: int, die: int) -> Board:
    """Return the board with that die (or EMPTY) on one cell."""
    return b"%b%c%b" % (board[:cell], die, board[cell + 1 :])


def move(board: Board, origin: int, target: int, die: int) -> Board:
    """Return the board with one cell emptied and a die put on another."""
    changed = bytearray(board)
    changed[origin] = EMPTY
    changed[target] = die
    return bytes(changed)


def cells_of(board: Board, side: Side) -> tuple[int, ...]:
    """Return where the side's dice lie, from a1 to f6."""
    return tuple(compress(CELLS, board.translate(_IS_OWN[side])))


def dice_alone(board: Board, side: Side) -> bytes:
    """Return the side's dice, from a1 to f6, without the cells between them."""
    return board.translate(None, delete=_NOT_OF[side])


def empty_in_camp(board: Board, side: Side) -> list[int]:
    """Return the empty cells of the side's camp, from a to f."""
    return [cell for cell in CAMP[side] if board[cell] == EMPTY]


def dice_by_square(board: Board) -> Dice:
    """Return the dice of a board by the names of their cells, from a1 to f6."""
    return {
        SQUARES[cell]: (COLORS[die & OWN[BLACK] != 0], die & VALUE)
        for cell, die in enumerate(board)
        if die != EMPTY
    }


def board_with(dice: Dice) -> Board:
    """Return the board on which these dice lie."""
    board = bytearray([EMPTY] * len(CELLS))
    for square, (color, value) in dice.items():
        board[CELL[square]] = die_of(RED if color == "red" else BLACK, value)
    return bytes(board)


def squares(cells: Iterable[int]) -> tuple[Square, ...]:
    """Return the names of cells, sorted."""
    return tuple(sorted(SQUARES[cell] for cell in cells))


_NOT_OF = (DICE[BLACK] + b".", DICE[RED] + b".")
_IS_OWN = tuple(bytes(byte in dice for byte in range(256)) for dice in DICE)
