"""Finds the messages in the code, by Babel's own extractor.

Babel reads tokens, not the syntax tree: it finds only messages that are one literal, and none inside an
f-string or in a call among another call's values. `calls` reads the tree and reports what Babel misses.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.extract import extract_from_dir

ROOMS = ("bot", "cogs")
KEYWORDS = {"t": None, "texts": None, "N_": None, "plural": (1, 2)}
"""The functions that take a message, and which of their arguments it is; None means the first."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the code: its text (or its two forms), and its place."""

    forms: tuple[str, ...]
    file: str
    line: int


def messages(root: Path, rooms: Iterable[str] = ROOMS) -> Iterator[Message]:
    """Yield every message of the Python files in these rooms of the project."""
    for room in rooms:
        for path, line, said, _, _ in extract_from_dir(root / room, keywords=KEYWORDS):
            yield Message((said,) if isinstance(said, str) else tuple(said), f"{room}/{path}", line)
