"""The dice, their order and the right colour (D1 to D3, D10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.diavolo.model import Measures, Throw
from engines.diavolo.throw import measures, target, throw_dice
from tests.engines.diavolo.table import GAME, Table

EXAMPLE = {"black": (2, 3, 6), "white": (1, 5, 6), "red": (3, 5, 5)}
"""The dice of the rule book's example."""


@pytest.mark.parametrize(
    ("order", "right"), [(1, "red"), (2, "black"), (3, "white"), (4, "red"), (5, "grey")]
)
def test_D3_the_example_of_the_rule_book(order, right):
    assert target(Throw(**EXAMPLE, order=order)) == right


@pytest.mark.parametrize(
    ("order", "compared"),
    [
        *((1, Measures(11, 12, 13)), (2, Measures(11, 12, 13)), (3, Measures(4, 5, 2))),
        *((4, Measures(1, 2, 3)), (5, Measures(6, 6, 5)), (6, None)),
    ],
)
def test_D2_what_each_order_compares(order, compared):
    assert measures(Throw(**EXAMPLE, order=order, near=1 if order == 6 else None)) == compared


@pytest.mark.parametrize(
    "throw",
    [
        Throw((1, 2, 3), (3, 2, 1), (1, 1, 1), 1),
        Throw((1, 2, 3), (3, 2, 1), (6, 6, 6), 2),
        Throw((1, 2, 6), (6, 6, 1), (3, 3, 3), 3),
        Throw((2, 4, 6), (2, 2, 2), (4, 4, 4), 4),
        Throw((6, 1, 1), (1, 1, 6), (5, 5, 5), 5),
        Throw((1, 1, 1), (1, 1, 1), (1, 1, 1), 6, 10),
        Throw((1, 1), (1, 1), (1, 1), 6, 7),
    ],
)
def test_D3_any_tie_for_first_place_is_grey(throw):
    assert target(throw) == "grey"


def test_D3_a_tie_for_second_place_is_none():
    assert target(Throw((1, 1, 1), (1, 1, 1), (1, 1, 2), 1)) == "red"
    assert target(Throw((6, 6, 6), (1, 1, 1), (6, 6, 6), 2)) == "white"


@pytest.mark.parametrize("near", range(1, 10))
def test_D2_the_kth_die_drawn_is_the_nearest(near):
    throw = throw_dice(ScriptedDraws((1,) * 9 + (6, near)), children=False)
    assert (throw.near, target(throw)) == (near, ["black", "white", "red"][(near - 1) // 3])


@pytest.mark.parametrize("near", range(1, 7))
def test_D10_with_two_dice_a_colour_as_well(near):
    throw = throw_dice(ScriptedDraws((1,) * 6 + (6, near)), children=True)
    assert (throw.near, target(throw)) == (near, ["black", "white", "red"][(near - 1) // 2])


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
    with pytest.raises(Refusal):
        throw_dice(ScriptedDraws((*dice, 6, many + 2)), children=children)


def test_D2_other_orders_draw_nothing_more():
    for order in range(1, 6):
        script = ScriptedDraws((*range(1, 7), order, 1))
        assert throw_dice(script, children=True).near is None
        assert script.rest == (1,)


faces = st.lists(st.integers(1, 6), min_size=3, max_size=3).map(tuple)


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
        table.roll(6, 6, 6, 1, 1, 1, 2, 2, 2, 1).grab("A", "black", 1).settle()
    assert shown == [True, True, True, False]
    assert not Table("AB").public.order_first
