"""Draws the small pictures that the bot uploads as emojis: the six sides of a die, and games' own signs.

Each is drawn four times too large and then scaled down. Dice are ivory with dark pips and a dark rim inside a
pale one: they stand out on dark and light screens, and do not depend on colours.
"""

from __future__ import annotations

from io import BytesIO
from typing import Protocol

from PIL import Image, ImageDraw

__all__ = ["INK", "PALE", "SIZE", "Sign", "die", "new_sheet", "png", "shrink"]

SIZE = 128
"""The side of an emoji in pixels."""
_SCALE = 4
_IVORY = (250, 246, 234, 255)
INK = (32, 26, 22, 255)
PALE = (236, 231, 220, 255)

_LOW, _MID, _HIGH = 0.28, 0.5, 0.72
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MID), (_HIGH, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
}


class Sign(Protocol):
    """Draws the sign of a game on a transparent square, `size` pixels wide."""

    def __call__(self, size: int = SIZE) -> Image.Image:
        """Draw it."""
        ...


def die(value: int) -> Image.Image:
    """A die that shows `value` (1 to 6): SIZE x SIZE pixels on a transparent ground."""
    image, pen, side = new_sheet()
    margin, rim = side * 0.03, side * 0.035
    pen.rounded_rectangle((margin, margin, side - margin, side - margin), side * 0.2, fill=PALE)
    margin += rim
    pen.rounded_rectangle((margin, margin, side - margin, side - margin), side * 0.17, fill=INK)
    margin += rim
    pen.rounded_rectangle((margin, margin, side - margin, side - margin), side * 0.14, fill=_IVORY)
    radius = side * (0.12 if value == 1 else 0.088)
    for x, y in _PIPS[value]:
        cx, cy = x * side, y * side
        pen.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=INK)
    return shrink(image)


def png(image: Image.Image) -> bytes:
    """The picture as a PNG file."""
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def new_sheet() -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    """An empty transparent square to draw on: the picture, its pen, and its side in pixels."""
    side = SIZE * _SCALE
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image), side


def shrink(image: Image.Image, size: int = SIZE) -> Image.Image:
    """Scale a square drawing down to `size` x `size` pixels, by default the size of an emoji."""
    return image.resize((size, size), Image.Resampling.LANCZOS)
