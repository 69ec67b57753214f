"""Passes: the newest click on a message counts, for some minutes, and there is never room for too many."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.wire.passes import LIFE, Passes

LIFE_AT_DISCORD = 15 * 60.0


def click(token: str) -> Any:
    return SimpleNamespace(application_id=7, token=token)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves the loop's clock, which nothing else here looks at."""
    clock = [100.0]
    loop = SimpleNamespace(time=lambda: clock[0])
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)

    def wait(seconds: float) -> None:
        clock[0] += seconds

    return wait


def test_the_newest_click_on_a_message_counts(later: Any) -> None:
    passes = Passes()
    passes.note(5, click("first"))
    later(60)
    passes.note(5, click("second"))
    later(LIFE - 1)
    found = passes.find(5)
    assert found is not None
    assert (found.application_id, found.token) == (7, "second")
    assert passes.find(6) is None


def test_a_pass_ends_well_before_its_token(later: Any) -> None:
    passes = Passes()
    passes.note(5, click("token"))
    later(LIFE - 0.1)
    assert passes.find(5) is not None
    later(0.1)
    assert passes.find(5) is None
    assert not passes._passes
    assert LIFE_AT_DISCORD - LIFE >= 30


def test_a_refused_pass_is_dropped_but_not_a_newer_one(later: Any) -> None:
    passes = Passes()
    passes.note(5, click("dead"))
    dead = passes.find(5)
    assert dead is not None
    passes.note(5, click("alive"))
    passes.drop(5, dead)
    alive = passes.find(5)
    assert alive is not None
    assert alive.token == "alive"
    passes.drop(5, alive)
    assert passes.find(5) is None


def test_the_messages_that_were_clicked_longest_ago_are_forgotten_first(later: Any) -> None:
    passes = Passes(keep=3)
    for message_id in (1, 2, 3):
        passes.note(message_id, click(str(message_id)))
    passes.note(1, click("again"))
    passes.note(4, click("4"))
    assert [message_id for message_id in range(1, 5) if passes.find(message_id)] == [1, 3, 4]


def test_no_token_is_shown(later: Any) -> None:
    passes = Passes()
    passes.note(5, click("secret"))
    assert "secret" not in repr(passes.find(5))


def asked_by(user: int, token: str) -> Any:
    return SimpleNamespace(application_id=7, token=token, user=SimpleNamespace(id=user))


def test_the_aside_before_is_given_back_once_and_only_of_its_kind_and_person(later: Any) -> None:
    passes = Passes()
    assert passes.note_aside(asked_by(1, "a"), "refusal", 1) is None
    assert passes.note_aside(asked_by(1, "b"), "panel", 2) is None
    assert passes.note_aside(asked_by(2, "c"), "refusal", 3) is None
    before = passes.note_aside(asked_by(1, "d"), "refusal", 9, 9)
    assert before is not None
    assert (before.allowed.token, before.message_id, before.follow_up) == ("a", 1, None)
    before = passes.note_aside(asked_by(1, "e"), "refusal", 4)
    assert before is not None
    assert (before.allowed.token, before.message_id, before.follow_up) == ("d", 9, 9)
    later(LIFE + 1)
    assert passes.note_aside(asked_by(1, "f"), "refusal", 5) is None, "its token is over"


def test_an_aside_that_was_clicked_is_not_taken_back_from_itself(later: Any) -> None:
    passes = Passes()
    passes.note_aside(asked_by(1, "a"), "panel", 5)
    assert passes.note_aside(asked_by(1, "b"), "panel", 5) is None
    assert passes.find_aside(1, "panel").allowed.token == "b"


def test_only_so_many_asides_are_kept(later: Any) -> None:
    passes = Passes(keep=2)
    for user in (1, 2, 3):
        passes.note_aside(asked_by(user, str(user)), "refusal", user)
    assert passes.note_aside(asked_by(1, "again"), "refusal", 4) is None
