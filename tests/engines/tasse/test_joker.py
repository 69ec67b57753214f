"""The joker (T11) and 32 on 32 (T12)."""

from __future__ import annotations

import pytest

from engines.tasse.model import Announce, Declare, Show
from tests.support.engines import GAME, Cup

DUELS = ["32", "41", "42", "51", "53", "54", "62", "64", "65", "11", "22", "33", "44", "66"]


def test_T11_without_an_announcement_32_is_plain():
    cup = Cup("ABC").roll("A", 3, 2)
    assert cup.refused("A", Show()) == ("illegal_action", "nothing_to_show")
    assert cup.own("A").show is None


def test_T11_won_the_next_scores_and_starts_from_zero():
    cup = Cup("ABC").pass_on("A", "64").roll("B", 3, 2)
    assert cup.own("B").show == "joker"
    assert cup.show("B", 6, 5).event("joker_played").won
    assert (cup.points, cup.public.current, cup.public.announcement) == ("0 0 1", "C", None)


@pytest.mark.parametrize("second", [(6, 4), (6, 2)])
def test_T11_equal_or_lower_fails_two_points_from_zero(second):
    cup = Cup("ABC").pass_on("A", "64").rolls_and_shows("B", "32", *second)
    assert (cup.points, cup.public.current, cup.public.phase) == ("0 2 0", "B", "turn")
    assert cup.event("scored").points == 2


def test_T11_specials_count_by_their_place_and_do_nothing_else():
    cup = Cup("ABC").pass_on("A", "66").rolls_and_shows("B", "32", 3, 1)
    assert (cup.points, cup.public.current, cup.public.direction) == ("0 0 1", "C", 1)


@pytest.mark.parametrize("second", [(2, 1), (5, 5), (6, 6)])
def test_T11_on_21_the_joker_always_fails_and_the_roller_is_warned(second):
    cup = Cup("ABC").pass_on("A", "21").roll("B", 3, 2)
    assert cup.own("B").joker_lost
    assert not cup.public.joker_lost
    assert cup.show("B", *second).points == "0 2 0"


def test_T11_the_joker_may_be_kept_silent():
    cup = Cup("ABC").pass_on("A", "64").roll("B", 3, 2).announce("B", "66")
    assert cup.public.current == "C"


def test_T11_a_lost_joker_that_puts_out_gives_the_next_the_cup():
    cup = Cup("ABCD").given(points=(0, 8, 0, 0)).pass_on("A", "64").rolls_and_shows("B", "32", 4, 1)
    assert (cup.public.in_play, cup.public.current) == (("A", "C", "D"), "C")


def test_T11_a_joker_on_an_announced_32():
    assert Cup("AB").pass_on("A", "32").rolls_and_shows("B", "32", 4, 1).points == "1 0"


def test_T12_duels_of_all_others_in_order_from_the_next():
    cup = Cup("ABCD").direct("A", -1).pass_on("A", "64").rolls_and_shows("D", "32", 2, 3)
    assert (cup.points, cup.public.phase, cup.public.current) == ("0 0 0 2", "duel", "D")
    assert cup.public.announcement is None
    assert cup.event("duels_started").opponents == ("C", "B", "A")
    assert (cup.public.duel.roller, cup.public.duel.opponent, cup.public.to_act) == ("D", "C", ("C",))
    assert GAME.deadline(cup.state).kind == "duel"
    assert cup.legal("C") == tuple(map(Declare, DUELS))
    assert cup.legal("D") == ()
    cup.declare("C", "66", 6, 6)
    assert cup.points == "0 0 0 3"
    cup.declare("B", "66", 5, 5)
    assert cup.points == "0 0 0 3"
    cup.declare("A", "32", 2, 3)
    assert (cup.points, cup.public.phase, cup.public.current) == ("0 0 0 4", "turn", "D")
    assert cup.public.direction == -1


def test_T12_nothing_but_normal_scores_below_21_may_be_declared():
    cup = Cup("ABC").pass_on("A", "64").rolls_and_shows("B", "32", 3, 2)
    for score in ("21", "55", "99", ""):
        assert cup.refused("C", Declare(score)) == ("illegal_action", "not_a_duel_score")
    assert cup.refused("B", Declare("64")) == ("not_your_turn", "not_your_turn")
    assert cup.refused("C", Announce("64")) == ("illegal_action", "not_now")


def test_T12_32_on_32_on_an_announced_32_too():
    cup = Cup("ABC").pass_on("A", "32").rolls_and_shows("B", "32", 3, 2)
    assert cup.public.phase == "duel"


def test_T12_duels_stop_at_once_when_the_roller_goes_out():
    cup = Cup("ABCD").given(points=(0, 7, 0, 0)).pass_on("A", "64").rolls_and_shows("B", "32", 3, 2)
    assert cup.points == "0 9 0 0"
    cup.declare("C", "64", 6, 2)
    assert (cup.public.in_play, cup.public.phase, cup.public.current) == (("A", "C", "D"), "turn", "C")
    assert (cup.public.duel, cup.position.opponents) == (None, ())


def test_T12_no_duels_when_the_two_points_put_the_roller_out():
    cup = Cup("ABCD").given(points=(0, 8, 0, 0)).pass_on("A", "64").rolls_and_shows("B", "32", 3, 2)
    assert (cup.public.phase, cup.public.current) == ("turn", "C")
    assert "duels_started" not in cup.told


def test_T12_a_lost_duel_may_end_the_round():
    cup = Cup("AB").given(points=(0, 9)).pass_on("A", "64").rolls_and_shows("B", "32", 3, 2)
    assert cup.public.phase == "over"
    duel = Cup("AB").given(points=(0, 7)).pass_on("A", "64").rolls_and_shows("B", "32", 3, 2)
    assert duel.declare("A", "66", 6, 4).public.winners == ("A",)


def test_T12_opponents_who_leave_are_not_fought():
    cup = Cup("ABCD").pass_on("A", "64").rolls_and_shows("B", "32", 3, 2)
    cup.leave("D")
    assert (cup.position.opponents, cup.public.to_act) == (("C", "A"), ("C",))
    cup.leave("C")
    assert cup.public.to_act == ("A",)
    cup.declare("A", "32", 6, 4)
    assert (cup.public.current, cup.public.phase) == ("B", "turn")


def test_T12_the_last_opponent_leaving_ends_the_duels():
    cup = Cup("ABCD").pass_on("A", "64").rolls_and_shows("B", "32", 3, 2)
    cup.declare("C", "32", 6, 4).declare("D", "32", 6, 4).leave("A")
    assert (cup.public.current, cup.public.phase) == ("B", "turn")


def test_T12_the_roller_leaving_ends_the_duels():
    cup = Cup("ABCD").pass_on("A", "64").rolls_and_shows("B", "32", 3, 2).leave("B")
    assert (cup.public.current, cup.public.phase, cup.public.duel) == ("C", "turn", None)
