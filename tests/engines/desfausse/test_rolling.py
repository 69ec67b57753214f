"""Dice, rolling and the cursed (F1 to F3)."""

import pytest

from engines.core.records import Refusal, events_for
from engines.desfausse.dice import angel, deal, die, throw
from engines.desfausse.model import Pass, Reroll, Stop
from tests.engines.desfausse.table import GAME, Table, discard


def test_F1_two_to_six_players():
    for seats in (["A"], list("ABCDEFG"), ["A", "A"], ["A", ""]):
        with pytest.raises(Refusal) as caught:
            GAME.setup(seats, {})
        assert caught.value.code == "bad_seats"


@pytest.mark.parametrize("options", [{"first": "A"}, {"hands": "open"}, {"hands": True}, {"hands": None}])
def test_F1_there_is_no_first_seat_and_hands_are_hidden_or_shown(options):
    with pytest.raises(Refusal) as caught:
        GAME.setup(["A", "B"], options)
    assert caught.value.code == "bad_options"


def test_F1_each_seat_has_two_small_of_each_colour_and_one_big_of_each():
    table = Table(A="2 3 4 5 3 4", B="2 3 4 5 3 4")
    assert table.ids("A") == [1, 2, 3, 4, 5, 6]
    assert [f"{one.kind} {one.color}" for one in table.public.hands["B"]] == [
        *("small red", "small red", "small green", "small green", "big red", "big green"),
    ]
    assert [one.id for one in table.public.hands["B"]] == [7, 8, 9, 10, 11, 12]


@pytest.mark.parametrize(
    ("kind", "faces"),
    [
        ("small", ["D", 2, 3, 4, 5, 6]),
        ("big", ["D", "D", 3, 4, 5, "D"]),
        ("angel", ["A", 2, 3, 4, 5, 6]),
    ],
)
def test_F1_what_the_dice_show(kind, faces):
    assert [throw(kind, lambda n, draw=draw: draw) for draw in range(1, 7)] == faces


def test_F1_the_angel_is_the_last_number_and_takes_the_place_of_the_big_red():
    assert (angel(2), die(13, 2).kind, die(13, 2).color) == (13, "angel", "white")
    assert deal(["A", "B", "C"], {"A", "C"}, "C", "A") == (
        (1, 2, 3, 4, 5, 6, 17),
        (),
        (13, 14, 15, 16, 18, 19),
    )


def test_F2_the_first_roll_is_made_in_seat_order_and_shown_to_each_alone():
    table = Table(A="2 3 4 5 3 D", B="6 6 D 2 D 4")
    assert [one.face for one in table.own("A").dice] == [2, 3, 4, 5, 3, "D"]
    assert [one.face for one in table.own("B").dice] == [6, 6, "D", 2, "D", 4]
    assert (table.own("A").rolls_left, table.own("A").rerollable) == (2, (1, 2, 3, 4, 5))
    assert all(one.face is None for hand in table.public.hands.values() for one in hand)
    assert table.told == ["round_started", "turn_started"]
    assert [event.seat for event in events_for(table.events, "B") if event.type == "hand_rolled"] == ["B"]


def test_F2_each_goes_at_their_own_pace_up_to_three_rolls():
    table = Table(A="2 3 4 5 3 4", B="2 2 2 2 3 3")
    table.reroll("B", [1 + 6, 5 + 6], "4 4").reroll("B", [9, 11], "4 5")
    assert [one.face for one in table.own("B").dice] == [4, 2, 4, 2, 5, 3]
    assert (table.public.to_act, table.own("B").rolls_left) == (("A",), 0)
    assert table.refused("B", Reroll((7,))) == ("not_your_turn", "rolls_are_over")
    assert table.reroll("A", [1], "6").own("A").rolls_left == 1


def test_F2_dice_are_drawn_in_hand_order_and_a_kept_one_may_be_rolled_later():
    table = Table(A="2 3 4 5 3 4", B="2 2 2 2 3 3").reroll("A", [2, 4, 6], "5 6 5")
    assert [one.face for one in table.own("A").dice] == [2, 5, 4, 6, 3, 5]
    assert [one.face for one in table.reroll("A", [1, 3], "6 6").own("A").dice] == [6, 5, 6, 6, 3, 5]


def test_F2_devils_are_locked_at_once():
    table = Table(A="D 3 4 5 3 4", B="2 2 2 2 3 3")
    assert table.refused("A", Reroll((1, 2))) == ("illegal_action", "locked")
    table.reroll("A", [2], "D")
    assert table.own("A").rerollable == (3, 4, 5, 6)
    assert table.refused("A", Reroll((2,))) == ("illegal_action", "locked")


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        ((), "no_dice"),
        ((2, 1), "not_ascending"),
        ((2, 2), "not_ascending"),
        ((7,), "not_your_die"),
        ((0,), "not_your_die"),
    ],
)
def test_F2_what_cannot_be_rolled_again(dice, reason):
    table = Table(A="2 3 4 5 3 4", B="2 2 2 2 3 3")
    assert table.refused("A", Reroll(dice)) == ("illegal_action", reason)


def test_F2_all_that_is_not_locked_may_be_rolled_in_every_selection():
    table = Table(A="D D 4 5 3 D", B="2 2 2 2 3 3")
    assert table.legal("A") == (
        *map(Reroll, ((3,), (4,), (5,), (3, 4), (3, 5), (4, 5), (3, 4, 5))),
        Stop(),
    )


def test_F2_a_hand_of_devils_stops_by_itself():
    table = Table(A="D D D D D D", B="2 2 2 2 3 3")
    assert table.public.to_act == ("B",)
    assert (table.event("stopped").seat, table.event("stopped").by) == ("A", "itself")
    table = Table(A="D D D D D 3", B="2 2 2 2 3 3").reroll("A", [6], "D")
    assert table.public.to_act == ("B",)


def test_F2_when_all_have_nothing_but_devils_the_turn_passes_by_itself():
    table = Table.lying(A={1: 4}, B={7: 3, 8: 4})
    table.reroll("A", [1], "D").reroll("B", [7, 8], "D D 5 5 5")
    assert table.told[-6:] == ["called", "called", "called", "called", "turn_ended", "turn_started"]
    assert (table.public.turn, table.public.to_act) == (5, ("A", "B"))


def test_F2_hidden_hands_stay_hidden_until_the_turns_end():
    table = Table(A="2 2 D 5 3 4", B="2 2 D 5 5 D").stop()
    assert table.public.phase == "discard"
    assert all(one.face is None for hand in table.public.hands.values() for one in hand)
    assert all(one.face is None for one in table.event("rolling_ended").hands["A"])
    table.skip("A", "2 2 2 2 3 3 2 2 2 2 3 3")
    shown = table.event("turn_ended").rolled
    assert [one.face for one in shown["A"]] == [2, 2, "D", 5, 3, 4]
    assert [one.face for one in shown["B"]] == [2, 2, "D", 5, 5, "D"]


def test_F2_shown_hands_are_public_from_the_end_of_the_rolling_on():
    table = Table(shown=True, A="2 2 D 5 3 4", B="2 2 D 5 5 D").stop("A")
    assert all(one.face is None for hand in table.public.hands.values() for one in hand)
    table.stop("B")
    assert [one.face for one in table.public.hands["A"]] == [2, 2, "D", 5, 3, 4]
    assert [one.face for one in table.event("rolling_ended").hands["B"]] == [2, 2, "D", 5, 5, "D"]
    assert all(
        one.face is None for one in Table(shown=True, A="2 2 2 2 3 3", B="2 2 2 2 3 3").public.hands["A"]
    )


@pytest.mark.parametrize(
    ("faces", "cursed"), [("D D D 2 3 4", ()), ("D D D D 3 4", ("A",)), ("D D D D D D", ("A",))]
)
def test_F3_cursed_is_who_has_more_devils_than_half_of_its_dice(faces, cursed):
    table = Table(A=faces, B="2 2 2 2 3 3").stop()
    assert (table.public.cursed, table.event("rolling_ended").cursed) == (cursed, cursed)


def test_F3_the_cursed_discard_nothing():
    table = Table(A="D D D D 3 4", B="2 2 2 2 3 3").stop()
    assert table.public.to_act == ("B",)
    assert table.refused("A", discard([5], [5])) == ("not_your_turn", "cursed")
    assert table.refused("A", Pass()) == ("not_your_turn", "cursed")


def test_F3_of_a_single_die_a_devil_is_more_than_half():
    assert Table.lying(A={1: "D"}, B={7: 4}).stop("B").public.cursed == ("A",)


def test_C5_an_action_of_another_phase_is_refused():
    table = Table(A="2 2 D 5 3 4", B="2 2 D 5 5 D")
    assert table.refused("A", Pass()) == ("illegal_action", "call_is_over")
    assert table.refused("A", discard([1], [1])) == ("illegal_action", "call_is_over")
    table.stop()
    assert table.refused("A", Stop()) == ("illegal_action", "rolling_is_over")
