"""The picture of a throw, and the same in words, by which people who cannot see it play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from babel.numbers import format_decimal
from PIL import Image

from bot.texts import Texts
from bot.ui.pages.page import Sketch
from bot.ui.pages.palette import Palette, Piece, png
from bot.ui.pages.sprites import RGB, Paint, Pips
from cogs.diavolo.scatter import FORMS, HEIGHT, ORDER_FORM, ORDER_SIDE, SIDE, WIDTH, Lying, Scattered, scatter
from cogs.diavolo.signs import Sign
from cogs.diavolo.words import COLORS, dice_in_words, order_in_words
from engines.diavolo.model import DieColor, Throw
from engines.diavolo.throw import NEAREST

__all__ = ["PAINTS", "TABLE", "ThrowDrawing", "sketch", "throw_in_words"]

TABLE: RGB = (214, 197, 163)
PAINTS: Mapping[DieColor, Paint] = {
    "black": Paint((24, 24, 28), (255, 255, 255), (0, 0, 0), FORMS["black"], "diamond"),
    "white": Paint((252, 250, 244), (28, 24, 22), (74, 60, 44), FORMS["white"], "disc"),
    "red": Paint((201, 32, 38), (255, 255, 255), (120, 10, 16), FORMS["red"], "square", (255, 196, 190)),
}
ORDER = Paint((98, 102, 112), (255, 255, 255), (52, 54, 62), ORDER_FORM, inlay=(226, 228, 234))
PALETTE = Palette(
    grounds={TABLE: 0.07},
    pieces=[
        *(Piece(SIDE, paint, angle, Pips(5, paint)) for paint in PAINTS.values() for angle in (0, 20)),
        Piece(SIDE, ORDER, 20, Sign(6, ORDER.pip)),
    ],
    learned=40,
)
"""What the pictures are painted with."""
_CM = 1.6 / SIDE
"""Centimetres per pixel, as a die is taken to be 1.6 cm wide."""


@dataclass(frozen=True, slots=True)
class ThrowDrawing:
    """A throw on the table; only the Order die if the throw has no coloured dice.

    `seed` decides how the dice are scattered; it is public and has nothing to do with how they were drawn.
    """

    throw: Throw
    seed: int

    def paint(self) -> bytes:
        """Paint it: a PNG file of WIDTH x HEIGHT pixels."""
        lying = scatter(self.throw, self.seed)
        picture = _table().copy()
        order = Piece(ORDER_SIDE, ORDER, lying.order.angle, Sign(self.throw.order, ORDER.pip))
        dice = ((_piece(one), one.outline.x, one.outline.y) for one in lying.dice)
        PALETTE.lay(picture, (order, lying.order.x, lying.order.y), *dice)
        return png(picture)


def _piece(one: Lying) -> Piece:
    paint = PAINTS[one.color]
    return Piece(SIDE, paint, one.outline.angle, Pips(one.face, paint))


@lru_cache(maxsize=1)
def _table() -> Image.Image:
    """Paint the empty table."""
    return PALETTE.spread(WIDTH, HEIGHT, TABLE)


def sketch(throw: Throw, t: Texts, layout_seed: int, order_only: bool = False) -> Sketch:
    """The picture with its alternative text; with `order_only`, for learners, the Order die alone (D10)."""
    shown = Throw((), (), (), throw.order) if order_only else throw
    words = throw_in_words(shown, t, layout_seed)
    return Sketch("diavolo.png", words, ThrowDrawing(shown, layout_seed), words)


def throw_in_words(throw: Throw, t: Texts, layout_seed: int) -> str:
    """All that the picture shows, in at most 1024 characters; for order 6 with each die's distance (D2)."""
    sentences = [dice_in_words(throw, t), order_in_words(throw.order, t)]
    if throw.order == NEAREST and throw.near is not None:
        sentences.append(_distances(scatter(throw, layout_seed), t))
    return " ".join(sentence for sentence in sentences if sentence)


def _distances(lying: Scattered, t: Texts) -> str:
    """The distances from the Order die, nearest first; in a tie, two dice have the same one."""
    places = (
        t("{color} {face} ({distance}\u00a0cm)", color=t(COLORS[one.color]), face=one.face, distance=distance)
        for one in sorted(lying.dice, key=lambda one: round(one.gap, 3))
        for distance in (_centimetres(one.gap, t),)
    )
    return t("Distances au dé Ordre, de la plus courte à la plus longue : {dice}.", dice=", ".join(places))


def _centimetres(pixels: float, t: Texts) -> str:
    return format_decimal(max(0.0, pixels) * _CM, format="0.0", locale=t.locale)
