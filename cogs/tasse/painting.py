"""Painting the cup: closed before its holder, or lifted off two dice; below it the ladder of announcements.

What is said stands in the picture in words and in forms: a bluff has a jagged plate and a cross, the truth a
smooth one and a tick, each special its own sign. Nothing is recognised by its colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import copysign, cos, pi, sin

from PIL import Image, ImageDraw

from bot.ui.pages.lettering import font, shorten
from bot.ui.pages.palette import Palette, Piece, png
from bot.ui.pages.sprites import RGB, Paint, Pips
from cogs.tasse.cups import COLOURS, closed_cup, lifted_cup
from engines.tasse.scores import NORMAL, Score
from engines.tasse.scores import place as place_of

__all__ = ["ANGLES", "DIE", "DIE_SIDE", "HEIGHT", "WIDTH", "CupDrawing", "Twist", "die_at", "step_at"]

WIDTH, HEIGHT = 768, 312
FELT: RGB = (24, 78, 60)
SHADE = 0.1
"""How much darker the table is at its edges."""
IVORY: RGB = (250, 244, 228)
INK: RGB = (28, 24, 22)
PLATE: RGB = (250, 244, 228)
AMBER: RGB = (250, 196, 70)
_DEEP: RGB = (12, 46, 36)
HOLLOW: RGB = (140, 178, 160)
DIE = Paint((252, 249, 240), (24, 20, 20), (60, 52, 44), "round", "disc")
DIE_SIDE = 104
ANGLES = (8, -10)
PALETTE = Palette(
    grounds={FELT: SHADE, PLATE: 0.0, AMBER: 0.0},
    pieces=[Piece(DIE_SIDE, DIE, angle, Pips(value, DIE)) for angle in ANGLES for value in (5, 6)],
    learned=32,
    letters=(
        (IVORY, FELT),
        (AMBER, FELT),
        (INK, PLATE),
        (INK, AMBER),
        *((colour, FELT) for colour in COLOURS),
        *((colour, COLOURS[0]) for colour in COLOURS[1:]),
    ),
    inks=(_DEEP, HOLLOW),
)
"""What the pictures are painted with."""

_CUP_AT = (128, 122)
_LIFTED_AT = (116, 104)
_WORDS_LEFT, _WORDS_RIGHT = 262, WIDTH - 20
_SAID_LEFT, _PLATE_WIDE = 468, 330
_FEW, _MANY = (4, 126, 31, 24), (5, 119, 25, 22)
"""How many lines a turn of fortune may have, where the first one is, how far apart, and how large."""
_STEP, _STEP_GAP, _STEP_HIGH, _STEPS_TOP = 46, 3, 42, 256
_LADDER_TOP = 234
"""Where the part of the picture begins that has the ladder, and nothing else."""


@dataclass(frozen=True, slots=True)
class Twist:
    """A turn of fortune: two dice as a score, or None below a closed cup; a title with its sign, and lines.

    `against` says that whoever had the dice loses by it: the title's plate is jagged then.
    """

    dice: Score | None
    title: str
    sign: str
    lines: tuple[str, ...]
    against: bool = False


@dataclass(frozen=True, slots=True)
class CupDrawing:
    """What a picture shows. `holder` and `task` say who has the cup; `standing` is the score to match.

    `claim` and `by` are the words for that: the score and who announced it, or that there is none. With a
    `twist` they are left to the ladder, and it is told instead.
    """

    holder: str
    task: str
    standing: Score | None
    claim: str
    by: str = ""
    twist: Twist | None = None

    def paint(self) -> bytes:
        """Paint it: a PNG file of WIDTH x HEIGHT pixels."""
        lifted = self.twist is not None and self.twist.dice is not None
        picture = _table(lifted).copy()
        pen = ImageDraw.Draw(picture)
        if self.twist is None:
            self._tell_closed(picture, pen)
        else:
            _tell_twist(picture, pen, self.twist)
        picture.paste(_ladder(self.standing), (0, _LADDER_TOP))
        return png(picture, effort=3)

    def _tell_closed(self, picture: Image.Image, pen: ImageDraw.ImageDraw) -> None:
        """Write who has the cup, and what is to be matched, in a speech bubble if anybody has said it."""
        x, room = _WORDS_LEFT, _WORDS_RIGHT - _WORDS_LEFT
        PALETTE.write(picture, x, 44, shorten(self.holder, 36, room), 36, IVORY, "lm")
        PALETTE.write(picture, x, 84, shorten(self.task, 24, room), 24, IVORY, "lm")
        if self.standing is None:
            PALETTE.write(picture, x, 172, shorten(self.claim, 26, room), 26, AMBER, "lm")
            return
        wide = font(66).getlength(self.claim) + 48
        pen.rounded_rectangle((x, 124, x + wide, 214), 18, PLATE)
        pen.polygon(((x + 10, 150), (x - 26, 172), (x + 10, 186)), PLATE)
        PALETTE.write(picture, round(x + wide / 2), 168, self.claim, 66, INK)
        left = round(x + wide + 20)
        PALETTE.write(picture, left, 170, shorten(self.by, 24, _WORDS_RIGHT - left), 24, IVORY, "lm")


def die_at(number: int) -> tuple[float, float]:
    """The middle of the first or second die (0 or 1) in pixels."""
    return (250, 168) if number == 0 else (386, 148)


def step_at(score: Score) -> tuple[float, float]:
    """The middle in pixels of a score's step on the ladder."""
    left = (WIDTH - len(NORMAL) * (_STEP + _STEP_GAP) + _STEP_GAP) / 2
    return left + place_of(score) * (_STEP + _STEP_GAP) + _STEP / 2, _STEPS_TOP + _STEP_HIGH / 2


def _tell_twist(picture: Image.Image, pen: ImageDraw.ImageDraw, twist: Twist) -> None:
    """Lay the dice, if they are shown, and write beside them what they mean."""
    for number, digit in enumerate(twist.dice or ""):
        piece = Piece(DIE_SIDE, DIE, ANGLES[number], Pips(int(digit), DIE))
        PALETTE.lay(picture, (piece, *die_at(number)))
    x = _WORDS_LEFT if twist.dice is None else _SAID_LEFT
    room = _WORDS_RIGHT - x
    plate = min(room, _PLATE_WIDE)
    middle = x + plate / 2
    _plate(pen, middle, 56, plate, jagged=twist.against)
    size = _fitting(twist.title, 40, plate - 96)
    wide = font(size).getlength(twist.title)
    PALETTE.write(picture, round(middle - wide / 2) - 4, 56, twist.sign, 46, INK)
    PALETTE.write(picture, middle + 26, 56, twist.title, size, INK)
    most, y, apart, largest = _FEW if len(twist.lines) <= _FEW[0] else _MANY
    for number, line in enumerate(twist.lines[:most]):
        size = _fitting(line, largest, room)
        PALETTE.write(picture, x, y + apart * number, shorten(line, size, room), size, IVORY, "lm")


def _fitting(text: str, size: int, room: float, least: int = 17) -> int:
    """The largest size up to `size`, and at least `least`, in which a text has room."""
    while size > least and font(size).getlength(text) > room:
        size -= 1
    return size


def _plate(pen: ImageDraw.ImageDraw, x: float, y: float, width: float, *, jagged: bool) -> None:
    """Draw the plate below a title: smooth, or with a jagged edge."""
    half, high = width / 2, 38
    if not jagged:
        pen.rounded_rectangle((x - half, y - high, x + half, y + high), high, PLATE)
        return
    points, teeth = [], 22
    for number in range(2 * teeth):
        angle, reach = pi * number / teeth, 1.06 if number % 2 else 0.9
        across, down = cos(angle), sin(angle)
        points.append((x + _square(across) * half * reach, y + _square(down) * high * 1.2 * reach))
    pen.polygon(points, PLATE)


def _square(part: float) -> float:
    """Push a circle's coordinate outwards, so that the circle becomes a rounded square."""
    return copysign(abs(part) ** 0.55, part)


@lru_cache(maxsize=len(NORMAL) + 1)
def _ladder(standing: Score | None) -> Image.Image:
    """Draw the ladder: hollow steps that are too low now, an arrow at the standing one, full ones above."""
    picture = _table(False).copy()
    pen = ImageDraw.Draw(picture)
    low = -1 if standing is None else place_of(standing)
    for place, score in enumerate(NORMAL):
        x, y = step_at(score)
        box = (x - _STEP / 2, y - _STEP_HIGH / 2, x + _STEP / 2, y + _STEP_HIGH / 2)
        if place < low:
            pen.rounded_rectangle(box, 8, outline=HOLLOW, width=2)
            PALETTE.write(picture, x, y, score, 22, IVORY)
        elif place == low:
            pen.rounded_rectangle((box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), 9, AMBER, INK, 4)
            pen.polygon(((x - 11, box[1] - 18), (x + 11, box[1] - 18), (x, box[1] - 5)), AMBER)
            PALETTE.write(picture, x, y, score, 24, INK)
        else:
            pen.rounded_rectangle(box, 8, PLATE)
            PALETTE.write(picture, x, y, score, 22, INK)
    return picture.crop((0, _LADDER_TOP, WIDTH, HEIGHT))


@lru_cache(maxsize=2)
def _table(lifted: bool) -> Image.Image:
    """Paint what is the same in all pictures: the table, and the cup on it or in the air."""
    picture = PALETTE.spread(WIDTH, HEIGHT, FELT)
    pen = ImageDraw.Draw(picture)
    if lifted:
        PALETTE.stamp(picture, *_LIFTED_AT, lifted_cup())
    else:
        x, y = _CUP_AT
        pen.ellipse((x - 92, y + 60, x + 104, y + 100), _DEEP)
        PALETTE.stamp(picture, x, y, closed_cup())
    return picture
