"""Pictures in the few colours of their game: quick to paint, quick to encode, small, and sharp at the edges.

A picture has one byte a pixel: the number of a colour in its game's palette. Dice and letters are blended
with the ground they lie on, brought to the nearest colours of the palette and remembered, so that painting is
mostly copying bytes; and its PNG file is made several times faster than a WebP file, which is smaller.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import BytesIO
from math import ceil, floor
from typing import TypeAlias, cast

from PIL import Image, ImageChops

from bot.ui.pages.lettering import cut_letters
from bot.ui.pages.sprites import RGB, Mark, Paint, Shape, marked_die, shadow

_Cut: TypeAlias = tuple[Image.Image, Image.Image, int, int]
"""Something in colours of the palette, the mask that cuts it out, and where its upper left corner goes."""

_MOST = 256
_SHADOWS, _DARKEST = 8, 0.5
"""How many shades a shadow has, and how dark the last one is; the first ones are close to each other."""
_LETTERS = 4
"""How many shades there are from a ground to the letters on it."""
_BLOCK = 16
"""Light changes in squares of so many pixels, by too little to be seen: equal rows make a small file."""
_BARE = 4
"""What differs from its ground by less than this, in every part of the colour, is the ground itself."""
_SEEN = 48
"""How many pixels across one looks at of each typical die."""
_FAINT = 16
"""Where a die makes its shadow more opaque by no more than this, of 255, one does not see it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A die of `side` pixels, as `sprites.marked_die` draws it."""

    side: int
    paint: Paint
    angle: float = 0.0
    mark: Mark | None = None


class Palette:
    """The colours of a game's pictures, at most 256, and what is painted with them.

    `grounds` are the colours that things lie on, each with the share by which it darkens towards the edges;
    `learned` more colours are found by looking at `pieces`, which are typical dice, and at `sprites`.
    `letters` are pairs of an ink and its ground, `inks` is whatever else is drawn. Colours are numbered from
    light to dark.
    """

    def __init__(
        self,
        grounds: Mapping[RGB, float],
        pieces: Sequence[Piece],
        learned: int,
        *,
        sprites: Sequence[Image.Image] = (),
        letters: Sequence[tuple[RGB, RGB]] = (),
        inks: Sequence[RGB] = (),
    ) -> None:
        self._grounds = {colour: _shades(colour, depth) for colour, depth in grounds.items()}
        self._letters = letters
        self._inks = inks
        self._pieces = pieces
        self._sprites = sprites
        self._learned = learned
        self._body = lru_cache(maxsize=256)(self._blend_body)
        self._shadow = lru_cache(maxsize=128)(self._blend_shadow)
        self._word = lru_cache(maxsize=128)(self._blend_word)
        self._inked = lru_cache(maxsize=32)(self._blend_ink)

    def number(self, colour: RGB) -> int:
        """The number of one of the colours that were given."""
        return self.colours.index(colour)

    def spread(self, width: int, height: int, ground: RGB) -> Image.Image:
        """A new picture: one of the grounds, darker towards its edges."""
        numbers = [self.number(shade) for shade in self._grounds[ground]]
        small = (ceil(width / _BLOCK), ceil(height / _BLOCK))
        light = Image.radial_gradient("L").resize(small, Image.Resampling.BICUBIC)
        light = light.point([numbers[round(far / 255 * (len(numbers) - 1))] for far in range(256)])
        light = light.resize((small[0] * _BLOCK, small[1] * _BLOCK), Image.Resampling.NEAREST)
        picture = Image.frombytes("P", (width, height), light.crop((0, 0, width, height)).tobytes())
        picture.putpalette(self._sheet.getpalette() or [])
        return picture

    def lay(self, picture: Image.Image, *dice: tuple[Piece, float, float]) -> None:
        """Lay dice on a picture, each with its middle at (x, y), in pixels; no shadow falls on a die."""
        lying = [(one, x, y, self._ground_at(picture, x, y)) for one, x, y in dice]
        for one, x, y, ground in lying:
            _darken(picture, x, y, self._shadow(one.side, one.paint.shape, one.angle, ground))
        for one, x, y, ground in lying:
            _paste(picture, x, y, self._body(one, ground))

    def stamp(self, picture: Image.Image, x: float, y: float, sprite: Image.Image) -> None:
        """Lay anything else on a picture, with its middle at (x, y): it is not remembered."""
        patch = Image.new("RGB", sprite.size, self._ground_at(picture, x, y))
        patch.paste(sprite, (0, 0), sprite)
        mask = sprite.getchannel("A").point(lambda opaque: 255 if opaque > _FAINT else 0)
        _paste(picture, x, y, _trim(self._map(patch), mask, -sprite.width // 2, -sprite.height // 2))

    def write(
        self, picture: Image.Image, x: float, y: float, text: str, size: float, ink: RGB, anchor: str = "mm"
    ) -> None:
        """Write a short text with its `anchor` (by default its middle) at (x, y), in pixels."""
        word = self._word(text, size, ink, anchor, (x % 1, y % 1), self._ground_at(picture, x, y))
        _paste(picture, floor(x), floor(y), word)

    @cached_property
    def colours(self) -> tuple[RGB, ...]:
        """All colours by their numbers. Raises ValueError if there are too many."""
        found = set(self._inks)
        for ground, shades in self._grounds.items():
            found.update(shades)
            if self._pieces:
                found.update(
                    _blend(ground, (0, 0, 0), _DARKEST * (k / _SHADOWS) ** 2) for k in range(_SHADOWS + 1)
                )
        for ink, ground in self._letters:
            found.update(_blend(ground, ink, k / _LETTERS) for k in range(_LETTERS + 1))
        found.update(self._learn())
        if len(found) > _MOST:
            raise ValueError(f"a palette has {_MOST} colours at most, this one has {len(found)}: learn fewer")
        return tuple(sorted(found, key=lambda colour: (-_lightness(colour), colour)))

    @cached_property
    def _sheet(self) -> Image.Image:
        """An image that has the palette, which is how Pillow is told of one."""
        sheet = Image.new("P", (1, 1))
        sheet.putpalette([part for colour in self.colours for part in colour])
        return sheet

    @cached_property
    def _ground_of(self) -> dict[RGB, RGB]:
        """For each shade of a ground the ground itself: at the rim of a die no eye sees the difference."""
        return {shade: ground for ground, shades in self._grounds.items() for shade in shades}

    def _ground_at(self, picture: Image.Image, x: float, y: float) -> RGB:
        """What is to be blended with what is laid here."""
        colour = self.colours[cast("int", picture.getpixel((int(x), int(y))))]
        return self._ground_of.get(colour, colour)

    def _learn(self) -> set[RGB]:
        """Find the colours that stand best for those of the typical dice and of the sprites."""
        if not self._pieces and not self._sprites:
            return set()
        ground = next(iter(self._grounds))
        row = Image.new("RGB", (_SEEN * (len(self._pieces) + len(self._sprites)), _SEEN), ground)
        for place, one in enumerate(self._pieces):
            patch, _ = _lay_on(ground, one)
            room = (patch.width - one.side) / 2
            box = (room, room, room + one.side, room + one.side)
            row.paste(patch.resize((_SEEN, _SEEN), Image.Resampling.NEAREST, box), (_SEEN * place, 0))
        for place, sprite in enumerate(self._sprites, len(self._pieces)):
            small = sprite.resize((_SEEN, _SEEN), Image.Resampling.NEAREST)
            row.paste(small, (_SEEN * place, 0), small)
        parts = row.quantize(self._learned, Image.Quantize.MEDIANCUT, kmeans=1).getpalette() or []
        return {(parts[at], parts[at + 1], parts[at + 2]) for at in range(0, len(parts), 3)}

    def _blend_body(self, one: Piece, ground: RGB) -> _Cut:
        """A die without its shadow: the pixels that it makes more opaque than its shadow alone does."""
        whole, alpha = _lay_on(ground, one)
        dark = shadow(one.side, one.paint.shape, one.angle)
        mask = ImageChops.subtract(alpha, dark).point(lambda more: 255 if more > _FAINT else 0)
        return _trim(self._map(whole), mask, -whole.width // 2, -whole.height // 2)

    def _blend_shadow(self, side: int, shape: Shape, angle: float, ground: RGB) -> _Cut:
        dark = shadow(side, shape, angle)
        patch = Image.new("RGB", dark.size, ground)
        patch.paste((0, 0, 0), (0, 0), dark)
        return _trim(*self._cut_out(patch, ground), -patch.width // 2, -patch.height // 2)

    def _blend_word(
        self, text: str, size: float, ink: RGB, anchor: str, part: tuple[float, float], ground: RGB
    ) -> _Cut:
        letters, x, y = cut_letters(text, size, anchor, part)
        shades, seen = self._inked(ink, ground)
        return _trim(letters.point(shades), letters.point(seen), x, y)

    def _blend_ink(self, ink: RGB, ground: RGB) -> tuple[list[int], list[int]]:
        """For each share of ink on a ground, of 255: the number of its colour, and 255 where it is seen."""
        blends = [_blend(ground, ink, share / 255) for share in range(256)]
        row = Image.new("RGB", (256, 1))
        row.putdata(blends)
        numbers, mask = self._cut_out(row, ground)
        seen = (
            part if not _is_bare(blend, ground) else 0
            for blend, part in zip(blends, mask.tobytes(), strict=True)
        )
        return list(numbers.tobytes()), list(seen)

    def _cut_out(self, patch: Image.Image, ground: RGB) -> tuple[Image.Image, Image.Image]:
        """Bring a patch to our colours, and mask what is only ground."""
        bare = [_is_bare(each, ground) for each in self.colours]
        numbers = self._map(patch)
        mask = Image.frombytes("L", numbers.size, numbers.tobytes()).point(
            [0 if each else 255 for each in bare] + [0] * (_MOST - len(bare))
        )
        return numbers, mask

    def _map(self, patch: Image.Image) -> Image.Image:
        """The nearest of our colours for each pixel."""
        return patch.quantize(palette=self._sheet, dither=Image.Dither.NONE)


def png(picture: Image.Image, effort: int = 6) -> bytes:
    """A picture in colours of a palette as a PNG file; less `effort` is quicker, and the file larger.

    An effort of 3 takes less than half the time for a quarter more bytes.
    """
    file = BytesIO()
    picture.save(file, "PNG", compress_level=effort)
    return file.getvalue()


def webp(picture: Image.Image) -> bytes:
    """The same picture as a WebP file, pixel by pixel: a third smaller, but several times slower to make."""
    file = BytesIO()
    picture.convert("RGB").save(file, "WEBP", lossless=True, quality=80, method=2)
    return file.getvalue()


def _trim(numbers: Image.Image, mask: Image.Image, left: int, top: int) -> _Cut:
    """Keep only what the mask lets through."""
    box = mask.getbbox() or (0, 0, 1, 1)
    return numbers.crop(box), mask.crop(box), left + box[0], top + box[1]


def _paste(picture: Image.Image, x: float, y: float, cut: _Cut) -> None:
    numbers, mask, left, top = cut
    picture.paste(numbers, (round(x) + left, round(y) + top), mask)


def _darken(picture: Image.Image, x: float, y: float, cut: _Cut) -> None:
    """Paste what is darker than what is there."""
    numbers, mask, left, top = cut
    left, top = round(x) + left, round(y) + top
    there = picture.crop((left, top, left + numbers.width, top + numbers.height))
    picture.paste(ImageChops.lighter(there, numbers), (left, top), mask)


def _lay_on(ground: RGB, one: Piece) -> tuple[Image.Image, Image.Image]:
    """A die with its shadow on a patch of one colour; and how opaque it is, 0 to 255."""
    sprite = marked_die(one.side, one.paint, one.angle, one.mark)
    patch = Image.new("RGB", sprite.size, ground)
    patch.paste(sprite, (0, 0), sprite)
    return patch, sprite.getchannel("A")


def _shades(colour: RGB, depth: float) -> tuple[RGB, ...]:
    """A ground from its middle to its edges: as many shades as there are."""
    edge = _blend(colour, (0, 0, 0), depth)
    steps = max(a - b for a, b in zip(colour, edge, strict=True))
    return tuple(_blend(colour, edge, k / max(1, steps)) for k in range(steps + 1))


def _is_bare(colour: RGB, ground: RGB) -> bool:
    """Whether no eye tells a colour from its ground."""
    return all(abs(a - b) < _BARE for a, b in zip(colour, ground, strict=True))


def _blend(one: RGB, other: RGB, share: float) -> RGB:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _lightness(colour: RGB) -> int:
    red, green, blue = colour
    return 299 * red + 587 * green + 114 * blue
