"""What people typed, made harmless: no markdown, no mention, no invisible or backward character."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, cast

__all__ = ["NOTHING", "escaped", "label", "tidy"]

_Made = TypeVar("_Made", bound=Callable[..., str])

NAME_LENGTH = 32
NOTHING = "…"
"""What is shown of a text in which nothing can be seen."""
_BLANK = "\u200b"
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_MARKS_IN_A_ROW = 2
_REMEMBERED = 2048
"""The same few names come again in every message."""
_LONG = 256
"""Longer texts are not remembered: thousands of them would fill the memory."""

_ANYWHERE = re.compile(r"[\\*_~|`\[\]<>@:#]")
_AT_START = re.compile(r"^(?:[-+]|\d+(?=[.)]))")


def _remembering(made: _Made) -> _Made:
    """What this makes of a text, kept for texts that are short."""
    kept = lru_cache(_REMEMBERED)(made)

    @wraps(made)
    def recalled(text: str, most: int = NAME_LENGTH) -> str:
        return kept(text, most) if len(text) <= _LONG else made(text, most)

    return cast("_Made", recalled)


@_remembering
def tidy(text: str, most: int = NAME_LENGTH) -> str:
    """The text on one line, without what cannot be seen or turns the reading direction.

    At most `most` characters, the last one "…" when it was cut; "…" alone if nothing is left.
    """
    seen: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if char.isspace():
            char, category = " ", "Zs"
        marks = marks + 1 if category == "Mn" else 0
        if category not in _HIDDEN and char not in _FILLERS and marks <= _MARKS_IN_A_ROW:
            seen.append(char)
    line = " ".join("".join(seen).split())
    if not line:
        return NOTHING
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


@_remembering
def escaped(text: str, most: int = NAME_LENGTH) -> str:
    """The tidy text for a place where Discord reads markdown: it shows as it was typed, and does nothing.

    `most` counts what is read, not the escapes.
    """
    line = _ANYWHERE.sub(_defused, tidy(text, most))
    return _AT_START.sub(lambda found: _broken(found.group()), line)


def label(text: str, most: int = 80) -> str:
    """The tidy text for a button or list, where Discord reads no markdown."""
    return tidy(text, most)


def _defused(found: re.Match[str]) -> str:
    """A backslash takes the meaning from a sign; what begins a mention is also torn from what follows."""
    char = found.group()
    return f"\\{char}{_BLANK}" if char in "@<" else f"\\{char}"


def _broken(start: str) -> str:
    """A list begins with a sign or a number and a full stop: a blank of no width in front prevents it."""
    return f"{_BLANK}{start}" if start[0].isdigit() else f"\\{start}"
