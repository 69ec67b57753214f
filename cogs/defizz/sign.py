"""Défizz's sign: a card with a question mark, and a chip that pays for it. It is uploaded as an emoji."""

from __future__ import annotations

from PIL import Image

from bot.ui.pages.drawing import INK, PALE, SIZE, new_sheet, shrink
from bot.ui.pages.lettering import font

__all__ = ["card"]

_PINK = (206, 44, 98, 255)
_GOLD = (238, 184, 64, 255)


def card(size: int = SIZE) -> Image.Image:
    """Draw a card that asks something, with a gold chip on its corner, `size` pixels wide."""
    image, pen, side = new_sheet()
    for inset, colour in ((0.0, PALE), (0.035, INK), (0.07, _PINK)):
        box = (side * (0.12 + inset), side * (0.03 + inset), side * (0.8 - inset), side * (0.97 - inset))
        pen.rounded_rectangle(box, side * (0.14 - inset), fill=colour)
    pen.text(
        (side * 0.44, side * 0.45), "?", PALE, font(side * 0.62), anchor="mm", stroke_width=round(side * 0.02)
    )
    for radius, colour in ((0.24, PALE), (0.21, INK), (0.175, _GOLD), (0.11, INK), (0.085, _GOLD)):
        x, y, reach = side * 0.74, side * 0.74, side * radius
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    return shrink(image, size)
