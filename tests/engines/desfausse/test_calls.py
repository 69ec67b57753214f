"""Calls, combinations, their order, and dice that change hands (F4 to F8)."""

import pytest

from engines.desfausse.model import Pass
from tests.engines.desfausse.table import GAME, Table, discard


def ready(**hands: dict) -> Table:
    return Table.lying(**hands).stop()


def test_F4_only_who_can_form_a_discard_of_the_value_is_asked():
    table = ready(A={1: 3, 2: 4}, B={7: 4, 8: 5}, C={13: "D", 14: 3, 15: 6})
    assert (table.public.call, table.public.asked, table.public.to_act) == (3, ("A",), ("A",))
    assert [(event.call, event.asked) for event in table.all_told("called")] == [(2, ()), (3, ("A",))]
    table.skip("A")
    assert (table.public.call, table.public.to_act) == (4, ("A", "B"))


def test_F4_a_choice_is_secret_and_stands_until_all_have_chosen():
    table = ready(A={1: 4, 2: 6}, B={7: 4, 8: 5}).discard("A", [1], [1], {"B": [1]})
    assert table.told == ["chose"]
    assert (table.public.chosen, table.public.to_act, table.ids("A")) == (("A",), ("B",), [1, 2])
    assert table.own("A").chose == discard([1], [1], {"B": [1]})
    assert (table.own("B").chose, table.public.chose) == (None, None)
    assert table.refused("A", Pass()) == ("not_your_turn", "already_chosen")
    table.skip("B")
    assert table.event("opened").order == (("A",),)
    assert table.event("opened").passed == ("B",)
    assert (table.ids("A"), table.ids("B")) == ([2], [1, 7, 8])


def test_F4_one_discard_a_turn():
    table = ready(A={1: 4, 2: 6}, B={7: 6, 8: 6}).discard("A", [1], [1])
    assert (table.public.call, table.public.to_act) == (6, ("B",))
    assert table.refused("A", discard([2], [2])) == ("not_your_turn", "already_discarded")


def test_F4_a_choice_after_the_call_is_refused():
    table = ready(A={1: 3, 2: 4, 3: 5}, B={7: 4, 8: 5}).skip("A")
    assert table.public.call == 4
    assert table.why("A", [1], [1]) == "not_called"


def test_F5_for_each_devil_one_die_less_leaves():
    table = ready(A={1: 4, 2: 4, 3: 4, 4: "D", 5: 5}, B={7: 6})
    assert table.own("A").choice.devils == 1
    assert table.why("A", [1, 2, 3], [1, 2, 3]) == "too_many_leave"
    assert table.why("A", [1, 2, 3], [1]) == "too_few_leave"
    assert table.why("A", [1], [1]) == "combination_too_small"
    table.discard("A", [1, 2, 3], [1, 3])
    assert (table.ids("A"), table.public.call) == ([2, 4, 5], 6)


def test_F5_as_many_devils_as_dice_of_the_value_is_no_discard():
    table = ready(A={1: 4, 2: 5, 3: "D", 4: 5, 5: 3}, B={7: 6, 8: 6})
    assert (table.public.call, table.public.to_act) == (5, ("A",))


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (([], []), "no_dice"),
        (([2, 1], [1]), "not_ascending"),
        (([1, 1], [1]), "not_ascending"),
        (([7], [7]), "not_your_die"),
        (([4], [4]), "locked"),
        (([1, 5], [1]), "mixed_values"),
        (([5, 6], [5]), "not_called"),
        (([1, 2], [3]), "not_in_combination"),
        (([1, 2, 3], [2, 1]), "not_ascending"),
        (([1, 2, 3], [1, 2], {"B": [1, 2]}), "mixed_colors_given"),
        (([1, 2], [1], {"A": [1]}), "not_an_opponent"),
        (([1, 2], [1], {"Z": [1]}), "not_an_opponent"),
        (([1, 2], [1], {}), "not_shared_out"),
        (([1, 2], [1], {"B": []}), "no_dice"),
        (([1, 2], [1], {"B": [2]}), "not_shared_out"),
        (([1, 2], [1], {"B": [1], "C": [1]}), "not_shared_out"),
        (([1, 2], [1], {"B": [1, 2]}), "not_shared_out"),
        (([1, 2], [1], "hell", {"B": 6}), "curse_not_owed"),
        (([1, 2], [1], "hell", {}), "curse_not_owed"),
    ],
)
def test_F5_what_is_no_discard_is_refused_with_a_reason(args, reason):
    table = ready(A={1: 4, 2: 4, 3: 4, 4: "D", 5: 5, 6: 5}, B={7: 4, 8: 5}, C={13: 2, 14: 6})
    table.skip("C")
    assert table.public.call == 4
    assert table.why("A", *args) == reason


def test_F5_one_colour_may_go_to_several_opponents_and_two_colours_go_to_hell():
    table = ready(A={1: 4, 2: 4, 3: 4, 5: 5}, B={7: 5, 8: 5}, C={13: 5, 14: 6})
    table.discard("A", [1, 2], [1, 2], {"B": [2], "C": [1]})
    assert (table.ids("B"), table.ids("C"), table.ids("A")) == ([2, 7, 8], [1, 13, 14], [3, 5])
    table = ready(A={1: 4, 3: 4, 5: 5}, B={7: 5, 8: 5}).discard("A", [1, 3], [1, 3])
    assert {1, 3} <= set(table.position.hell)


def test_F5_the_cursed_may_be_given_dice_too():
    table = ready(A={1: 4, 2: 4, 3: 6, 4: 5}, B={7: "D", 8: "D"}, C={13: 6, 14: 6})
    table.discard("A", [1, 2], [1, 2], {"B": [1, 2]}, {"B": 3})
    assert (table.ids("A"), table.ids("B")) == ([4], [1, 2, 3, 7, 8])


def test_F5_the_angel_is_any_value_by_its_angel_and_any_colour():
    table = Table.lying(tokens="1 0", A={1: 4, 2: 6, 13: "A"}, B={7: 6, 8: 6}).stop()
    assert (table.public.call, table.public.to_act) == (2, ("A",))
    table.skip("A").skip("A")
    assert table.public.call == 4
    assert discard([1, 13], [1, 13], {"B": [1, 13]}) in table.legal("A")
    table.discard("A", [1, 13], [1, 13])
    assert (table.public.aside, 13 in table.position.hell, table.ids("A")) == (1, False, [2])
    assert [place.where for place in table.event("discarded").discarding.places] == ["hell", "aside"]


def test_F5_the_angel_with_a_number_is_that_number_and_may_be_given():
    table = Table.lying(tokens="1 0", A={3: 5, 4: 2, 13: 5}, B={7: 6, 8: 6}).stop().skip("A")
    assert table.public.call == 5
    table.discard("A", [3, 13], [3, 13], {"B": [3, 13]})
    assert (table.ids("B"), table.public.aside) == ([3, 7, 8, 13], 0)


def order_of(call_of: Table, *choices: tuple) -> tuple:
    for choice in choices:
        call_of.discard(*choice)
    return call_of.event("opened").order


def test_F6_the_larger_combination_goes_first():
    table = ready(A={3: 4, 4: 6}, B={7: 4, 8: 4, 9: 6}, C={13: 6, 14: 6})
    assert order_of(table, ("A", [3], [3]), ("B", [7, 8], [7, 8])) == (("B",), ("A",))
    first, second = (event.discarding for event in table.all_told("discarded"))
    assert (first.seat, first.moment, first.size, first.greens) == ("B", 1, 2, 0)
    assert (second.seat, second.moment, second.size, second.greens) == ("A", 2, 1, 1)


def test_F6_it_is_the_combination_that_counts_and_not_what_leaves():
    table = ready(A={3: 4, 4: 4, 1: "D", 2: 6}, B={7: 4, 8: 6}, C={13: 6, 14: 6})
    assert order_of(table, ("A", [3, 4], [3]), ("B", [7], [7])) == (("A",), ("B",))


def test_F6_then_who_has_more_green_dice_and_the_equal_go_together():
    table = ready(A={1: 4, 2: 6}, B={9: 4, 8: 6}, C={15: 4, 14: 6}, D={19: 6})
    assert order_of(table, ("A", [1], [1]), ("B", [9], [9]), ("C", [15], [15])) == (("B", "C"), ("A",))


@pytest.mark.parametrize(("to", "order"), [("hell", (("A", "B"),)), ({"C": [1, 19]}, (("B",), ("A",)))])
def test_F6_the_angel_is_green_unless_it_is_given_among_reds(to, order):
    table = Table.lying(tokens="1 0 0", A={1: 4, 2: 6, 19: 4}, B={7: 4, 9: 4, 8: 6}, C={13: 6, 14: 6}).stop()
    assert order_of(table, ("A", [1, 19], [1, 19], to), ("B", [7, 9], [7, 9])) == order


def test_F6_the_angel_alone_is_green_even_when_it_is_given():
    table = Table.lying(tokens="1 0 0", A={2: 6, 19: 4}, B={9: 4, 8: 6}, C={13: 6, 14: 6}).stop()
    assert order_of(table, ("A", [19], [19], {"C": [19]}), ("B", [9], [9])) == (("A", "B"),)


def test_F6_a_single_die_goes_before_all_others():
    table = ready(A={1: 4}, B={7: 4, 8: 4, 9: 4, 10: 6}, C={13: 6, 14: 6})
    table.discard("B", [7, 8, 9], [7, 8, 9])
    table.discard("A", [1], [1], faces="any")
    assert table.event("opened").order == (("A",), ("B",))
    assert [event.discarding.seat for event in table.all_told("discarded")] == ["A"]
    assert table.event("discarded").discarding.single
    assert table.public.tokens == {"A": 1, "B": 0, "C": 0}


def test_F7_a_single_die_that_received_one_first_stays():
    table = ready(A={1: 5}, B={7: 4, 8: 4, 9: 6}, C={13: 5, 14: 5})
    assert table.public.single == ("A",)
    table.discard("B", [7, 8], [7, 8], {"A": [7, 8]})
    assert (table.public.call, table.public.to_act, table.public.barred) == (5, ("C",), ("A",))
    assert table.refused("A", discard([1], [1])) == ("not_your_turn", "barred")


def test_F8_received_dice_are_not_used_this_turn_and_join_the_hand_at_its_end():
    table = ready(A={1: 5, 2: 6, 3: 6}, B={7: 4, 8: 4, 9: 6}, C={13: 4, 14: 2, 15: 2})
    table.skip("C").discard("B", [7], [7], {"A": [7]}).skip("C")
    assert (table.public.call, table.public.received["A"]) == (5, (7,))
    assert table.why("A", [7], [7]) == "received_this_turn"
    assert [one.id for one in table.own("A").dice] == [1, 2, 3]
    table.skip("A").skip("A", "2 2 2 2 2 2 2 2 2")
    assert (table.public.turn, table.public.received["A"]) == (5, ())
    assert [one.id for one in table.own("A").dice] == [1, 2, 3, 7]


NINE = {7: 2, 8: 2, 9: 2, 10: 6, 11: 3, 12: 3, 13: 6, 14: 6, 15: 6}
EIGHT = {7: 6, 8: 6, 9: 6, 10: 6, 11: 5, 12: 5, 13: 6, 14: 6}


def test_F8_nobody_gives_to_a_hand_that_is_full_when_the_call_opens():
    table = ready(A={1: 2, 2: 2, 3: 6}, B=NINE, C={16: 6, 17: 5})
    assert table.own("A").choice.receivers == ("C",)
    assert table.why("A", [1, 2], [1, 2], {"B": [1, 2]}) == "hand_is_full"
    assert table.why("A", [1, 2], [1, 2], {"B": [1], "C": [2]}) == "hand_is_full"


def test_F8_a_given_die_that_would_be_the_tenth_goes_to_hell():
    table = ready(A={1: 4, 2: 4, 3: 6}, B=EIGHT, C={16: 6, 17: 5})
    table.discard("A", [1, 2], [1, 2], {"B": [1, 2]})
    assert table.ids("B") == [1, 7, 8, 9, 10, 11, 12, 13, 14]
    assert 2 in table.position.hell
    assert [place.where for place in table.event("discarded").discarding.places] == ["hand", "hell"]


def test_F8_the_angel_as_the_tenth_is_set_aside():
    eight = dict.fromkeys((7, 8, 9, 10, 13, 14, 15, 16), 6)
    table = Table.lying(tokens="1 0 0", A={1: 4, 19: 4, 3: 6}, B=eight, C={17: 5}).stop()
    table.discard("A", [1, 19], [1, 19], {"B": [1, 19]})
    assert (table.public.aside, len(table.ids("B"))) == (1, 9)


def test_F8_dice_of_one_moment_leave_first_and_arrive_in_seat_order_of_the_givers():
    table = ready(
        A={1: 4, 2: 6},
        B={7: 4, 8: 6, 13: 6, 14: 6, 9: 6, 10: 6, 3: 6, 4: 6},
        C={15: 6, 19: 4, 16: 5},
        D={20: 6, 21: 6},
    )
    table.discard("A", [1], [1], {"B": [1]}).discard("B", [7], [7], {"A": [7]})
    table.discard("C", [19], [19], {"B": [19]})
    assert table.event("opened").order == (("A", "B", "C"),)
    assert set(table.ids("B")) == {1, 3, 4, 8, 9, 10, 13, 14, 19}
    assert table.ids("A") == [2, 7]


def test_F5_where_there_are_too_many_ways_to_list_the_types_are_told_and_any_of_them_is_accepted():
    reds = dict.fromkeys((1, 2, 5, 7, 8, 11, 13, 14, 17), 4)
    table = ready(A={**reds}, B={9: 6}, C={15: 6}, D={21: 6}, E={27: 6}, F={33: 6})
    legal = GAME.legal_actions(table.state, "A")
    assert (legal.complete, legal.types, legal.actions) == (False, ("discard", "pass"), (Pass(),))
    table.discard("A", [1, 2, 5, 7, 8], [1, 2, 5, 7, 8], {"B": [1, 8], "D": [2, 5], "F": [7]})
    assert (table.ids("B"), table.ids("D"), table.ids("F")) == ([1, 8, 9], [2, 5, 21], [7, 33])
