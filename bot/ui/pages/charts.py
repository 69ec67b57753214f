"""Charts in one ink on paper: a curve, bars, and shares. They tell by lengths and numbers, not by colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from PIL import Image, ImageDraw

from bot.ui.pages.lettering import write
from bot.ui.pages.sprites import RGB, webp

__all__ = [
    "HEIGHT",
    "INK",
    "LEFT",
    "SMOOTH",
    "WIDTH",
    "BarsDrawing",
    "CurveDrawing",
    "SharesDrawing",
    "begin_chart",
    "height_on",
    "number_steps",
    "rule_chart",
    "ticks",
]

WIDTH, HEIGHT = 800, 380
_PAPER: RGB = (250, 246, 236)
INK: RGB = (38, 32, 28)
_GRID: RGB = (214, 206, 190)
_FILL: RGB = (96, 88, 80)
LEFT, _RIGHT, _TOP, _BOTTOM = 100, 112, 64, 80
SMOOTH = 2
"""How many times larger the line is drawn than shown."""
_LINE, _DOT = 4, 7
_OPAQUE = 255
_LETTERS, _LARGE = 27, 32
_PARTS = 4
"""About so many parts has a scale."""
_NARROW = 84
"""Pixels that a label below a bar needs."""
_DASH, _GAP = 12, 8
_FOOT = 24
"""Pixels from the foot of a bar to the middle of a number in it."""
_DIGIT = 0.62
"""How wide a digit of a bar is, beside its height."""


def ticks(least: int, most: int) -> range:
    """Round numbers for a scale that has both of these in it, 1, 2, 5, 10... apart, two at least."""
    sizes = (part * 10**power for power in count() for part in (1, 2, 5))
    size = next(size for size in sizes if (most - least) / size <= _PARTS)
    low, high = least // size * size, -(-most // size) * size
    return range(low, max(high, low + size) + 1, size)


def begin_chart(upwards: str, across: str, right: int = _RIGHT) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A sheet with the axes and what they stand for; `right` of them are so many pixels."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    pen = ImageDraw.Draw(picture)
    pen.line((LEFT, _TOP, LEFT, HEIGHT - _BOTTOM, WIDTH - right, HEIGHT - _BOTTOM), INK, 2)
    write(picture, 12, 24, upwards, _LETTERS, INK, anchor="lm")
    write(picture, WIDTH - right, HEIGHT - 20, across, _LETTERS, INK, anchor="rm")
    return picture, pen


def rule_chart(picture: Image.Image, pen: ImageDraw.ImageDraw, scale: range, right: int = _RIGHT) -> None:
    """Draw the lines of the upward scale, with their numbers."""
    for number in scale:
        y = height_on(number, scale)
        if number != scale[0]:
            pen.line((LEFT + 1, y, WIDTH - right, y), _GRID, 2)
        write(picture, LEFT - 10, y, str(number), _LETTERS, INK, anchor="rm", bold=False)


def height_on(number: float, scale: range) -> float:
    """Where a number of the upward scale is, in pixels from above."""
    share = (number - scale[0]) / (scale[-1] - scale[0])
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - share)


def number_steps(picture: Image.Image, pen: ImageDraw.ImageDraw, steps: int, right: int = _RIGHT) -> None:
    """Number the scale below, from 0 to `steps`."""
    for step in ticks(0, steps):
        if step <= steps:
            x = LEFT + (WIDTH - LEFT - right) * step / max(1, steps)
            pen.line((x, HEIGHT - _BOTTOM, x, HEIGHT - _BOTTOM + 6), INK, 2)
            write(picture, x, HEIGHT - _BOTTOM + 22, str(step), _LETTERS, INK, bold=False)


@dataclass(frozen=True, slots=True)
class CurveDrawing:
    """Numbers one after the other, the last one written at the end of the line.

    `steps` is what the way from the first to the last one stands for on the scale below, from 0.
    """

    numbers: tuple[int, ...]
    steps: int
    upwards: str
    across: str

    def paint(self) -> bytes:
        """Paint it: a WebP file of WIDTH x HEIGHT pixels."""
        picture, pen = begin_chart(self.upwards, self.across)
        scale = ticks(min(self.numbers), max(self.numbers))
        rule_chart(picture, pen, scale)
        number_steps(picture, pen, self.steps)
        points = list(self._points(scale))
        line = Image.new("L", (WIDTH * SMOOTH, HEIGHT * SMOOTH))
        _draw_line(ImageDraw.Draw(line), [(x * SMOOTH, y * SMOOTH) for x, y in points])
        picture.paste(INK, (0, 0), line.reduce(SMOOTH))
        x, y = points[-1]
        write(picture, x + 14, y, str(self.numbers[-1]), _LARGE, INK, anchor="lm")
        return webp(picture)

    def _points(self, scale: range) -> Iterator[tuple[float, float]]:
        last = max(1, len(self.numbers) - 1)
        for place, number in enumerate(self.numbers):
            yield LEFT + (WIDTH - LEFT - _RIGHT) * place / last, height_on(number, scale)


def _draw_line(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]]) -> None:
    """Draw the line, and a dot where it ends, into a mask."""
    pen.line(points, _OPAQUE, _LINE * SMOOTH, joint="curve")
    half, (x, y) = _DOT * SMOOTH, points[-1]
    pen.ellipse((x - half, y - half, x + half, y + half), _OPAQUE)


def _fit(bars: Sequence[tuple[str, int]], wide: float) -> int:
    """How large the numbers of bars are written that are so wide, in pixels."""
    return min(_LETTERS, round(wide / _DIGIT / len(str(max(number for _, number in bars)))))


@dataclass(frozen=True, slots=True)
class BarsDrawing:
    """A bar for each (label, number), the number above it, the label below where its bar begins."""

    bars: tuple[tuple[str, int], ...]
    upwards: str
    across: str

    def paint(self) -> bytes:
        """Paint it: a WebP file of WIDTH x HEIGHT pixels."""
        picture, pen = begin_chart(self.upwards, self.across)
        scale = ticks(0, max(1, *(number for _, number in self.bars)))
        rule_chart(picture, pen, scale)
        wide = (WIDTH - LEFT - _RIGHT) / len(self.bars)
        apart = -(-_NARROW // max(1, round(wide)))
        letters = _fit(self.bars, wide)
        for place, (label, number) in enumerate(self.bars):
            x, y = LEFT + wide * place, height_on(number, scale)
            if number:
                pen.rectangle((x + 3, y, x + wide - 3, HEIGHT - _BOTTOM - 2), _FILL, INK)
                write(picture, x + wide / 2, y - 18, str(number), letters, INK)
            if place % apart == 0:
                pen.line((x, HEIGHT - _BOTTOM, x, HEIGHT - _BOTTOM + 6), INK, 2)
                write(picture, x, HEIGHT - _BOTTOM + 22, label, _LETTERS, INK, bold=False)
        return webp(picture)


@dataclass(frozen=True, slots=True)
class SharesDrawing:
    """A bar for each number by its share of all, the number written at its foot, the label below it.

    A dashed line, named `equal` at its end, tells how high each bar is where all are equal. The scale begins
    at 0, in hundredths: what differs by little looks as if it did.
    """

    bars: tuple[tuple[str, int], ...]
    upwards: str
    across: str
    equal: str

    def paint(self) -> bytes:
        """Paint it: a WebP file of WIDTH x HEIGHT pixels."""
        picture, pen = begin_chart(self.upwards, self.across)
        whole = max(1, sum(number for _, number in self.bars))
        scale = ticks(0, -(-100 * max(1, *(number for _, number in self.bars)) // whole))
        rule_chart(picture, pen, scale)
        wide, foot = (WIDTH - LEFT - _RIGHT) / len(self.bars), HEIGHT - _BOTTOM - 2
        letters = _fit(self.bars, wide - 12)
        for place, (label, number) in enumerate(self.bars):
            x, y = LEFT + wide * place, height_on(100 * number / whole, scale)
            if y < foot:
                pen.rectangle((x + 6, y, x + wide - 6, foot), _FILL, INK)
            low = foot - y < 2 * _FOOT  # the number would not stand in its bar
            middle = min(y, foot) if low else foot
            write(picture, x + wide / 2, middle - _FOOT, str(number), letters, INK if low else _PAPER)
            write(picture, x + wide / 2, HEIGHT - _BOTTOM + 22, label, _LETTERS, INK)
        y = height_on(100 / len(self.bars), scale)
        for x in range(LEFT, WIDTH - _RIGHT, _DASH + _GAP):
            end = min(x + _DASH, WIDTH - _RIGHT)
            pen.line((x, y, end, y), _PAPER, 5)
            pen.line((x, y, end, y), INK, 3)
        write(picture, WIDTH - _RIGHT + 6, y, self.equal, _LETTERS, INK, anchor="lm")
        return webp(picture)
