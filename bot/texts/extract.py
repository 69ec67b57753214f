"""Find the messages in the code, by Babel's reader of Python.

It reads words, not the syntax tree: a message is one literal, outside f-strings and calls within another
one's values. `calls` reads the tree and says where that is not so.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.extract import extract_from_dir

ROOMS = ("bot", "cogs")
KEYWORDS = {"t": None, "texts": None, "N_": None, "plural": (1, 2)}
"""Which names take a message, and as which arguments; None is the first one."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the code: its text (or its two forms), and where it stands."""

    forms: tuple[str, ...]
    file: str
    line: int


def messages(root: Path, rooms: Iterable[str] = ROOMS) -> Iterator[Message]:
    """Yield every message of the Python files in these rooms of the project."""
    for room in rooms:
        for path, line, said, _, _ in extract_from_dir(root / room, keywords=KEYWORDS):
            yield Message((said,) if isinstance(said, str) else tuple(said), f"{room}/{path}", line)
