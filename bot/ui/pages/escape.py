"""Makes harmless what people typed: no markdown, no mention, no invisible or backward character."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, cast

_Made = TypeVar("_Made", bound=Callable[..., str])

NAME_LENGTH = 32
NOTHING = "…"
"""What is shown in the place of a text in which nothing can be seen."""
_BLANK = "\u200b"
_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Unicode's Default_Ignorable_Code_Point: letters, marks and signs that are drawn as nothing at all."""
_EMPTY = "\u2800\U0001d159"
"""A Braille pattern without dots and a note without a head: drawn, but empty."""
_UNSEEN = re.compile(f"[{_IGNORABLE}{_EMPTY}]")
_JOINER, _PICTURE = "\u200d", "\ufe0f"
"""What joins two emojis into one, and what asks for the coloured picture of a sign."""
_KEYS = frozenset("0123456789#*")
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_MARKS = frozenset({"Mn", "Me", "Mc"})
_MARKS_IN_A_ROW = 2
_REMEMBERED = 2048
"""The same few names come again in every message."""
_LONG = 256
"""Longer texts are not remembered: thousands of them would fill the memory."""

_ANYWHERE = re.compile(r"[\\*_~|`\[\]<>@:#]")
_MARKUP = re.compile(r"\\(.)|<a?:\w+:\d+>|\*\*|\u200b")
"""An escaped character, one of the bot's own emojis, bold type, or what parts a sign from what follows."""
_AT_START = re.compile(r"^(?:[-+]|\d+(?=[.)]))")


def _remember(made: _Made) -> _Made:
    """Make a function of a text remember its results for short texts."""
    kept = lru_cache(_REMEMBERED)(made)

    @wraps(made)
    def recall(text: str, most: int = NAME_LENGTH) -> str:
        return kept(text, most) if len(text) <= _LONG else made(text, most)

    return cast("_Made", recall)


@_remember
def tidy(text: str, most: int = NAME_LENGTH) -> str:
    """Put a text on one line, without characters that are invisible or turn the reading direction.

    The result has at most `most` characters, the last one "…" if it was cut; it is "…" if nothing is left.
    Emojis made of several signs stay whole: what joins signs is kept, but only between and behind them.
    """
    seen: list[str] = []
    marks = 0
    joined = False
    for char in unicodedata.normalize("NFC", text):
        if char in (_JOINER, _PICTURE):
            before = seen[-1] if seen else " "
            if char == _PICTURE and _has_picture(before):
                seen.append(char)
            joined = char == _JOINER and (before == _PICTURE or _is_sign(before))
            continue
        category = "Zs" if char.isspace() else unicodedata.category(char)
        marks = marks + 1 if category in _MARKS else 0
        if category in _HIDDEN or _UNSEEN.match(char) or marks > _MARKS_IN_A_ROW:
            continue
        if category in _MARKS and (not seen or seen[-1] == " "):
            continue  # without a letter of its own it would sit on whatever stands before the text
        if joined and _is_sign(char):
            seen.append(_JOINER)
        joined = False
        seen.append(" " if category == "Zs" else char)
    line = " ".join("".join(seen).split())
    if not line:
        return NOTHING
    return line if len(line) <= most else line[: most - 1].rstrip(f" {_JOINER}") + "…"


def _is_sign(char: str) -> bool:
    """Whether an emoji can be made of this character."""
    return not char.isascii() and unicodedata.category(char) in ("So", "Sk", "Sm")


def _has_picture(char: str) -> bool:
    """Whether a coloured picture of this character may exist: a sign, a digit or punctuation (1️⃣, ‼️)."""
    return char in _KEYS or (not char.isascii() and unicodedata.category(char)[0] in "SNP")


@_remember
def escape(text: str, most: int = NAME_LENGTH) -> str:
    """Tidy a text for a place where Discord reads markdown: it shows as it was typed, and has no effect.

    `most` limits the characters that people read; the escapes come on top.
    """
    line = _ANYWHERE.sub(_defuse, tidy(text, most))
    return _AT_START.sub(lambda found: _defuse_start(found.group()), line)


def label(text: str, most: int = 80) -> str:
    """The tidy text for a button or a list, where Discord reads no markdown."""
    return tidy(text, most)


def read_plain(markdown: str) -> str:
    """What people read of markdown with bold words and escaped names, without the bot's own emojis."""
    return " ".join(filter(None, _MARKUP.sub(lambda found: found[1] or "", markdown).split(" ")))


def _defuse(found: re.Match[str]) -> str:
    """Put a backslash before a sign; one that begins a mention is also separated from what follows."""
    char = found.group()
    return f"\\{char}{_BLANK}" if char in "@<" else f"\\{char}"


def _defuse_start(start: str) -> str:
    """Keep Discord from making a list of a line that begins with a number ("1.") or with "-" or "+"."""
    return f"{_BLANK}{start}" if start[0].isdigit() else f"\\{start}"


# French typography in one place: the code and the catalogues are written with ordinary spaces.

_SIGNS = (" :", " ;", " !", " ?", " »", "« ", "n° ")
_BEFORE = re.compile(r" (?=[:;!?»](?:[\s*_),.;…\u200b]|$))")
_AFTER = re.compile(r"(?:(?<=«)|(?<=\bn°)) ")


def set_spaces(text: str) -> str:
    """Put no-break spaces where a French line must not break: before : ; ! ? and inside « », after n°.

    English has no space in these places, so it stays as it is.
    """
    if not any(map(text.__contains__, _SIGNS)):
        return text  # most labels, and it is twenty times faster to find that out
    return _AFTER.sub("\u00a0", _BEFORE.sub("\u00a0", text))
