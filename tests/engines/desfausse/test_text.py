"""What the text protocol makes of DESfausse, of good and bad input, and of damaged tables."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.desfausse.table import GAME
from tests.engines.playing import play_out
from tests.engines.spoken import Wire
from tests.support.chance import sized

START = {"do": "start", "game": "desfausse", "seats": ["A", "B"], "options": {}}
START["draws"] = [4, 4, 5, 1, 3, 3, 4, 1, 1, 1, 3, 1]


FIVE = {"type": "discard", "combo": [5, 6], "out": [5]}


@pytest.fixture
def called():
    wire = Wire(START)
    answer = [wire.act(seat, "stop") for seat in "AB"][-1]
    assert (answer["public"]["call"], answer["to_act"]) == (3, ["A"])
    return wire


def test_public_facts_have_the_names_of_the_contract(called):
    public = called.ask(do="view")["view"]
    assert public["hands"]["B"][0] == {"id": 7, "kind": "small", "color": "red"}
    assert public["hands"]["A"][5] == {"id": 6, "kind": "big", "color": "green"}
    assert (public["tokens"], public["cursed"], public["phase"]) == ({"A": 0, "B": 0}, ["B"], "discard")
    assert [public[name] for name in ("hell", "aside", "round", "turn")] == [0, 0, 1, 1]
    own = called.ask(do="view", seat="A")["view"]
    assert own["dice"][3] == {"id": 4, "kind": "small", "color": "green", "face": "D"}
    assert own["rolls_left"] == 0


def test_listed_actions_have_the_form_of_the_contract(called):
    listed = called.ask(do="legal", seat="A")["actions"]
    assert listed[0] == {"type": "discard", "combo": [5, 6], "out": [5], "to": "hell", "curse": {"B": 1}}
    assert listed[-1] == {"type": "pass"}
    assert len(listed) == 2 * 4 + 1, "5 or 6 leaves, 1 to 4 for B; red and green go to Hell alone"
    other = Wire({**START, "draws": [4, 4, 5, 6, 3, 3, 4, 6, 5, 5, 4, 4]})
    for seat, kind in (("A", "stop"), ("B", "stop"), ("A", "pass")):
        other.act(seat, kind)
    listed = other.ask(do="legal", seat="A")["actions"]
    assert {"type": "discard", "combo": [1, 2], "out": [1, 2], "to": {"B": [1, 2]}} in listed


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "discard"}, "bad_request"),
        *(({**FIVE, "to": to}, "bad_request") for to in ("heaven", ["B"], None, {"B": 5}, {"B": ["5"]})),
        *(({**FIVE, "to": "hell", "curse": curse}, "bad_request") for curse in ("B", {"B": "1"})),
        (FIVE, "bad_request"),
        ({"type": "discard", "combo": "5", "out": [5], "to": "hell"}, "bad_request"),
        ({"type": "discard", "combo": [5, True], "out": [5], "to": "hell"}, "bad_request"),
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
    assert called.code(do="act", seat="A", action=action) == code


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 40) | st.sampled_from(["A", "seat 1", "D", "hell", "over"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("ABid"), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=sized(60, 150))
@given(seed=st.integers(0, 400), step=st.integers(0, 60), data=st.data())
def test_a_damaged_dump_is_refused_or_answered_for_at_every_request(seed, step, data):
    state = next(
        (state for number, (_, state, *_) in enumerate(play_out("desfausse", seed)) if number >= step), None
    )
    if state is None:
        return
    wire, random = Wire(), Random(seed)
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
    answer = wire.ask(do="load", state=dumped)
    if not answer["ok"]:
        assert answer["error"]["code"] == "bad_request"
        return
    for _ in range(25):
        for seat in state.setup.seats:
            actions = wire.ask(do="legal", seat=seat).get("actions")
            if actions:
                wire.ask(do="act", seat=seat, action=random.choice(actions))
        wire.ask(do="timeout")
    assert wire.ask(do="games")["ok"]
