"""Débâcle's sign, uploaded as an emoji: a block of ice with a crack across, and a die on either side."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.ui.pages.drawing import INK, PALE, SIZE, new_sheet, shrink

__all__ = ["ice"]

_ICE = (168, 214, 236, 255)
_WATER = (24, 78, 120, 255)
_RED = (178, 42, 44, 255)
_CRACK = ((0.64, 0.0), (0.5, 0.24), (0.62, 0.4), (0.38, 0.6), (0.5, 0.76), (0.36, 1.0))


def ice(size: int = SIZE) -> Image.Image:
    """Draw a block of ice that breaks between a red and a dark die, `size` pixels wide."""
    image, pen, side = new_sheet()
    for inset, colour in ((0.03, PALE), (0.065, INK), (0.1, _ICE)):
        low, high = side * inset, side * (1 - inset)
        pen.rounded_rectangle((low, low, high, high), side * (0.23 - inset), fill=colour)
    points = [(side * x, side * (0.1 + 0.8 * y)) for x, y in _CRACK]
    pen.line(points, fill=_WATER, width=round(side * 0.075), joint="curve")
    _die(pen, side, 0.3, 0.33, _RED)
    _die(pen, side, 0.7, 0.67, INK)
    return shrink(image, size)


def _die(pen: ImageDraw.ImageDraw, side: int, x: float, y: float, colour: tuple[int, int, int, int]) -> None:
    half, pip = side * 0.145, side * 0.032
    x, y = x * side, y * side
    pen.rounded_rectangle((x - half, y - half, x + half, y + half), side * 0.045, fill=colour)
    for step in (-0.075, 0.0, 0.075):
        cx, cy = x + step * side, y - step * side
        pen.ellipse((cx - pip, cy - pip, cx + pip, cy + pip), fill=PALE)
