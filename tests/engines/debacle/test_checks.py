"""States that come from outside: every reachable one is known, and none that no game can have reached."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import Refusal
from engines.debacle.board import BLACK, CELL, START, put
from engines.debacle.model import Options
from tests.engines.debacle.match import GAME, NO_DRAWS, Match
from tests.engines.debacle.playing import random_states

BOARD = """
    6  .  B4 B3 .  .  B6
    5  .  R5 B2 .  .  B5
    4  .  .  .  .  .  B4
    3  .  .  .  .  .  .
    2  .  .  .  .  .  .
    1  R1 .  R2 .  .  R3
       a  b  c  d  e  f"""


def refused(state) -> bool:
    with pytest.raises(Refusal) as caught:
        GAME.check(state)
    return caught.value.code == "bad_request"


@pytest.mark.parametrize(
    "changes",
    [
        *({"board": b"x" * 36}, {"board": START[:-1] + b"."}, {"board": b".23456" + START[6:]}),
        *({"captured": ((1,), ())}, {"points": (1, 0)}, {"points": (31, 30), "round": 3}),
        *({"round": 0}, {"turn": 0}, {"turn": 2}, {"turn": 301}, {"current": BLACK}, {"quiet_turns": 1}),
        *({"turn": 61, "quiet_turns": 60}, {"starter": BLACK, "current": BLACK}),
        *({"actions_left": 3}, {"actions_left": 1}, {"bonus_left": 9}, {"bonus_due": 1}),
        *({"acted": True}, {"took": True}, {"flipped": 0}, {"bounce": 0}, {"returning": 0}),
        *({"acted": True, "actions_left": 0}, {"acted": True, "actions_left": 1, "bonus_due": 9}),
        *({"acted": True, "actions_left": 1, "flipped": CELL["a6"]},),
        *({"acted": True, "actions_left": 1, "flipped": CELL["a2"]},),
        *({"acted": True, "actions_left": 1, "bounce": CELL["a1"]},),
        *({"acted": True, "actions_left": 1, "returning": CELL["a1"]},),
        *({"missed": (3, 0)}, {"gone": ("A",)}, {"winners": ("A",)}),
        *({"phase": "over"}, {"phase": "over", "winners": ("A",), "points": (30, 0), "round": 2}),
    ],
)
def test_a_start_changed_by_hand_is_refused(changes):
    state = GAME.start(GAME.setup(["A", "B"], {"first": "A"}), NO_DRAWS).state
    GAME.check(state)
    assert refused(replace(state, position=replace(state.position, **changes)))


@pytest.mark.parametrize(
    "changes",
    [
        *({"bounce": CELL["b6"], "returning": CELL["c1"]}, {"bounce": CELL["c1"]}, {"returning": None}),
        *({"bounce": CELL["a1"]}, {"flipped": CELL["a1"]}, {"took": False}, {"captured": ((6, 4), ())}),
        *({"captured": ((4,), (1, 1, 1))}, {"returning": CELL["c6"], "bounce": CELL["c6"]}),
    ],
)
def test_a_chain_changed_by_hand_is_refused(changes):
    match = Match(BOARD, black_holds=(6, 6)).play("b5xb6")
    assert refused(replace(match.state, position=replace(match.position, **changes)))


def test_two_dice_may_not_lie_in_the_enemys_camp():
    position = Match(BOARD, black_holds=(6, 6)).play("b5xb6").position
    state = Match().state
    board = put(put(position.board, CELL["a1"], ord(".")), CELL["a6"], ord("1"))
    assert refused(replace(state, position=replace(position, board=board)))


@pytest.mark.parametrize(
    "changes", [{"winners": ("B",)}, {"winners": None}, {"bounce": 0}, {"bonus_left": 1}]
)
def test_an_end_changed_by_hand_is_refused(changes):
    match = Match().given(points=(30, 30), round=3).leave("B")
    assert refused(replace(match.state, position=replace(match.position, **changes)))


def test_an_end_by_points_names_who_has_more():
    board = BOARD.replace("R5 B2", "R5 . ")
    match = Match(board, red_holds=(6,)).given(points=(27, 0), round=3).agree()
    assert match.public.winners == ("A",)
    for changes in ({"winners": ("B",)}, {"points": (33, 33)}, {"points": (29, 0)}, {"winners": ()}):
        assert refused(replace(match.state, position=replace(match.position, **changes)))


@pytest.mark.parametrize(
    "changes", [{"seats": ("A",)}, {"seats": ("A", "A")}, {"seats": ("A", "")}, {"options": Options("Z")}]
)
def test_a_setup_that_cannot_be_is_refused(changes):
    state = Match().state
    assert refused(replace(state, setup=replace(state.setup, **changes)))


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_state_that_passes_can_be_played_on(seed, data):
    for state in random_states(seed, most=60):
        field = data.draw(st.sampled_from(["actions_left", "bonus_left", "flipped", "bounce", "returning"]))
        value = data.draw(
            st.integers(0, 35) if field in ("flipped", "bounce", "returning") else st.integers(0, 9)
        )
        changed = replace(state, position=replace(state.position, **{field: value}))
        try:
            GAME.check(changed)
        except Refusal:
            continue
        (seat,) = GAME.to_act(changed)
        actions = GAME.legal_actions(changed, seat).actions
        assert actions
        for action in actions:
            GAME.check(GAME.act(changed, seat, action, NO_DRAWS).state)
        GAME.check(GAME.expire(changed, NO_DRAWS).state)
