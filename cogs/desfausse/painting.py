"""Painting dice: a seat's own hand to choose from, and everybody's hands in rows.

Small dice are small and big ones big; red dice have cut corners, diamonds and an inlaid line, green ones are
round with discs, the Angel is square and has its letter; a devil has horns and a lock. Nothing is recognised
by its colour alone, and the pictures need no language but for the labels they are given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.ui.pages.lettering import shorten
from bot.ui.pages.palette import Palette, Piece, png
from bot.ui.pages.sprites import RGB, Paint
from cogs.desfausse.signs import sign
from engines.desfausse.dice import ANGEL, DEVIL
from engines.desfausse.model import Color, DieFace, Kind

__all__ = [
    "PAINTS",
    "SIDES",
    "TABLE",
    "HandDrawing",
    "HandsDrawing",
    "Row",
    "Shown",
    "die_at",
    "per_line",
    "received_die_at",
    "row_die_at",
    "row_top",
]

TABLE: RGB = (236, 222, 194)
SHADE = 0.06
"""How much darker the table is at its edges."""
INK: RGB = (36, 28, 24)
CHOSEN: RGB = (0, 82, 92)
GLOW: RGB = (255, 246, 196)
PLATE: RGB = (250, 243, 226)
LOCK: RGB = (250, 243, 226)
_EDGE: RGB = (112, 88, 58)
_WHITE: RGB = (255, 255, 255)
PAINTS: Mapping[Color, Paint] = {
    "red": Paint((184, 24, 34), (255, 255, 255), (96, 8, 16), "cut", "diamond", (255, 198, 190)),
    "green": Paint((12, 98, 62), (255, 255, 255), (4, 46, 30), "round", "disc"),
    "white": Paint((253, 251, 245), (30, 26, 24), (70, 56, 42), "square", "square", (150, 122, 66)),
}
SIDES: Mapping[Kind, int] = {"small": 62, "big": 94, "angel": 80}
_TYPICAL: Sequence[tuple[Kind, Color, DieFace]] = (
    ("small", "red", 5),
    ("small", "green", 5),
    ("big", "red", DEVIL),
    ("big", "green", DEVIL),
    ("angel", "white", 6),
    ("angel", "white", ANGEL),
)
PALETTE = Palette(
    grounds={TABLE: SHADE, GLOW: 0.0},
    pieces=[
        Piece(SIDES[kind], PAINTS[color], mark=sign(face, PAINTS[color])) for kind, color, face in _TYPICAL
    ],
    learned=40,
    letters=((INK, TABLE), (INK, PLATE)),
    inks=(CHOSEN, LOCK, _EDGE, _WHITE),
)
"""What the pictures are painted with."""
_SMALLER = 0.62
"""The size of received dice, and of those in the rows of hands, compared with the dice of one's own hand."""

_IN_ONE_LINE = 5
_CELL, _LINE, _MARGIN = 128, 148, 16
_STRIP, _GIVEN = 112, 72
_NAME_WIDTH, _SLOT, _ROW = 150, 66, 82
_NAME_SIZE = 21


@dataclass(frozen=True, slots=True)
class Shown:
    """A die in a picture; `face` is None if it is hidden, `picked` says that it is to be rolled again."""

    kind: Kind
    color: Color
    face: DieFace | None = None
    picked: bool = False


@dataclass(frozen=True, slots=True)
class HandDrawing:
    """A seat's own hand: `dice` numbered from 1, and apart, under `label`, those `received` this turn."""

    dice: tuple[Shown, ...]
    received: tuple[Shown, ...] = ()
    label: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width = max(3, per_line(len(self.dice))) * _CELL
        height = _lines(len(self.dice)) * _LINE + (_STRIP if self.received else 0)
        return max(width, len(self.received) * _GIVEN) + 2 * _MARGIN, height + 2 * _MARGIN

    def paint(self) -> bytes:
        """Paint it: a PNG file."""
        picture = _table(*self.size).copy()
        pen = ImageDraw.Draw(picture)
        for index, die in enumerate(self.dice):
            x, y = die_at(index, len(self.dice))
            if die.picked:
                _pick(pen, x, y)
            _lay(picture, die, x, y)
            _number(picture, pen, x, y + _LINE * 0.4, index + 1)
            if die.face == DEVIL:
                _lock(pen, x + SIDES[die.kind] * 0.44, y - SIDES[die.kind] * 0.44)
            if die.picked:
                _turn(pen, x + _CELL * 0.36, y - _CELL * 0.36)
        if self.received:
            self._receive(picture, pen)
        return png(picture)

    def _receive(self, picture: Image.Image, pen: ImageDraw.ImageDraw) -> None:
        """Paint the received dice, which join the hand next turn: behind a line, smaller, with the label."""
        top = _MARGIN + _lines(len(self.dice)) * _LINE + 4
        for x in range(_MARGIN, self.size[0] - _MARGIN, 18):
            pen.line((x, top, x + 10, top), _EDGE, 3)
        PALETTE.write(picture, _MARGIN, top + 18, self.label, 19, INK, anchor="lm")
        for index, die in enumerate(self.received):
            _lay(picture, die, *received_die_at(index, len(self.dice)), _SMALLER)


@dataclass(frozen=True, slots=True)
class Row:
    """A player's hand in the picture of all hands; `name` as it is written."""

    name: str
    dice: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class HandsDrawing:
    """Everybody's hands, a row each with the name."""

    rows: tuple[Row, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        columns = max((len(row.dice) for row in self.rows), default=1)
        return _NAME_WIDTH + max(6, columns) * _SLOT + 2 * _MARGIN, len(self.rows) * _ROW + 2 * _MARGIN

    def paint(self) -> bytes:
        """Paint it: a PNG file."""
        picture = _table(*self.size).copy()
        pen = ImageDraw.Draw(picture)
        for number, row in enumerate(self.rows):
            top = row_top(number)
            if number:
                pen.line((_MARGIN, top, self.size[0] - _MARGIN, top), _EDGE, 2)
            _write_name(picture, _MARGIN + 4, top + _ROW / 2, row.name)
            for index, die in enumerate(row.dice):
                _lay(picture, die, *row_die_at(number, index), _SMALLER)
        return png(picture)


def per_line(dice: int) -> int:
    """How many of a hand's dice, or of their buttons, are in one line: up to five all, else half of them."""
    return dice if dice <= _IN_ONE_LINE else -(-dice // 2)


def die_at(index: int, dice: int) -> tuple[float, float]:
    """The middle in pixels of a die in a hand of this many `dice`; `index` from 0."""
    line, column = divmod(index, per_line(dice))
    return _MARGIN + (column + 0.5) * _CELL, _MARGIN + (line + 0.42) * _LINE


def received_die_at(index: int, own: int) -> tuple[float, float]:
    """The middle in pixels of a received die below a hand of `own` dice; `index` from 0."""
    return _MARGIN + (index + 0.5) * _GIVEN, _MARGIN + _lines(own) * _LINE + 68


def row_top(number: int) -> float:
    """The upper edge of a player's row in pixels; `number` from 0."""
    return _MARGIN + number * _ROW


def row_die_at(number: int, index: int) -> tuple[float, float]:
    """The middle in pixels of a die in a player's row; `number` and `index` from 0."""
    return _MARGIN + _NAME_WIDTH + (index + 0.5) * _SLOT, row_top(number) + _ROW / 2


def _lines(dice: int) -> int:
    return 1 if dice <= _IN_ONE_LINE else 2


def _lay(picture: Image.Image, die: Shown, x: float, y: float, scale: float = 1.0) -> None:
    paint = PAINTS[die.color]
    piece = Piece(round(SIDES[die.kind] * scale), paint, mark=sign(die.face, paint))
    PALETTE.lay(picture, (piece, x, y))


def _number(picture: Image.Image, pen: ImageDraw.ImageDraw, x: float, y: float, number: int) -> None:
    """Write the die's number, which its button has too."""
    pen.ellipse((x - 16, y - 16, x + 16, y + 16), PLATE, _EDGE, 2)
    PALETTE.write(picture, x, y, str(number), 23, INK)


def _pick(pen: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """Light and frame the place of a die that is to be rolled again."""
    half = _CELL / 2 - 5
    pen.rounded_rectangle((x - half, y - half, x + half, y + half), 14, GLOW, CHOSEN, 6)


def _turn(pen: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """Draw a round arrow, the sign of rolling again."""
    pen.ellipse((x - 18, y - 18, x + 18, y + 18), CHOSEN)
    pen.arc((x - 10, y - 10, x + 10, y + 10), 40, 320, _WHITE, 4)
    tip = (x + 9 * cos(pi * 40 / 180), y + 9 * sin(pi * 40 / 180))
    pen.polygon(((tip[0] - 7, tip[1] + 1), (tip[0] + 6, tip[1] + 5), (tip[0] + 3, tip[1] - 8)), _WHITE)


def _lock(pen: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """Draw a padlock, the sign of a die that cannot be rolled again."""
    pen.arc((x - 9, y - 20, x + 9, y + 4), 180, 360, INK, 7)
    pen.line((x - 6, y - 8, x - 6, y), INK, 7)
    pen.line((x + 6, y - 8, x + 6, y), INK, 7)
    pen.rounded_rectangle((x - 15, y - 5, x + 15, y + 18), 5, LOCK, INK, 3)
    pen.ellipse((x - 4, y + 1, x + 4, y + 9), INK)
    pen.line((x, y + 5, x, y + 13), INK, 4)


def _write_name(picture: Image.Image, x: float, y: float, name: str) -> None:
    """Write as much of a name as there is room for before the first die."""
    PALETTE.write(picture, x, y, shorten(name, _NAME_SIZE, _NAME_WIDTH - 16), _NAME_SIZE, INK, anchor="lm")


@lru_cache(maxsize=16)
def _table(width: int, height: int) -> Image.Image:
    """Paint an empty table."""
    return PALETTE.spread(width, height, TABLE)
