"""A hint of Diavolo says how to look and how often grey is right, and never what the throw asks for."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from bot.texts import Texts, texts_for
from cogs.diavolo.face import DiavoloFace
from cogs.diavolo.hint import chance_of_grey
from cogs.diavolo.words import COLORS
from engines.diavolo.model import Throw
from engines.diavolo.throw import target
from tests.cogs.diavolo.table import DiavoloTable

FACE = DiavoloFace()
FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
ORDERS = range(1, 7)
GREY, WHITE = (1, 2, 3) * 3, (3, 3, 2, 6, 5, 1, 4, 3, 2)
"""Dice of which all colours are equal, and others of which white is first by most orders."""


def said(table: DiavoloTable, t: Texts = FRENCH) -> str:
    return FACE.draw_hint((), table.seen("1"), t)


def thrown(order: int, dice: tuple[int, ...], near: int, **options: bool) -> DiavoloTable:
    return DiavoloTable(**options).roll(*dice, order, *((near,) if order == 6 else ()))


@pytest.mark.parametrize("order", ORDERS)
def test_whatever_the_right_colour_is_the_hint_is_the_same(order: int) -> None:
    words = {said(thrown(order, dice, near)) for dice, near in ((GREY, 10), (WHITE, 4), (WHITE, 9))}
    assert len(words) == 1
    (text,) = words
    assert not any(COLORS[color] in text for color in ("black", "white", "red"))
    assert text.startswith("**")


def test_each_order_has_a_way_to_look_of_its_own() -> None:
    assert len({said(thrown(order, GREY, 1)) for order in ORDERS}) == 6
    assert len({said(thrown(order, GREY, 1), ENGLISH) for order in ORDERS}) == 6


def test_before_the_throw_it_says_how_often_grey_is_right() -> None:
    text = said(DiavoloTable())
    assert text == (
        "**Pensez au gris** : c’est lui pour 26\u00a0% des lancers, surtout à l’ordre « plus haute valeur » "
        "(49\u00a0%)."
    )
    assert "nombre d’impairs" in said(DiavoloTable(children=True)), "with two dice it is another order"


@pytest.mark.parametrize("order", range(1, 6))
def test_d3_the_odds_of_grey_are_those_of_all_throws(order: int) -> None:
    pairs = tuple(product(range(1, 7), repeat=2))
    grey = sum(target(Throw(*dice, order, None)) == "grey" for dice in product(pairs, repeat=3))
    assert chance_of_grey(order, children=True) == Fraction(grey, 36**3)


def test_d2_two_dice_touch_the_order_die_as_often_as_each_is_nearest() -> None:
    assert chance_of_grey(6, children=False) == Fraction(1, 10)
    assert chance_of_grey(6, children=True) == Fraction(1, 7)
