"""Golden playthroughs answer today what they answered when they were read and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.playthroughs import replay

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_playthrough(file):
    kept = file.read_text("utf-8")
    assert kept.count("\n> ") >= 3
    assert replay(kept).splitlines() == kept.splitlines()
