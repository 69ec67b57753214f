"""On which line of a JSON text each entry begins: for faults that people must find."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

__all__ = ["CARDS_AT_MOST", "DEPTH_AT_MOST", "ENTRIES_AT_MOST", "KEY_AT_MOST", "Unfit", "lines_of"]

CARDS_AT_MOST: Final = 1000
"""Cards of a deck; the built-in one has 212. A table carries the whole deck with it."""
DEPTH_AT_MOST: Final = 12
"""Lists and objects in one another; a deck needs 7."""
ENTRIES_AT_MOST: Final = 60_000
"""Keys and values in a file; the built-in deck has some 15,000."""
KEY_AT_MOST: Final = 60
"""Characters of a key that count in a place: a file that is one long key would fill places without end."""
_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\],:]|\n|[^\s{}\[\],:"]+')
"""A string that nobody closed ends with its line: to look for its end from each quote would take for ever."""


class Unfit(Exception):
    """A text that no deck can be; `reason` says why, `field` where, as far as that is known."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.field = field


class _Walk:
    """Where a reader of the pieces stands: a key or a number for each list and object around."""

    def __init__(self) -> None:
        self.line = 1
        self.steps: list[str | int] = []
        self.lines: dict[str, int] = {}
        self.awaits_key = False

    def begin(self) -> None:
        """A value begins here."""
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
        """A key, or a value that is neither a list nor an object."""
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

    Of a text that is no JSON the places mean nothing. Raises Unfit "too_deep" or "too_many_entries", so that
    nobody has to read, or hear the faults of, what is no deck anyway.
    """
    walk = _Walk()
    for match in _PIECE.finditer(text):
        walk.take(match.group())
        if len(walk.steps) > DEPTH_AT_MOST:
            raise Unfit("too_deep")
        if len(walk.lines) > ENTRIES_AT_MOST:
            raise Unfit("too_many_entries")
    return walk.lines
