"""The line of a JSON text on which each entry begins, so that people find a fault."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

__all__ = ["CARDS_AT_MOST", "DEPTH_AT_MOST", "ENTRIES_AT_MOST", "KEY_AT_MOST", "Unfit", "lines_of"]

CARDS_AT_MOST: Final = 1000
"""The most cards of a deck, which each of its tables stores whole; the built-in one has 212."""
DEPTH_AT_MOST: Final = 12
"""The most levels of lists and objects in one another; a deck needs 7."""
ENTRIES_AT_MOST: Final = 60_000
"""The most keys and values of a file; the built-in deck has some 15,000."""
KEY_AT_MOST: Final = 60
"""The most characters of a key in a place, so that a file of one long key makes no long places."""
_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\],:]|\n|[^\s{}\[\],:"]+')
"""A piece of JSON. A string without an end stops at its line, or the search for ends would take for ever."""


class Unfit(Exception):
    """Raised for a text that can be no deck; `reason` says why, and `field` where, if that is known."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.field = field


class _Walk:
    """Walks through the pieces of a JSON text, and knows the key or number at each level around."""

    def __init__(self) -> None:
        self.line = 1
        self.steps: list[str | int] = []
        self.lines: dict[str, int] = {}
        self.awaits_key = False

    def begin(self) -> None:
        """Note that a value begins here."""
        self.lines.setdefault(".".join(map(str, self.steps)), self.line)

    def take(self, piece: str) -> None:
        """Go on by one piece."""
        if piece == "\n":
            self.line += 1
        elif piece in "{[":
            self.begin()
            self.steps.append("" if piece == "{" else 0)
            self.awaits_key = piece == "{"
        elif piece in "}]":
            if self.steps:
                self.steps.pop()
            self.awaits_key = False
        elif piece == ",":
            self._next()
        elif piece != ":":
            self._name(piece)

    def _next(self) -> None:
        here = self.steps[-1] if self.steps else ""
        if isinstance(here, int):
            self.steps[-1] = here + 1
        self.awaits_key = not isinstance(here, int)

    def _name(self, piece: str) -> None:
        """Take a key, or a value that is neither a list nor an object."""
        if self.awaits_key and self.steps and piece.startswith('"'):
            try:
                key = str(json.loads(piece))
            except ValueError:
                key = piece
            self.steps[-1] = key[:KEY_AT_MOST]
            self.awaits_key = False
            self.lines[".".join(map(str, self.steps))] = self.line
        else:
            self.begin()


def lines_of(text: str) -> Mapping[str, int]:
    """Return the line (from 1) of each place ("cards.3.questions.0.clue", keys cut at KEY_AT_MOST).

    For a text that is no JSON, they mean nothing. Raises Unfit `too_deep` or `too_many_entries` before the
    text costs any more time.
    """
    walk = _Walk()
    for match in _PIECE.finditer(text):
        walk.take(match.group())
        if len(walk.steps) > DEPTH_AT_MOST:
            raise Unfit("too_deep")
        if len(walk.lines) > ENTRIES_AT_MOST:
            raise Unfit("too_many_entries")
    return walk.lines
