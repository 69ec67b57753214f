"""The six signs of the Order die, which differ by their shapes alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import ImageDraw

from bot.ui.pages.lettering import font
from bot.ui.pages.sprites import RGB

__all__ = ["Sign"]

_Draw = Callable[[ImageDraw.ImageDraw, float, RGB], None]


@dataclass(frozen=True, slots=True)
class Sign:
    """The mark on the Order die for an order from 1 to 6 (D2)."""

    order: int
    colour: RGB

    def __call__(self, pen: ImageDraw.ImageDraw, side: float) -> None:
        """Draw the sign on a face with this side in pixels."""
        _SIGNS[self.order](pen, side, self.colour)


def _bar(pen: ImageDraw.ImageDraw, side: float, box: tuple[float, float, float, float], colour: RGB) -> None:
    left, top, right, bottom = (part * side for part in box)
    pen.rounded_rectangle((left, top, right, bottom), side * 0.03, fill=colour)


def _head(pen: ImageDraw.ImageDraw, side: float, corners: tuple[float, ...], colour: RGB) -> None:
    pen.polygon([part * side for part in corners], fill=colour)


def _plus(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the largest sum."""
    _bar(pen, side, (0.2, 0.42, 0.8, 0.58), colour)
    _bar(pen, side, (0.42, 0.2, 0.58, 0.8), colour)


def _minus(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the smallest sum."""
    _bar(pen, side, (0.2, 0.42, 0.8, 0.58), colour)


def _spread(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the largest spread: a double arrow between two posts."""
    _bar(pen, side, (0.14, 0.26, 0.2, 0.74), colour)
    _bar(pen, side, (0.8, 0.26, 0.86, 0.74), colour)
    _bar(pen, side, (0.34, 0.46, 0.66, 0.54), colour)
    _head(pen, side, (0.22, 0.5, 0.4, 0.34, 0.4, 0.66), colour)
    _head(pen, side, (0.78, 0.5, 0.6, 0.34, 0.6, 0.66), colour)


def _odd(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the most odd faces: 1, 3, 5."""
    for digit, x, y in (("1", 0.31, 0.36), ("3", 0.69, 0.36), ("5", 0.5, 0.69)):
        pen.text(
            (x * side, y * side),
            digit,
            colour,
            font(side * 0.36),
            anchor="mm",
            stroke_width=side * 0.012,
        )


def _highest(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the highest value: an arrow up to a line."""
    _bar(pen, side, (0.22, 0.16, 0.78, 0.24), colour)
    _head(pen, side, (0.5, 0.28, 0.73, 0.53, 0.27, 0.53), colour)
    _bar(pen, side, (0.42, 0.5, 0.58, 0.84), colour)


def _nearest(pen: ImageDraw.ImageDraw, side: float, colour: RGB) -> None:
    """Draw the sign of the nearest die: a target."""
    middle, width = side / 2, round(side * 0.07)
    for radius in (0.34, 0.21):
        reach = radius * side
        pen.ellipse(
            (middle - reach, middle - reach, middle + reach, middle + reach), outline=colour, width=width
        )
    dot = side * 0.08
    pen.ellipse((middle - dot, middle - dot, middle + dot, middle + dot), fill=colour)


_SIGNS: Mapping[int, _Draw] = {1: _plus, 2: _minus, 3: _spread, 4: _odd, 5: _highest, 6: _nearest}
