"""Missed deadlines and leavers (C3, C4, T15, T17)."""

from __future__ import annotations

import pytest

from engines.core.errors import Refusal
from tests.support.engines import GAME, Cup


def test_T15_the_cup_falls_one_point_from_zero():
    cup = Cup("ABC").pass_on("A", "64").timeout()
    assert (cup.points, cup.public.current, cup.public.announcement) == ("0 1 0", "B", None)
    assert cup.told == ["fell", "scored", "restarted"]


def test_T15_with_secret_dice_in_hand_too():
    cup = Cup("ABC").pass_on("A", "64").roll("B", 2, 1).timeout()
    assert (cup.points, cup.public.phase, cup.own("B").dice) == ("0 1 0", "turn", None)


def test_T15_and_before_a_reroll():
    cup = Cup("ABC").rolls_and_shows("A", "63").timeout()
    assert (cup.points, cup.public.phase) == ("1 0 1", "turn")


def test_T15_a_duel_is_waived():
    cup = Cup("ABC").pass_on("A", "64").rolls_and_shows("B", "32", 3, 2).timeout()
    assert (cup.points, cup.public.to_act, cup.told) == ("0 2 0", ("A",), ["duel_waived"])
    cup.timeout()
    assert (cup.points, cup.public.phase, cup.public.current) == ("0 2 0", "turn", "B")
    assert cup.public.missed == {"A": 1, "B": 0, "C": 1}


def test_T15_a_fall_that_puts_out_gives_the_next_the_cup():
    cup = Cup("ABC").given(points=(9, 0, 0)).timeout()
    assert (cup.public.in_play, cup.public.current) == (("B", "C"), "B")


def test_T15_nobody_is_awaited_between_rounds():
    cup = Cup("AB", rounds=2).given(points=(9, 0)).timeout()
    assert (cup.public.phase, GAME.deadline(cup.state)) == ("round_over", None)
    with pytest.raises(Refusal) as caught:
        cup.timeout()
    assert caught.value.code == "illegal_action"


def test_C3_the_third_in_a_row_is_punished_and_then_the_seat_leaves():
    cup = Cup("ABC").timeout().timeout().timeout()
    assert cup.points == "3 0 0"
    assert cup.told == ["fell", "scored", "restarted", "left", "restarted"]
    assert cup.event("left").absent
    assert (cup.public.gone, cup.public.current) == (("A",), "B")


def test_C3_an_accepted_action_resets_the_count_and_a_refused_one_does_not():
    cup = Cup("ABC").timeout().timeout().direct("A", -1).timeout().timeout()
    assert cup.public.gone == ()
    with pytest.raises(Refusal):
        cup.doubt("A")
    assert cup.timeout().public.gone == ("A",)


def test_C3_others_acting_do_not_reset_it():
    cup = Cup("AB").timeout().pass_on("A", "64").timeout().roll("B", 6, 4).announce("B", "65")
    assert cup.public.missed == {"A": 0, "B": 0}
    counted = Cup("AB").timeout().timeout()
    counted.given(current="B").pass_on("B", "64")
    assert counted.public.missed["A"] == 2
    assert counted.timeout().public.winners == ("B",)


def test_C3_the_count_runs_on_through_rounds():
    cup = Cup("AB", rounds=3).given(points=(8, 0)).timeout().timeout()
    assert cup.public.phase == "round_over"
    cup.next_round("B")
    assert cup.public.missed["A"] == 2
    cup.timeout()
    assert (cup.public.phase, cup.public.winners) == ("over", ("B",))


def test_C3_next_round_is_an_action_that_resets_it():
    cup = Cup("AB", rounds=3).given(points=(8, 0)).timeout().timeout().next_round("A")
    assert cup.public.missed["A"] == 0


def test_C3_the_deadline_takes_effect_first_even_if_it_ends_the_round():
    cup = Cup("ABC", rounds=2).given(in_play=("A", "B"), out=("C",), points=(9, 0, 0), missed=(2, 0, 0))
    cup.timeout()
    assert cup.told == ["fell", "scored", "eliminated", "round_won", "left"]
    assert (cup.public.phase, cup.public.gone) == ("round_over", ("A",))


def test_C3_nobody_leaves_a_table_that_is_over():
    cup = Cup("AB").given(points=(9, 0), missed=(2, 0)).timeout()
    assert cup.told[-1] == "game_over"
    assert cup.public.gone == ()


def test_C3_a_third_waived_duel_removes_the_opponent():
    cup = Cup("ABC").given(missed=(0, 0, 2)).pass_on("A", "64").rolls_and_shows("B", "32", 3, 2).timeout()
    assert cup.told == ["duel_waived", "left"]
    assert (cup.public.gone, cup.public.to_act, cup.public.phase) == (("C",), ("A",), "duel")


def test_C4_leaving_twice_is_illegal():
    cup = Cup("ABC").leave("B")
    with pytest.raises(Refusal) as caught:
        cup.leave("B")
    assert caught.value.code == "illegal_action"


def test_C4_the_last_one_wins():
    cup = Cup("AB", rounds=5).leave("A")
    assert (cup.public.phase, cup.public.winners) == ("over", ("B",))
    with pytest.raises(Refusal) as caught:
        cup.leave("B")
    assert caught.value.code == "over"


def test_C4_who_is_out_of_play_may_leave_and_the_round_goes_on():
    cup = Cup("ABC").given(in_play=("A", "B"), out=("C",)).pass_on("A", "64")
    key = GAME.deadline(cup.state).key
    cup.leave("C")
    assert (cup.public.current, cup.public.announcement.score, cup.public.gone) == ("B", "64", ("C",))
    assert GAME.deadline(cup.state).key == key


def test_C4_the_last_in_play_wins_the_round_when_others_are_still_there():
    cup = Cup("ABC", rounds=2).given(in_play=("A", "B"), out=("C",)).leave("A")
    assert (cup.public.phase, cup.public.rounds_won) == ("round_over", {"A": 0, "B": 1, "C": 0})


def test_T17_the_cup_of_a_leaver_goes_to_the_next_from_zero():
    cup = Cup("ABC").pass_on("A", "64").leave("B")
    assert (cup.public.current, cup.public.announcement, cup.points) == ("C", None, "0 0 0")
    assert cup.own("A").dice is None


def test_T17_so_does_the_announcement_of_a_leaver():
    cup = Cup("ABC").pass_on("A", "64").leave("A")
    assert (cup.public.current, cup.public.phase, cup.public.announcement) == ("B", "turn", None)


def test_T17_even_if_the_next_seat_has_rolled_on_it():
    cup = Cup("ABC").pass_on("A", "64").roll("B", 6, 6)
    key = GAME.deadline(cup.state).key
    cup.leave("A")
    assert (cup.public.current, cup.public.phase, cup.own("B").dice) == ("B", "turn", None)
    assert GAME.deadline(cup.state).key != key


def test_T17_a_bystander_leaves_without_a_trace():
    cup = Cup("ABCD").pass_on("A", "64").roll("B", 6, 6)
    key = GAME.deadline(cup.state).key
    cup.leave("C")
    assert (cup.own("B").dice, cup.public.phase, cup.public.announcement.score) == ("66", "rolled", "64")
    assert GAME.deadline(cup.state).key == key
    assert cup.announce("B", "66").public.current == "D"


def test_T17_leaving_in_a_reroll_passes_the_cup_from_zero():
    cup = Cup("ABC").pass_on("A", "64").rolls_and_shows("B", "63").leave("B")
    assert (cup.public.current, cup.public.phase, cup.public.announcement) == ("C", "turn", None)
    announcer = Cup("ABC").pass_on("A", "64").rolls_and_shows("B", "63").leave("A")
    assert (announcer.public.current, announcer.public.phase) == ("B", "turn")


def test_T17_the_skip_is_honoured_when_the_roller_leaves():
    cup = Cup("ABCDE").pass_on("A", "21").rolls_and_shows("B", "55").leave("B")
    assert (cup.public.current, cup.public.skipped) == ("D", None)


def test_T17_the_seat_after_the_announcer_is_meant_once_a_skip_is_over():
    cup = Cup("ABCD").pass_on("A", "21").rolls_and_shows("B", "55").pass_on("B", "64")
    assert cup.public.current == "D"
    assert cup.leave("B").public.current == "C"
