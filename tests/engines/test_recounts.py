"""Facts are what an independent recount finds, which reads the JSON of a record and knows no event."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest

from tests.engines.recording import live
from tests.engines.recounts import entries_of
from tests.support.games import GAMES

HOME = Path(__file__).parent
MANY = int(os.environ.get("GOBELET_GAMES", "40"))
RECOUNTED = sorted(name for name in GAMES if (HOME / name / "recount.py").is_file())


def compare(name: str, seed: int) -> None:
    """Compare the facts of a random table with their recount."""
    lived, count = live(name, seed), import_module(f"tests.engines.{name}.recount").recount
    recounted = count(entries_of(lived.record().dump(), lived.game))
    tallied = lived.game.tally(lived.story())
    found = {seat: {fact: n for fact, n in sheet.items() if n} for seat, sheet in tallied.items()}
    assert found == {seat: {fact: n for fact, n in own.items() if n} for seat, own in recounted.items()}


@pytest.mark.parametrize("name", RECOUNTED)
def test_a_recount_finds_the_same_facts_of_random_games(name):
    for seed in range(MANY):
        compare(name, seed)
