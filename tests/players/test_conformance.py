"""What the players of every game must do, however they play it."""

import json
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import SeededDraws
from engines.core.errors import Refusal
from players.arena import Arena, Contestant, view_of
from players.core.decision import Budget, Level
from players.core.persona import PERSONAS
from players.core.speech import Question, plain_decision, plain_question, read_decision, read_question
from players.registry import find_player, think
from tests.engines.described import description_of
from tests.players.playing import walk
from tests.support.chance import sized
from tests.support.games import GAMES

every_game = pytest.mark.parametrize("name", sorted(GAMES))
every_level = pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)
few = settings(max_examples=3, deadline=None)
as_many = settings(max_examples=sized(48, 3500) // 16, deadline=None)
at_random = given(seed=st.integers(0, 2**32))


LITTLE = Budget(400)
"""Enough for players that search to look ahead, and quick enough to ask them often."""


def question_of(view, level, seed):
    chance = Random(seed)
    persona = chance.choice(list(PERSONAS.values()))
    return Question(view, level, persona, LITTLE, chance.randbytes(32))


@every_game
@every_level
@as_many
@at_random
def test_every_decision_is_legal(name, level, seed):
    for game, state, seat, view in walk(name, seed, level):
        actions, draws = think(question_of(view, level, seed)).actions, SeededDraws(bytes(32), "any")
        assert actions
        for action in actions:
            decided = game.decide(state, seat, game.stamp(action, 1))
            assert game.refusal(state, seat, decided) is None
            if len(actions) > 1:
                state = game.act(state, seat, decided, draws).state


@every_game
@every_level
@few
@at_random
def test_the_same_question_has_one_answer_also_skimmed_and_as_json(name, level, seed):
    for game, _, _, view in walk(name, seed):
        question = question_of(view, level, seed)
        decision = think(question)
        assert think(question.skimmed_by(find_player(name))) == decision
        plain = plain_question(game, question)
        again = read_question(GAMES, plain)
        assert plain_question(game, again) == plain
        assert think(again) == decision
        assert read_decision(game, view, plain_decision(game, decision)) == decision


@every_game
@every_level
@few
@at_random
def test_what_a_seat_may_not_know_decides_nothing(name, level, seed):
    for game, state, seat, view in walk(name, seed):
        question = question_of(view, level, seed)
        decision = think(question)
        for twin in description_of(name).twins(state, seat):
            assert seat in game.to_act(twin)
            other = view_of(game, twin, seat, view.told, view.notes, view.recollection)
            assert think(question_of(other, level, seed)) == decision


@every_game
@every_level
@settings(max_examples=1, deadline=None)
@at_random
def test_a_table_of_computers_ends(name, level, seed):
    game, chance = GAMES[name], Random(seed)
    seats, options = description_of(name).table(chance)
    contestants = {
        seat: Contestant(
            find_player(name),
            level,
            chance.choice(list(PERSONAS.values())),
            SeededDraws(chance.randbytes(32), "t"),
            budget=LITTLE,
        )
        for seat in seats
    }
    arena = Arena.open(game, contestants, options, SeededDraws(chance.randbytes(32), "dice"))
    arena.play(description_of(name).most_steps)
    assert game.winners(arena.state) is not None


@every_game
def test_a_question_that_is_none_is_refused(name):
    for broken in ({}, {"game": name}, {"game": name, "seat": 1, "view": []}):
        with pytest.raises(Refusal):
            read_question(GAMES, broken)


DECIDED = {
    "debacle": (1, "4df9875316acd82c"),
    "desfausse": (1, "88572ce702c43b87"),
    "diavolo": (1, "af3eca861f995c85"),
}
"""By game: the version of its player, and a hash of what it decides; the others have tests of their own."""


@pytest.mark.parametrize("name", DECIDED)
def test_decisions_are_those_of_this_version(name):
    """Where they change, records of older tables cannot be derived again: give the player a new version.

    Delays may change: they are in no record.
    """
    decided = []
    for seed, level in enumerate([*Level] * 2):
        for game, _, seat, view in walk(name, seed, level):
            actions = plain_decision(game, think(question_of(view, level, seed)))["actions"]
            decided.append((seat, actions))
    digest = sha256(json.dumps(decided, sort_keys=True).encode()).hexdigest()
    assert (find_player(name).version, digest[:16]) == DECIDED[name]
