"""Who comes where (T18), and how much of it older versions of the rules had kept."""

from __future__ import annotations

from engines.core.game import State
from tests.engines.tasse.test_scoring import caught_lying, end_round
from tests.support.engines import GAME, Cup


def places(cup: Cup) -> list[tuple[int, str]]:
    return [(place.number, "".join(place.seats)) for place in GAME.places(cup.state)]


def lost_one_by_one() -> Cup:
    """D goes out with 10 points, then B with 12, and C with 10 as the last; A wins."""
    cup = caught_lying(Cup("ABCD", first="D").given(points=(0, 0, 0, 9)), "D", "A").pass_on("A", "64")
    cup = cup.given(points=(0, 11, 0, 10)).roll("B", 3, 2).announce("B", "21").doubt("C")
    return caught_lying(cup.given(points=(0, 12, 9, 10)), "C", "A")


def test_T18_who_went_out_later_comes_first_whatever_the_points() -> None:
    cup = lost_one_by_one()
    assert (cup.points, cup.position.out) == ("0 12 10 10", ("D", "B", "C"))
    assert places(cup) == [(1, "A"), (2, "C"), (3, "B"), (4, "D")]


def test_T18_of_one_moment_the_order_is_that_of_the_face_de_nul() -> None:
    cup = Cup("ABCDE").given(points=(0, 9, 10, 0, 0)).pass_on("A", "21").rolls_and_shows("B", "61")
    assert [event.seat for event in cup.events if event.type == "eliminated"] == ["C", "B"]
    assert cup.position.out == ("C", "B")
    assert places(cup) == [(1, "ADE"), (4, "B"), (5, "C")]


def test_T18_rounds_won_count_before_the_last_round() -> None:
    cup = end_round(Cup("ABC", rounds=3).given(in_play=("A", "B"), out=("C",)), "A", "B").next_round("B")
    assert (cup.position.out, cup.public.rounds_won) == ((), {"A": 0, "B": 1, "C": 0})
    cup = end_round(cup.given(in_play=("B", "C"), out=("A",)), "C", "B").next_round("B")
    cup = cup.given(in_play=("A", "C"), out=("B",))
    assert cup.public.current == "A"
    cup = end_round(cup, "A", "C")
    assert (cup.public.winners, cup.public.rounds_won) == (("B",), {"A": 0, "B": 2, "C": 1})
    assert places(cup) == [(1, "B"), (2, "C"), (3, "A")]


def test_T18_who_won_the_last_round_comes_before_all_with_as_many_rounds() -> None:
    cup = Cup("ABCD", rounds=4).given(round=4, rounds_won=(2, 1, 1, 0), in_play=("A", "B"), out=("C", "D"))
    cup = end_round(cup.given(rounds_won=(3, 0, 1, 0)), "A", "B")
    assert cup.public.rounds_won == {"A": 3, "B": 1, "C": 1, "D": 0}
    assert places(cup) == [(1, "A"), (2, "B"), (3, "C"), (4, "D")]


def test_T14_C6_tied_winners_share_the_first_place_and_the_next_is_behind_them_all() -> None:
    cup = Cup("ABC", rounds=2).given(round=2, rounds_won=(1, 0, 0), in_play=("A", "B"), out=("C",))
    cup = end_round(cup, "A", "B")
    assert cup.public.winners == ("A", "B")
    assert places(cup) == [(1, "AB"), (3, "C")]


def test_T17_C6_leavers_come_last_the_first_to_leave_last_of_all() -> None:
    cup = Cup("ABCDE").given(in_play=("A", "B", "C", "D"), out=("E",)).leave("C").leave("B")
    assert places(end_round(cup.given(current="A"), "A", "D")) == [
        *((1, "D"), (2, "A"), (3, "E"), (4, "B"), (5, "C")),
    ]


def test_T18_of_a_table_that_version_2_began_the_first_out_is_known_and_those_after_the_update() -> None:
    cup = Cup("ABCDE").given(in_play=("A", "B"), out=("E", "D", "C"))
    old = GAME.as_kept(GAME.positions.plain(cup.position), 2)
    assert old["first_out"] == "E"
    assert "out" not in old
    cup.state = State(cup.state.setup, GAME.carry_over(cup.position, 2))
    assert GAME.positions.plain(cup.position) == GAME.upgrade("position", old, 2)
    assert (cup.position.out, cup.public.first_out) == (("E",), "E")
    assert places(cup) == [(1, "AB"), (3, "CD"), (5, "E")]
    assert places(end_round(cup, "A", "B")) == [(1, "B"), (2, "A"), (3, "CD"), (5, "E")]


def test_T14_a_round_of_version_2_in_which_nobody_was_out_is_known_whole() -> None:
    cup = Cup("ABC").leave("C")
    assert GAME.carry_over(cup.position, 2) == cup.position
