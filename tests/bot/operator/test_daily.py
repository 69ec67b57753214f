"""`daily DAY SEED`: what a secret made of a day, worked out again without a database."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from engines.daily.discipline import draws_of
from engines.daily.registry import DISCIPLINES
from tests.bot.operator.conftest import Desk

DAY, SEED = "2026-11-22", sha256(b"yesterday").digest()


def test_all_tasks_of_a_day_follow_from_its_secret(desk: Desk) -> None:
    told = desk.type("daily", DAY, SEED.hex())
    assert told.status == 0
    whole = json.loads(told.text)
    assert (whole["day"], whole["commitment"]) == (DAY, sha256(SEED).hexdigest())
    for name, discipline in DISCIPLINES.items():
        laid = [dict(task.tell()) for task in discipline.lay(draws_of(SEED, DAY, name))]
        assert whole["tasks"][name] == json.loads(json.dumps(laid))


@pytest.mark.parametrize("words", [("tomorrow", SEED.hex()), (DAY, "abc"), (DAY, SEED.hex()[:-2])])
def test_what_is_no_day_or_no_secret_is_said(desk: Desk, words: tuple[str, str]) -> None:
    told = desk.type("daily", *words)
    assert told.status == 2
    assert "YYYY-MM-DD" in told.wrong
