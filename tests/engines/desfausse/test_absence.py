"""Missed deadlines and leavers (C3, C4, F12, F13)."""

import pytest

from engines.core.records import Refusal
from engines.desfausse.model import Gift
from tests.engines.desfausse.table import GAME, Table, discard

SIX = "2 2 2 2 3 3"


def ready(tokens: str = "", **hands: dict) -> Table:
    return Table.lying(tokens=tokens, **hands).stop()


def key(table: Table) -> str:
    return GAME.deadline(table.state).key


def test_F12_each_decision_has_two_minutes_and_acting_does_not_prolong_them():
    table = Table(A="2 2 D 5 3 4", B=SIX, C=SIX)
    deadline = GAME.deadline(table.state)
    assert (deadline.kind, deadline.seconds) == ("rolling", 120)
    assert key(table.reroll("A", [1], "2").stop("B")) == deadline.key
    table.stop()
    assert GAME.deadline(table.state).kind == "discard"
    before = key(table)
    assert key(table.skip("A")) == before
    assert key(table.timeout()) != before


def test_F12_rolling_stops_and_a_call_is_passed():
    table = Table(A="2 2 D 5 3 4", B=SIX).reroll("A", [1], "2").timeout()
    assert [(event.seat, event.by) for event in table.all_told("stopped")] == [("A", "clock"), ("B", "clock")]
    assert (table.public.call, table.public.missed) == (2, {"A": 1, "B": 1})
    table.discard("A", [1, 2], [1]).timeout()
    assert (table.public.call, table.public.missed) == (3, {"A": 0, "B": 2})
    assert table.event("opened").passed == ("B",)


def test_F12_a_gift_and_the_demon_are_the_first_possible():
    table = ready(A={1: 3, 2: 5}, B={7: "D"}, C={13: 6, 14: 6}).skip("A").skip("A").skip("C").timeout()
    assert (table.ids("B"), table.event("gave").by_clock) == ([1, 7], True)
    table = ready(A={1: 2}, B={7: 2, 8: 3}, C={13: 4, 14: 5}).skip("B").discard("A", [1], [1])
    table.timeout(f"2 2 2 2 3 4 2 2 2 2 3 3 3 {SIX}")
    assert table.event("round_started").burdened == "B"


def test_C3_the_third_missed_deadline_takes_effect_and_then_the_seat_leaves():
    table = Table(A=SIX, B="D D D D D D", C=SIX).given(missed=(2, 0, 0)).stop("C").timeout()
    assert table.told[:2] == ["stopped", "rolling_ended"]
    assert table.told[-1] == "left"
    assert (table.public.gone, table.public.in_play, table.event("left").absent) == (("A",), ("B", "C"), True)
    assert (table.public.to_act, table.public.hell) == (("C",), 6)


def test_C3_an_accepted_action_resets_the_count_and_a_refused_one_does_not():
    table = Table(A=SIX, B=SIX).given(missed=(2, 2)).reroll("A", [1], "3")
    table.refused("B", Gift())
    assert table.public.missed == {"A": 0, "B": 2}


def test_C3_several_leave_in_seat_order_until_one_is_left_who_wins():
    table = Table(A=SIX, B=SIX, C=SIX).given(missed=(2, 2, 2)).timeout()
    assert (table.public.gone, table.public.winners) == (("A", "B"), ("C",))


def test_C4_the_last_one_wins_and_hidden_faces_stay_hidden():
    table = Table(A=SIX, B=SIX).leave("A")
    assert (table.public.phase, table.public.winners, table.public.to_act) == ("over", ("B",), ())
    assert all(one.face is None for one in table.public.hands["B"])
    with pytest.raises(Refusal) as caught:
        table.leave("B")
    assert caught.value.code == "over"


def test_C4_nobody_leaves_twice():
    table = Table(A=SIX, B=SIX, C=SIX).leave("A")
    with pytest.raises(Refusal) as caught:
        table.leave("A")
    assert caught.value.code == "illegal_action"


def test_F13_the_dice_of_a_leaver_go_to_hell_the_angel_aside():
    table = Table.lying(tokens="1 0 0", A={1: 3, 19: "A"}, B={7: 4}, C={13: 4}).leave("A")
    assert (1 in table.position.hell, table.public.aside, table.ids("A")) == (True, 1, [])
    assert (table.public.to_act, table.public.hell) == (("B", "C"), 16)


def test_F13_when_the_last_one_rolling_leaves_the_calls_begin():
    table = Table(A=SIX, B=SIX, C=SIX).stop("AB").leave("C")
    assert (table.public.phase, table.public.call) == ("discard", 2)


def test_F13_the_secret_choice_of_a_leaver_is_cancelled():
    table = ready(A={1: 2, 2: 6}, B={7: 2, 8: 6}, C={13: 2, 14: 6})
    table.discard("A", [1], [1], {"B": [1]}).discard("B", [7], [7]).leave("A").skip("C")
    assert [event.discarding.seat for event in table.all_told("discarded")] == ["B"]
    assert table.ids("B") == [8]


def test_F13_when_the_last_one_awaited_leaves_the_discards_take_place():
    table = ready(A={1: 2, 2: 6}, B={7: 2, 8: 6}, C={13: 3, 14: 6})
    table.discard("A", [1], [1]).leave("B")
    assert table.event("discarded").discarding.seat == "A"
    assert table.public.call == 3


def test_F13_dice_on_their_way_to_a_leaver_go_to_hell():
    table = Table.lying(
        tokens="1 0 0 0", A={1: 2, 2: 3, 3: 6, 25: 2}, B={7: "D"}, C={13: 2, 14: 6}, D={19: "D"}
    ).stop()
    table.discard("A", [1, 25], [1, 25], {"B": [1, 25]}, {"B": 2, "D": 3}).leave("B").skip("C")
    told = table.event("discarded").discarding
    assert [(place.die.id, place.where) for place in told.places] == [(1, "hell"), (25, "aside")]
    assert [(place.die.id, place.where) for place in told.curses] == [(2, "hell"), (3, "hand")]


def test_F13_what_was_owed_to_a_leaver_is_owed_no_more():
    table = ready(A={1: 3, 2: 5}, B={7: "D"}, C={13: 6, 14: 6}).skip("A").skip("A").skip("C")
    assert table.public.phase == "gift"
    table.leave("B", "2 2 2 2")
    assert (table.public.phase, table.public.turn) == ("rolling", 5)


def test_F13_who_was_to_give_leaves_and_the_next_one_gives():
    table = ready(A={1: 3, 2: 5}, B={7: "D"}, C={13: 6, 14: 6}).skip("A").skip("A").skip("C").leave("A")
    assert (table.public.to_act, table.public.owed) == (("C",), ("B",))


def test_F13_a_third_seat_leaves_and_the_gift_is_awaited_as_before():
    table = ready(A={1: 3, 2: 5}, B={7: "D"}, C={13: 6, 14: 6}).skip("A").skip("A").skip("C").leave("C")
    assert (table.told, table.public.to_act, table.public.owed) == (["left"], ("A",), ("B",))


def demon() -> Table:
    return ready(A={1: 2}, B={7: 2, 8: 3}, C={13: 4, 14: 5}).skip("B").discard("A", [1], [1])


def test_F13_the_winner_leaves_before_choosing_and_a_round_without_the_angel_begins():
    table = demon().leave("A", f"{SIX} {SIX}")
    assert (table.event("round_started").blessed, table.event("round_started").burdened) == (None, None)
    assert (table.ids("B"), table.ids("C")) == ([7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 17, 18])
    assert (table.public.round, table.public.hell, table.public.aside) == (2, 0, 0)


def test_F13_one_of_two_candidates_leaves_and_there_is_nothing_to_choose():
    table = demon().leave("C", "2 2 2 2 3 5 2 2 2 2 3 3 3")
    assert (table.event("round_started").burdened, table.ids("A")) == ("B", [1, 2, 3, 4, 6, 19])
    assert discard([1], [1]) not in table.legal("A")
