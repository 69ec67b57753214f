"""What is counted of each seat of Débâcle, at games that are played by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.core.story import Story
from engines.debacle.events import CapturedDie
from engines.debacle.notation import read_word
from tests.engines.by_hand import ByHand, Scripted, counted, facts
from tests.engines.debacle.match import GAME
from tests.engines.debacle.playing import choose, random_tastes
from tests.engines.debacle.recount import recount
from tests.engines.playing import Request
from tests.engines.recounts import MANY, compare

FIRST_CAPTURE = "f1-f2 e1-e2 f6-f5 f5-e5 e2-e3 e3-e4 e5xe4"
"""Black’s 3 captures a 2, and may bounce."""
CHAIN = "d1-d2 d2-d3 c6-c5 b6-b5 c1-c2 d3-d4 a6-a5 d6-d5 f1! b1! e6-d6 a5! d4xd5 d5xd6"
"""Red’s ace captures a 4, which then bounces into the camp onto a 3."""
ROUND = (
    "d1! e1! *b1,c1 f6! a6-a5 a1-a2 d1-d2 a5-a4 c6! *d6 e1! e1-d1 *f1 a4-a3 e6-e5 d1! d2-c2 b6-b5 b5-c5 "
    "d1! c2! *c2 c5-c4 a3xa2"
)
"""Black takes 2 and 3, then 6, then 2 as doubles, and captures a 2; Red takes a 3."""


def play(words: str) -> ByHand:
    """A game in which the side to move does these things, Red first."""
    lived = ByHand(GAME, "AB")
    for word in words.split():
        (seat,) = GAME.to_act(lived.state)
        lived.act(seat, read_word(word))
    return lived


def test_B3_B4_rolls_and_flips_are_counted():
    lived = play("a1-a2 b1! f6!")
    assert counted(lived, "A") == facts(turns=1, rolls=1, flips=1)
    assert counted(lived, "B") == facts(turns=1, flips=1)


def test_B5_a_capture_counts_what_was_captured_and_a_bounce_may_be_declined():
    lived = play(f"{FIRST_CAPTURE} ,")
    assert counted(lived, "B") == facts(turns=2, rolls=2, captures=1, captured=2, declined=1)


def test_B5_a_capture_by_a_bounce_makes_a_chain():
    lived = play(CHAIN)
    counts = ("captures", "captured", "aces", "bounces", "chains", "chain_2", "chain_3")
    assert counted(lived, "A", *counts) == facts(
        captures=2, captured=7, aces=0, bounces=1, chains=1, chain_2=1, chain_3=0
    )


def test_B5_a_bounce_that_captures_nothing_makes_no_chain():
    lived = play(f"{FIRST_CAPTURE} e4-e3")
    assert counted(lived, "B", "captures", "bounces", "rolls", "chains") == facts(
        captures=1, bounces=1, rolls=3, chains=0
    )


@pytest.mark.parametrize(("length", "name"), [(2, "chain_2"), (3, "chain_3"), (4, "chain_4"), (5, "chain_4")])
def test_B5_chains_are_counted_by_their_length(length, name):
    captures = (CapturedDie("A", "c3", "c4", 5, 2, bounce=number > 0) for number in range(length))
    other = CapturedDie("B", "d5", "d4", 5, 2, bounce=False)
    begun = play("").deeds[0]
    story = Story(("A", "B"), (replace(begun, events=(other, *captures, other)),))
    found = GAME.tally(story)
    assert {fact: n for fact, n in found["A"].items() if fact.startswith("chain") and n} == {
        "chains": 1,
        name: 1,
    }
    assert found["B"]["chains"] == 0


def test_B5_an_ace_that_captures_a_six_is_counted():
    lived = play("a1! d1-d2 *f1 d6! d6-d5 b1! d2-d3 *e1 f6-f5 d5-d4 d3! d3xd4")
    assert counted(lived, "A", "captures", "captured", "aces") == facts(captures=1, captured=6, aces=1)


def test_B6_a_die_that_goes_back_is_counted_by_the_clock_too():
    assert counted(play(f"{CHAIN} =d1"), "A", "returns") == facts(returns=1)
    late = play(CHAIN).expire()
    assert counted(late, "A", "returns", "missed") == facts(returns=1, missed=1)


def test_B7_doubles_count_dice_and_points():
    lived = play("f1! c1! *a1,d1")
    assert counted(lived, "B") == facts(turns=1, doubles=1, doubles_dice=2, doubles_points=5)


def test_B8_a_recovery_counts_and_the_actions_that_the_other_gains_by_it():
    lived = play("f1! c1! *a1,d1 a6! d6-d5 e1! f1-f2 f6-f5 b6! c1-d1 d1! +f1")
    assert counted(lived, "A", "recoveries", "recovered", "bonus") == facts(
        recoveries=1, recovered=1, bonus=0
    )
    assert counted(lived, "B", "recoveries", "bonus", "turns") == facts(recoveries=0, bonus=1, turns=3)


def test_B9_the_points_of_a_round_go_to_both_and_it_is_won_by_who_holds_more():
    lived = play(ROUND)
    counts = ("rounds", "rounds_won", "points")
    assert counted(lived, "A", *counts) == facts(rounds=1, rounds_won=0, points=3)
    assert counted(lived, "B", *counts) == facts(rounds=1, rounds_won=1, points=15)


def test_B10_a_round_that_ends_by_agreement_counts_and_may_be_won_by_nobody():
    lived = play("a1! b1!").order("end_round")
    assert counted(lived, "A", "rounds", "rounds_won", "points") == facts(rounds=1, rounds_won=0, points=0)
    assert counted(lived, "B", "rounds", "rounds_won", "turns") == facts(rounds=1, rounds_won=0, turns=2)


def test_B11_a_round_that_somebody_left_brings_nothing():
    lived = play(FIRST_CAPTURE).leave("A")
    assert counted(lived, "B", "won", "rounds", "points", "captured") == facts(
        won=1, rounds=0, points=0, captured=2
    )


def test_a_recount_finds_the_same_facts_of_games_for_captures_doubles_and_recoveries():
    chains = 0
    for seed in range(MANY):
        lived, chance = ByHand(GAME, "AB"), Random(seed)
        tastes = random_tastes(chance)
        while len(lived.lines) < 250 and not GAME.is_over(lived.state):
            if chance.random() < 0.01:
                lived.order("end_round")
            else:
                (seat,) = GAME.to_act(lived.state)
                request = Request(GAME, "act", seat, choose(chance, tastes, lived.state))
                lived.do(request, Scripted(()))
        compare(lived, recount)
        chains += sum(own["chain_3"] for own in GAME.tally(lived.story()).values())
    assert chains > 0
