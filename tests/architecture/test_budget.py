"""What a click costs does not drift: the numbers are those that were written down."""

import json

import pytest

from tests.budget import KEPT, PYTHON, count


def test_a_click_costs_what_was_written_down() -> None:
    """`make snapshots` writes the numbers anew; whoever raises one says why."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    if kept["python"] != PYTHON:
        pytest.skip(f"calls are counted otherwise by Python {PYTHON}")
    assert count() == kept["clicks"]
