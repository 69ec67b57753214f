"""What is counted of each seat of La Tasse, at games that are played by hand."""

from __future__ import annotations

import pytest

from engines.core.draws import ScriptedDraws
from engines.tasse.chances import WAYS, good_ways
from engines.tasse.model import Announce, Declare, Doubt, NextRound, Roll, Say, Show
from engines.tasse.rules import Tasse
from engines.tasse.scores import NORMAL
from tests.engines.by_hand import ByHand, counted, facts

GAME = Tasse()
LUCK = ("rolls", "could", "could_e6", "var_e6")


def game(seats: str = "ABC", **options: object) -> ByHand:
    return ByHand(GAME, seats, **options)


def say(lived: ByHand, seat: str, score: str, *dice: int) -> ByHand:
    """A seat rolls, believing what stands, and announces a score."""
    return lived.act(seat, Roll(), *dice).act(seat, Announce(score))


def show(lived: ByHand, seat: str, *dice: int, then: tuple[int, ...] = ()) -> ByHand:
    """A seat rolls a special or a joker, and shows it."""
    return lived.act(seat, Roll(), *dice).act(seat, Show(), *then)


def points(lived: ByHand, seat: str) -> dict[str, int]:
    own = counted(lived, seat)
    return {name: n for name, n in own.items() if name.startswith("points_")}


def test_T4_T6_a_bluff_that_passes_and_one_that_is_caught():
    lived = say(game(), "A", "44", 4, 2)
    say(lived, "B", "66", 5, 4).act("C", Doubt())
    assert counted(lived, "A") == facts(
        rolls=1, could=1, could_e6=1_000_000, said=1, lies=1, free_lies=1, lies_passed=1, passed_by_10=1
    )
    assert counted(lived, "B") == facts(
        rolls=1,
        could_e6=472_222,  # 17 of 36 ways are good ones on a 44
        var_e6=249_228,
        said=1,
        lies=1,
        lies_caught=1,
        faced=1,
        lies_faced=1,
        points=1,
        points_lied=1,
    )
    assert counted(lived, "C") == facts(faced=1, lies_faced=1, doubts=1, doubts_right=1)


def test_T6_a_truth_that_is_doubted():
    lived = say(game(), "A", "54", 4, 5).act("B", Doubt())
    assert counted(lived, "A", "said", "lies", "lies_caught") == facts(said=1, lies=0, lies_caught=0)
    assert counted(lived, "B") == facts(faced=1, doubts=1, points=1, points_doubted_truth=1)


def test_T2_announcements_of_a_21_are_counted_and_the_true_ones():
    lived = say(game(), "A", "21", 1, 2)
    say(lived, "B", "21", 6, 6).act("C", Doubt())
    assert counted(lived, "A", "said_21", "true_21") == facts(said_21=1, true_21=1)
    assert counted(lived, "B", "said_21", "true_21") == facts(said_21=1, true_21=0)


@pytest.mark.parametrize(
    ("score", "dice", "name"),
    [
        ("41", (3, 2), "passed_by_1"),
        ("42", (3, 2), "passed_by_1"),
        ("51", (3, 2), "passed_by_3"),
        ("54", (3, 2), "passed_by_3"),
        ("62", (3, 2), "passed_by_6"),
        ("11", (3, 2), "passed_by_6"),
        ("22", (3, 2), "passed_by_10"),
        ("21", (3, 2), "passed_by_10"),
        ("41", (4, 2), None),  # less than lay there
        ("21", (6, 1), None),  # a special is not on the ladder
    ],
)
def test_T2_lies_that_passed_are_counted_by_the_steps_of_the_ladder(score, dice, name):
    lived = say(game(), "A", score, *dice).act("B", Roll(), 1, 1)
    own = counted(lived, "A")
    assert (own["lies"], own["lies_passed"]) == (1, 1)
    assert [fact for fact in own if fact.startswith("passed_by")] == ([name] if name else [])


def test_T5_a_lie_is_free_where_the_dice_could_be_said():
    lived = say(game(), "A", "62", 6, 2)
    say(lived, "B", "64", 6, 2)  # said truly it would have been enough
    say(lived, "C", "65", 6, 2)  # it would not
    say(lived, "A", "66", 5, 5).act("B", Doubt())  # a special is never said
    assert [counted(lived, seat, "lies", "free_lies") for seat in "ABC"] == [
        {"lies": 1, "free_lies": 0},
        {"lies": 1, "free_lies": 1},
        {"lies": 1, "free_lies": 0},
    ]


def test_T15_T17_an_announcement_that_nobody_answers_neither_passes_nor_is_caught():
    lived = say(game(), "A", "44", 4, 1).expire()
    say(lived, "B", "66", 4, 1).leave("C")
    for seat in "AB":
        fate = counted(lived, seat, "lies", "lies_passed", "lies_caught")
        assert fate == facts(lies=1, lies_passed=0, lies_caught=0)
    assert [counted(lived, seat, "faced")["faced"] for seat in "ABC"] == [0, 0, 0]


@pytest.mark.parametrize("standing", [None, *NORMAL])
def test_T4_T5_T9_T11_good_rolls_are_those_after_which_the_rules_allow_truth_or_showing(standing):
    before = game(announce="guided")
    if standing is not None:
        say(before, "A", standing, 1, 1)
    state, good = before.state, 0
    (seat,) = GAME.to_act(state)
    for dice in [(one, two) for one in range(1, 7) for two in range(1, 7)]:
        rolled = GAME.act(state, seat, Roll(), ScriptedDraws(dice)).state
        legal = GAME.legal_actions(rolled, seat).actions
        good += Show() in legal or Announce(rolled.position.dice) in legal
    assert good == good_ways(standing)
    assert WAYS == 36


def test_T9_the_roll_after_a_nine_counts_on_the_same_score():
    lived = say(game(), "A", "44", 4, 4)
    show(lived, "B", 6, 3).act("B", Roll(), 6, 5)
    assert counted(lived, "B", *LUCK, "shown") == facts(
        rolls=2, could=1, could_e6=944_444, var_e6=498_457, shown=1
    )


def test_T9_points_by_specials():
    lived = show(game("ABCD", threshold=20), "A", 5, 2)  # B begins
    show(lived, "B", 5, 5)  # C misses its turn, D begins
    show(lived, "D", 3, 1)  # C, the one before, begins; the other way round
    show(lived, "C", 3, 6).act("C", Roll(), 4, 1)  # with four in play it hits itself
    assert points(lived, "B") == facts(points_seven=1)
    assert points(lived, "C") == facts(points_double_five=1, points_thirty_one=1, points_nine=1)
    assert [counted(lived, seat, "shown")["shown"] for seat in "ABCD"] == [1, 1, 1, 1]
    assert [counted(lived, seat, "points")["points"] for seat in "ABCD"] == [0, 1, 3, 0]


def test_T10_a_special_on_a_21_costs_its_roller():
    lived = say(game(), "A", "21", 2, 1)
    show(lived, "B", 6, 1)
    assert points(lived, "B") == facts(points_on_twenty_one=1)
    assert points(lived, "C") == facts(points_seven=1)


def test_T11_jokers_are_counted_and_those_that_were_won():
    lived = say(game(), "A", "64", 6, 4)
    show(lived, "B", 3, 2, then=(6, 5))
    say(lived, "C", "64", 6, 4)
    show(lived, "A", 3, 2, then=(6, 4))
    assert counted(lived, "A", "jokers", "jokers_won") == facts(jokers=1, jokers_won=0)
    assert counted(lived, "B", "jokers", "jokers_won") == facts(jokers=1, jokers_won=1)
    assert points(lived, "C") == facts(points_joker_won=1)
    assert points(lived, "A") == facts(points_joker_lost=2)


def test_T12_a_duel_that_is_lost_costs_a_point_and_its_dice_are_not_under_the_cup():
    lived = say(game(), "A", "64", 6, 4)
    show(lived, "B", 3, 2, then=(3, 2)).act("C", Declare("44"), 4, 1).act("A", Declare("44"), 6, 6)
    assert points(lived, "B") == facts(points_joker_lost=2, points_duel_lost=1)
    assert counted(lived, "B", "rolls", "points") == facts(rolls=1, points=3)


def test_T8_a_slip_is_no_announcement():
    lived = game().act("A", Roll(), 3, 3).act("A", Say("33"))
    assert points(lived, "A") == facts(points_misannounced=1)
    assert counted(lived, "A", "rolls", "said") == facts(rolls=1, said=0)


def test_T8_what_is_said_in_words_counts_as_what_it_was_read_as():
    lived = game().act("A", Roll(), 3, 3).act("A", Say("double trois")).act("B", Doubt())
    assert counted(lived, "A", "said", "lies") == facts(said=1, lies=0)
    shown = game().act("A", Roll(), 5, 2).act("A", Say("sept"))
    assert counted(shown, "A", "said", "shown") == facts(said=0, shown=1)


def test_T15_a_cup_that_falls_costs_a_point_and_counts_as_missed():
    lived = game().expire()
    assert points(lived, "A") == facts(points_fell=1)
    assert counted(lived, "A", "missed", "decisions") == facts(missed=1, decisions=0)


def test_T14_rounds_won_are_counted_over_all_rounds():
    lived = game("AB", threshold=2, rounds=2)
    show(lived, "A", 5, 2).act("B", Roll(), 3, 3).act("B", Say("33")).act("A", NextRound())
    show(lived, "B", 5, 2).act("A", Roll(), 3, 3).act("A", Say("33"))
    assert counted(lived, "A", "rounds_won", "points") == facts(rounds_won=1, points=2)
    assert counted(lived, "B", "rounds_won", "points", "won") == facts(rounds_won=1, points=2, won=1)
