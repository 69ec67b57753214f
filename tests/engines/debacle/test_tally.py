"""What is counted of each seat of Débâcle, and what is worth telling: at games that are played by hand."""

from dataclasses import replace
from random import Random

import pytest

from engines.core.records import GameOver
from engines.core.telling import Story
from engines.debacle.events import CapturedDie, DoublesTaken, RoundEnded, RoundStarted, TurnStarted
from engines.debacle.notation import read_word
from tests.engines.by_hand import ByHand, Scripted, all_of, sheet
from tests.engines.debacle.match import GAME
from tests.engines.debacle.playing import choose, random_tastes
from tests.engines.debacle.recount import recount
from tests.engines.playing import Request
from tests.engines.recounts import MANY, compare
from tests.engines.telling import kinds, tell

FIRST_CAPTURE = "f1-f2 e1-e2 f6-f5 f5-e5 e2-e3 e3-e4 e5xe4"
"""Black’s 3 captures a 2, and may bounce."""
CHAIN = "d1-d2 d2-d3 c6-c5 b6-b5 c1-c2 d3-d4 a6-a5 d6-d5 f1! b1! e6-d6 a5! d4xd5 d5xd6"
"""Red’s ace captures a 4, which then bounces into the camp onto a 3."""
ROUND = (
    "d1! e1! *b1,c1 f6! a6-a5 a1-a2 d1-d2 a5-a4 c6! *d6 e1! e1-d1 *f1 a4-a3 e6-e5 d1! d2-c2 b6-b5 b5-c5 "
    "d1! c2! *c2 c5-c4 a3xa2"
)
"""Black takes 2 and 3, then 6, then 2 as doubles, and captures a 2; Red takes a 3."""
RECOVERY = "f1! c1! *a1,d1 a6! d6-d5 e1! f1-f2 f6-f5 b6! c1-d1 d1! +f1"


def play(words: str) -> ByHand:
    """A game in which the side to move does these things, Red first."""
    lived = ByHand(GAME, "AB")
    for word in words.split():
        (seat,) = GAME.to_act(lived.state)
        lived.act(seat, read_word(word))
    return lived


@pytest.mark.parametrize(
    ("words", "seat", "counts"),
    [
        ("a1-a2 b1! f6!", "A", "flips 1, rolls 1, turns 1"),
        ("a1-a2 b1! f6!", "B", "flips 1, turns 1"),
        (f"{FIRST_CAPTURE} ,", "B", "captured 2, captures 1, declined 1, rolls 2, turns 2"),
        ("f1! c1! *a1,d1", "B", "doubles 1, doubles_dice 2, doubles_points 5, turns 1"),
    ],
)
def test_B3_B4_B5_B7_what_a_side_does_is_counted(words, seat, counts):
    assert all_of(play(words), seat) == counts


@pytest.mark.parametrize(
    ("words", "names", "a", "b"),
    [
        (CHAIN, "captures captured aces bounces chains chain_2 chain_3", "2 7 0 1 1 1 0", "0 0 0 0 0 0 0"),
        (f"{FIRST_CAPTURE} e4-e3", "captures bounces rolls chains", "0 0 4 0", "1 1 3 0"),  # no chain
        (  # an ace that captures a six
            "a1! d1-d2 *f1 d6! d6-d5 b1! d2-d3 *e1 f6-f5 d5-d4 d3! d3xd4",
            *("captures captured aces", "1 6 1", "0 0 0"),
        ),
        (f"{CHAIN} =d1", "returns", "1", "0"),
        (RECOVERY, "recoveries recovered bonus turns", "1 1 0 3", "0 0 1 3"),
        (ROUND, "rounds rounds_won points", "1 0 3", "1 1 15"),
    ],
)
def test_B5_B6_B8_B9_what_came_of_it_is_counted(words, names, a, b):
    assert sheet(play(words), names) == {"A": a, "B": b}


@pytest.mark.parametrize(("length", "name"), [(2, "chain_2"), (3, "chain_3"), (4, "chain_4"), (5, "chain_4")])
def test_B5_chains_are_counted_by_their_length(length, name):
    captures = (CapturedDie("A", "c3", "c4", 5, 2, bounce=number > 0) for number in range(length))
    other = CapturedDie("B", "d5", "d4", 5, 2, bounce=False)
    begun = play("").deeds[0]
    found = GAME.tally(Story(("A", "B"), (replace(begun, events=(other, *captures, other)),)))
    chains = {fact: n for fact, n in found["A"].items() if fact.startswith("chain") and n}
    assert (chains, found["B"]["chains"]) == ({"chains": 1, name: 1}, 0)


def test_B6_B10_B11_what_the_clock_and_agreements_and_leavers_do_is_counted():
    assert sheet(play(CHAIN).expire(), "returns missed", "A") == {"A": "1 1"}
    agreed = play("a1! b1!").order("end_round")
    assert sheet(agreed, "rounds rounds_won points turns") == {"A": "1 0 0 1", "B": "1 0 0 2"}
    left = play(FIRST_CAPTURE).leave("A")
    assert sheet(left, "won rounds points captured", "B") == {"B": "1 0 0 2"}


def test_a_recount_finds_the_same_facts_of_games_for_captures_doubles_and_recoveries():
    chains = 0
    for seed in (*MANY, 32):  # there a die captures three times in a row
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


def captured(seat: str, before: int, value: int, *, bounce: bool = False) -> CapturedDie:
    return CapturedDie(seat, "a1", "a2", before, value, bounce)


def found(*events):
    return kinds(GAME.find_moments(tell("AB", RoundStarted(2, "A", False), *events)))


def test_B5_the_longest_chain_of_one_die_is_told_with_its_turn():
    short = captured("A", 5, 4), captured("A", 5, 3), captured("A", 3, 2, bounce=True)
    long = captured("B", 6, 5), captured("B", 5, 4, bounce=True), captured("B", 4, 1, bounce=True)
    told = found(TurnStarted("A", 3, 2, 0), *short, TurnStarted("B", 4, 2, 0), *long)
    assert told == {"chain": (("B",), {"dice": 3, "points": 10, "round": 2, "turn": 4})}


def test_B5_an_ace_that_captures_a_six_is_told():
    assert found(captured("A", 6, 1)) == found(captured("A", 1, 5)) == {}
    assert found(TurnStarted("A", 9, 2, 0), captured("A", 1, 6)) == {"ace": (("A",), {"round": 2, "turn": 9})}


def test_B7_most_dice_taken_as_doubles_at_once_are_told():
    one, three = DoublesTaken("A", ("a2",), (4,)), DoublesTaken("B", ("a2", "b2", "c5"), (4, 4, 2))
    assert found(one) == {}
    assert found(one, three)["doubles"] == (("B",), {"dice": 3, "points": 10, "round": 2, "turn": 0})


def test_B9_the_richest_round_and_a_winner_who_was_behind_are_told():
    first = RoundEnded(1, "captured", ((6, 5, 4, 3, 2), (1,)), (20, 1))
    second = RoundEnded(2, "captured", ((), (6, 6, 6, 6, 6)), (20, 31))
    told = found(first, second, GameOver(("B",)))
    assert told["round"] == (("B",), {"points": 30, "round": 2})
    assert told["comeback"] == (("B",), {"points": 19, "round": 1})
    assert "comeback" not in {**found(first), **found(first, GameOver(("A",)))}
