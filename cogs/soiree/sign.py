"""The Soirée's sign: a microphone before a disc of light, uploaded as an emoji."""

from __future__ import annotations

from PIL import Image

from bot.ui.pages.drawing import INK, PALE, SIZE, new_sheet, shrink

__all__ = ["microphone"]

_LIGHT = (255, 205, 92, 255)
_HEAD = (90, 74, 160, 255)
_GRIP = (52, 46, 66, 255)


def microphone(size: int = SIZE) -> Image.Image:
    """Draw a microphone that leans to the right, `size` pixels wide."""
    image, pen, side = new_sheet()
    for radius, colour in ((0.49, PALE), (0.455, INK), (0.42, _LIGHT)):
        reach = side * radius
        pen.ellipse(
            (side * 0.5 - reach, side * 0.5 - reach, side * 0.5 + reach, side * 0.5 + reach), fill=colour
        )
    for grow, colour in ((0.035, INK), (0.0, _GRIP)):
        pen.polygon(_grip(side, grow), fill=colour)
    for radius, colour in ((0.235, INK), (0.2, _HEAD)):
        reach, x, y = side * radius, side * 0.6, side * 0.36
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    return shrink(image, size)


def _grip(side: int, grow: float) -> list[tuple[float, float]]:
    corners = (
        *((0.43 - grow, 0.44 - grow), (0.55 + grow, 0.56 + grow * 0.2)),
        *((0.3 + grow, 0.85 + grow), (0.2 - grow, 0.75 + grow * 0.2)),
    )
    return [(side * x, side * y) for x, y in corners]
