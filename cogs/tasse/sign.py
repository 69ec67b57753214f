"""La Tasse's sign: a cup upside down, uploaded as an emoji. It marks whose turn it is."""

from __future__ import annotations

from PIL import Image

from bot.ui.pages.drawing import INK, PALE, SIZE, new_sheet, shrink

__all__ = ["cup"]

_LEATHER = (150, 84, 42, 255)
_SEAM = (240, 200, 140, 255)


def cup(size: int = SIZE) -> Image.Image:
    """Draw a leather cup turned upside down, `size` pixels wide."""
    image, pen, side = new_sheet()
    for grow, colour in ((0.035, PALE), (0.0, INK)):
        pen.polygon(_trapezium(side, grow), fill=colour)
        edge = (side * (0.1 - grow), side * (0.74 - grow), side * (0.9 + grow), side * (0.9 + grow))
        pen.rounded_rectangle(edge, side * 0.06, fill=colour)
    pen.polygon(_trapezium(side, -0.035), fill=_LEATHER)
    pen.rounded_rectangle(
        (side * 0.135, side * 0.775, side * 0.865, side * 0.865), side * 0.04, fill=_LEATHER
    )
    pen.line((side * 0.27, side * 0.32, side * 0.73, side * 0.32), fill=_SEAM, width=round(side * 0.03))
    return shrink(image, size)


def _trapezium(side: int, grow: float) -> list[tuple[float, float]]:
    corners = ((0.28 - grow, 0.12 - grow), (0.72 + grow, 0.12 - grow), (0.83 + grow, 0.8), (0.17 - grow, 0.8))
    return [(side * x, side * y) for x, y in corners]
