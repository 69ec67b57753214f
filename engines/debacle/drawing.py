"""Boards as text: a drawing in, a drawing out.

    6  B6 .  B4 .  .  B1
    5  .  .  .  .  .  .
    4  .  .  .  R3 .  .
    3  .  .  .  .  .  .
    2  .  .  .  .  .  .
    1  R1 R2 .  .  R5 R6
       a  b  c  d  e  f

Each line is a row behind its number, from top to bottom; each cell is a colour's letter with the value, or a
dot. Black looks at the board turned by 180 degrees.
"""

from __future__ import annotations

from engines.debacle.board import BLACK, COLORS, RED, SIZE, Color, Dice, Side, Square

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
