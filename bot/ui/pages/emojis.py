"""The bot's own emojis (sides of dice, signs of games), uploaded once; plain signs where there are none."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from io import BytesIO
from typing import Protocol, TypeAlias

import discord
import structlog
from PIL import Image, ImageDraw

from bot.tables.ports import ServerStore

# Draws the small pictures that the bot uploads as emojis: the six sides of a die, and games' own signs.
#
# Each is drawn four times too large and then scaled down. Dice are ivory with dark pips and a dark rim
# inside a pale one: they stand out on dark and light screens, and do not depend on colours.

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


_log = structlog.get_logger(__name__)
_FACT = "emojis"
Draw: TypeAlias = Callable[[], Image.Image]
_SIDES: Mapping[int, Draw] = {value: partial(die, value) for value in range(1, 7)}


@dataclass(frozen=True, slots=True)
class EmojiBook:
    """How to write each sign in a message. An empty book works, too: it writes "[6]" for a six."""

    marks: Mapping[str, str] = field(default_factory=dict)
    """By short name ("de_6", or a game's): the emoji's mark, such as `<:gobelet_de_6_1f2e:123>`."""

    def die(self, value: int) -> str:
        """The sign of one side of a die; `value` is 1 to 6."""
        return self.marks.get(f"de_{value}", f"[{value}]")

    def dice(self, roll: str) -> str:
        """The signs of a roll, which is given by its digits: "64", "33"."""
        signs = [self.die(int(digit)) for digit in roll]
        return ("\u200a" if self.marks else "").join(signs)

    def mark(self, name: str, otherwise: str) -> str:
        """The uploaded emoji with this short name, or `otherwise` where there is none."""
        return self.marks.get(name, otherwise)

    def address(self, name: str) -> str | None:
        """The address of the picture of the uploaded emoji with this short name; None if there is none."""
        return discord.PartialEmoji.from_str(self.marks.get(name, "")).url or None


async def ensure_emojis(client: discord.Client, facts: ServerStore, signs: Mapping[str, Draw]) -> EmojiBook:
    """Upload the emojis that the application lacks, and return how to write each of them.

    `signs` has the functions that draw the games' signs, by short name; the sides of a die are always added.

    A changed drawing has another name and is uploaded anew; the old emoji stays, for the old messages. Where
    Discord does not answer, the emojis known from last time are used, or plain signs: the bot starts anyway.
    """
    draws = {**signs, **{f"de_{value}": _SIDES[value] for value in range(1, 7)}}
    wanted = {short: (_name_drawing(short, draw), draw) for short, draw in draws.items()}
    known: dict[str, str] = json.loads(await facts.fact(_FACT) or "{}")
    try:
        known = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
        for name, draw in wanted.values():
            if name not in known:
                known[name] = str(await client.create_application_emoji(name=name, image=_file_of(draw)))
    except (discord.DiscordException, OSError) as error:
        _log.warning("emojis not uploaded", error=type(error).__name__)
    marks = {short: known[name] for short, (name, _) in wanted.items() if name in known}
    await facts.set_fact(_FACT, json.dumps({wanted[short][0]: mark for short, mark in marks.items()}))
    return EmojiBook(marks)


@cache
def _name_drawing(short: str, draw: Draw) -> str:
    """Make an emoji's name, which changes when its pixels do (files differ between versions of Pillow)."""
    return f"gobelet_{short}_{sha256(draw().tobytes()).hexdigest()[:6]}"


@cache
def _file_of(draw: Draw) -> bytes:
    return png(draw())
