"""Every game that the suites try, each by its face: those of the bot, and one that lives among the tests."""

import sys
from collections.abc import Mapping
from pathlib import Path

import cogs
import engines
from bot.ui.frame.derived import derive_face
from bot.ui.frame.face import Face
from engines.core.game import AnyGame
from tests.plusgrand.rules import PlusGrand

ROOT = Path(__file__).resolve().parents[2]

_OURS = {face.spec.name: face for face in cogs.GAMES}
SIXTH: type[Face] = _OURS.get(PlusGrand.name) or derive_face(PlusGrand())
"""A small game that lives among the tests; in a copy of the project it is one of the bot's own."""

FACES: tuple[type[Face], ...] = tuple(dict.fromkeys((*cogs.GAMES, SIXTH)))

GAMES: Mapping[str, AnyGame] = {**engines.GAMES, **{face.spec.name: face.spec.rules for face in FACES}}
"""The rules by name, of games that have no face yet, too."""


def home_of(part: AnyGame | type[Face]) -> Path:
    """Return the folder that a game's rules, or its face, stand in."""
    kind = part if isinstance(part, type) else type(part)
    file = sys.modules[kind.__module__].__file__
    assert file is not None
    return Path(file).parent


def page_of(game: AnyGame) -> Path:
    """Return the page of a game's numbered rules: beside its code, or with those of the others."""
    beside = home_of(game) / "rules.md"
    return beside if beside.is_file() else ROOT / "docs" / "rules" / f"{game.name}.md"
