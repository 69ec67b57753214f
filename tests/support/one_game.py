"""`--game tasse`: no more is collected than may concern this game, and no more is run than does.

A test concerns a game if its file, its name or its case is called so. Other games' files are not even
imported, nor those that speak neither of this game nor of all of them: importing takes longest.
"""

import re
from pathlib import Path

import pytest

OF_ALL_GAMES = re.compile(r"GAMES\b|FACES\b|\bkept\b|\bOVER\b")
"""How files say that they try every game."""
TESTS = Path(__file__).parents[1]


def games() -> list[str]:
    """Return the names of all games: those with rules, here or among the tests."""
    rules = (*TESTS.parent.glob("engines/*/rules.py"), *TESTS.glob("*/rules.py"))
    return sorted({path.parent.name for path in rules} - {"core"})


def leave_out(path: Path, game: str) -> bool:
    """Whether nothing in this file or folder can concern the game."""
    words = set(re.findall("[a-z]+", str(path.relative_to(TESTS))))
    if game in words:
        return False
    if words & set(games()):
        return True
    if path.suffix != ".py":
        return False
    text = path.read_text(encoding="utf-8")
    return game not in text and OF_ALL_GAMES.search(text) is None


def concerns(item: pytest.Item, game: str) -> bool:
    """Whether this is a test of the game, or one of many games' in its case."""
    return game in item.nodeid.lower()
