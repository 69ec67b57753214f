"""Charts in one ink on paper: a curve, bars, and shares. They tell by lengths and numbers, not by colours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, cycle, pairwise
from math import hypot
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.pages.lettering import shorten, write
from bot.ui.pages.sprites import RGB, webp

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


# Several curves on one chart, in one ink: told apart by their dashes, by a mark at their end, by name.

_CURVES_END, _NAME_LETTERS = 282, 26
_NAME, _APART = 146, 36
"""Pixels for a name beside its line, and between two names."""
_CURVE, _MARK = 4, 8
_DASHES: Final = ((), (18, 8), (3, 7), (16, 6, 3, 6), (8, 6))
"""Pixels drawn and left out by turns; the first line is drawn through."""
MOST: Final = len(_DASHES)
"""So many lines can be told apart."""
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Course:
    """A line: whose it is, and its numbers at even distances, None before it begins."""

    name: str
    numbers: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class CoursesDrawing:
    """At most `MOST` lines with as many numbers each, two at least; `steps` and axes as in `CurveDrawing`."""

    courses: tuple[Course, ...]
    steps: int
    upwards: str
    across: str

    def paint(self) -> bytes:
        """Paint them: a WebP file of WIDTH x HEIGHT pixels (see bot.ui.pages.charts)."""
        picture, pen = begin_chart(self.upwards, self.across, _CURVES_END)
        known = [number for course in self.courses for number in course.numbers if number is not None]
        scale = ticks(min(known), max(known))
        rule_chart(picture, pen, scale, _CURVES_END)
        number_steps(picture, pen, self.steps, _CURVES_END)
        mask = Image.new("L", (WIDTH * SMOOTH, HEIGHT * SMOOTH))
        brush = ImageDraw.Draw(mask)
        lines = [list(_points(course, scale)) for course in self.courses]
        for style, line in enumerate(lines):
            _draw(brush, line, _DASHES[style])
        ends = [line[-1] for line in lines]
        heights = _spread([y for _, y in ends])
        for style, ((x, y), height) in enumerate(zip(ends, heights, strict=True)):
            _mark(brush, x, y, style)
            _mark(brush, x + 26, height, style)
        picture.paste(INK, (0, 0), mask.reduce(SMOOTH))
        for course, (x, _), height in zip(self.courses, ends, heights, strict=True):
            name = shorten(course.name, _NAME_LETTERS, _NAME)
            write(picture, x + 44, height, name, _NAME_LETTERS, INK, anchor="lm", bold=False)
            write(picture, WIDTH - 10, height, str(course.numbers[-1]), _NAME_LETTERS, INK, anchor="rm")
        return webp(picture)


def _points(course: Course, scale: range) -> Iterator[_Point]:
    last = max(1, len(course.numbers) - 1)
    for place, number in enumerate(course.numbers):
        if number is not None:
            yield LEFT + (WIDTH - LEFT - _CURVES_END) * place / last, height_on(number, scale)


def _spread(heights: Sequence[float]) -> list[float]:
    """Where names stand, in pixels from above: near these heights, and with room between them."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = [heights[one] for one in order]
    for place in range(1, len(placed)):
        placed[place] = max(placed[place], placed[place - 1] + _APART)
    lowest = float(HEIGHT - _APART)
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - _APART
    found = dict(zip(order, placed, strict=True))
    return [found[one] for one in range(len(heights))]


def _draw(brush: ImageDraw.ImageDraw, line: Sequence[_Point], dashes: tuple[int, ...]) -> None:
    """Draw a line into a mask, `SMOOTH` times larger."""
    points = [(x * SMOOTH, y * SMOOTH) for x, y in line]
    if not dashes:
        brush.line(points, _OPAQUE, _CURVE * SMOOTH, joint="curve")
        return
    for dash in _dashed(points, [length * SMOOTH for length in dashes]):
        brush.line(dash, _OPAQUE, _CURVE * SMOOTH)


def _dashed(points: Sequence[_Point], lengths: Sequence[int]) -> Iterator[tuple[_Point, _Point]]:
    """The parts of a line that are drawn: the first of these lengths is, the second is not, and so on."""
    turns = cycle(enumerate(lengths))
    turn, length = next(turns)
    left = float(length)
    for (x, y), (to_x, to_y) in pairwise(points):
        whole = hypot(to_x - x, to_y - y)
        done = 0.0
        while done < whole:
            step = min(left, whole - done)
            if turn % 2 == 0:
                begin, end = done / whole, (done + step) / whole
                yield (
                    (x + (to_x - x) * begin, y + (to_y - y) * begin),
                    (x + (to_x - x) * end, y + (to_y - y) * end),
                )
            done += step
            left -= step
            if left <= 0:
                turn, length = next(turns)
                left = float(length)


def _mark(brush: ImageDraw.ImageDraw, x: float, y: float, style: int) -> None:
    """Draw the mark of a line: a disc, a square, a triangle, a diamond or a ring."""
    x, y, half = x * SMOOTH, y * SMOOTH, _MARK * SMOOTH
    box = (x - half, y - half, x + half, y + half)
    if style == 0:
        brush.ellipse(box, _OPAQUE)
    elif style == 1:
        brush.rectangle(box, _OPAQUE)
    elif style == 2:
        brush.polygon(((x, y - half), (x + half, y + half), (x - half, y + half)), _OPAQUE)
    elif style == 3:
        far = half * 1.3
        brush.polygon(((x, y - far), (x + far, y), (x, y + far), (x - far, y)), _OPAQUE)
    else:
        brush.ellipse(box, 0, _OPAQUE, _CURVE * SMOOTH)
