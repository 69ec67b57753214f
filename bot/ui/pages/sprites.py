"""The parts that pictures are made of, in all colours: dice with pips and shadows; and WebP files.

Dice are drawn four times too large, turned and scaled down; `bot.ui.pages.palette` lays them on pictures. The
same image may be returned to several callers: paste it, never draw on it. Colour is never the only signal:
kinds of dice also differ in the shape of body and pips and in an inlaid line (see `Paint`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import Literal, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

RGB: TypeAlias = tuple[int, int, int]
Shape: TypeAlias = Literal["round", "cut", "square"]
"""The form of a die's corners."""
Mark: TypeAlias = Callable[[ImageDraw.ImageDraw, float], None]
"""Draws what stands on a die; it is given a pen and the length of the die's side in pixels. Hashable."""

_SCALE = 4
_LOW, _MID, _HIGH = 0.26, 0.5, 0.74
_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_LOW, _HIGH), (_HIGH, _LOW)),
    3: ((_LOW, _HIGH), (_MID, _MID), (_HIGH, _LOW)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MID, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _MID), (_HIGH, _MID), (_LOW, _HIGH), (_HIGH, _HIGH)),
}
_PIP = {"disc": 0.092, "square": 0.082, "diamond": 0.098}
"""Half the width of a pip, as a share of the die's side: the three shapes look equally large."""
ROUNDING = {"round": 0.23, "square": 0.07, "cut": 0.0}
"""The radius of a die's corners, as a share of its side."""
CUT = 0.25
"""How much of a side a cut corner takes."""
_CUT_SPREAD = 0.86
_ROOM = 0.16
"""How much room a shadow needs around a die, as a share of its side."""
_TURNED = 1.42
"""How many times wider a turned die is at most."""


@dataclass(frozen=True, slots=True)
class Paint:
    """How a kind of dice looks. `inlay` is the colour of a line inside the edge; None for no line."""

    body: RGB
    pip: RGB
    rim: RGB
    shape: Shape = "round"
    pips: Literal["disc", "square", "diamond"] = "disc"
    inlay: RGB | None = None


@dataclass(frozen=True, slots=True)
class Pips:
    """The mark of an ordinary die: the pips of `value`, from 1 to 6."""

    value: int
    paint: Paint

    def __call__(self, pen: ImageDraw.ImageDraw, side: float) -> None:
        """Draw the pips."""
        half = _PIP[self.paint.pips] * side * (1.35 if self.value == 1 else 1)
        for x, y in self.spots:
            _pip(pen, self.paint, x * side, y * side, half)

    @property
    def spots(self) -> tuple[tuple[float, float], ...]:
        """The middles of the pips (x, y) as shares of the die's side; closer together on cut corners."""
        spread = _CUT_SPREAD if self.paint.shape == "cut" else 1.0
        return tuple((_MID + (x - _MID) * spread, _MID + (y - _MID) * spread) for x, y in _SPOTS[self.value])


@lru_cache(maxsize=32)
def marked_die(side: int, paint: Paint, angle: float = 0.0, mark: Mark | None = None) -> Image.Image:
    """A die with its shadow, `side` pixels wide, turned by `angle` degrees against the clock.

    The die's middle is the image's middle, its shadow falls to the lower right whatever the angle.
    """
    room = _room(side)
    body = ImageOps.expand(_turn(_draw_upright(side, paint, mark), side, angle), room)
    body.alpha_composite(_make_light(body.getchannel("A")))
    whole = Image.new("RGBA", body.size)
    whole.putalpha(shadow(side, paint.shape, angle))
    whole.alpha_composite(body)
    return whole


@lru_cache(maxsize=64)
def shadow(side: int, shape: Shape, angle: float = 0.0) -> Image.Image:
    """The shadow alone of such a die: how dark it is, 0 to 255; the die's middle is the image's middle."""
    room = _room(side)
    upright = Image.new("L", (side * _SCALE,) * 2)
    _outline(ImageDraw.Draw(upright), shape, 0.0, 255, upright.width)
    body = _turn(upright, side, angle)
    fallen = Image.new("L", (body.width + 2 * room,) * 2)
    fallen.paste(body, (room + round(side * 0.03), room + round(side * 0.06)))
    return fallen.filter(ImageFilter.GaussianBlur(side * 0.04)).point(lambda dark: dark * 0.5)


def webp(picture: Image.Image) -> bytes:
    """The picture as a WebP file: small, and quick to make."""
    file = BytesIO()
    picture.save(file, "WEBP", quality=78, method=2)
    return file.getvalue()


@lru_cache(maxsize=24)
def _draw_upright(side: int, paint: Paint, mark: Mark | None) -> Image.Image:
    """Draw the die without shadow and unturned, `_SCALE` times too large."""
    wide = side * _SCALE
    image = Image.new("RGBA", (wide, wide))
    pen = ImageDraw.Draw(image)
    _outline(pen, paint.shape, 0.0, paint.rim, wide)
    _outline(pen, paint.shape, 0.035, paint.body, wide)
    if paint.inlay is not None:
        _outline(pen, paint.shape, 0.075, paint.inlay, wide)
        _outline(pen, paint.shape, 0.105, paint.body, wide)
    if mark is not None:
        mark(pen, float(wide))
    return image


def _room(side: int) -> int:
    return ceil(side * _ROOM)


def _turn(upright: Image.Image, side: int, angle: float) -> Image.Image:
    """Turn a drawing that is `_SCALE` times too large, and scale it down."""
    wide = ceil(side * (_TURNED if angle % 90 else 1) / 2) * 2
    large = Image.new(upright.mode, (wide * _SCALE,) * 2)
    large.paste(upright, ((large.width - upright.width) // 2,) * 2)
    if angle:
        large = large.rotate(angle)  # so many pixels become one that the nearest will do
    return large.resize((wide, wide), Image.Resampling.BOX)


def _outline(pen: ImageDraw.ImageDraw, shape: Shape, inset: float, colour: RGB | int, wide: int) -> None:
    """Fill the shape of the body; it is smaller on each side by the share `inset` of its side."""
    low, high = inset * wide, (1 - inset) * wide - 1
    if shape == "cut":
        cut = (CUT - inset * 0.59) * wide
        corners = ((low + cut, low), (high - cut, low), (high, low + cut), (high, high - cut))
        pen.polygon((*corners, *((wide - 1 - x, wide - 1 - y) for x, y in corners)), fill=colour)
    else:
        radius = ROUNDING[shape] - inset
        pen.rounded_rectangle((low, low, high, high), max(0.02, radius) * wide, fill=colour)


def _pip(pen: ImageDraw.ImageDraw, paint: Paint, x: float, y: float, half: float) -> None:
    if paint.pips == "disc":
        pen.ellipse((x - half, y - half, x + half, y + half), fill=paint.pip)
    elif paint.pips == "square":
        pen.rectangle((x - half, y - half, x + half, y + half), fill=paint.pip)
    else:
        pen.polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), fill=paint.pip)


def _make_light(alpha: Image.Image) -> Image.Image:
    """Make the light that is laid over a die with this outline: brighter at the top, darker below."""
    size = alpha.width
    _, top, _, bottom = alpha.getbbox() or (0, 0, size, size)
    slope = Image.linear_gradient("L").resize((size, bottom - top)).point(lambda y: abs(y - 128) * 0.24)
    veil = Image.new("L", alpha.size)
    veil.paste(slope, (0, top))
    tone = Image.new("RGB", alpha.size, (255, 255, 255))
    tone.paste((0, 0, 0), (0, size // 2, size, size))
    return Image.merge("RGBA", (*tone.split(), ImageChops.multiply(veil, alpha)))
