"""The engine beside the rules written word by word: the same actions, the same facts, the same counts."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.protocol import Protocol
from engines.debacle.notation import perft
from engines.debacle.rules import Debacle
from tests.engines.debacle.match import GAME, Match
from tests.engines.debacle.plain_rules import PlainRules
from tests.engines.debacle.playing import random_states
from tests.support.chance import sized

MOST_STEPS = 250
LIKED = {"capture": 8, "doubles": 6, "recover": 6, "roll": 2}


def ask(protocol: Protocol, **request: Any) -> Any:
    answer = json.loads(protocol.answer(json.dumps(request).encode()))
    assert answer["ok"], answer
    return answer


def in_order(actions: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


def weights(plain: PlainRules, actions: list[dict[str, Any]], alike: bool) -> list[float]:
    """Prefer rare actions; one kind of player makes its dice alike, so that it may recover some."""
    values = [die.value for die in plain.board.values() if die.color == plain.color]
    wanted = max(set(values), key=values.count)

    def liking(action: dict[str, Any]) -> float:
        if alike and action["type"] in ("roll", "flip"):
            value = plain.board[action.get("from") or action["at"]].value
            after = value % 6 + 1 if action["type"] == "roll" else 7 - value
            return 12 if after == wanted != value else 0.3
        return LIKED.get(action["type"], 1)

    return [liking(action) for action in actions]


@settings(max_examples=sized(10, 25), deadline=None)
@given(seed=st.integers(0, 2**32), alike=st.booleans())
def test_over_the_text_protocol_both_play_the_same_game(seed, alike):
    chance, protocol = Random(seed), Protocol({"debacle": Debacle()})
    first = chance.choice(["red", "black"])
    plain = PlainRules(first)
    options = {"first": "A" if first == "red" else "B"}
    answer = ask(protocol, do="start", game="debacle", seats=["A", "B"], options=options)
    for _ in range(MOST_STEPS):
        facts = plain.facts()
        assert {name: answer["public"][name] for name in facts} == facts
        assert answer["over"] == (plain.winner is not None)
        if plain.winner:
            return
        seat, actions = facts["current"], plain.legal()
        assert answer["to_act"] == [seat]
        assert in_order(ask(protocol, do="legal", seat=seat)["actions"]) == in_order(actions)
        if chance.random() < 0.03:
            plain.time_out()
            answer = ask(protocol, do="timeout")
        else:
            action = chance.choices(actions, weights(plain, actions, alike))[0]
            plain.play(action)
            answer = ask(protocol, do="act", seat=seat, action=action)


def plainly(match: Match) -> PlainRules:
    """Return the plain table on which the same dice lie, at the start of a turn."""
    public = match.public
    plain = PlainRules(public.colors[public.current])
    plain.board = {}
    for square, (color, value) in public.board.items():
        plain.put(square, color, value)
    plain.held = {color: list(held) for color, held in public.captured.items()}
    plain.bonus = public.bonus_left
    return plain


def count(plain: PlainRules, depth: int) -> int:
    if depth == 1:
        return len(plain.legal())
    total = 0
    for action in plain.legal():
        after = deepcopy(plain)
        after.play(action)
        total += count(after, depth - 1)
    return total


CROWDED = """
    6  .  B5 .  .  B2 .
    5  .  R6 B4 .  .  .
    4  .  .  R5 B3 .  .
    3  B1 R2 .  B3 .  .
    2  .  .  R1 .  .  .
    1  R3 .  .  .  .  R4
       a  b  c  d  e  f"""

ALIKE = """
    6  .  B5 B5 .  B2 .
    5  .  R3 .  R3 .  .
    4  .  .  .  B3 .  .
    3  .  .  R4 .  .  .
    2  .  .  .  .  .  .
    1  R3 .  .  .  .  .
       a  b  c  d  e  f"""


def positions() -> dict[str, Match]:
    return {
        "start": Match(),
        "crowded": Match(CROWDED),
        "alike": Match(ALIKE, black_holds=(2, 5), bonus_left=1),
    }


@pytest.mark.parametrize("name", positions())
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_as_many_sequences_of_actions_as_by_the_plain_rules(name, depth):
    match = positions()[name]
    assert perft(match.state, depth) == count(plainly(match), depth)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("start", (12, 158, 2098, 27388)),
        ("crowded", (22, 379, 6142, 104611)),
        ("alike", (16, 214, 2908, 37866)),
    ],
)
def test_perft(name, counts):
    state = positions()[name].state
    assert tuple(perft(state, depth) for depth in range(1, 5)) == counts


def test_perft_of_an_ended_table_is_nothing():
    match = Match().leave("A")
    assert (perft(match.state, 0), perft(match.state, 1), perft(match.state, 3)) == (1, 0, 0)


@settings(max_examples=sized(5, 10), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_refused_is_what_is_not_listed(seed):
    for state in random_states(seed, most=60):
        for seat in ("A", "B"):
            listed = GAME.legal_actions(state, seat).actions
            for other in random_states(seed + 1, most=10):
                for action in GAME.legal_actions(other, GAME.to_act(other)[0]).actions:
                    assert (GAME.refusal(state, seat, action) is None) == (action in listed)
