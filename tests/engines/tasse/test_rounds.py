"""Rounds of La Tasse: who goes out, who wins, who comes where, who is absent (T13 to T18, C3, C4)."""

import pytest

from engines.core.records import State
from engines.tasse.model import NextRound, Roll
from tests.engines.table import refusal
from tests.engines.tasse.test_turns import FIVES, cases
from tests.support.engines import GAME, Cup, cup_of

CAUGHT = "A 32>21, B doubts"
"""A scores a point."""


def end_round(cup: Cup, loser: str, doubter: str) -> Cup:
    """`loser`, who has the cup, goes out and ends the round."""
    at_nine = tuple(9 if seat == loser else total for seat, total in cup.public.points.items())
    return cup.given(points=at_nine).play(f"{loser} 32>21, {doubter} doubts")


def last_two(**options: object) -> Cup:
    """A and B are left, C went out first."""
    return Cup("ABC", **options).given(in_play=("A", "B"), out=("C",))


@cases(
    ("out with two under the threshold", "A9 B C8", CAUGHT, "10 0 8, B turn of BC"),
    ("with one under it a lead of two is needed", "A9 B9", CAUGHT, "10 9, A turn"),
    ("and wins", "A9 B9", f"{CAUGHT}, {CAUGHT}", "11 9, B won"),
    ("both may climb beyond it", "A9 B9", f"{CAUGHT}, A 64, B doubts", "10 10, B turn"),
    ("together", "A9 B9", f"{CAUGHT}, A 64, B doubts, B 32>66, A doubts", "10 11, B turn"),
    (
        *("until one leads by two", "A9 B9"),
        *(f"{CAUGHT}, A 64, B doubts, B 32>66, A doubts, B 32>66, A doubts", "10 12, A won"),
    ),
    ("the lead is over the lowest in play", "A9 B9! C10", "B 32>21, C doubts", "9 10 10, B turn"),
    (
        *("and others play on", "A9 B9! C10"),
        *("B 32>21, C doubts, B 32>21, C doubts", "9 11 10, C turn of AC"),
    ),
    ("two at once may both go out", "A B9 C9 D", "A 21, B shows 61", "0 10 10 0, D turn of AD"),
)
def test_T13_who_goes_out(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


@cases(
    # Apart, C would go out first (A and B under 10), then B. Together only A is under: both lead it by two.
    ("both go", "A8 B9 C9", "A 21, B shows 61", "8 10 10, A won"),
    # Apart, C would go out while A and B were under 10; together both lead A by one only, and all play on.
    ("neither does", "A9 B9 C9", "A 21, B shows 61", "9 10 10, B turn"),
)
def test_T10_T13_both_points_on_a_21_are_one_scoring(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


@pytest.mark.parametrize(
    ("seats", "script", "seen"),
    [
        ("AB", CAUGHT, "1 0, A turn"),
        ("ABC", CAUGHT, "1 0 0, B turn of BC"),
        ("AB", f"{CAUGHT}, {CAUGHT}", "2 0, B won"),
    ],
)
def test_T13_a_threshold_of_one(seats, script, seen):
    assert Cup(seats, threshold=1).play(script).seen == seen


def test_T14_one_round_and_the_table_is_over():
    cup = cup_of("A9 B").play(CAUGHT)
    assert cup.told[-3:] == ["eliminated", "round_won", "game_over"]
    assert (cup.seen, cup.public.to_act, cup.public.first_out) == ("10 0, B won", (), "A")
    eliminated = cup.event("eliminated")
    assert (eliminated.seat, eliminated.total, eliminated.first) == ("A", 10, True)


def test_T14_between_rounds_any_seat_that_is_there_may_go_on():
    cup = end_round(last_two(rounds=2), "A", "B")
    assert (cup.public.phase, cup.public.to_act, cup.deadline) == ("round_over", (), None)
    assert cup.public.rounds_won == {"A": 0, "B": 1, "C": 0}
    assert [cup.legal(seat) for seat in "ABC"] == [(NextRound(),)] * 3
    assert cup.refused("A", Roll()) == ("not_your_turn", "not_your_turn")
    assert cup.play("A goes on").seen == "0 0 0, C direction_or_roll"
    assert (cup.public.round, cup.public.first_out) == (2, None)


def test_T14_a_new_round_begins_in_seat_order_whatever_the_last_one():
    cup = end_round(Cup("AB", rounds=2).play("A turns"), "A", "B")
    assert cup.play("B goes on").seen == "0 0, A direction_or_roll"


def test_T14_winners_are_those_with_most_rounds():
    cup = end_round(Cup("AB", rounds=2), "A", "B").play("A goes on, A 64, B rolls 32")
    assert cup.given(points=(0, 9)).play("B says 21, A doubts").seen == "0 10, AB won"


@pytest.mark.parametrize(("leaver", "starter"), [("", "C"), ("C leaves", "A")])
def test_T14_the_first_eliminated_starts_and_if_gone_the_next_seat(leaver, starter):
    cup = cup_of("A B C9!", rounds=2).play("C 32>21, A doubts, A 64")
    assert end_round(cup, "B", "A").public.first_out == "C"
    assert cup.play(leaver).play("B goes on").public.current == starter


@pytest.mark.parametrize(("seats", "first"), [("A B9 C9 D E", "B"), ("A B9 C10 D E", "C")])
def test_T14_several_at_once_the_most_points_then_the_first_in_the_direction(seats, first):
    cup = cup_of(seats).play("A 21, B shows 61")
    assert cup.public.first_out == first
    assert next(event.seat for event in cup.events if event.type == "eliminated") == first


def test_T14_the_direction_is_that_before_a_31_and_counts_from_the_starter():
    # B starts, against seat order: B, A, D, C. A shows 31 on B's 21; B, before A, and A go out with 10 each.
    cup = cup_of("A9 B9! C D E").play("B turns, B 21, A shows 31")
    assert cup.public.first_out == "B"
    # C starts in seat order: C, D, E, A, B. A rolls on E's 21 and shows 31: E comes before A.
    other = cup_of("A9 B C! D E9").play("C 64, D 64, E 21, A shows 31")
    assert (other.public.first_out, other.public.current, other.public.direction) == ("E", "D", -1)


def test_T14_leaving_is_not_being_eliminated():
    cup = Cup("ABC", rounds=2).play("A leaves")
    assert cup.public.first_out is None
    assert end_round(cup, "B", "C").public.first_out == "B"
    assert cup.play("C goes on").public.in_play == ("B", "C")


def test_T14_who_has_left_cannot_start_the_next_round():
    cup = end_round(Cup("ABC", rounds=2).play("C leaves"), "A", "B")
    assert (cup.legal("C"), cup.refused("C", NextRound())) == ((), ("not_your_turn", "not_your_turn"))


def test_T14_winners_are_among_those_still_there():
    cup = end_round(last_two(rounds=2), "A", "B")
    assert cup.public.rounds_won["B"] == 1
    assert end_round(cup.play("B leaves, A goes on"), "C", "A").public.winners == ("A",)


def test_T14_when_one_is_left_between_rounds_the_table_is_over():
    cup = end_round(Cup("AB", rounds=3), "A", "B").play("B leaves")
    assert (cup.public.winners, cup.told) == (("A",), ["left", "game_over"])


def test_T16_sips_are_wording_only():
    plain, sips = Cup("AB").play(CAUGHT), Cup("AB", sips=True).play(CAUGHT)
    assert (plain.public.sips, sips.public.sips) == (False, True)
    assert plain.position == sips.position


@cases(
    ("the cup falls: one point, from zero", "ABC", "A 64, time", "0 1 0, B turn"),
    ("with secret dice in hand", "ABC", "A 64, B rolls 21, time", "0 1 0, B turn"),
    ("before a reroll", "ABC", "A shows 63, time", "1 0 1, A turn"),
    ("a duel is waived", "ABC", "A 64, B shows 32 32, time", "0 2 0, B duel A"),
    ("and the last one", "ABC", "A 64, B shows 32 32, time, time", "0 2 0, B turn"),
    ("a fall that puts out", "A9 B C", "time", "10 0 0, B direction_or_roll of BC"),
)
def test_T15_at_the_deadline(seats, script, seen):
    cup = cup_of(seats).play(script)
    assert (cup.seen, [cup.own(seat).dice for seat in "ABC"]) == (seen, [None] * 3)


def test_T15_nobody_is_awaited_between_rounds():
    cup = cup_of("A9 B", rounds=2).play("time")
    assert (cup.public.phase, cup.deadline, refusal(cup.timeout).code) == (
        "round_over",
        None,
        "illegal_action",
    )


def test_C3_the_third_in_a_row_is_punished_and_then_the_seat_leaves():
    cup = Cup("ABC").play("time, time, time")
    assert cup.seen == "3 0 0, B direction_or_roll of BC"
    assert cup.told == ["fell", "scored", "restarted", "left", "restarted"]
    assert (cup.event("left").absent, cup.public.gone) == (True, ("A",))


def test_C3_an_accepted_action_resets_the_count_and_a_refused_one_does_not():
    cup = Cup("ABC").play("time, time, A turns, time, time")
    assert cup.public.gone == ()
    assert refusal(cup.doubt, "A").code == "illegal_action"
    assert cup.play("time").public.gone == ("A",)


def test_C3_each_seat_has_a_count_of_its_own():
    assert Cup("AB").play("time, A 64, time, B 64>65").public.missed == {"A": 0, "B": 0}
    waived = Cup("ABC").play("A 64, B shows 32 32, time, time")
    assert waived.public.missed == {"A": 1, "B": 0, "C": 1}
    counted = Cup("AB").play("time, time").given(current="B").play("B 64")
    assert counted.public.missed["A"] == 2
    assert counted.play("time").public.winners == ("B",)


def test_C3_the_count_runs_on_through_rounds_which_an_action_may_begin():
    cup = cup_of("A8 B", rounds=3).play("time, time, B goes on")
    assert cup.public.missed["A"] == 2
    assert cup.play("time").public.winners == ("B",)
    assert cup_of("A8 B", rounds=3).play("time, time, A goes on").public.missed["A"] == 0


@pytest.mark.parametrize(
    ("given", "script", "told", "gone"),
    [
        (  # the deadline takes effect first, even if it ends the round
            {"in_play": ("A", "B"), "out": ("C",), "points": (9, 0, 0), "missed": (2, 0, 0)},
            *("time", "fell scored eliminated round_won left", ("A",)),
        ),
        ({"missed": (0, 0, 2)}, "A 64, B shows 32 32, time", "duel_waived left", ("C",)),
    ],
)
def test_C3_the_deadline_takes_effect_first(given, script, told, gone):
    cup = Cup("ABC", rounds=2).given(**given).play(script)
    assert (cup.told, cup.public.gone) == (told.split(), gone)


def test_C3_nobody_leaves_a_table_that_is_over():
    cup = Cup("AB").given(points=(9, 0), missed=(2, 0)).play("time")
    assert (cup.told[-1], cup.public.gone) == ("game_over", ())


def test_C4_nobody_leaves_twice_nor_a_table_that_is_over():
    assert refusal(Cup("ABC").play("B leaves").leave, "B").code == "illegal_action"
    over = Cup("AB", rounds=5).play("A leaves")
    assert (over.seen, refusal(over.leave, "B").code) == ("0 0, B won", "over")


def test_C4_who_is_out_of_play_may_leave_and_the_round_goes_on():
    cup = last_two().play("A 64")
    key = cup.deadline.key
    assert cup.play("C leaves").seen == "0 0 0, B turn on 64 of AB"
    assert (cup.public.gone, cup.deadline.key) == (("C",), key)


def test_C4_the_last_in_play_wins_the_round_when_others_are_still_there():
    cup = last_two(rounds=2).play("A leaves")
    assert (cup.public.phase, cup.public.rounds_won) == ("round_over", {"A": 0, "B": 1, "C": 0})


@cases(
    ("the cup goes to the next from zero", "ABC", "A 64, B leaves", "0 0 0, C turn of AC"),
    ("so does an announcement of a leaver", "ABC", "A 64, A leaves", "0 0 0, B turn of BC"),
    ("even if the next has rolled on it", "ABC", "A 64, B rolls 66, A leaves", "0 0 0, B turn of BC"),
    ("a bystander leaves no trace", "ABCD", "A 64, B rolls 66, C leaves", "0 0 0 0, B rolled on 64 of ABD"),
    (
        *("and is passed by", "ABCD"),
        *("A 64, B rolls 66, C leaves, B says 66", "0 0 0 0, D turn on 66 of ABD"),
    ),
    ("in a reroll", "ABC", "A 64, B shows 63, B leaves", "1 0 0, C turn of AC"),
    ("its announcer", "ABC", "A 64, B shows 63, A leaves", "1 0 0, B turn of BC"),
    ("the skip is honoured", "ABCDE", f"{FIVES}, B leaves", "0 1 1 0 0, D turn of ACDE"),
    ("once it is over, it is over", "ABCD", f"{FIVES}, B 64, B leaves", "0 1 1 0, C turn of ACD"),
)
def test_T17_leavers(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


@pytest.mark.parametrize(("leaver", "dice", "same"), [("A", None, False), ("C", "66", True)])
def test_T17_who_has_rolled_keeps_dice_and_time_unless_the_announcer_leaves(leaver, dice, same):
    cup = Cup("ABCD").play("A 64, B rolls 66")
    key = cup.deadline.key
    assert cup.leave(leaver).own("B").dice == dice
    assert (cup.deadline.key == key) is same
    assert Cup("ABC").play("A 64, B leaves").own("A").dice is None


def lost_one_by_one() -> Cup:
    """D goes out with 10 points, then B with 12, and C with 10 as the last; A wins."""
    cup = cup_of("A B C D9!").play("D 32>21, A doubts, A 64").given(points=(0, 11, 0, 10))
    return cup.play("B 32>21, C doubts").given(points=(0, 12, 9, 10)).play("C 32>21, A doubts")


def test_T18_who_went_out_later_comes_first_whatever_the_points() -> None:
    cup = lost_one_by_one()
    assert (cup.points, cup.position.out, cup.order) == ("0 12 10 10", ("D", "B", "C"), "1A 2C 3B 4D")


def test_T18_of_one_moment_the_order_is_that_of_the_face_de_nul() -> None:
    cup = cup_of("A B9 C10 D E").play("A 21, B shows 61")
    assert [event.seat for event in cup.events if event.type == "eliminated"] == ["C", "B"]
    assert (cup.position.out, cup.order) == (("C", "B"), "1ADE 4B 5C")


def test_T18_rounds_won_count_before_the_last_round() -> None:
    cup = end_round(last_two(rounds=3), "A", "B").play("B goes on")
    cup = end_round(cup.given(in_play=("B", "C"), out=("A",)), "C", "B").play("B goes on")
    cup = end_round(cup.given(in_play=("A", "C"), out=("B",)), "A", "C")
    assert (cup.public.winners, cup.public.rounds_won) == (("B",), {"A": 0, "B": 2, "C": 1})
    assert cup.order == "1B 2C 3A"


def test_T18_who_won_the_last_round_comes_before_all_with_as_many_rounds() -> None:
    cup = Cup("ABCD", rounds=4).given(round=4, rounds_won=(3, 0, 1, 0), in_play=("A", "B"), out=("C", "D"))
    cup = end_round(cup, "A", "B")
    assert (cup.public.rounds_won, cup.order) == ({"A": 3, "B": 1, "C": 1, "D": 0}, "1A 2B 3C 4D")


def test_T14_C6_tied_winners_share_the_first_place_and_the_next_is_behind_them_all() -> None:
    cup = end_round(last_two(rounds=2).given(round=2, rounds_won=(1, 0, 0)), "A", "B")
    assert (cup.public.winners, cup.order) == (("A", "B"), "1AB 3C")


def test_T17_C6_leavers_come_last_the_first_to_leave_last_of_all() -> None:
    cup = Cup("ABCDE").given(in_play=("A", "B", "C", "D"), out=("E",)).play("C leaves, B leaves")
    assert end_round(cup.given(current="A"), "A", "D").order == "1D 2A 3E 4B 5C"


def test_T18_of_a_table_that_version_2_began_the_first_out_is_known_and_those_after_the_update() -> None:
    cup = Cup("ABCDE").given(in_play=("A", "B"), out=("E", "D", "C"))
    old = GAME.as_kept(GAME.positions.plain(cup.position), 2)
    assert (old["first_out"], "out" in old) == ("E", False)
    cup.state = State(cup.state.setup, GAME.carry_over(cup.position, 2))
    assert GAME.positions.plain(cup.position) == GAME.upgrade("position", old, 2)
    assert (cup.position.out, cup.public.first_out, cup.order) == (("E",), "E", "1AB 3CD 5E")
    assert end_round(cup, "A", "B").order == "1B 2A 3CD 5E"


def test_T14_a_round_of_version_2_in_which_nobody_was_out_is_known_whole() -> None:
    cup = Cup("ABC").play("C leaves")
    assert GAME.carry_over(cup.position, 2) == cup.position
