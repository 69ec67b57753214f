"""What eyes make of a picture: contrast after WCAG 2, grey, and the three kinds of colour blindness."""

from collections.abc import Callable, Mapping
from io import BytesIO

from PIL import Image

from bot.ui.pages.sprites import RGB

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
BLINDNESS: Mapping[str, Matrix] = {
    # Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
SHAPES, LETTERS = 3.0, 4.5
"""The least contrast of shapes with what lies around them, and of what is read with its ground."""


def opened(data: bytes) -> Image.Image:
    """The pixels of an encoded picture, RGB."""
    return Image.open(BytesIO(data)).convert("RGB")


def palette_of(data: bytes) -> list[RGB]:
    """The colours of an encoded picture that has a palette."""
    palette = Image.open(BytesIO(data)).getpalette()
    assert palette is not None
    return [(red, green, blue) for red, green, blue in zip(*[iter(palette)] * 3, strict=True)]


def laid(sprite: Image.Image, ground: RGB, side: int) -> Image.Image:
    """A square patch of one colour, `side` pixels wide, with a sprite in its middle."""
    patch = Image.new("RGB", (side, side), ground)
    patch.paste(sprite, ((side - sprite.width) // 2, (side - sprite.height) // 2), sprite)
    return patch


def luminance(colour: RGB) -> float:
    """Relative luminance, 0 for black to 1 for white."""
    red, green, blue = (_linear(part) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def grey(colour: RGB) -> RGB:
    """The colour on a screen or paper that has no colours."""
    level = _encoded(luminance(colour))
    return level, level, level


def as_seen_by(kind: str) -> Callable[[RGB], RGB]:
    """What a person with this kind of blindness ("protan", "deutan", "tritan") sees instead of a colour."""
    rows = BLINDNESS[kind]

    def seen(colour: RGB) -> RGB:
        light = [_linear(part) for part in colour]
        red, green, blue = (
            _encoded(sum(weight * part for weight, part in zip(row, light, strict=True))) for row in rows
        )
        return red, green, blue

    return seen


def eyes() -> dict[str, Callable[[RGB], RGB]]:
    """All ways of seeing by name: colours as they are, without colour, and the three blindnesses."""
    return {"all": lambda colour: colour, "grey": grey} | {kind: as_seen_by(kind) for kind in BLINDNESS}


def near(one: RGB, other: RGB, most: int = 40) -> bool:
    """Whether two colours are the same but for light, shadow and encoding: no channel further off."""
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


def sample(picture: Image.Image, x: float, y: float, reach: int = 1) -> RGB:
    """The mean colour around a point, in a square of 2 x `reach` + 1 pixels."""
    left, top = round(x) - reach, round(y) - reach
    patch = picture.crop((left, top, left + 2 * reach + 1, top + 2 * reach + 1))
    red, green, blue = patch.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    return red, green, blue


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _encoded(light: float) -> int:
    light = min(1.0, max(0.0, light))
    share = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(share * 255)
