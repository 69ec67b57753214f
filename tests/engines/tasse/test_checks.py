"""Which states from outside are let in: none of those that the rules could not go on from."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engines.core.errors import Refusal
from engines.core.sources import SOURCES
from engines.tasse.model import Announcement
from tests.support.engines import GAME, Cup

ENDLESS = 10**4299
"""As long as a number may be written; one digit more and Python would not read it, nor write it."""


def refused(cup: Cup, **changes: object) -> str:
    """Put the position as no game can have it, and return why it is not let in."""
    with pytest.raises(Refusal) as caught:
        GAME.check(replace(cup.state, position=replace(cup.position, **changes)))
    assert caught.value.code == "bad_request"
    return caught.value.reason


def test_who_is_out_without_a_first_one_out_would_leave_the_next_round_without_a_starter():
    cup = Cup("ABC", rounds=2)
    assert refused(cup, in_play=("A", "B")) == "impossible_state"
    assert cup.given(in_play=("A", "B"), out=("C",)).leave("A").next_round("B").public.current == "C"


def test_who_left_is_no_face_de_nul():
    assert Cup("ABC").given(in_play=("A", "B"), gone=("C",)).public.first_out is None


def test_the_first_one_out_does_not_play_on():
    assert refused(Cup("ABC"), out=("C",)) == "impossible_state"


def test_an_announcement_is_that_of_a_seat_of_the_table():
    cup = Cup("ABC").pass_on("A", "64")
    assert refused(cup, announcement=Announcement("Z", "64")) == "impossible_state"


OUTSIDE = pytest.mark.parametrize("number", [-1, 2**53, ENDLESS], ids=["negative", "large", "endless"])


@OUTSIDE
@pytest.mark.parametrize("name", ["round", "decision", "points", "rounds_won", "missed"])
def test_counts_that_no_table_reaches_are_refused(name, number):
    plain = GAME.positions.plain(Cup("AB").position)
    plain[name] = [number, 0] if isinstance(plain[name], list) else number
    with pytest.raises(Refusal) as caught:
        GAME.positions.load(json.dumps(plain))
    assert (caught.value.code, caught.value.params["where"].split(".")[0]) == ("bad_request", name)


@OUTSIDE
def test_a_seed_from_which_no_table_can_have_taken_so_much_is_refused(number):
    with pytest.raises(Refusal) as caught:
        SOURCES.parse({"type": "seed", "seed": "dés", "taken": number})
    assert caught.value.code == "bad_request"
