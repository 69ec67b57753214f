"""What a click costs does not drift: the numbers are those that were written down."""

import json
import sys

import pytest

from tests.budget import KEPT, count


@pytest.mark.timeout(600)
def test_a_click_costs_what_was_written_down() -> None:
    """`make snapshots` writes the numbers anew; whoever raises one says why."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    if kept["python"] != python:
        pytest.skip(f"calls are counted otherwise by Python {python}")
    assert count() == kept["clicks"]
