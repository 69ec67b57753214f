"""The dice of Diavolo, their order and the right colour (D1 to D3, D10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.diavolo.model import Measures, Throw
from engines.diavolo.throw import measures, target, throw_dice
from tests.engines.diavolo.table import GAME, Table
from tests.engines.table import refusal

EXAMPLE = {"black": (2, 3, 6), "white": (1, 5, 6), "red": (3, 5, 5)}
"""The dice of the rule book's example."""
faces = st.lists(st.integers(1, 6), min_size=3, max_size=3).map(tuple)


@pytest.mark.parametrize(
    ("order", "compared", "right"),
    [
        *((1, Measures(11, 12, 13), "red"), (2, Measures(11, 12, 13), "black")),
        *((3, Measures(4, 5, 2), "white"), (4, Measures(1, 2, 3), "red"), (5, Measures(6, 6, 5), "grey")),
        (6, None, "black"),
    ],
)
def test_D2_D3_what_each_order_compares_in_the_example_of_the_rule_book(order, compared, right):
    throw = Throw(**EXAMPLE, order=order, near=1 if order == 6 else None)
    assert (measures(throw), target(throw)) == (compared, right)


@pytest.mark.parametrize(
    ("throw", "right"),
    [
        (Throw((1, 2, 3), (3, 2, 1), (1, 1, 1), 1), "grey"),
        (Throw((1, 2, 3), (3, 2, 1), (6, 6, 6), 2), "grey"),
        (Throw((1, 2, 6), (6, 6, 1), (3, 3, 3), 3), "grey"),
        (Throw((2, 4, 6), (2, 2, 2), (4, 4, 4), 4), "grey"),
        (Throw((6, 1, 1), (1, 1, 6), (5, 5, 5), 5), "grey"),
        (Throw((1, 1, 1), (1, 1, 1), (1, 1, 1), 6, 10), "grey"),
        (Throw((1, 1), (1, 1), (1, 1), 6, 7), "grey"),
        (Throw((1, 1, 1), (1, 1, 1), (1, 1, 2), 1), "red"),  # a tie for second place is none
        (Throw((6, 6, 6), (1, 1, 1), (6, 6, 6), 2), "white"),
    ],
)
def test_D3_any_tie_for_first_place_is_grey(throw, right):
    assert target(throw) == right


@pytest.mark.parametrize(
    ("children", "near"), [*((False, n) for n in range(1, 10)), *((True, n) for n in range(1, 7))]
)
def test_D2_D10_the_kth_die_drawn_is_the_nearest_with_two_dice_a_colour_as_well(children, near):
    dice = 2 if children else 3
    throw = throw_dice(ScriptedDraws((1,) * 3 * dice + (6, near)), children=children)
    assert (throw.near, target(throw)) == (near, ["black", "white", "red"][(near - 1) // dice])


@pytest.mark.parametrize(("children", "many"), [(False, 9), (True, 6)])
def test_D2_draws_come_black_white_red_order_near(children, many):
    dice = [face % 6 + 1 for face in range(many)]
    asked = []

    def draws(n):
        asked.append(n)
        return [*dice, 6, 2][len(asked) - 1]

    throw = throw_dice(draws, children=children)
    assert [*throw.black, *throw.white, *throw.red] == dice
    assert asked == [6] * (many + 1) + [many + 1]
    beyond = ScriptedDraws((*dice, 6, many + 2))
    assert refusal(throw_dice, beyond, children=children).code == "bad_request"


def test_D2_other_orders_draw_nothing_more():
    for order in range(1, 6):
        script = ScriptedDraws((*range(1, 7), order, 1))
        assert throw_dice(script, children=True).near is None
        assert script.rest == (1,)


@given(black=faces, white=faces, red=faces, order=st.integers(1, 5))
def test_D3_exchanging_two_colours_exchanges_the_answer(black, white, red, order):
    exchanged = {"black": "white", "white": "black"}
    one, two = target(Throw(black, white, red, order)), target(Throw(white, black, red, order))
    assert two == exchanged.get(one, one)


def test_D2_the_throw_is_public_once_it_is_there_and_not_before():
    table = Table("AB")
    assert (table.public.dice, table.public.phase) == (None, "roll")
    table.roll(2, 3, 6, 1, 5, 6, 3, 5, 5, 6, 9)
    assert table.public.dice == Throw(**EXAMPLE, order=6, near=9)
    assert GAME.observe(table.state, "B").dice == table.public.dice


def test_D10_learners_see_the_order_first_for_three_rounds():
    table, shown = Table("AB", learning=True), []
    for _ in range(4):
        shown.append(table.public.order_first)
        table.play("throw, A black 1, settle")
    assert shown == [True, True, True, False]
    assert not Table("AB").public.order_first
