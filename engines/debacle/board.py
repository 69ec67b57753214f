"""The board: 36 cells in one row of bytes, each empty or a die that shows colour and value (B1).

Cells are numbered 0..35, row by row from a1 to f6. A die is one ASCII byte: "1".."6" is a red die of that
value, "a".."f" a black one, and "." no die, so that a whole board is a short text too. The lowest three bits
of a die are its value; `OWN[side]` is the bit that only this side's dice have.
"""

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


# Boards as text: a drawing in, a drawing out.
#
# 6  B6 .  B4 .  .  B1
# 5  .  .  .  .  .  .
# 4  .  .  .  R3 .  .
# 3  .  .  .  .  .  .
# 2  .  .  .  .  .  .
# 1  R1 R2 .  .  R5 R6
# a  b  c  d  e  f
#
# Each line is a row behind its number, from top to bottom; each cell is a colour's letter with the value,
# or a dot. Black looks at the board turned by 180 degrees.

LETTERS = "RB"
"""The letters of Red and Black; another language may have others."""

_COLUMNS = "abcdef"


def draw(dice: Dice, letters: str = LETTERS, seen_from: Side = RED) -> str:
    """Return the drawing of a board in seven lines, with the camp of `seen_from` at the bottom."""
    columns, rows = _COLUMNS, range(SIZE, 0, -1)
    if seen_from == BLACK:
        columns, rows = columns[::-1], rows[::-1]
    lines = [
        [str(row), *(_draw_cell(dice, column + str(row), letters) for column in columns)] for row in rows
    ]
    return "\n".join(_line(cells) for cells in (*lines, [" ", *columns]))


def read(drawing: str, letters: str = LETTERS) -> Dice:
    """Return the dice of a drawing, from either side; blank lines and indentation do not matter.

    Raises ValueError when a row or a column is missing or comes twice, or a cell is no die.
    """
    lines = [line.split() for line in drawing.splitlines() if line.strip()]
    if len(lines) != SIZE + 1 or sorted(lines[-1]) != list(_COLUMNS):
        raise ValueError("a drawing is six rows and the columns below")
    rows = {name: cells for name, *cells in lines[:-1]}
    if sorted(rows) != [str(row) for row in range(1, SIZE + 1)]:
        raise ValueError("the rows are 1 to 6, each once")
    dice: dict[Square, tuple[Color, int]] = {}
    for row in sorted(rows):
        if len(rows[row]) != SIZE:
            raise ValueError(f"row {row} has not six cells")
        for column, cell in sorted(zip(lines[-1], rows[row], strict=True)):
            if cell != ".":
                dice[column + row] = _read_die(cell, letters)
    return dice


def _draw_cell(dice: Dice, square: Square, letters: str) -> str:
    if square not in dice:
        return "."
    color, value = dice[square]
    return f"{letters[COLORS.index(color)]}{value}"


def _line(cells: list[str]) -> str:
    name, *others = cells
    return f"{name}  {' '.join(cell.ljust(2) for cell in others)}".rstrip()


def _read_die(cell: str, letters: str) -> tuple[Color, int]:
    letter, value = cell[0], cell[1:]
    if letter not in letters or value not in tuple("123456"):
        raise ValueError(f"no die: {cell!r}")
    return COLORS[letters.index(letter)], int(value)
