"""Several curves on one chart, in one ink: told apart by their dashes, by a mark at their end, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from math import hypot
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.pages.charts import (
    HEIGHT,
    INK,
    LEFT,
    SMOOTH,
    WIDTH,
    begin_chart,
    height_on,
    number_steps,
    rule_chart,
    ticks,
)
from bot.ui.pages.lettering import shorten, write
from bot.ui.pages.sprites import webp

__all__ = ["MOST", "Course", "CoursesDrawing"]

_RIGHT, _LETTERS = 282, 26
_NAME, _APART = 146, 36
"""Pixels for a name beside its line, and between two names."""
_OPAQUE = 255
_LINE, _MARK = 4, 8
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
        picture, pen = begin_chart(self.upwards, self.across, _RIGHT)
        known = [number for course in self.courses for number in course.numbers if number is not None]
        scale = ticks(min(known), max(known))
        rule_chart(picture, pen, scale, _RIGHT)
        number_steps(picture, pen, self.steps, _RIGHT)
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
            name = shorten(course.name, _LETTERS, _NAME)
            write(picture, x + 44, height, name, _LETTERS, INK, anchor="lm", bold=False)
            write(picture, WIDTH - 10, height, str(course.numbers[-1]), _LETTERS, INK, anchor="rm")
        return webp(picture)


def _points(course: Course, scale: range) -> Iterator[_Point]:
    last = max(1, len(course.numbers) - 1)
    for place, number in enumerate(course.numbers):
        if number is not None:
            yield LEFT + (WIDTH - LEFT - _RIGHT) * place / last, height_on(number, scale)


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
        brush.line(points, _OPAQUE, _LINE * SMOOTH, joint="curve")
        return
    for dash in _dashed(points, [length * SMOOTH for length in dashes]):
        brush.line(dash, _OPAQUE, _LINE * SMOOTH)


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
        brush.ellipse(box, 0, _OPAQUE, _LINE * SMOOTH)
