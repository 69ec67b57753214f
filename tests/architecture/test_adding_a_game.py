"""docs/adding-a-game.md tells the truth about the game that it walks through."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.ui.frame.derived import DerivedFace
from bot.ui.frame.face import Face
from engines.core.kit import Kit
from engines.core.rules import Capability, Rules
from tests.support.games import SIXTH, home_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
GAME = home_of(SIXTH)
MOST_RULES, MOST_LINES = 110, 200
"""What a small game may take: lines of its rules, and of all its files."""
_BLOCK = re.compile(r"^```python\n# (\S+)\n(.*?)^```$", re.M | re.S)
_TEST = re.compile(r"`(test_\w+)`")
_FILES = re.compile(r"^\| `(\w+\.\w+)` \|", re.M)
_METHODS = re.compile(r"^\| `(?!test_)(\w+)` \|", re.M)


def excerpts() -> Iterator[tuple[str, str]]:
    """Yield each piece of code on the page, with the file it is said to be from."""
    for file, text in _BLOCK.findall(PAGE):
        for piece in text.split("...\n"):
            yield file, piece.strip("\n")


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(("file", "text"), [*excerpts()])
def test_every_excerpt_stands_in_its_file(file: str, text: str) -> None:
    assert text in (ROOT / file).read_text(encoding="utf-8")


def test_every_block_of_code_is_an_excerpt() -> None:
    assert PAGE.count("```python") == len(_BLOCK.findall(PAGE)) > 5


def test_the_list_of_files_is_right() -> None:
    files = {path.name: lines(path) for path in GAME.iterdir() if path.is_file()}
    assert files.pop("__init__.py") == 0
    assert set(_FILES.findall(PAGE)) == files.keys()


def test_a_small_game_stays_small() -> None:
    assert lines(GAME / "rules.py") <= MOST_RULES
    assert sum(lines(path) for path in GAME.iterdir() if path.is_file()) <= MOST_LINES


def test_every_test_that_is_named_exists() -> None:
    named = set(_TEST.findall(PAGE))
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(named) > 3
    assert {name for name in named if f"def {name}(" not in tests} == set()


def test_every_method_that_a_game_must_have_is_named() -> None:
    named = set(_METHODS.findall(PAGE))
    assert named >= Kit.__abstractmethods__ | Rules.__abstractmethods__ | Face.__abstractmethods__
    known: Any = (Kit, DerivedFace)
    assert {name for name in named if not any(hasattr(kind, name) for kind in known)} == set()


def test_every_capability_is_in_the_last_table() -> None:
    said = PAGE.rpartition("| capability |")[2]
    words = {
        Capability.TEAMS: "people_a_seat",
        Capability.DECKS: "dealer",
        Capability.DRAFTS: "drafts",
        Capability.RACES: "stamp",
        Capability.AGREEMENTS: "agreements",
        Capability.HOST_COMMANDS: "host_commands",
    }
    assert set(words) == set(Capability)
    assert all(f"`{word}" in said for word in words.values())
