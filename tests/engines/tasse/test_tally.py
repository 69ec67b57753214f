"""What is counted of each seat of La Tasse, and what is worth telling: at games that are played by hand."""

import pytest

from engines.core.draws import ScriptedDraws
from engines.tasse.events import Duelled, DuelsStarted
from engines.tasse.model import Announce, Declare, Doubt, NextRound, Roll, Say, Show
from engines.tasse.scores import NORMAL
from engines.tasse.tally import WAYS, good_ways
from tests.engines.by_hand import ByHand, all_of, sheet
from tests.engines.telling import Telling, kinds, tell
from tests.support.engines import GAME


def game(seats: str = "ABC", **options: object) -> ByHand:
    return ByHand(GAME, seats, **options)


def say(lived: ByHand, seat: str, score: str, *dice: int) -> ByHand:
    """A seat rolls, believing what stands, and announces a score."""
    return lived.act(seat, Roll(), *dice).act(seat, Announce(score))


def show(lived: ByHand, seat: str, *dice: int, then: tuple[int, ...] = ()) -> ByHand:
    """A seat rolls a special or a joker, and shows it."""
    return lived.act(seat, Roll(), *dice).act(seat, Show(), *then)


def points(lived: ByHand, seat: str) -> str:
    return ", ".join(fact for fact in all_of(lived, seat).split(", ") if fact.startswith("points_"))


def test_T4_T6_a_bluff_that_passes_and_one_that_is_caught():
    lived = say(game(), "A", "44", 4, 2)
    say(lived, "B", "66", 5, 4).act("C", Doubt())
    chance = "could 1, could_e6 1000000, free_lies 1"
    assert all_of(lived, "A") == f"{chance}, lies 1, lies_passed 1, passed_by_10 1, rolls 1, said 1"
    # 17 of 36 ways are good ones on a 44
    lies = "could_e6 472222, faced 1, lies 1, lies_caught 1, lies_faced 1"
    assert all_of(lived, "B") == f"{lies}, points 1, points_lied 1, rolls 1, said 1, var_e6 249228"
    assert all_of(lived, "C") == "doubts 1, doubts_right 1, faced 1, lies_faced 1"


def test_T6_a_truth_that_is_doubted():
    lived = say(game(), "A", "54", 4, 5).act("B", Doubt())
    assert sheet(lived, "said lies lies_caught", "A") == {"A": "1 0 0"}
    assert all_of(lived, "B") == "doubts 1, faced 1, points 1, points_doubted_truth 1"


def test_T2_announcements_of_a_21_are_counted_and_the_true_ones():
    lived = say(game(), "A", "21", 1, 2)
    say(lived, "B", "21", 6, 6).act("C", Doubt())
    assert sheet(lived, "said_21 true_21") == {"A": "1 1", "B": "1 0", "C": "0 0"}


@pytest.mark.parametrize(
    ("score", "dice", "name"),
    [
        *(("41", (3, 2), "passed_by_1"), ("42", (3, 2), "passed_by_1"), ("51", (3, 2), "passed_by_3")),
        *(("54", (3, 2), "passed_by_3"), ("62", (3, 2), "passed_by_6"), ("11", (3, 2), "passed_by_6")),
        *(("22", (3, 2), "passed_by_10"), ("21", (3, 2), "passed_by_10")),
        ("41", (4, 2), None),  # less than lay there
        ("21", (6, 1), None),  # a special is not on the ladder
    ],
)
def test_T2_lies_that_passed_are_counted_by_the_steps_of_the_ladder(score, dice, name):
    lived = say(game(), "A", score, *dice).act("B", Roll(), 1, 1)
    assert sheet(lived, "lies lies_passed", "A") == {"A": "1 1"}
    counted = [fact for fact in all_of(lived, "A").split(", ") if fact.startswith("passed_by")]
    assert counted == ([f"{name} 1"] if name else [])


def test_T5_a_lie_is_free_where_the_dice_could_be_said():
    lived = say(game(), "A", "62", 6, 2)
    say(lived, "B", "64", 6, 2)  # said truly it would have been enough
    say(lived, "C", "65", 6, 2)  # it would not
    say(lived, "A", "66", 5, 5).act("B", Doubt())  # a special is never said
    assert sheet(lived, "lies free_lies") == {"A": "1 0", "B": "1 1", "C": "1 0"}


def test_T15_T17_an_announcement_that_nobody_answers_neither_passes_nor_is_caught():
    lived = say(game(), "A", "44", 4, 1).expire()
    say(lived, "B", "66", 4, 1).leave("C")
    assert sheet(lived, "lies lies_passed lies_caught faced") == {
        "A": "1 0 0 0",
        "B": "1 0 0 0",
        "C": "0 0 0 0",
    }


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
    lived = show(say(game(), "A", "44", 4, 4), "B", 6, 3).act("B", Roll(), 6, 5)
    assert sheet(lived, "rolls could could_e6 var_e6 shown", "B") == {"B": "2 1 944444 498457 1"}


def test_T9_points_by_specials():
    lived = show(game("ABCD", threshold=20), "A", 5, 2)  # B begins
    show(lived, "B", 5, 5)  # C misses its turn, D begins
    show(lived, "D", 3, 1)  # C, the one before, begins; the other way round
    show(lived, "C", 3, 6).act("C", Roll(), 4, 1)  # with four in play it hits itself
    assert points(lived, "B") == "points_seven 1"
    assert points(lived, "C") == "points_double_five 1, points_nine 1, points_thirty_one 1"
    assert sheet(lived, "shown points") == {"A": "1 0", "B": "1 1", "C": "1 3", "D": "1 0"}


def test_T10_a_special_on_a_21_costs_its_roller():
    lived = show(say(game(), "A", "21", 2, 1), "B", 6, 1)
    assert (points(lived, "B"), points(lived, "C")) == ("points_on_twenty_one 1", "points_seven 1")


def test_T11_jokers_are_counted_and_those_that_were_won():
    lived = show(say(game(), "A", "64", 6, 4), "B", 3, 2, then=(6, 5))
    show(say(lived, "C", "64", 6, 4), "A", 3, 2, then=(6, 4))
    assert sheet(lived, "jokers jokers_won") == {"A": "1 0", "B": "1 1", "C": "0 0"}
    assert (points(lived, "C"), points(lived, "A")) == ("points_joker_won 1", "points_joker_lost 2")


def test_T12_a_duel_that_is_lost_costs_a_point_and_its_dice_are_not_under_the_cup():
    lived = show(say(game(), "A", "64", 6, 4), "B", 3, 2, then=(3, 2))
    lived.act("C", Declare("44"), 4, 1).act("A", Declare("44"), 6, 6)
    assert points(lived, "B") == "points_duel_lost 1, points_joker_lost 2"
    assert sheet(lived, "rolls points", "B") == {"B": "1 3"}


@pytest.mark.parametrize(
    ("dice", "text", "doubted", "counts"),
    [
        ((3, 3), "33", False, "1 0 0 0 1"),  # a slip is no announcement
        ((3, 3), "double trois", True, "1 1 0 0 0"),
        ((5, 2), "sept", False, "1 0 0 1 0"),
    ],
)
def test_T8_what_is_said_in_words_counts_as_what_it_was_read_as(dice, text, doubted, counts):
    lived = game().act("A", Roll(), *dice).act("A", Say(text))
    if doubted:
        lived.act("B", Doubt())
    assert sheet(lived, "rolls said lies shown points_misannounced", "A") == {"A": counts}


def test_T15_a_cup_that_falls_costs_a_point_and_counts_as_missed():
    assert sheet(game().expire(), "points points_fell missed decisions", "A") == {"A": "1 1 1 0"}


def test_T14_rounds_won_are_counted_over_all_rounds():
    lived = game("AB", threshold=2, rounds=2)
    show(lived, "A", 5, 2).act("B", Roll(), 3, 3).act("B", Say("33")).act("A", NextRound())
    show(lived, "B", 5, 2).act("A", Roll(), 3, 3).act("A", Say("33"))
    assert sheet(lived, "rounds_won points won") == {"A": "1 2 1", "B": "1 2 1"}


def told(seats: str = "ABC") -> Telling:
    return Telling(GAME, seats, threshold=5)


def bluff(telling: Telling, seat: str, other: str, score: str, *dice: int) -> Telling:
    """A seat announces a score with these dice, and the next one lifts the cup."""
    return telling.act(seat, Roll(), *dice).act(seat, Announce(score)).act(other, Doubt())


def test_T6_the_bluff_that_was_seen_through_by_most_steps_is_told():
    telling = bluff(bluff(told(), "A", "B", "66", 6, 5), "A", "B", "44", 4, 1)
    found = kinds(bluff(telling, "A", "B", "11", 6, 5).moments())
    assert found["bluff"] == (("A", "B"), {"score": "44", "dice": "41", "steps": 11})
    assert found["liar"] == (("A",), {"times": 3})


def test_T6_a_hidden_special_or_a_small_lie_is_no_great_bluff():
    telling = bluff(bluff(told(), "A", "B", "66", 6, 1), "A", "B", "42", 4, 1)
    assert kinds(telling.moments()) == {"liar": (("A",), {"times": 2})}


def test_T6_a_truth_that_was_not_believed_is_told_if_it_was_a_high_one():
    assert kinds(bluff(told(), "A", "B", "54", 5, 4).moments()) == {}
    assert kinds(bluff(told(), "A", "B", "21", 2, 1).moments())["truth"] == (("A", "B"), {"score": "21"})


@pytest.mark.parametrize("dice", [(6, 6), (4, 1), (3, 1)])
def test_T4_what_was_believed_stays_secret_whatever_lay_there(dice):
    telling = told().act("A", Roll(), *dice).act("A", Announce("66")).act("B", Roll(), 2, 1)
    found = telling.act("B", Announce("21")).act("C", Doubt()).moments()
    believed, truth = (("A", "B"), {"score": "66"}), (("B", "C"), {"score": "21"})
    assert kinds(found) == {"believed": believed, "truth": truth}
    assert [moment.weight for moment in found] == [66.5, 62]


def test_T4_announcements_believed_in_a_row_are_counted_until_a_cup_is_lifted():
    telling = told().act("A", Roll(), 4, 1)
    for score, (seat, after) in zip(NORMAL[:5], ("AB", "BC", "CA", "AB", "BC"), strict=True):
        telling.act(seat, Announce(score)).act(after, Roll(), 4, 1)
    assert kinds(telling.moments())["trust"] == (("C",), {"times": 5})
    telling.act("C", Announce("54")).act("A", Doubt()).act("C", Roll(), 4, 1)
    again = telling.act("C", Announce("41")).act("A", Roll(), 4, 1)
    assert kinds(again.moments())["trust"][1] == {"times": 5}


def test_T11_a_joker_is_told_by_what_it_beat_and_only_if_it_did():
    won, lost = (
        told().act("A", Roll(), 6, 4).act("A", Announce("64")).act("B", Roll(), 3, 2).act("B", Show(), *dice)
        for dice in ((4, 4), (4, 1))
    )
    assert kinds(won.moments())["joker"] == (("B", "C"), {"score": "64", "dice": "44"})
    assert "joker" not in kinds(lost.moments())


def test_T12_the_duels_of_one_32_on_32_are_counted_together():
    lost = [Duelled(seat, "C", "54", "42", False) for seat in "AB"]
    first, second = DuelsStarted("A", ("B", "C")), DuelsStarted("B", ("C",))
    events = (first, Duelled("A", "B", "41", "66", True), lost[0], second, lost[1])
    assert kinds(GAME.find_moments(tell("ABC", *events)))["duels"] == (("A",), {"won": 1, "fought": 2})
