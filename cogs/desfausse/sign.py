"""DESfausse's sign: a die that shows a devil. It is uploaded as an emoji."""

from __future__ import annotations

from PIL import Image

from bot.ui.pages.drawing import INK, PALE, SIZE, new_sheet, shrink
from cogs.desfausse.signs import DevilMark

__all__ = ["devil"]

_PLUM = (128, 38, 98)


def devil(size: int = SIZE) -> Image.Image:
    """Draw a plum-coloured die with the devil on it, `size` pixels wide."""
    image, pen, side = new_sheet()
    for inset, colour in ((0.03, PALE), (0.065, INK), (0.1, (*_PLUM, 255))):
        low, high = side * inset, side * (1 - inset)
        pen.rounded_rectangle((low, low, high, high), side * (0.23 - inset), fill=colour)
    DevilMark(PALE[:3], _PLUM)(pen, float(side))
    return shrink(image, size)
