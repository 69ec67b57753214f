"""What the cursed are given, with a discard or after the call of 6 (F9)."""

import pytest

from engines.desfausse.model import Gift
from tests.engines.desfausse.table import Table, discard, pairs


def ready(**hands: dict) -> Table:
    return Table.lying(**hands).stop()


def test_F9_with_its_discard_each_seat_gives_each_cursed_one_die_outside_its_combination():
    table = ready(A={1: "D", 2: "D", 3: 5}, B={7: 4, 8: 2, 9: 3, 10: 6}, C={13: "D"}, D={19: 6})
    assert table.public.cursed == ("A", "C")
    table.discard("B", [8], [8], "hell", {"A": 7, "C": 9})
    assert (table.ids("A"), table.ids("C")) == ([1, 2, 3, 7], [9, 13])
    told = table.event("discarded").discarding.curses
    assert [(place.die.id, place.to, place.where) for place in told] == [(7, "A", "hand"), (9, "C", "hand")]


def test_F9_what_is_owed_must_be_named_die_by_die():
    table = ready(A={1: "D", 2: "D"}, B={7: 2, 8: 2, 9: 3, 10: "D"}, C={13: "D"}, D={19: 6})
    for curse, reason in (
        (None, "curse_owed"),
        ({"A": 9}, "curse_owed"),
        ({"A": 9, "D": 10}, "curse_not_owed"),
        ({"A": 7, "C": 9}, "in_combination"),
        ({"A": 9, "C": 9}, "die_given_twice"),
        ({"A": 9, "C": 1}, "not_your_die"),
    ):
        assert table.why("B", [7, 8], [7], "hell", curse) == reason
    assert table.legal("B")[:4] == (
        discard([7, 8], [7], "hell", {"A": 9, "C": 10}),
        discard([7, 8], [7], "hell", {"A": 10, "C": 9}),
        discard([7, 8], [7], {"A": [7]}, {"A": 9, "C": 10}),
        discard([7, 8], [7], {"A": [7]}, {"A": 10, "C": 9}),
    )


def test_F9_as_far_as_there_are_dice_the_first_cursed_are_served():
    table = ready(A={1: "D"}, B={7: 2, 9: 3}, C={13: "D"}, D={19: 6})
    assert table.why("B", [7], [7], "hell", {"C": 9}) == "curse_not_owed"
    table.discard("B", [7], [7], "hell", {"A": 9}, faces="any")
    assert table.event("round_won").winners == ("B",)
    assert [one.id for one in table.event("round_won").held["A"]] == [1, 9]


def test_F9_curse_may_be_left_out_where_only_one_choice_exists():
    table = ready(A={1: "D"}, B={7: 2, 8: 2, 9: 3, 10: "D"}, D={13: 6, 14: 6})
    assert table.why("B", [7, 8], [7]) == "curse_owed"
    table = ready(A={1: "D"}, B={7: 2, 8: 2, 9: 3, 10: 2}, D={13: 6, 14: 6})
    table.discard("B", [7, 8, 10], [7, 8, 10], faces="any")
    assert table.event("discarded").discarding.curses[0].die.id == 9


def test_F9_a_left_out_curse_is_written_out_in_the_choice_that_stands():
    table = ready(A={1: "D"}, B={7: 2, 9: 3}, C={13: 2, 14: 6}).discard("B", [7], [7])
    assert table.own("B").chose == discard([7], [7], "hell", {"A": 9})


def test_F9_who_discards_nothing_gives_after_the_call_of_6_in_seat_order():
    table = ready(A={1: 3, 2: 5}, B={7: "D"}, C={13: 2, 14: 6}, D={19: "D"})
    table.skip("C").skip("A").skip("A").skip("C")
    assert (table.public.phase, table.public.call, table.public.to_act) == ("gift", None, ("A",))
    assert (table.public.owed, table.event("gift_awaited").cursed) == (("B", "D"), ("B", "D"))
    assert table.refused("C", Gift()) == ("not_your_turn", "not_your_turn")
    table.gift("A", {"B": 1, "D": 2}, "any")
    assert table.event("round_won").winners == ("A",)


def test_F9_gifts_follow_each_other_and_then_the_turn_ends():
    table = ready(A={1: 3, 2: 5}, B={7: "D"}, C={13: 2, 14: 6})
    table.skip("C").skip("A").skip("A").skip("C").gift("A", {"B": 2})
    assert (table.public.to_act, table.ids("B"), table.own("C").dice[0].id) == (("C",), [2, 7], 13)
    table.gift("C", {"B": 13}, "2 2 2 2 2")
    assert (table.public.turn, table.ids("B")) == (5, [2, 7, 13])
    assert table.told == ["gave", "turn_ended", "turn_started"]


@pytest.mark.parametrize(
    ("curse", "reason"),
    [
        (None, "curse_owed"),
        ({}, "curse_not_owed"),
        ({"C": 1}, "curse_not_owed"),
        ({"B": 13}, "not_your_die"),
        ({"B": 7}, "not_your_die"),
    ],
)
def test_F9_a_gift_is_what_is_owed(curse, reason):
    table = ready(A={1: 3, 2: 5, 3: 4}, B={7: "D"}).skip("A").skip("A").skip("A")
    assert table.refused("A", Gift(pairs(curse))) == ("illegal_action", reason)
    assert table.legal("A") == tuple(Gift((("B", number),)) for number in (1, 2, 3))


def test_F9_a_gift_may_be_left_out_where_there_is_one_die_and_a_devil_may_be_given():
    table = ready(A={1: 6}, B={7: "D"}, C={13: 6, 14: 6}).skip("A").skip("C")
    assert table.legal("A") == (Gift((("B", 1),)),)
    assert table.gift("A", None, "any").event("gave").giving.curses[0].die.id == 1
    table = ready(A={1: "D", 2: 3, 3: 4}, B={7: "D"}, C={13: 6, 14: 6}).skip("C").gift("A", {"B": 1})
    assert table.ids("B") == [1, 7]


FULL = {7: "D", 8: "D", 9: "D", 10: "D", 11: "D", 12: "D", 13: 6, 14: 6, 15: 6}
EIGHT = {7: "D", 8: "D", 9: "D", 10: "D", 11: "D", 12: "D", 13: 6, 14: 6}


def test_F9_a_cursed_seat_that_is_full_when_the_call_opens_is_owed_nothing():
    table = ready(A={1: 2, 2: 3}, B=FULL, C={16: "D"}, D={20: 6})
    assert table.own("A").choice.cursed == ("C",)
    table = ready(A={1: 2, 2: 3}, B=FULL, C={16: 6}).skip("A").skip("A").skip("C", "2 " * 12)
    assert table.public.turn == 5


def test_F9_a_cursed_seat_that_has_become_full_gets_nothing_and_the_die_stays():
    table = ready(A={1: 2, 2: 3, 3: 5}, B=EIGHT, C={16: 6, 17: 5})
    table.discard("A", [1], [1], {"B": [1]}, {"B": 2})
    told = table.event("discarded").discarding
    assert [(place.die.id, place.where) for place in (*told.places, *told.curses)] == [
        (1, "hand"),
        (2, "kept"),
    ]
    assert (table.ids("A"), len(table.ids("B"))) == ([2, 3], 9)


def test_F9_who_was_barred_gives_too():
    table = ready(A={1: 6}, B={7: 4, 8: 3, 9: 6, 10: 2}, C={13: "D"}).skip("B").skip("B")
    table.discard("B", [7], [7], {"A": [7]}, {"C": 9})
    assert (table.public.phase, table.public.to_act, table.public.barred) == ("gift", ("A",), ("A",))
    table.gift("A", None, "2 2 2 2 2 2")
    assert (table.ids("A"), table.ids("C")) == ([7], [1, 9, 13])
