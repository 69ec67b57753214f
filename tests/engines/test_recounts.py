"""Facts are what an independent recount finds, which reads a record’s JSON and none of the rules’ code."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.engines.recording import live
from tests.engines.recounts import MANY, compare
from tests.support.chance import SEED
from tests.support.games import GAMES

HOME = Path(__file__).parent
RECOUNTED = sorted(name for name in GAMES if (HOME / name / "recount.py").is_file())


def compare_random(name: str, seed: int) -> None:
    """Compare the facts of a random table with their recount."""
    compare(live(name, seed), import_module(f"tests.engines.{name}.recount").recount)


@pytest.mark.fire
@pytest.mark.parametrize("name", RECOUNTED)
def test_a_recount_finds_the_same_facts_of_random_games(name):
    begin = int(SEED or 0)
    for seed in range(begin, begin + MANY):
        compare_random(name, seed)
