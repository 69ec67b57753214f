"""Who goes out, who wins the round, and the rounds after (T13, T14)."""

from __future__ import annotations

import pytest

from engines.tasse.model import NextRound, Roll
from tests.support.engines import Cup


def caught_lying(cup: Cup, seat: str, doubter: str) -> Cup:
    """`seat` rolls a 32, says 21 and is doubted: one point."""
    return cup.roll(seat, 3, 2).announce(seat, "21").doubt(doubter)


def test_T13_out_at_the_threshold_while_two_or_more_are_under_it():
    cup = caught_lying(Cup("ABC").given(points=(9, 0, 8)), "A", "B")
    assert cup.public.in_play == ("B", "C")
    eliminated = cup.event("eliminated")
    assert (eliminated.seat, eliminated.total, eliminated.first) == ("A", 10, True)


def test_T13_with_one_under_it_two_points_of_lead_are_needed():
    cup = caught_lying(Cup("AB").given(points=(9, 9)), "A", "B")
    assert (cup.points, cup.public.in_play) == ("10 9", ("A", "B"))
    cup = caught_lying(cup, "A", "B")
    assert (cup.public.phase, cup.public.winners) == ("over", ("B",))
    assert cup.public.points == {"A": 11, "B": 9}


def test_T13_both_may_climb_beyond_it():
    cup = (
        caught_lying(Cup("AB").given(points=(9, 9)), "A", "B").roll("A", 6, 4).announce("A", "64").doubt("B")
    )
    assert (cup.points, cup.public.in_play) == ("10 10", ("A", "B"))
    cup.roll("B", 3, 2).announce("B", "66").doubt("A")
    assert (cup.points, cup.public.in_play) == ("10 11", ("A", "B"))
    cup.roll("B", 3, 2).announce("B", "66").doubt("A")
    assert cup.public.winners == ("A",)


def test_T13_the_lead_is_over_the_lowest_in_play_and_others_play_on():
    # B scores its 10th: only A (9) is under, C plays on with 10, and B leads the lowest by one.
    cup = caught_lying(Cup("ABC").given(points=(9, 9, 10), current="B"), "B", "C")
    assert (cup.points, cup.public.in_play) == ("9 10 10", ("A", "B", "C"))
    cup = caught_lying(cup, "B", "C")
    assert (cup.points, cup.public.in_play) == ("9 11 10", ("A", "C"))


def test_T13_two_at_once_may_both_go_out():
    cup = Cup("ABCD").given(points=(0, 9, 9, 0)).pass_on("A", "21").rolls_and_shows("B", "61")
    assert cup.public.in_play == ("A", "D")
    assert cup.public.current == "D"


def test_T10_T13_both_points_on_a_21_are_one_scoring():
    # Apart, C would go out first (A and B under 10), then B. Together only A is under: both lead it by two.
    both = Cup("ABC").given(points=(8, 9, 9)).pass_on("A", "21").rolls_and_shows("B", "61")
    assert (both.public.phase, both.public.winners) == ("over", ("A",))
    # Apart, C would go out while A and B were under 10; together both lead A by one only, and all play on.
    none = Cup("ABC").given(points=(9, 9, 9)).pass_on("A", "21").rolls_and_shows("B", "61")
    assert (none.points, none.public.in_play, none.public.current) == ("9 10 10", ("A", "B", "C"), "B")


@pytest.mark.parametrize(("seats", "left"), [("AB", ("A", "B")), ("ABC", ("B", "C"))])
def test_T13_a_threshold_of_one(seats, left):
    assert caught_lying(Cup(seats, threshold=1), "A", "B").public.in_play == left


def test_T13_a_threshold_of_one_needs_two_points_of_lead_between_two():
    cup = caught_lying(caught_lying(Cup("AB", threshold=1), "A", "B"), "A", "B")
    assert (cup.points, cup.public.winners) == ("2 0", ("B",))


def test_T14_one_round_and_the_table_is_over():
    cup = caught_lying(Cup("AB").given(points=(9, 0)), "A", "B")
    assert cup.told[-3:] == ["eliminated", "round_won", "game_over"]
    assert (cup.public.phase, cup.public.to_act, cup.public.first_out) == ("over", (), "A")


def end_round(cup: Cup, loser: str, doubter: str) -> Cup:
    """`loser`, who has the cup, goes out and ends the round."""
    at_nine = tuple(9 if seat == loser else total for seat, total in cup.public.points.items())
    return caught_lying(cup.given(points=at_nine), loser, doubter)


def test_T14_between_rounds_any_seat_that_is_there_may_go_on():
    cup = end_round(Cup("ABC", rounds=2).given(in_play=("A", "B"), out=("C",)), "A", "B")
    assert (cup.public.phase, cup.public.to_act, cup.public.current) == ("round_over", (), None)
    assert cup.public.rounds_won == {"A": 0, "B": 1, "C": 0}
    assert [cup.legal(seat) for seat in "ABC"] == [(NextRound(),)] * 3
    assert cup.refused("A", Roll()) == ("not_your_turn", "not_your_turn")
    cup.next_round("A")
    assert (cup.public.round, cup.public.current, cup.points) == (2, "C", "0 0 0")
    assert (cup.public.direction, cup.public.phase, cup.public.first_out) == (1, "direction_or_roll", None)
    assert cup.public.in_play == ("A", "B", "C")


def test_T14_a_new_round_begins_in_seat_order_whatever_the_last_one():
    cup = end_round(Cup("AB", rounds=2).direct("A", -1), "A", "B").next_round("B")
    assert cup.public.direction == 1


def test_T14_winners_are_those_with_most_rounds():
    cup = end_round(Cup("AB", rounds=2), "A", "B").next_round("A").pass_on("A", "64")
    cup.roll("B", 3, 2).given(points=(0, 9)).announce("B", "21").doubt("A")
    assert (cup.public.phase, cup.public.winners) == ("over", ("A", "B"))


def test_T14_the_first_eliminated_starts_and_if_gone_the_next_seat():
    def lost_by_c_then_b() -> Cup:
        cup = Cup("ABC", rounds=2).given(current="C", points=(0, 0, 9))
        return end_round(caught_lying(cup, "C", "A").pass_on("A", "64"), "B", "A")

    assert lost_by_c_then_b().public.first_out == "C"
    assert lost_by_c_then_b().next_round("B").public.current == "C"
    assert lost_by_c_then_b().leave("C").next_round("B").public.current == "A"


@pytest.mark.parametrize(
    ("points", "first"),
    [((0, 9, 9, 0, 0), "B"), ((0, 9, 10, 0, 0), "C")],
)
def test_T14_several_at_once_the_most_points_then_the_first_in_the_direction(points, first):
    cup = Cup("ABCDE").given(points=points).pass_on("A", "21").rolls_and_shows("B", "61")
    assert cup.public.first_out == first
    assert next(event.seat for event in cup.events if event.type == "eliminated") == first


def test_T14_the_direction_is_that_before_a_31_and_counts_from_the_starter():
    # B starts, against seat order: B, A, D, C. A shows 31 on B's 21; B, before A, and A go out with 10 each.
    cup = Cup("ABCDE", first="B").given(points=(9, 9, 0, 0, 0)).direct("B", -1).pass_on("B", "21")
    cup.rolls_and_shows("A", "31")
    assert cup.public.first_out == "B"
    # C starts in seat order: C, D, E, A, B. A rolls on E's 21 and shows 31: E comes before A.
    other = Cup("ABCDE", first="C").given(points=(9, 0, 0, 0, 9)).pass_on("C", "64").pass_on("D", "64")
    other.pass_on("E", "21").rolls_and_shows("A", "31")
    assert (other.public.first_out, other.public.current, other.public.direction) == ("E", "D", -1)


def test_T14_leaving_is_not_being_eliminated():
    cup = Cup("ABC", rounds=2).leave("A")
    assert cup.public.first_out is None
    cup = end_round(cup, "B", "C")
    assert cup.public.first_out == "B"
    assert cup.next_round("C").public.in_play == ("B", "C")


def test_T14_who_has_left_cannot_start_the_next_round():
    cup = end_round(Cup("ABC", rounds=2).leave("C"), "A", "B")
    assert cup.legal("C") == ()
    assert cup.refused("C", NextRound()) == ("not_your_turn", "not_your_turn")


def test_T14_winners_are_among_those_still_there():
    cup = end_round(Cup("ABC", rounds=2).given(in_play=("A", "B"), out=("C",)), "A", "B")
    assert cup.public.rounds_won["B"] == 1
    cup.leave("B").next_round("A")
    cup = end_round(cup, "C", "A")
    assert cup.public.winners == ("A",)


def test_T14_when_one_is_left_between_rounds_the_table_is_over():
    cup = end_round(Cup("AB", rounds=3), "A", "B").leave("B")
    assert (cup.public.phase, cup.public.winners) == ("over", ("A",))
    assert cup.told == ["left", "game_over"]


def test_T16_sips_are_wording_only():
    plain, sips = Cup("AB"), Cup("AB", sips=True)
    assert sips.public.sips
    assert not plain.public.sips
    assert caught_lying(plain, "A", "B").position == caught_lying(sips, "A", "B").position
