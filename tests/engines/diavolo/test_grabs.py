"""Pawns, clicks that overtake each other, and when a round may be settled (D4 to D6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.errors import Refusal
from engines.diavolo.model import Grab, Roll
from engines.diavolo.pawns import COLORS
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, GREY_IS_RIGHT, Table


@pytest.mark.parametrize(
    ("seats", "pawns"),
    [("AB", "1 1 1 1"), ("ABC", "2 2 2 1"), ("ABCD", "3 3 3 1"), ("ABCDEF", "3 3 3 1")],
)
def test_D4_pawns_by_seats_in_play(seats, pawns):
    assert Table(seats).roll(*BLACK_IS_BEST).pawns == pawns


def test_D4_the_next_round_has_the_pawns_of_who_is_left():
    table = Table("ABCD").with_gems(1, 5, 5, 5).roll(*BLACK_IS_BEST).timeout()
    assert (table.public.in_play, table.pawns) == (("B", "C", "D"), "2 2 2 1")


def test_D5_a_grab_takes_a_pawn_for_good():
    table = Table().roll(*BLACK_IS_BEST).grab("B", "red", 100)
    assert (table.held, table.pawns, table.public.to_act) == ("B red", "3 3 2 1", ("A", "C", "D"))
    assert GAME.observe(table.state, "B").pawn == "red"
    assert table.refused("B", Grab("black", 50)) == ("not_your_turn", "holds_a_pawn")


def test_D5_an_exhausted_colour_is_refused_and_another_may_be_grabbed():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "red", 100)
    assert table.refused("B", Grab("red", 101)) == ("illegal_action", "color_exhausted")
    assert table.grab("B", "white", 102).held == "A red, B white"


def test_D5_equal_moments_leave_the_pawn_where_it_is():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "red", 100)
    assert table.refused("B", Grab("red", 100)) == ("illegal_action", "color_exhausted")


def test_D5_a_pawn_passes_to_an_earlier_click_and_the_later_one_may_grab_again():
    table = Table("ABC").roll(*BLACK_IS_BEST).grab("A", "grey", 200).grab("B", "grey", 100)
    assert (table.told, table.held, table.pawns) == (["grabbed", "displaced"], "B grey", "2 2 2 0")
    assert table.public.to_act == ("A", "C")
    assert table.grab("A", "red", 300).held == "B grey, A red"


def test_D5_the_latest_of_the_holders_is_the_one_displaced():
    table = Table("ABC").roll(*BLACK_IS_BEST).grab("A", "red", 300).grab("B", "red", 200)
    assert table.grab("C", "red", 250).held == "B red, C red"
    assert table.refused("A", Grab("red", 260))[1] == "color_exhausted"
    assert table.grab("A", "red", 240).held == "B red, A red"


def test_D5_displacements_chain():
    table = (
        Table("ABC").roll(*GREY_IS_RIGHT).grab("A", "grey", 30).grab("B", "grey", 20).grab("C", "grey", 10)
    )
    assert (table.held, table.public.to_act) == ("C grey", ("A", "B"))


def test_D5_any_whole_number_orders_the_clicks():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "red", 2**70).grab("B", "red", -(2**70))
    assert table.held == "B red"


def test_D5_what_lists_offer_is_left_without_a_moment_and_playable():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "red", 100)
    listed = GAME.legal_actions(table.state, "B").actions
    assert [action.color for action in listed] == ["black", "white", "grey"]
    assert GAME.left_out == {"at"}
    assert table.act("B", listed[0]).held == "A red, B black"


def test_C5_what_does_not_fit_the_phase_or_the_seat_is_refused():
    table = Table("ABC")
    assert table.refused("A", Grab("red", 1)) == ("illegal_action", "not_rolled_yet")
    for action in (Grab("red", 1), Roll()):
        assert table.refused("B", action) == ("not_your_turn", "not_your_turn")
    table.roll(*BLACK_IS_BEST)
    assert table.refused("B", Roll()) == ("illegal_action", "already_rolled")
    assert table.refused("B", Grab("blue", 1)) == ("illegal_action", "no_such_color")


def test_D8_who_has_no_gems_is_told_so():
    table = Table("ABC").with_gems(5, 0, 5)
    assert table.refused("B", Roll()) == ("not_your_turn", "no_gems")
    assert table.refused("C", Roll()) == ("not_your_turn", "not_your_turn")


def test_D6_settling_waits_for_all_pawns():
    table = Table("ABC")
    assert table.cannot_settle() == "illegal_action"
    table.roll(*BLACK_IS_BEST).grab("A", "red", 1).grab("B", "white", 2)
    assert table.cannot_settle() == "illegal_action"
    table.grab("C", "grey", 3)
    assert (GAME.awaits_settle(table.state), table.public.closing, table.public.to_act) == (True, True, ())
    assert table.settle().public.phase == "roll"


def test_D6_or_for_the_right_colour_to_be_exhausted():
    table = Table("ABC").roll(*BLACK_IS_BEST).grab("A", "black", 1)
    assert table.cannot_settle() == "illegal_action"
    table.grab("B", "black", 2)
    assert (table.public.closing, table.public.to_act) == (True, ("C",))
    assert table.settle().public.last.claims == {"A": "black", "B": "black", "C": None}


def test_D6_until_then_grabs_are_still_taken():
    table = Table("ABCD").roll(*GREY_IS_RIGHT).grab("A", "grey", 50)
    assert table.public.closing
    table.grab("B", "red", 60).grab("C", "grey", 40)
    assert table.public.closing
    last = table.settle().public.last
    assert last.claims == {"A": None, "B": "red", "C": "grey", "D": None}


def test_D6_no_grab_after_settling():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "black", 1).settle()
    assert table.refused("B", Grab("black", 0)) == ("illegal_action", "not_rolled_yet")


def test_D6_the_deadline_settles_even_when_nobody_is_awaited():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "black", 1).grab("B", "red", 2).timeout()
    assert (table.gems, table.public.missed) == ("5 4", {"A": 0, "B": 0})


def test_D6_no_other_command_is_obeyed():
    table = Table("AB").roll(*BLACK_IS_BEST).grab("A", "black", 1)
    with pytest.raises(Refusal) as caught:
        GAME.system(table.state, "end_round", lambda n: n)
    assert caught.value.code == "illegal_action"


clicks = st.permutations(range(6)).flatmap(
    lambda moments: st.tuples(*(st.tuples(st.sampled_from(COLORS), st.just(at)) for at in moments))
)


@given(clicks=clicks, arrival=st.permutations("ABCDEF"), dice=st.sampled_from([BLACK_IS_BEST, GREY_IS_RIGHT]))
def test_D5_the_order_of_arrival_decides_nothing(clicks, arrival, dice):
    """One click a seat, whatever comes first: each colour goes to its earliest clicks."""
    table = Table("ABCDEF").roll(*dice)
    made = dict(zip("ABCDEF", clicks, strict=True))
    for seat in arrival:
        table.try_to_grab(seat, *made[seat])
    expected = dict.fromkeys(made)
    for color, pawns in zip(COLORS, (3, 3, 3, 1), strict=True):
        wishes = sorted((at, seat) for seat, (wanted, at) in made.items() if wanted == color)
        expected |= {seat: color for _, seat in wishes[:pawns]}
    assert table.timeout().public.last.claims == expected


wishes = st.tuples(*(st.permutations(COLORS) for _ in range(3)))


@given(wishes=wishes, moments=st.permutations(range(12)), order=st.randoms(use_true_random=False))
def test_D5_nor_does_it_when_each_grabs_on_after_losing_out(wishes, moments, order):
    """Each seat has its clicks in mind, and makes the next one when the last got no pawn or lost it.

    This is how stable matchings are found, where the order of the proposals is known not to matter.
    """
    plans = {
        seat: [(color, moments[4 * place + n]) for n, color in enumerate(colors)]
        for place, (seat, colors) in enumerate(zip("ABC", wishes, strict=True))
    }

    def played(choose):
        table, rest = Table("ABC").roll(*BLACK_IS_BEST), {seat: list(plan) for seat, plan in plans.items()}
        while awaited := [seat for seat in GAME.to_act(table.state) if rest[seat]]:
            seat = choose(awaited)
            table.try_to_grab(seat, *rest[seat].pop(0))
        return table.position.held

    assert played(order.choice) == played(lambda awaited: awaited[0]) == played(lambda awaited: awaited[-1])
