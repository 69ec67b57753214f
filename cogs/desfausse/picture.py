"""Hands as pictures, and in words for people who do not see pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.texts import Texts
from bot.ui.pages.lettering import font, shorten, writable
from bot.ui.pages.page import Sketch
from bot.ui.pages.palette import Palette, Piece, png
from bot.ui.pages.sprites import RGB, Mark, Paint, Pips
from cogs.desfausse.words import count_of, dice_names, die_name, make_up
from engines.desfausse.dice import ANGEL, DEVIL
from engines.desfausse.model import Color, Die, DieFace, Kind, Observation

NAME = "main.png"
NAME_OF_ALL = "mains.png"


def sketch(observation: Observation, t: Texts, picked: Collection[int] = ()) -> Sketch:
    """The picture of a seat's own hand; `picked` are the ids of the dice to be rolled again."""
    said = alt_text(observation, t, picked)
    return Sketch(NAME, said, drawing_of(observation, t, picked), said)


def drawing_of(observation: Observation, t: Texts, picked: Collection[int] = ()) -> HandDrawing:
    """What the picture of a seat's own hand shows: this turn's dice, then what was received."""
    dice = tuple(_draw_die(die, picked) for die in observation.dice)
    received = tuple(_draw_die(die) for die in received_dice(observation))
    return HandDrawing(dice, received, t("Pour le prochain tour") if received else "")


def alt_text(observation: Observation, t: Texts, picked: Collection[int] = ()) -> str:
    """The hand in words: each die by its number, which are to be rolled again, and which were received."""
    dice = observation.dice
    said = [t("Votre main, {dice}.", dice=count_of(len(dice), t))]
    said += [_number_die(number, die, t) for number, die in enumerate(dice, 1)]
    chosen = [str(number) for number, die in enumerate(dice, 1) if die.id in picked]
    if chosen:
        said.append(t("À relancer : {numbers}.", numbers=", ".join(chosen)))
    received = received_dice(observation)
    if received:
        said.append(t("Reçus ce tour, en main au prochain : {dice}.", dice=make_up(received, t)))
    return " ".join(said)


def received_dice(observation: Observation) -> list[Die]:
    """The dice that the audience's own seat has received this turn."""
    seat = observation.seat
    if seat is None:
        return []
    return [die for die in observation.hands[seat] if die.id in observation.received[seat]]


def hands_sketch(hands: Mapping[str, Sequence[Die]], names: Mapping[str, str], t: Texts) -> Sketch:
    """The picture of these hands; `names` are plain texts by seat."""
    rows = tuple(
        Row(writable(names[seat], f"#{number}"), tuple(_draw_die(die) for die in dice))
        for number, (seat, dice) in enumerate(hands.items(), 1)
    )
    said = hands_in_words(hands, names, t)
    return Sketch(NAME_OF_ALL, said, HandsDrawing(rows), said)


def hands_in_words(hands: Mapping[str, Iterable[Die]], names: Mapping[str, str], t: Texts) -> str:
    """These hands in words, a sentence each."""
    return " ".join(
        t("{name} : {dice}.", name=names[seat], dice=dice_names(dice, t)) for seat, dice in hands.items()
    )


def _number_die(number: int, die: Die, t: Texts) -> str:
    if die.face == DEVIL:
        return t("{n} : {die}, verrouillé.", n=number, die=die_name(die, t))
    return t("{n} : {die}.", n=number, die=die_name(die, t))


def _draw_die(die: Die, picked: Collection[int] = ()) -> Shown:
    return Shown(die.kind, die.color, die.face, die.id in picked)


# What stands on the faces of dice: pips, and the signs of devil and angel.


def sign(face: DieFace | None, paint: Paint) -> Mark | None:
    """What stands on this face of a die with this paint; None if the face is hidden."""
    if face is None:
        return None
    if face == DEVIL:
        return DevilMark(paint.pip, paint.body)
    return AngelMark(paint.pip) if face == ANGEL else Pips(face, paint)


@dataclass(frozen=True, slots=True)
class DevilMark:
    """A head with horns, slanting eyes and a grin."""

    colour: RGB
    holes: RGB

    def __call__(self, pen: ImageDraw.ImageDraw, side: float) -> None:
        """Draw it; `side` is the face's side in pixels."""

        def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
            return [(x * side, y * side) for x, y in points]

        pen.ellipse((0.26 * side, 0.32 * side, 0.74 * side, 0.82 * side), fill=self.colour)
        for flip in (1, -1):
            horn = ((-0.24, -0.02), (-0.27, -0.33), (-0.05, -0.16))
            pen.polygon(at(*((0.5 + flip * x, 0.52 + y) for x, y in horn)), fill=self.colour)
            eye = ((-0.16, -0.04), (-0.04, 0.03), (-0.13, 0.06))
            pen.polygon(at(*((0.5 + flip * x, 0.52 + y) for x, y in eye)), fill=self.holes)
        mouth = (0.37 * side, 0.5 * side, 0.63 * side, 0.74 * side)
        pen.chord(mouth, 20, 160, fill=self.holes)


@dataclass(frozen=True, slots=True)
class AngelMark:
    """The letter A below a halo."""

    colour: RGB

    def __call__(self, pen: ImageDraw.ImageDraw, side: float) -> None:
        """Draw it; `side` is the face's side in pixels."""
        halo = (0.3 * side, 0.13 * side, 0.7 * side, 0.29 * side)
        pen.ellipse(halo, outline=self.colour, width=max(1, round(0.045 * side)))
        middle = (0.5 * side, 0.58 * side)
        pen.text(
            middle, "A", self.colour, font(0.52 * side), anchor="mm", stroke_width=max(1, round(0.02 * side))
        )


# Painting dice: a seat's own hand to choose from, and everybody's hands in rows.
#
# Small dice are small and big ones big; red dice have cut corners, diamonds and an inlaid line, green ones
# are round with discs, the Angel is square and has its letter; a devil has horns and a lock. Nothing is
# recognised by its colour alone, and the pictures need no language but for the labels they are given.

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
