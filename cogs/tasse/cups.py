"""The leather cup of La Tasse as pictures show it: upside down on the table, or lifted off the dice."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.ui.pages.sprites import RGB

__all__ = ["CLOSED", "COLOURS", "LIFTED", "closed_cup", "lifted_cup"]

LEATHER: RGB = (158, 88, 44)
_LIGHT: RGB = (196, 122, 70)
_DARK: RGB = (104, 54, 26)
_INSIDE: RGB = (34, 22, 18)
_SEAM: RGB = (244, 208, 150)
RIM: RGB = (250, 232, 200)
COLOURS = (LEATHER, _LIGHT, _DARK, _INSIDE, _SEAM, RIM)
"""What the cup is drawn with; its rim and its seams stand out from any table."""

CLOSED, LIFTED = (190, 196), (236, 236)
"""Width and height of the two pictures in pixels."""
_SCALE = 4
_TILT = 34
"""How far the lifted cup is turned, in degrees counterclockwise."""


@lru_cache(maxsize=1)
def closed_cup() -> Image.Image:
    """The cup upside down, with what is under it out of sight: CLOSED pixels on a transparent ground."""
    sheet = Image.new("RGBA", (CLOSED[0] * _SCALE, CLOSED[1] * _SCALE))
    _draw_cup(ImageDraw.Draw(sheet), 95, 98, open_mouth=False)
    return sheet.resize(CLOSED, Image.Resampling.BOX)


@lru_cache(maxsize=1)
def lifted_cup() -> Image.Image:
    """The same cup in the air, its mouth to the lower right: LIFTED pixels on a transparent ground."""
    sheet = Image.new("RGBA", (LIFTED[0] * _SCALE, LIFTED[1] * _SCALE))
    _draw_cup(ImageDraw.Draw(sheet), LIFTED[0] / 2, LIFTED[1] / 2, open_mouth=True)
    return sheet.rotate(_TILT, Image.Resampling.BICUBIC).resize(LIFTED, Image.Resampling.BOX)


def _draw_cup(pen: ImageDraw.ImageDraw, x: float, y: float, *, open_mouth: bool) -> None:
    """Draw the cup with its middle at (x, y), in pixels of the finished picture."""
    for grow, colour in ((4.0, RIM), (0.0, _DARK)):
        _body(pen, x, y, grow, colour)
    _body(pen, x, y, -4.0, LEATHER)
    _stripe(pen, x, y, -0.62, -0.34, _LIGHT)
    _ellipse(pen, x, y - 68, 52, 15, _LIGHT)
    _ellipse(pen, x, y - 68, 44, 11, LEATHER)
    for down in (-38.0, 46.0):
        wide = _half_width(down) - 4
        pen.arc(_box(x, y + down, wide, wide * 0.24), 20, 160, _SEAM, 3 * _SCALE)
    if open_mouth:
        _ellipse(pen, x, y + 62, 82, 24, RIM)
        _ellipse(pen, x, y + 62, 77, 20, _INSIDE)


def _half_width(down: float) -> float:
    """Half the cup's width at this height below its middle: it is wider at its mouth."""
    return 56 + (down + 68) / 130 * 24


def _body(pen: ImageDraw.ImageDraw, x: float, y: float, grow: float, colour: RGB) -> None:
    top, bottom = _half_width(-68) + grow, _half_width(62) + grow
    corners = ((x - top, y - 68), (x + top, y - 68), (x + bottom, y + 62), (x - bottom, y + 62))
    pen.polygon([(_SCALE * across, _SCALE * down) for across, down in corners], colour)
    _ellipse(pen, x, y - 68, top, 16 + grow, colour)
    _ellipse(pen, x, y + 62, bottom, 22 + grow, colour)


def _stripe(pen: ImageDraw.ImageDraw, x: float, y: float, left: float, right: float, colour: RGB) -> None:
    """Draw a strip of light down the cup; its sides are shares of the cup's half width."""
    top, bottom = _half_width(-56), _half_width(66)
    corners = (
        (x + left * top, y - 56),
        (x + right * top, y - 54),
        (x + right * bottom, y + 78),
        (x + left * bottom, y + 74),
    )
    pen.polygon([(_SCALE * across, _SCALE * down) for across, down in corners], colour)


def _ellipse(pen: ImageDraw.ImageDraw, x: float, y: float, across: float, down: float, colour: RGB) -> None:
    pen.ellipse(_box(x, y, across, down), colour)


def _box(x: float, y: float, across: float, down: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = x - across, y - down, x + across, y + down
    return _SCALE * left, _SCALE * top, _SCALE * right, _SCALE * bottom
