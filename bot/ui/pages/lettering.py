"""Letters in pictures: the font that is shipped with the bot, and names as far as it goes.

The font has Latin, Greek and Cyrillic letters, some more scripts, and many signs (its licence lies beside
it). A letter that it lacks is written in a plainer form ("𝓐" as "A") or left out.
"""

import atexit
import unicodedata
from contextlib import ExitStack
from functools import lru_cache
from importlib import resources
from math import ceil, floor
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.ui.pages.sprites import RGB

_FILE: Final = ("fonts", "DejaVuSansCondensed.ttf")
_UNASSIGNED: Final = "\uffff"
"""No font has a letter for this: it looks as whatever is lacking looks."""
_LOOKED_AT: Final = 20
"""The size in pixels at which letters are looked at, to see whether the font has them."""
_BOLD: Final = 34
"""Letters are made bolder by this part of their size on every side."""
_INITIALS: Final = 3
_CUT: Final = "…"


@lru_cache(maxsize=32)
def font(size: float) -> ImageFont.FreeTypeFont:
    """The only font, `size` pixels high. Raises ImportError if Pillow was built without FreeType."""
    return ImageFont.truetype(_font_file(), size)


def write(
    picture: Image.Image,
    x: float,
    y: float,
    text: str,
    size: float,
    colour: RGB,
    *,
    anchor: str = "mm",
    bold: bool = True,
) -> None:
    """Write a short text with its `anchor` (by default its middle) at (x, y), in pixels."""
    pen = ImageDraw.Draw(picture)
    pen.text((x, y), text, colour, font(size), anchor=anchor, stroke_width=size / _BOLD if bold else 0)


def cut_letters(
    text: str, size: float, anchor: str, part: tuple[float, float] = (0.0, 0.0)
) -> tuple[Image.Image, int, int]:
    """A short text as a mask (255 where ink is), and where its upper left corner is, in whole pixels.

    Its `anchor` is at `part`, which is a part of a pixel to the right and down.
    """
    left, top, right, bottom = font(size).getbbox(text, anchor=anchor, stroke_width=size / _BOLD)
    x, y = floor(left) - 1, floor(top) - 1
    mask = Image.new("L", (ceil(right) + 3 - x, ceil(bottom) + 3 - y))
    pen = ImageDraw.Draw(mask)
    pen.text((part[0] - x, part[1] - y), text, 255, font(size), anchor=anchor, stroke_width=size / _BOLD)
    return mask, x, y


def shorten(text: str, size: float, width: float) -> str:
    """As much of a text as there is room for in `width` pixels, with "…" at its end if it was cut."""
    written = font(size)
    shown = text
    while text and written.getlength(shown) > width:
        text = text[:-1]
        shown = text.rstrip() + _CUT
    return shown


def wrap(text: str, size: float, width: float, most: int) -> tuple[str, ...]:
    """A text in lines that have room in `width` pixels, at most `most`, the last one shortened if need be."""
    written = font(size)
    lines: list[str] = []
    words = text.split(" ")
    while words and len(lines) < most - 1:
        n = 1
        while n < len(words) and written.getlength(" ".join(words[: n + 1])) <= width:
            n += 1
        lines.append(shorten(" ".join(words[:n]), size, width))
        words = words[n:]
    return (*lines, shorten(" ".join(words), size, width)) if words else tuple(lines)


@lru_cache(maxsize=1024)
def writable(name: str, otherwise: str) -> str:
    """A name as pictures can show it: without what the font lacks, or by its initials if nothing is left.

    Initials are the first letters of what Unicode calls its signs: "김민수" is GMS, "🐉" is D. Chinese
    signs have no such names: where no initial is found, it is `otherwise`.
    """
    text = unicodedata.normalize("NFC", name)
    return " ".join(_known_part(text).split()) or _initials_of(text) or otherwise


@lru_cache(maxsize=1)
def _font_file() -> Path:
    """The font as a file, which all sizes share; each that is made of bytes keeps a third of a megabyte."""
    kept = ExitStack()
    atexit.register(kept.close)
    return kept.enter_context(resources.as_file(resources.files("bot.ui.pages").joinpath(*_FILE)))


def _known_part(text: str) -> str:
    """The letters that the font has, in plainer forms if need be; a mark only upon its letter."""
    kept: list[str] = []
    letter_kept = False
    for char in text:
        is_mark = unicodedata.category(char)[0] == "M"
        if is_mark and not letter_kept:
            continue
        shown = char if _has(char) else "".join(filter(_has, unicodedata.normalize("NFKD", char)))
        kept.append(shown)
        letter_kept = letter_kept if is_mark else bool(shown.strip())
    return "".join(kept)


@lru_cache(maxsize=4096)
def _has(char: str) -> bool:
    """Whether the font has this letter, and there is something to be seen of it (spaces count, too)."""
    if unicodedata.category(char)[0] == "C" or char in "\u2028\u2029" or "\ufe00" <= char <= "\ufe0f":
        return False
    return _look_of(char) != _look_of(_UNASSIGNED)


def _look_of(char: str) -> bytes:
    return bytes(font(_LOOKED_AT).getmask(char))


def _initials_of(text: str) -> str:
    """The first letters of what the first signs are called, at most three; "" if they have no names."""
    called = (_called(char) for char in text)
    return "".join(name[0] for name in called if name)[:_INITIALS]


def _called(char: str) -> str:
    """What a sign or a letter is called, without the name of its script; "" for a number in a list."""
    if not (char.isalpha() or unicodedata.category(char) == "So"):
        return ""
    name = unicodedata.name(char, "")
    for sort in (" LETTER ", " SYLLABLE ", " CHARACTER "):
        name = name.rpartition(sort)[2]
    return "" if "IDEOGRAPH" in name else name
