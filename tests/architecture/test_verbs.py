"""The verbs in the sources: those of a game are its own, and shared ones stand in a namespace."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ui.frame.face import Face
from bot.ui.pages.ids import OLD_VERBS
from engines.core.kit import Kit
from tests.support.games import FACES, home_of

ROOT = Path(__file__).parents[2]
PLACE = {"Button": 0, "Select": 0, "Form": 2}
"""Where each piece of a page has its verb, among its arguments."""


def _drawn(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every verb that is written out where a button, a list or a form is made."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACE:
                place = PLACE[node.func.id]
                verb = node.args[place] if len(node.args) > place else None
                if isinstance(verb, ast.Constant):
                    yield path, str(verb.value)


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.spec.name)
def test_a_game_calls_no_verb_of_its_own_by_an_old_shared_name(face: type[Face]) -> None:
    if isinstance(face.spec.rules, Kit):
        own = {kind.type for kind in face.spec.rules.kinds}
    else:
        own = {verb for _, verb in _drawn(home_of(face)) if "." not in verb}
    assert own, "a game without verbs cannot be played"
    assert not own & set(OLD_VERBS)


def test_what_all_games_share_draws_verbs_with_a_namespace() -> None:
    drawn = [*_drawn(ROOT / "bot"), *_drawn(ROOT / "cogs" / "common")]
    assert len(drawn) > 10
    assert not [(path.name, verb) for path, verb in drawn if "." not in verb]
