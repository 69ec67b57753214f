"""What the players of every game must do, however they play it."""

import json
from hashlib import sha256
from random import Random

import pytest

from engines.core.draws import SeededDraws
from engines.core.records import Refusal
from players.arena import Arena, Contestant, view_of
from players.core.player import PERSONAS, Budget, Level
from players.core.speech import Question, plain_decision, plain_question, read_decision, read_question
from players.registry import find_player, think
from tests.engines.described import description_of
from tests.engines.playing import seeds
from tests.players.playing import walk
from tests.support.games import GAMES

every_game = pytest.mark.parametrize("name", sorted(GAMES))
every_level = pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)
LITTLE = Budget(400)
"""Enough for players that search to look ahead, and quick enough to ask them often."""
HARDLY_ANY = Budget(80)


def question_of(view, level, seed):
    chance = Random(seed)
    persona = chance.choice(list(PERSONAS.values()))
    return Question(view, level, persona, LITTLE, chance.randbytes(32))


@pytest.mark.fire
@every_game
@every_level
def test_every_decision_is_legal_and_follows_from_the_question_alone(name, level):
    for seed in seeds(3, 200):
        for game, state, seat, view in walk(name, seed, level):
            question = question_of(view, level, seed)
            decision = think(question)
            check_legal(game, state, seat, decision)
            check_answered_again(game, view, question, decision)
            for twin in description_of(name).twins(state, seat):
                assert seat in game.to_act(twin)
                other = view_of(game, twin, seat, view.told, view.notes, view.recollection)
                assert think(question_of(other, level, seed)) == decision


def check_legal(game, state, seat, decision):
    draws = SeededDraws(bytes(32), "any")
    assert decision.actions
    for action in decision.actions:
        decided = game.decide(state, seat, game.stamp(action, 1))
        assert game.refusal(state, seat, decided) is None
        if len(decision.actions) > 1:
            state = game.act(state, seat, decided, draws).state


def check_answered_again(game, view, question, decision):
    """The same question has one answer, also skimmed and as JSON."""
    assert think(question.skimmed_by(find_player(game.name))) == decision
    plain = plain_question(game, question)
    again = read_question(GAMES, plain)
    assert plain_question(game, again) == plain
    assert think(again) == decision
    assert read_decision(game, view, plain_decision(game, decision)) == decision


@every_game
@every_level
def test_a_table_of_computers_ends(name, level, chance):
    game = GAMES[name]
    seats, options = description_of(name).table(chance)
    contestants = {
        seat: Contestant(
            find_player(name),
            level,
            chance.choice(list(PERSONAS.values())),
            SeededDraws(chance.randbytes(32), "t"),
            budget=HARDLY_ANY,
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
