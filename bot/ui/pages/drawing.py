"""The small pictures that the bot uploads as emojis: six faces of a die, and a cup upside down.

Drawn four times too large and scaled down. Ivory with dark pips and a dark rim inside a pale one, so that
they stand out on a dark screen and on a light one, and without colours.
"""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageDraw

__all__ = ["cup", "die", "png"]

SIZE = 128
_SCALE = 4
_IVORY = (250, 246, 234, 255)
_INK = (32, 26, 22, 255)
_PALE = (236, 231, 220, 255)
_LEATHER = (150, 84, 42, 255)
_SEAM = (240, 200, 140, 255)

_LOW, _MID, _HIGH = 0.28, 0.5, 0.72
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MID), (_HIGH, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
}


def die(value: int) -> Image.Image:
    """The face of a die, `value` from 1 to 6: SIZE x SIZE pixels on a transparent ground."""
    image, pen, side = _sheet()
    margin, rim = side * 0.03, side * 0.035
    pen.rounded_rectangle((margin, margin, side - margin, side - margin), side * 0.2, fill=_PALE)
    margin += rim
    pen.rounded_rectangle((margin, margin, side - margin, side - margin), side * 0.17, fill=_INK)
    margin += rim
    pen.rounded_rectangle((margin, margin, side - margin, side - margin), side * 0.14, fill=_IVORY)
    radius = side * (0.12 if value == 1 else 0.088)
    for x, y in _PIPS[value]:
        cx, cy = x * side, y * side
        pen.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=_INK)
    return _small(image)


def cup() -> Image.Image:
    """A leather cup turned upside down: whoever has it has the turn."""
    image, pen, side = _sheet()
    for grow, colour in ((0.035, _PALE), (0.0, _INK)):
        pen.polygon(_trapezium(side, grow), fill=colour)
        edge = (side * (0.1 - grow), side * (0.74 - grow), side * (0.9 + grow), side * (0.9 + grow))
        pen.rounded_rectangle(edge, side * 0.06, fill=colour)
    pen.polygon(_trapezium(side, -0.035), fill=_LEATHER)
    pen.rounded_rectangle(
        (side * 0.135, side * 0.775, side * 0.865, side * 0.865), side * 0.04, fill=_LEATHER
    )
    pen.line((side * 0.27, side * 0.32, side * 0.73, side * 0.32), fill=_SEAM, width=round(side * 0.03))
    return _small(image)


def png(image: Image.Image) -> bytes:
    """The picture as a PNG file."""
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _trapezium(side: int, grow: float) -> list[tuple[float, float]]:
    corners = ((0.28 - grow, 0.12 - grow), (0.72 + grow, 0.12 - grow), (0.83 + grow, 0.8), (0.17 - grow, 0.8))
    return [(side * x, side * y) for x, y in corners]


def _sheet() -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    side = SIZE * _SCALE
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image), side


def _small(image: Image.Image) -> Image.Image:
    return image.resize((SIZE, SIZE), Image.Resampling.LANCZOS)
