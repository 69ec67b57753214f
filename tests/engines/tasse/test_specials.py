"""Specials (T9), and specials on a standing 21 (T10)."""

from __future__ import annotations

import pytest

from engines.tasse.model import Announce, Doubt, Roll, Show
from tests.support.engines import Cup


def on_21(seats: str, **changes: object) -> Cup:
    """A announces 21 and B, who has the cup, believes it."""
    return Cup(seats).given(**changes).pass_on("A", "21")


@pytest.mark.parametrize("seven", ["52", "61", "43"])
def test_T9_a_seven_hits_the_next_who_starts_from_zero(seven):
    cup = Cup("ABC").pass_on("A", "66").rolls_and_shows("B", seven)
    assert (cup.points, cup.public.current, cup.public.announcement) == ("0 0 1", "C", None)
    assert cup.told == ["shown", "scored", "restarted"]


def test_T9_a_special_may_be_kept_silent():
    cup = Cup("ABC").roll("A", 6, 1)
    assert Show() in cup.legal("A")
    assert cup.announce("A", "64").doubt("B").event("doubted").dice == "61"


def test_T9_a_double_five_hits_the_next_and_skips_it():
    cup = Cup("ABC").rolls_and_shows("A", "55")
    assert (cup.points, cup.public.current) == ("0 1 0", "C")
    assert cup.told == ["shown", "scored", "skipped", "restarted"]
    assert cup.public.skipped is None


def test_T9_a_double_five_with_two_in_play_comes_back_to_the_roller():
    cup = Cup("AB").rolls_and_shows("A", "55")
    assert (cup.points, cup.public.current) == ("0 1", "A")


def test_T9_a_double_five_that_puts_out_the_next_gives_the_cup_to_the_one_after():
    cup = Cup("ABCD").given(points=(0, 9, 0, 0)).rolls_and_shows("A", "55")
    assert (cup.public.in_play, cup.public.current) == (("A", "C", "D"), "C")
    assert "skipped" not in cup.told


def test_T9_a_31_hits_the_previous_turns_the_direction_and_gives_it_the_cup():
    cup = Cup("ABCD").pass_on("A", "64").rolls_and_shows("B", "31")
    assert (cup.points, cup.public.current, cup.public.direction) == ("1 0 0 0", "A", -1)
    assert cup.pass_on("A", "64").public.current == "D"


def test_T9_the_previous_seat_is_the_one_against_the_direction_in_play_not_the_announcer():
    cup = Cup("ABCDE").given(in_play=("B", "C", "E"), current="C", out=("A",))
    cup.direct("C", -1).rolls_and_shows("C", "31")
    assert (cup.points, cup.public.current, cup.public.direction) == ("0 0 0 0 1", "E", 1)
    assert cup.public.next == "B"


def test_T9_a_31_that_puts_out_the_previous_goes_on_from_it_in_the_new_direction():
    cup = Cup("ABCD").given(points=(9, 0, 0, 0)).pass_on("A", "64").rolls_and_shows("B", "31")
    assert (cup.public.in_play, cup.public.current, cup.public.direction) == (("B", "C", "D"), "D", -1)


def test_T9_a_31_turns_the_direction_even_when_it_wins_the_round():
    cup = Cup("AB", rounds=2).given(points=(0, 11)).rolls_and_shows("A", "31")
    assert (cup.public.phase, cup.public.direction) == ("round_over", -1)
    assert cup.told[-1] == "round_won"
    assert cup.next_round("B").public.direction == 1


@pytest.mark.parametrize(
    ("seats", "hit"),
    [("AB", "A"), ("ABC", "C"), ("ABCD", "A"), ("ABCDE", "D"), ("ABCDEFGH", "A"), ("ABCDEFGHIJ", "I")],
)
def test_T9_a_nine_hits_the_ninth_counting_the_roller_as_the_first(seats, hit):
    cup = Cup(seats)
    assert cup.public.nine_hits_roller == (hit == "A")
    cup.rolls_and_shows("A", "63")
    assert cup.event("scored").seat == hit
    assert (cup.public.phase, cup.public.current) == ("reroll", "A")


def test_T9_a_nine_counts_in_the_direction():
    cup = Cup("ABC").direct("A", -1).rolls_and_shows("A", "63")
    assert cup.points == "0 1 0"


def test_T9_after_a_nine_the_roller_rolls_again_on_the_same_score_without_doubt():
    cup = Cup("ABC").pass_on("A", "64").rolls_and_shows("B", "63")
    assert cup.public.announcement.score == "64"
    assert cup.legal("B") == (Roll(),)
    assert cup.refused("B", Doubt()) == ("illegal_action", "no_doubt_after_nine")
    assert cup.own("A").dice is None
    cup.roll("B", 4, 1)
    assert cup.told == ["rolled"]
    assert cup.event("rolled").again
    assert cup.refused("B", Announce("62")) == ("illegal_action", "score_too_low")


def test_T9_the_score_stands_even_if_its_announcer_goes_out_by_the_nine():
    # With three in play the ninth from B is A, who announced.
    cup = Cup("ABC").given(points=(9, 0, 0)).pass_on("A", "66").rolls_and_shows("B", "63")
    assert cup.public.in_play == ("B", "C")
    assert (cup.public.announcement.seat, cup.public.announcement.score) == ("A", "66")
    cup.roll("B", 3, 2)
    assert cup.legal("B") == (Announce("66"), Announce("21"), Show())


def test_T9_a_nine_that_puts_out_its_roller_gives_the_next_the_cup_from_zero():
    cup = Cup("ABCD").given(points=(0, 9, 0, 0)).pass_on("A", "66").rolls_and_shows("B", "63")
    assert (cup.public.in_play, cup.public.current) == (("A", "C", "D"), "C")
    assert (cup.public.announcement, cup.public.phase) == (None, "turn")


@pytest.mark.parametrize("seven", ["52", "61", "43"])
def test_T10_a_seven_on_21_costs_the_roller_too_who_starts_from_zero(seven):
    cup = on_21("ABC").rolls_and_shows("B", seven)
    assert (cup.points, cup.public.current, cup.public.announcement) == ("0 1 1", "B", None)
    assert cup.told == ["shown", "scored", "scored", "restarted"]
    assert cup.pass_on("B", "64").public.current == "C"


def test_T10_a_31_on_21_costs_both_and_the_roller_starts_in_the_new_direction():
    cup = on_21("ABC").rolls_and_shows("B", "31")
    assert (cup.points, cup.public.current, cup.public.direction) == ("1 1 0", "B", -1)
    assert cup.pass_on("B", "64").public.current == "A"


def test_T10_a_nine_on_21_costs_no_more_and_is_rolled_again_on_21():
    cup = on_21("ABC").rolls_and_shows("B", "63")
    assert (cup.points, cup.public.phase, cup.public.announcement.score) == ("1 0 0", "reroll", "21")
    assert cup.roll("B", 3, 1).legal("B") == (Announce("21"), Show())


def test_T10_after_a_55_on_21_the_seat_that_scored_passes_its_turn_once():
    cup = on_21("ABCD").rolls_and_shows("B", "55")
    assert (cup.points, cup.public.current, cup.public.skipped) == ("0 1 1 0", "B", "C")
    assert cup.public.next == "D"
    cup.pass_on("B", "64")
    assert (cup.public.current, cup.public.skipped) == ("D", None)
    cup.pass_on("D", "64").pass_on("A", "64").pass_on("B", "64")
    assert cup.public.current == "C"


def test_T10_the_skip_counts_for_specials_too():
    seven = on_21("ABCD").rolls_and_shows("B", "55").rolls_and_shows("B", "61")
    assert (seven.points, seven.public.current, seven.public.skipped) == ("0 1 1 1", "D", None)
    double_five = on_21("ABCD").rolls_and_shows("B", "55").rolls_and_shows("B", "55")
    assert (double_five.points, double_five.public.current) == ("0 1 1 1", "A")
    thirty_one = on_21("ABCD").rolls_and_shows("B", "55").rolls_and_shows("B", "31")
    assert (thirty_one.points, thirty_one.public.current, thirty_one.public.skipped) == ("1 1 1 0", "A", None)


def test_T10_the_skip_lasts_while_the_cup_stays_with_the_roller():
    cup = on_21("ABCD").rolls_and_shows("B", "55").roll("B", 6, 4).say("B", "33")
    assert (cup.points, cup.public.current, cup.public.skipped) == ("0 2 1 0", "B", "C")
    assert cup.timeout().public.skipped == "C"
    nine = cup.rolls_and_shows("B", "63")
    assert (nine.public.phase, nine.public.skipped) == ("reroll", "C")
    assert nine.pass_on("B", "64").public.current == "D"


def test_T10_with_two_in_play_nobody_is_skipped():
    cup = on_21("AB").rolls_and_shows("B", "55")
    assert (cup.points, cup.public.current, cup.public.skipped) == ("1 1", "B", None)
    assert cup.pass_on("B", "64").public.current == "A"


def test_T10_a_skip_ends_when_too_few_are_left_for_it():
    cup = on_21("ABC").rolls_and_shows("B", "55").leave("A")
    assert cup.public.next == "C"
    assert cup.pass_on("B", "64").public.current == "C"


def test_T10_a_skip_ends_when_the_skipped_seat_leaves():
    cup = on_21("ABCD").rolls_and_shows("B", "55").leave("C")
    assert (cup.public.current, cup.public.next, cup.public.skipped) == ("B", "D", None)


def test_T10_the_roller_put_out_by_its_own_55_on_21_hands_the_cup_past_the_skipped_seat():
    cup = on_21("ABCD", points=(0, 9, 0, 0)).rolls_and_shows("B", "55")
    assert (cup.public.in_play, cup.public.current, cup.public.skipped) == (("A", "C", "D"), "D", None)
