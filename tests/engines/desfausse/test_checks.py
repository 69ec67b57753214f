"""Which states from outside are let in, and what the text protocol makes of good and bad input."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.desfausse.model import Pass, Rolled
from tests.engines.desfausse.table import GAME, Table, discard
from tests.engines.playing import play_out
from tests.engines.spoken import Wire
from tests.support.chance import sized

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


SIX_OF_A, HELD = ROLLING.position.rolled[0], ROLLING.position.held


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        (ROLLING, {"held": ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))}),
        *(
            (ROLLING, {"held": (hand, *HELD[1:])})
            for hand in ((1, 2, 3, 4, 5), (2, 1, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6, 7))
        ),
        *((ROLLING, {"hell": hell}) for hell in ((1,), (19,))),
        *((ROLLING, {"round": number}) for number in (0, 2)),
        *((ROLLING, {"gone": gone}) for gone in (("Z",), ("C", "C"), ("C",))),
        *(
            (ROLLING, {"aside": True}),
            (ROLLING, {"turn": 0}),
            (ROLLING, {"call": 2}),
            (ROLLING, {"served": "A"}),
            (ROLLING, {"tokens": (2, 0, 0)}),
            (ROLLING, {"missed": (3, 0, 0)}),
            (ROLLING, {"rolls_left": (0, 0, 0)}),
            (ROLLING, {"cursed": ("A",)}),
            (ROLLING, {"givers": ("A",)}),
            (ROLLING, {"winners": ()}),
            (ROLLING, {"choices": (Pass(), None, None)}),
            (ROLLING, {"story": MOVED.position.story}),
        ),
        *(
            (ROLLING, {"rolled": (hand, *ROLLING.position.rolled[1:])})
            for hand in (SIX_OF_A[:5], (*SIX_OF_A[:5], Rolled(6, 2)), (*SIX_OF_A[:5], Rolled(6, "A")))
        ),
        *((CALL, {"call": call}) for call in (None, 3)),
        *((CALL, {"cursed": cursed}) for cursed in ((), ("B", "C"))),
        *(
            (CALL, {"choices": choices})
            for choices in (
                (discard([1], [2], "hell", {"C": 2}), None, None),
                (discard([1], [1], "hell", {"B": 2}), None, None),
                (None, None, Pass()),
                (Pass(), Pass(), None),
            )
        ),
        *((CALL, {"phase": "rolling"}), (CALL, {"rolls_left": (1, 0, 0)})),
        *((GIFT, {"givers": givers}) for givers in ((), ("C", "A"), ("B",))),
        *((GIFT, {"cursed": ()}), (GIFT, {"call": 6})),
        *((DEMON, {"served": served}) for served in (None, "B")),
        *(
            (DEMON, {"tokens": (0, 0, 0)}),
            (DEMON, {"received": ((), (13,), ()), "held": ((), (7, 8), (14,))}),
        ),
        *((OVER, {"winners": winners}) for winners in (None, ("B",))),
        *((OVER, {"tokens": (1, 1, 0)}), (OVER, {"rolls_left": (1, 0, 0)})),
        *((MOVED, {"story": story}) for story in ((), MOVED.position.story * 2)),
        (MOVED, {"received": ((), (), (1,))}),
        *(
            (MOVED, {"story": (replace(MOVED.position.story[0], **odd),)})
            for odd in ({"seat": "C"}, {"size": 2}, {"call": 6})
        ),
    ],
)
def test_what_no_game_can_have_reached_is_refused(table, changes):
    assert table.impossible(**changes) == ("bad_request", "impossible_state")


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
def test_a_damaged_dump_is_refused_or_can_be_played_on(seed, step, data):
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
        view = wire.ask(do="view")["view"]
        for seat in view["to_act"]:
            actions = wire.ask(do="legal", seat=seat)["actions"]
            if actions:
                assert wire.ask(do="act", seat=seat, action=random.choice(actions))["ok"]
                break
        else:
            if wire.ask(do="timeout").get("error", {}).get("code") == "over":
                return
