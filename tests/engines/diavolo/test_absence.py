"""Missed deadlines and leavers (C3, C4, D6, D9, D11)."""

from __future__ import annotations

import pytest

from engines.core.errors import Refusal
from engines.diavolo.model import Grab
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, GREY_IS_RIGHT, Table


def key(table: Table) -> str:
    return GAME.deadline(table.state).key


def test_D9_at_the_deadline_the_dice_roll_by_themselves():
    table = Table("AB").timeout(*BLACK_IS_BEST)
    assert (table.public.phase, table.public.missed) == ("grab", {"A": 1, "B": 0})
    assert table.events[0].by_itself


def test_D6_at_the_deadline_the_round_settles_and_who_holds_nothing_has_missed_it():
    table = Table("ABC").roll(*BLACK_IS_BEST).grab("B", "red", 1).timeout()
    assert (table.gems, table.public.missed) == ("4 4 4", {"A": 1, "B": 0, "C": 1})


def test_D6_settling_before_the_deadline_is_nobodys_absence():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "black", 1).settle()
    assert table.public.missed == {"A": 0, "B": 0}


def test_D6_a_roll_has_thirty_seconds_and_a_grab_fifteen():
    table = Table("AB")
    assert (GAME.deadline(table.state).kind, GAME.deadline(table.state).seconds) == ("roll", 30)
    table.roll(*BLACK_IS_BEST)
    assert (GAME.deadline(table.state).kind, GAME.deadline(table.state).seconds) == ("grab", 15)


def test_D6_grabbing_does_not_prolong_the_clock_and_each_round_has_its_own():
    table = Table("ABC")
    keys = [key(table)]
    keys.append(key(table.roll(*BLACK_IS_BEST)))
    assert key(table.grab("A", "black", 9)) == key(table.grab("B", "black", 3)) == keys[-1]
    keys.append(key(table.settle()))
    keys.append(key(table.roll(*BLACK_IS_BEST)))
    assert len(set(keys)) == 4


def test_C3_the_third_in_a_row_takes_effect_and_then_the_seat_leaves():
    table = Table("ABC").timeout(*BLACK_IS_BEST).timeout()
    assert table.public.missed == {"A": 2, "B": 1, "C": 1}
    table.roll(*BLACK_IS_BEST).timeout()
    assert table.told == ["settled", "round_started", "left"]
    assert table.public.last.delta == {"A": -1, "B": -1, "C": -1}
    assert (table.public.gone, table.gems) == (("A",), "0 3 3")
    assert table.public.missed["B"] == 1


def test_C3_an_absent_roller_rolls_and_then_leaves():
    table = Table("ABC").given(missed=(2, 0, 0)).timeout(*BLACK_IS_BEST)
    assert table.told == ["rolled", "left"]
    assert (table.public.phase, table.public.to_act, table.pawns) == ("grab", ("B", "C"), "2 2 2 1")
    assert table.grab("B", "red", 1).grab("C", "white", 2).settle().public.roller == "B"


def test_C3_a_grab_resets_the_count_even_if_the_pawn_is_lost_again():
    table = Table("AB").given(missed=(2, 0)).roll(*GREY_IS_RIGHT)
    assert table.public.missed["A"] == 0
    table.given(missed=(0, 2)).grab("B", "grey", 9).grab("A", "grey", 5).timeout()
    assert (table.public.missed, table.public.gone) == ({"A": 0, "B": 1}, ())


def test_C3_several_leave_in_seat_order_until_one_is_left_who_wins():
    table = Table("ABC").given(missed=(2, 2, 2)).timeout(*BLACK_IS_BEST)
    assert table.public.gone == ("A",)
    table.timeout()
    assert (table.public.winners, table.public.gone, table.gems) == (("C",), ("A", "B"), "0 0 4")


def test_C3_who_is_eliminated_by_it_leaves_all_the_same():
    table = Table("ABC").with_gems(5, 1, 5).given(missed=(0, 2, 0)).roll(*BLACK_IS_BEST).timeout()
    assert (table.public.in_play, table.public.gone) == (("A", "C"), ("B",))


def test_C3_nobody_leaves_a_table_that_is_over():
    table = Table("AB").with_gems(1, 1).given(missed=(2, 2)).roll(*BLACK_IS_BEST).timeout()
    assert (table.public.winners, table.public.gone) == ((), ())


def test_C4_the_last_one_wins():
    table = Table("AB").leave("A")
    assert (table.public.winners, table.gems, table.public.last) == (("B",), "0 5", None)
    with pytest.raises(Refusal) as caught:
        table.leave("B")
    assert caught.value.code == "over"


def test_C4_in_mid_round_too():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "red", 1).leave("B")
    assert (table.public.winners, table.gems) == (("A",), "5 0")


def test_C4_who_is_eliminated_may_leave_once_and_nothing_changes():
    table = Table("ABC").with_gems(5, 0, 5).roll(*BLACK_IS_BEST)
    before = table.public
    table.leave("B")
    assert (table.pawns, table.public.to_act, key(table)) == ("1 1 1 1", before.to_act, "2.grab")
    with pytest.raises(Refusal) as caught:
        table.leave("B")
    assert caught.value.code == "illegal_action"


def test_D11_the_gems_of_a_leaver_go_and_its_pawn_stays_out_of_the_round():
    table = Table("ABC").roll(*GREY_IS_RIGHT).grab("C", "grey", 9).leave("C")
    assert (table.gems, table.pawns, table.held) == ("5 5 0", "2 2 2 0", "")
    assert table.public.closing
    assert table.refused("A", Grab("grey", 1)) == ("illegal_action", "color_exhausted")


def test_D11_a_pawn_displaced_before_does_not_come_back():
    table = Table("ABC").roll(*GREY_IS_RIGHT).grab("A", "grey", 9).grab("B", "grey", 5).leave("B")
    assert (table.held, table.public.to_act, table.pawns) == ("", ("A", "C"), "2 2 2 0")


def test_D11_when_the_only_one_awaited_leaves_the_round_may_be_settled():
    table = Table("ABC").roll(*BLACK_IS_BEST).grab("A", "red", 1).grab("B", "white", 2)
    assert table.cannot_settle() == "illegal_action"
    table.leave("C")
    assert table.public.closing
    assert table.settle().public.last.claims == {"A": "red", "B": "white"}


def test_D11_who_was_to_roll_leaves_and_the_next_seat_rolls():
    table = Table("ABCD", first="B")
    before = key(table)
    table.leave("B")
    assert (table.told, table.public.roller, table.public.round) == (["left", "roll_passed"], "C", 1)
    assert (table.pawns, key(table) != before) == ("2 2 2 1", True)


def test_D11_another_leaves_before_the_roll_and_the_clock_runs_on():
    table = Table("ABCD", first="B")
    before = key(table)
    assert (key(table.leave("D")), table.pawns, table.public.to_act) == (before, "2 2 2 1", ("B",))


def test_D11_the_roller_leaves_after_the_roll_and_the_one_after_it_is_next():
    table = Table("ABCD", first="B").roll(*BLACK_IS_BEST).leave("B")
    assert (table.public.roller, table.pawns) == ("B", "3 3 3 1")
    assert table.timeout().public.roller == "C"
