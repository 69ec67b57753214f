"""Paints the poster of a game that is over: one picture that tells an evening to whoever was not there.

It has the game's sign and colour, the places with what each seat has scored, and a few moments. Who has won
is known by a plate and a star as much as by colour. All games are painted here; they give words alone. Its
areas are flat, for a poster has many letters, and what is shared should be light.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from bot.ui.pages.lettering import font, shorten, wrap
from bot.ui.pages.palette import Palette, webp
from bot.ui.pages.sprites import RGB

WIDTH, HEIGHT = 1200, 675
IVORY: RGB = (250, 244, 228)
GOLD: RGB = (250, 200, 84)
PLATE: RGB = (248, 240, 220)
INK: RGB = (28, 24, 22)
_HEAD_LIGHT, _BODY_LIGHT = 58, 30
"""How light the ground is, of 255: so dark that all words stand out from it, whatever the game's colour."""
_WEIGHTS = (0.299, 0.587, 0.114)
MOST_LINES = 9
"""How many lines the places have room for."""
SIGN_SIDE = 156

_EDGE, _HEAD = 56, 216
_SIGN_AT = (_EDGE + SIGN_SIDE // 2, 108)
_TITLE_X = _EDGE + SIGN_SIDE + 32
_PLACES_RIGHT, _CAPTIONS_LEFT = 620, 676
_TOP, _BOTTOM = _HEAD + 34, HEIGHT - 40
_HIGHEST, _LARGEST, _SMALLER = 86, 40, 0.7
"""A line's height in pixels at most, and that of its letters; how much smaller a long name may be written."""
_GAP = 8
_SIZES, _LONG = ((33, 3), (30, 3)), (27, 4)
"""Sizes of the letters in moments, each with how many lines one may take; the last for whatever is long."""
_CAPTIONS_WIDE = WIDTH - _EDGE - _CAPTIONS_LEFT
_BETWEEN = 30


@dataclass(frozen=True, slots=True)
class Line:
    """A seat among the places: its number, its name, and what it has scored; `won` marks who has won."""

    number: int
    name: str
    score: str
    won: bool = False


@dataclass(frozen=True, slots=True)
class Caption:
    """A moment: what is remarkable about it ("" for nothing in particular), and what happened."""

    title: str
    told: str


@dataclass(frozen=True, slots=True)
class PosterDrawing:
    """What a poster shows, in letters that the font has.

    `sign` is a PNG file of SIGN_SIDE x SIGN_SIDE pixels, b"" for none; `accent` the game's colour (0xRRGGBB).
    `headline` says who has won; `rest`, below the last line, that more people have played.
    """

    title: str
    accent: int
    headline: str
    lines: tuple[Line, ...]
    captions: tuple[Caption, ...] = ()
    rest: str = ""
    sign: bytes = field(default=b"", repr=False)

    def paint(self) -> bytes:
        """Paint it: a WebP file of WIDTH x HEIGHT pixels."""
        palette = palette_of(self.accent, self.sign)
        head, body = grounds_of(self.accent)
        picture = palette.spread(WIDTH, HEIGHT, body)
        pen = ImageDraw.Draw(picture)
        pen.rectangle((0, 0, WIDTH, _HEAD), head)
        pen.rectangle((0, _HEAD - 3, WIDTH, _HEAD), GOLD)
        self._tell_head(palette, picture)
        right = _PLACES_RIGHT if self.captions else WIDTH - _EDGE
        boxes = line_boxes(len(self.lines) + bool(self.rest), right)
        for line, box in zip(self.lines, boxes, strict=False):
            _tell_line(palette, picture, pen, line, box)
        if self.rest:
            left, top, _, bottom = boxes[-1]
            size = _letters_in(boxes[-1])
            palette.write(picture, left + 20, (top + bottom) / 2, self.rest, size, IVORY, "lm")
        _tell_captions(palette, picture, self.captions)
        return webp(picture)

    def _tell_head(self, palette: Palette, picture: Image.Image) -> None:
        """Write who has won what, beside the game's sign."""
        x = _EDGE
        if self.sign:
            palette.stamp(picture, *_SIGN_AT, _opened(self.sign))
            x = _TITLE_X
        room = WIDTH - _EDGE - x
        palette.write(picture, x, 78, shorten(self.title, 66, room), 66, IVORY, "lm")
        size = _fitting(self.headline, 42, room, 28)
        palette.write(picture, x, 150, shorten(self.headline, size, room), size, GOLD, "lm")


def grounds_of(accent: int) -> tuple[RGB, RGB]:
    """What head and body of a poster lie on: the game's colour, made dark enough for letters."""
    return _darkened(accent, _HEAD_LIGHT), _darkened(accent, _BODY_LIGHT)


def _darkened(accent: int, most: int) -> RGB:
    parts = (accent >> 16 & 255, accent >> 8 & 255, accent & 255)
    light = sum(part * weight for part, weight in zip(parts, _WEIGHTS, strict=True))
    share = min(1.0, most / max(light, 1.0))
    red, green, blue = (round(part * share) for part in parts)
    return red, green, blue


@lru_cache(maxsize=16)
def palette_of(accent: int, sign: bytes) -> Palette:
    """What the posters of a game are painted with."""
    grounds = grounds_of(accent)
    return Palette(
        grounds={**dict.fromkeys(grounds, 0.0), PLATE: 0.0},
        pieces=(),
        sprites=[_opened(sign)] if sign else (),
        learned=16,
        letters=(*((ink, ground) for ink in (IVORY, GOLD) for ground in grounds), (INK, PLATE)),
    )


def line_boxes(number: int, right: float) -> list[tuple[float, float, float, float]]:
    """Where the lines of the places lie: left, top, right and bottom of each, in pixels."""
    high = min(_HIGHEST, (_BOTTOM - _TOP) / max(number, 1))
    return [(_EDGE, _TOP + high * n, right, _TOP + high * (n + 1) - _GAP) for n in range(number)]


def _tell_line(
    palette: Palette,
    picture: Image.Image,
    pen: ImageDraw.ImageDraw,
    line: Line,
    box: tuple[float, float, float, float],
) -> None:
    """Write a place: on a plate with a star if it is a winner's."""
    left, top, right, bottom = box
    middle, size, ink = round((top + bottom) / 2), _letters_in(box), IVORY
    if line.won:
        pen.rounded_rectangle((left, round(top), right, round(bottom)), 12, PLATE)
        ink = INK
    palette.write(picture, left + 20, middle, str(line.number), size, ink, "lm")
    x, end = left + 20 + round(size * 1.5), right - 20
    if line.won:
        palette.write(picture, x, middle, "★", size, ink, "lm")
        x += round(size * 1.2)
    score = shorten(line.score, size, (end - x) * 0.6)
    palette.write(picture, end, middle, score, size, ink, "rm")
    room = end - x - font(size).getlength(score) - size
    fitted = _fitting(line.name, size, room, round(size * _SMALLER))
    palette.write(picture, x, middle, shorten(line.name, fitted, room), fitted, ink, "lm")


def _letters_in(box: tuple[float, float, float, float]) -> int:
    """The size of the letters in a line."""
    return min(_LARGEST, round((box[3] - box[1]) * 0.7))


def _tell_captions(palette: Palette, picture: Image.Image, captions: tuple[Caption, ...]) -> None:
    """Write the moments one below the other, as many as there is room for."""
    y = float(_TOP)
    size, most = next((each for each in _SIZES if _fit_all(captions, *each)), _LONG)
    for caption in captions:
        lines = list(_caption_lines(caption, size, most))
        if y + sum(high for *_, high in lines) > _BOTTOM + _GAP:
            return
        for text, letters, ink, high in lines:
            palette.write(picture, _CAPTIONS_LEFT, round(y + high / 2), text, letters, ink, "lm")
            y += high
        y += _BETWEEN


def _fit_all(captions: tuple[Caption, ...], size: int, most: int) -> bool:
    """Whether all moments can be told whole in letters of this size."""
    return all(len(wrap(caption.told, size, _CAPTIONS_WIDE, most + 1)) <= most for caption in captions)


def _caption_lines(caption: Caption, size: int, most: int) -> Iterator[tuple[str, int, RGB, float]]:
    """The lines of a moment: each with its size, its ink, and the room that it takes from top to bottom."""
    room = _CAPTIONS_WIDE
    if caption.title:
        letters = _fitting(caption.title, size + 2, room, 24)
        yield shorten(caption.title, letters, room), letters, GOLD, size * 1.45
    for text in wrap(caption.told, size, room, most):
        yield text, size, IVORY, size * 1.3


def _fitting(text: str, size: int, room: float, least: int) -> int:
    """The largest size up to `size`, and at least `least`, in which a text has room."""
    while size > least and font(size).getlength(text) > room:
        size -= 1
    return size


def _opened(sign: bytes) -> Image.Image:
    return Image.open(BytesIO(sign)).convert("RGBA")
