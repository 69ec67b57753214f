"""Which states from outside are let in, and what the text protocol makes of good and bad input."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import Refusal
from engines.core.protocol import Protocol
from engines.desfausse.model import Pass, Rolled
from engines.desfausse.rules import Desfausse
from tests.engines.desfausse.table import GAME, Table, discard
from tests.engines.test_conformance import play_out

ROLLING = Table(A="2 2 D 5 3 4", B="2 6 D 5 3 4", C="6 6 6 6 5 5").stop("C")
CALL = Table.lying(A={1: 4, 2: 5}, B={7: 4, 8: 5, 9: 6}, C={13: "D"}).stop()
CALL.discard("A", [1], [1], {"C": [1]}, {"C": 2})
GIFT = Table.lying(A={1: 3, 2: 5}, B={7: "D"}, C={13: 2, 14: 6}).stop()
GIFT.skip("C").skip("A").skip("A").skip("C")
DEMON = Table.lying(A={1: 2}, B={7: 2, 8: 3}, C={13: 4, 14: 5}).stop().skip("B").discard("A", [1], [1])
OVER = Table.lying(tokens="1 0 0", A={1: 2}, B={7: 3}, C={13: 4, 14: 5}).stop().discard("A", [1], [1])
MOVED = Table.lying(A={1: 3, 2: 5}, B={7: 4, 8: 6}, C={13: 6}).stop().discard("A", [1], [1], {"B": [1]})


@pytest.mark.parametrize("table", [ROLLING, CALL, GIFT, DEMON, OVER, MOVED])
def test_what_play_has_reached_is_let_in(table):
    GAME.check(table.state)


def test_the_tables_are_in_the_phases_that_they_are_named_by():
    phases = [table.public.phase for table in (ROLLING, CALL, GIFT, DEMON, OVER, MOVED)]
    assert phases == ["rolling", "discard", "gift", "demon", "over", "discard"]


SIX_OF_A = ROLLING.position.rolled[0]


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        (ROLLING, {"held": ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))}),
        (ROLLING, {"held": ((1, 2, 3, 4, 5), *ROLLING.position.held[1:])}),
        (ROLLING, {"held": ((2, 1, 3, 4, 5, 6), *ROLLING.position.held[1:])}),
        (ROLLING, {"held": ((1, 2, 3, 4, 5, 6, 7), *ROLLING.position.held[1:])}),
        (ROLLING, {"hell": (1,)}),
        (ROLLING, {"hell": (19,)}),
        (ROLLING, {"aside": True}),
        (ROLLING, {"round": 0}),
        (ROLLING, {"round": 2}),
        (ROLLING, {"turn": 0}),
        (ROLLING, {"tokens": (2, 0, 0)}),
        (ROLLING, {"missed": (3, 0, 0)}),
        (ROLLING, {"gone": ("Z",)}),
        (ROLLING, {"gone": ("C", "C")}),
        (ROLLING, {"gone": ("C",)}),
        (ROLLING, {"rolls_left": (0, 0, 0)}),
        (ROLLING, {"cursed": ("A",)}),
        (ROLLING, {"call": 2}),
        (ROLLING, {"served": "A"}),
        (ROLLING, {"givers": ("A",)}),
        (ROLLING, {"winners": ()}),
        (ROLLING, {"choices": (Pass(), None, None)}),
        (ROLLING, {"story": MOVED.position.story}),
        (ROLLING, {"rolled": (SIX_OF_A[:5], *ROLLING.position.rolled[1:])}),
        (ROLLING, {"rolled": ((*SIX_OF_A[:5], Rolled(6, 2)), *ROLLING.position.rolled[1:])}),
        (ROLLING, {"rolled": ((*SIX_OF_A[:5], Rolled(6, "A")), *ROLLING.position.rolled[1:])}),
        (CALL, {"call": None}),
        (CALL, {"call": 3}),
        (CALL, {"cursed": ()}),
        (CALL, {"cursed": ("B", "C")}),
        (CALL, {"rolls_left": (1, 0, 0)}),
        (CALL, {"choices": (discard([1], [2], "hell", {"C": 2}), None, None)}),
        (CALL, {"choices": (discard([1], [1], "hell", {"B": 2}), None, None)}),
        (CALL, {"choices": (None, None, Pass())}),
        (CALL, {"choices": (Pass(), Pass(), None)}),
        (CALL, {"phase": "rolling"}),
        (GIFT, {"givers": ()}),
        (GIFT, {"givers": ("C", "A")}),
        (GIFT, {"givers": ("B",)}),
        (GIFT, {"cursed": ()}),
        (GIFT, {"call": 6}),
        (DEMON, {"served": None}),
        (DEMON, {"served": "B"}),
        (DEMON, {"tokens": (0, 0, 0)}),
        (DEMON, {"received": ((), (13,), ()), "held": ((), (7, 8), (14,))}),
        (OVER, {"winners": None}),
        (OVER, {"winners": ("B",)}),
        (OVER, {"tokens": (1, 1, 0)}),
        (OVER, {"rolls_left": (1, 0, 0)}),
        (MOVED, {"story": ()}),
        (MOVED, {"received": ((), (), (1,))}),
        (MOVED, {"story": MOVED.position.story * 2}),
        (MOVED, {"story": (replace(MOVED.position.story[0], seat="C"),)}),
        (MOVED, {"story": (replace(MOVED.position.story[0], size=2),)}),
        (MOVED, {"story": (replace(MOVED.position.story[0], call=6),)}),
    ],
)
def test_what_no_game_can_have_reached_is_refused(table, changes):
    with pytest.raises(Refusal) as caught:
        GAME.check(replace(table.state, position=replace(table.position, **changes)))
    assert (caught.value.code, caught.value.reason) == ("bad_request", "impossible_state")


def ask(protocol, **request):
    return json.loads(protocol.answer(json.dumps(request).encode()))


START = {
    "do": "start",
    "game": "desfausse",
    "seats": ["A", "B"],
    "options": {},
    "draws": [4, 4, 5, 1, 3, 3, 4, 1, 1, 1, 3, 1],
}


@pytest.fixture
def called():
    protocol = Protocol({"desfausse": Desfausse()})
    assert ask(protocol, **START)["ok"]
    for seat in "AB":
        answer = ask(protocol, do="act", seat=seat, action={"type": "stop"})
        assert answer["ok"]
    assert (answer["public"]["call"], answer["to_act"]) == (3, ["A"])
    return protocol


def test_public_facts_have_the_names_of_the_contract(called):
    public = ask(called, do="view")["view"]
    assert public["hands"]["B"][0] == {"id": 7, "kind": "small", "color": "red"}
    assert public["hands"]["A"][5] == {"id": 6, "kind": "big", "color": "green"}
    facts = {name: public[name] for name in ("tokens", "cursed", "hell", "aside", "round", "turn", "phase")}
    assert facts == {
        "tokens": {"A": 0, "B": 0},
        "cursed": ["B"],
        "hell": 0,
        "aside": 0,
        "round": 1,
        "turn": 1,
        "phase": "discard",
    }
    own = ask(called, do="view", seat="A")["view"]
    assert own["dice"][3] == {"id": 4, "kind": "small", "color": "green", "face": "D"}
    assert own["rolls_left"] == 0


def test_listed_actions_have_the_form_of_the_contract(called):
    listed = ask(called, do="legal", seat="A")["actions"]
    assert listed[0] == {"type": "discard", "combo": [5, 6], "out": [5], "to": "hell", "curse": {"B": 1}}
    assert listed[-1] == {"type": "pass"}
    assert len(listed) == 2 * 4 + 1, "5 or 6 leaves, 1 to 4 for B; red and green go to Hell alone"
    protocol = Protocol({"desfausse": Desfausse()})
    ask(protocol, **{**START, "draws": [4, 4, 5, 6, 3, 3, 4, 6, 5, 5, 4, 4]})
    for seat in "AB":
        ask(protocol, do="act", seat=seat, action={"type": "stop"})
    ask(protocol, do="act", seat="A", action={"type": "pass"})
    listed = ask(protocol, do="legal", seat="A")["actions"]
    assert {"type": "discard", "combo": [1, 2], "out": [1, 2], "to": {"B": [1, 2]}} in listed


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "discard"}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5]}, "bad_request"),
        ({"type": "discard", "combo": "5", "out": [5], "to": "hell"}, "bad_request"),
        ({"type": "discard", "combo": [5, True], "out": [5], "to": "hell"}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5], "to": "heaven"}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5], "to": ["B"]}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5], "to": None}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5], "to": {"B": 5}}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5], "to": {"B": ["5"]}}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5], "to": "hell", "curse": "B"}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5], "to": "hell", "curse": {"B": "1"}}, "bad_request"),
        ({"type": "discard", "combo": [5, 6], "out": [5], "to": "hell"}, "illegal_action"),
        ({"type": "discard", "combo": [10**40], "out": [5], "to": "hell"}, "illegal_action"),
        ({"type": "discard", "combo": [6, 5], "out": [5], "to": "hell", "curse": {"B": 1}}, "illegal_action"),
        ({"type": "reroll", "dice": []}, "illegal_action"),
        ({"type": "reroll", "dice": [1.0]}, "bad_request"),
        ({"type": "gift", "curse": [1]}, "bad_request"),
        ({"type": "gift"}, "illegal_action"),
        ({"type": "demon", "seat": "B"}, "illegal_action"),
        ({"type": "demon"}, "bad_request"),
        ({"type": "pass", "call": 3}, "bad_request"),
    ],
)
def test_actions_malformed_or_illegal(called, action, code):
    before = ask(called, do="dump")
    answer = ask(called, do="act", seat="A", action=action)
    assert answer["error"]["code"] == code
    assert ask(called, do="dump") == before


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 40) | st.sampled_from(["A", "seat 1", "D", "hell", "over"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("ABid"), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 400), step=st.integers(0, 60), data=st.data())
def test_a_damaged_dump_is_refused_or_can_be_played_on(seed, step, data):
    state = next(
        (state for number, (_, state, *_) in enumerate(play_out("desfausse", seed)) if number >= step), None
    )
    if state is None:
        return
    protocol, random = Protocol({"desfausse": Desfausse()}), Random(seed)
    position = json.loads(GAME.positions.dump(state.position))
    name = data.draw(st.sampled_from(sorted(position)))
    other = json.loads(GAME.positions.dump(next(play_out("desfausse", seed + 1))[1].position))[name]
    position[name] = data.draw(
        json_values | st.just(other) | st.permutations(position[name] or [])
        if isinstance(position[name], list)
        else json_values
    )
    dumped = {
        "game": "desfausse",
        "setup": json.loads(GAME.setups.dump(state.setup)),
        "position": position,
        "source": {"type": "seed", "seed": str(seed), "taken": 0},
    }
    answer = ask(protocol, do="load", state=dumped)
    if not answer["ok"]:
        assert answer["error"]["code"] == "bad_request"
        return
    for _ in range(25):
        view = ask(protocol, do="view")["view"]
        for seat in view["to_act"]:
            actions = ask(protocol, do="legal", seat=seat)["actions"]
            if actions:
                assert ask(protocol, do="act", seat=seat, action=random.choice(actions))["ok"]
                break
        else:
            if ask(protocol, do="timeout").get("error", {}).get("code") == "over":
                return
