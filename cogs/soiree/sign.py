"""The Soirée's sign: a microphone on its stand, uploaded as an emoji."""

from __future__ import annotations

from PIL import Image

from bot.ui.pages.drawing import INK, PALE, SIZE, new_sheet, shrink

__all__ = ["microphone"]

_HEAD = (112, 92, 196, 255)
_GRIP = (255, 205, 92, 255)


def microphone(size: int = SIZE) -> Image.Image:
    """Draw a microphone that stands upright, `size` pixels wide."""
    image, pen, side = new_sheet()
    for grow, colour in ((0.07, PALE), (0.035, INK), (0.0, _GRIP)):
        box = (side * (0.42 - grow), side * (0.4 - grow), side * (0.58 + grow), side * (0.86 + grow))
        pen.rectangle(box, fill=colour)
        foot = (side * (0.27 - grow), side * (0.8 - grow), side * (0.73 + grow), side * (0.88 + grow))
        pen.rectangle(foot, fill=colour)
    for radius, colour in ((0.29, PALE), (0.255, INK), (0.22, _HEAD)):
        reach, x, y = side * radius, side * 0.5, side * 0.31
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    for y, half in ((0.23, 0.15), (0.31, 0.18), (0.39, 0.15)):
        pen.rectangle(
            (side * (0.5 - half), side * (y - 0.012), side * (0.5 + half), side * (y + 0.012)), fill=INK
        )
    return shrink(image, size)
