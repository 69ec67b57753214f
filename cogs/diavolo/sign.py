"""Diavolo's sign: a red die with horns and a tail. It is uploaded as an emoji."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.ui.pages.drawing import INK, PALE, SIZE, new_sheet, shrink

__all__ = ["imp"]

_RED = (186, 34, 42, 255)
_PIPS = ((0.25, 0.5), (0.57, 0.5), (0.41, 0.66), (0.25, 0.82), (0.57, 0.82))
_TAIL = ((0.68, 0.85), (0.83, 0.81), (0.85, 0.62))


def imp(size: int = SIZE) -> Image.Image:
    """Draw a red die that shows a five, as a little devil, `size` pixels wide."""
    image, pen, side = new_sheet()
    for grow, colour in ((0.07, PALE), (0.035, INK), (0.0, _RED)):
        _draw_tail(pen, side, grow, colour)
        _draw_horns(pen, side, grow, colour)
        box = (side * (0.11 - grow), side * (0.36 - grow), side * (0.71 + grow), side * (0.93 + grow))
        pen.rounded_rectangle(box, side * (0.1 + grow), fill=colour)
    for x, y in _PIPS:
        cx, cy, radius = x * side, y * side, side * 0.058
        pen.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=PALE)
    return shrink(image, size)


def _draw_horns(pen: ImageDraw.ImageDraw, side: int, grow: float, colour: tuple[int, int, int, int]) -> None:
    for flip in (1, -1):
        corners = ((0.27 + grow, 0.42), (0.27 + grow, 0.13 - grow * 1.4), (0.06 - grow, 0.42))
        pen.polygon([((0.41 + flip * x) * side, y * side) for x, y in corners], fill=colour)


def _draw_tail(pen: ImageDraw.ImageDraw, side: int, grow: float, colour: tuple[int, int, int, int]) -> None:
    points = [(x * side, y * side) for x, y in _TAIL]
    pen.line(points, fill=colour, width=round(side * (0.05 + 2 * grow)), joint="curve")
    tip = ((0.86, 0.46 - grow * 1.4), (0.78 - grow, 0.64 + grow), (0.93 + grow, 0.64 + grow))
    pen.polygon([(x * side, y * side) for x, y in tip], fill=colour)
