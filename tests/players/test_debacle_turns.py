"""The small board of Débâcle beside the engine: the same actions lead to the same positions."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from players.debacle.explore import explore
from players.debacle.turn import End, begin, moves, read_turn
from tests.engines.debacle.match import GAME, NO_DRAWS, Match
from tests.engines.debacle.playing import random_states
from tests.engines.debacle.test_plain_rules import ALIKE, CROWDED

ENOUGH = 100_000


def turn_of(state):
    return read_turn(GAME.observe(state, None))[0]


def follow(state, actions):
    for action in actions:
        state = GAME.act(state, GAME.to_act(state)[0], action, NO_DRAWS).state
    return state


def check_end(before, end, after):
    """The engine's turn has ended too, with the same dice on the board and held."""
    old, new = before.position, after.position
    assert (new.round, new.turn, new.phase) != (old.round, old.turn, old.phase)
    if new.round == old.round and new.phase == "play":
        assert turn_of(after) == begin(end)
        return
    gained = [now - once for now, once in zip(new.points, old.points, strict=True)]
    assert gained[old.current] == sum(end.mine)
    assert gained[1 - old.current] == sum(end.theirs)
    assert end.is_won or new.phase == "over" or new.turn == 1


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_action_is_the_engines_and_leads_where_it_does(seed):
    for state in islice(random_states(seed), 0, None, 17):
        turn, side = read_turn(GAME.observe(state, None))
        found = moves(turn, side)
        assert side == state.position.current
        actions = [action for action, _ in found]
        assert sorted(map(repr, actions)) == sorted(
            map(repr, GAME.legal_actions(state, GAME.to_act(state)[0]).actions)
        )
        for action, after in found:
            reached = follow(state, [action])
            if isinstance(after, End):
                check_end(state, after, reached)
            else:
                assert reached.position.turn == state.position.turn
                # Who has taken doubles that leave none, and done nothing else yet, seems to begin.
                assert turn_of(reached)._replace(fresh=False) == after
                assert sorted(repr(action) for action, _ in moves(after, side)) == sorted(
                    map(repr, GAME.legal_actions(reached, GAME.to_act(reached)[0]).actions)
                )


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_way_through_a_turn_can_be_gone(seed):
    for state in islice(random_states(seed), 0, None, 40):
        turn, side = read_turn(GAME.observe(state, None))
        reach = explore(turn, side, ENOUGH)
        assert reach.ends
        assert len(set(reach.ends)) == len(reach.ends)
        for end in reach.ends[:: len(reach.ends) // 10 + 1]:
            *others, last = reach.path(end)
            before = follow(state, others)
            assert (before.position.round, before.position.turn) == (
                state.position.round,
                state.position.turn,
            )
            check_end(before, end, follow(before, [last]))


INVADING = """
    6  B3 B4 .  .  B6 B1
    5  B2 R5 .  .  .  B5
    4  .  .  .  .  .  .
    3  .  .  .  .  .  .
    2  .  .  .  .  .  .
    1  .  R4 R3 R2 R6 .
       a  b  c  d  e  f"""


@pytest.mark.parametrize("drawing", [INVADING, CROWDED, None], ids=["invading", "crowded", "start"])
def test_all_ends_of_a_turn_are_found(drawing):
    match = Match(drawing)
    turn, side = read_turn(match.public)
    ends, states = set(), [match.state]
    while states:
        state = states.pop()
        for action in GAME.legal_actions(state, GAME.to_act(state)[0]).actions:
            after = follow(state, [action])
            if (after.position.round, after.position.turn) == (1, 1):
                states.append(after)
            else:
                assert after.position.round == 1
                ends.add(turn_of(after))
    assert {begin(end) for end in explore(turn, side, ENOUGH).ends} == ends


def test_a_turn_of_very_many_ways_is_cut_short():
    match = Match(ALIKE, black_holds=(2, 5), bonus_left=4)
    turn, side = read_turn(match.public)
    whole, little = explore(turn, side, ENOUGH), explore(turn, side, 500)
    assert little.ends
    assert little.nodes * 3 < whole.nodes
    follow(match.state, little.path(little.ends[-1]))
