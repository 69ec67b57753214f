"""The card of a year: a few large numbers, a bar for each game, and short facts in two columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.ui.pages.lettering import shorten, write
from bot.ui.pages.sprites import RGB, webp

WIDTH = 800
_PAPER: RGB = (250, 246, 236)
_INK: RGB = (38, 32, 28)
_PALE: RGB = (96, 88, 80)
_GRID: RGB = (214, 206, 190)
_EDGE, _MIDDLE = 36, 412
_HEAD, _BODY = 96, 128
_YEAR, _NAME, _HUGE, _SMALL = 56, 34, 72, 23
LARGE = 30
_BESIDE = 170
"""Pixels from one large number to the next."""
_ROW, _CELL = 42, 82
"""How high a game's bar and a fact are, with what is left free below."""
_LABEL, _BAR = 150, 140
"""How long a game's name and the longest bar may be."""
_NUMBERS = 134
"""How high the large numbers are."""
ROOM = 360
"""How long a fact may be."""
_NAMED = 176
"""How long a name in it may be, so that a number has room behind it."""


@dataclass(frozen=True, slots=True)
class YearDrawing:
    """What stands on it: the year, whose it is, (number, what of), (game, how often), (fact, value)."""

    year: str
    name: str
    numbers: tuple[tuple[str, str], ...]
    bars: tuple[tuple[str, int], ...]
    facts: tuple[tuple[str, str], ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return WIDTH, self._facts_from + _CELL * (-(-len(self.facts) // 2)) + 8

    @property
    def _facts_from(self) -> int:
        return _BODY + max(_NUMBERS, _ROW * len(self.bars)) + 20

    def paint(self) -> bytes:
        """Paint it: a WebP file of `size`."""
        picture = Image.new("RGB", self.size, _PAPER)
        pen = ImageDraw.Draw(picture)
        room = WIDTH - 3 * _EDGE - 150
        write(picture, _EDGE, _HEAD / 2, shorten(self.name, _NAME, room), _NAME, _INK, anchor="lm")
        write(picture, WIDTH - _EDGE, _HEAD / 2, self.year, _YEAR, _INK, anchor="rm")
        pen.line((_EDGE, _HEAD, WIDTH - _EDGE, _HEAD), _INK, 3)
        for place, (number, what) in enumerate(self.numbers):
            x = _EDGE + _BESIDE * place
            write(picture, x, _BODY + 36, shorten(number, _HUGE, _BESIDE), _HUGE, _INK, anchor="lm")
            write(picture, x, _BODY + 100, what, _SMALL, _PALE, anchor="lm")
        _draw_bars(picture, pen, self.bars)
        if self.facts:
            pen.line((_EDGE, self._facts_from - 12, WIDTH - _EDGE, self._facts_from - 12), _GRID, 2)
        for place, (what, value) in enumerate(self.facts):
            x, y = (_EDGE, _MIDDLE)[place % 2], self._facts_from + _CELL * (place // 2)
            write(picture, x, y + 18, shorten(what, _SMALL, ROOM), _SMALL, _PALE, anchor="lm", bold=False)
            write(picture, x, y + 50, shorten(value, LARGE, ROOM), LARGE, _INK, anchor="lm")
        return webp(picture)


def fit_name(name: str) -> str:
    """As much of a name as has room in a fact, before a number."""
    return shorten(name, LARGE, _NAMED)


def _draw_bars(picture: Image.Image, pen: ImageDraw.ImageDraw, bars: Sequence[tuple[str, int]]) -> None:
    most = max((number for _, number in bars), default=1)
    for place, (name, number) in enumerate(bars):
        y, x = _BODY + _ROW * place + _ROW // 2 - 6, _MIDDLE + _LABEL
        long = max(6, round(_BAR * number / most))
        write(picture, _MIDDLE, y, shorten(name, _SMALL, _LABEL - 10), _SMALL, _INK, anchor="lm", bold=False)
        pen.rectangle((x, y - 12, x + long, y + 12), _PALE, _INK)
        write(picture, x + long + 10, y, str(number), _SMALL, _INK, anchor="lm")
