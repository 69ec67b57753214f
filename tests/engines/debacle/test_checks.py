"""Positions of Débâcle that come from outside: those that play reaches are known, and no others."""

from dataclasses import replace
from random import Random

import pytest

from engines.core.records import Refusal
from engines.debacle.board import BLACK, CELL, START, put
from engines.debacle.model import Options
from tests.engines.debacle.match import GAME, NO_DRAWS, Match
from tests.engines.debacle.playing import random_states
from tests.engines.debacle.test_turns import CHAIN
from tests.engines.playing import seeds
from tests.engines.table import refusal

BEGUN = Match()
BEGUN.state = GAME.start(GAME.setup(["A", "B"], {"first": "A"}), NO_DRAWS).state
CHAINING = Match(CHAIN, black_holds=(6, 6)).play("b5xb6")
LEFT = Match().given(points=(30, 30), round=3).leave("B")
WON = Match(CHAIN.replace("R5 B2", "R5 . "), red_holds=(6,)).given(points=(27, 0), round=3).agree()
ACTED = {"acted": True, "actions_left": 1}
PLACES = ("flipped", "bounce", "returning")


@pytest.mark.parametrize(
    ("match", "changes"),
    [
        *((BEGUN, {"board": board}) for board in (b"x" * 36, START[:-1] + b".", b".23456" + START[6:])),
        *((BEGUN, {"points": (1, 0)}), (BEGUN, {"points": (31, 30), "round": 3}), (BEGUN, {"round": 0})),
        *((BEGUN, {"turn": turn}) for turn in (0, 2, 301)),
        *((BEGUN, {"captured": ((1,), ())}), (BEGUN, {"current": BLACK}), (BEGUN, {"quiet_turns": 1})),
        *((BEGUN, {"turn": 61, "quiet_turns": 60}), (BEGUN, {"starter": BLACK, "current": BLACK})),
        *((BEGUN, {"actions_left": left}) for left in (1, 3)),
        *((BEGUN, {name: value}) for name, value in (("bonus_left", 9), ("bonus_due", 1), ("took", True))),
        *((BEGUN, {name: 0}) for name in PLACES),
        *(
            (BEGUN, {"acted": True}),
            (BEGUN, {"acted": True, "actions_left": 0}),
            (BEGUN, {**ACTED, "bonus_due": 9}),
        ),
        *((BEGUN, {**ACTED, "flipped": CELL[at]}) for at in ("a6", "a2")),
        *((BEGUN, {**ACTED, name: CELL["a1"]}) for name in ("bounce", "returning")),
        *((BEGUN, {"missed": (3, 0)}), (BEGUN, {"gone": ("A",)}), (BEGUN, {"winners": ("A",)})),
        (BEGUN, {"phase": "over"}),
        (BEGUN, {"phase": "over", "winners": ("A",), "points": (30, 0), "round": 2}),
        (CHAINING, {"bounce": CELL["b6"], "returning": CELL["c1"]}),
        (CHAINING, {"returning": CELL["c6"], "bounce": CELL["c6"]}),
        *((CHAINING, {"bounce": CELL[at]}) for at in ("a1", "c1")),
        *((CHAINING, {"returning": None}), (CHAINING, {"flipped": CELL["a1"]}), (CHAINING, {"took": False})),
        *((CHAINING, {"captured": held}) for held in (((6, 4), ()), ((4,), (1, 1, 1)))),
        *((LEFT, {"winners": winners}) for winners in (("B",), None)),
        *((LEFT, {"bounce": 0}), (LEFT, {"bonus_left": 1})),
        *((WON, {"winners": winners}) for winners in (("B",), ())),  # by points: who has more
        *((WON, {"points": points}) for points in ((33, 33), (29, 0))),
    ],
)
def test_what_no_game_can_have_reached_is_refused(match, changes):
    GAME.check(match.state)
    assert match.impossible(**changes)[0] == "bad_request"


def test_two_dice_may_not_lie_in_the_enemys_camp():
    board = put(put(CHAINING.position.board, CELL["a1"], ord(".")), CELL["a6"], ord("1"))
    assert CHAINING.impossible(board=board)[0] == "bad_request"


@pytest.mark.parametrize(
    "changes", [{"seats": ("A",)}, {"seats": ("A", "A")}, {"seats": ("A", "")}, {"options": Options("Z")}]
)
def test_a_setup_that_cannot_be_is_refused(changes):
    changed = replace(BEGUN.state, setup=replace(BEGUN.state.setup, **changes))
    assert refusal(GAME.check, changed).code == "bad_request"


@pytest.mark.fire
@pytest.mark.parametrize("seed", seeds(8, 40))
def test_a_state_that_passes_can_be_played_on(seed):
    chance = Random(seed)
    for state in random_states(seed, most=60):
        name, most = chance.choice([("actions_left", 9), ("bonus_left", 9), *((name, 35) for name in PLACES)])
        changed = replace(state, position=replace(state.position, **{name: chance.randint(0, most)}))
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
