"""The buttons of the pawns change places each round, by the table's number and the round alone."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from bot.tables.model import Manners
from cogs.diavolo.places import order_buttons
from engines.diavolo.pawns import COLORS
from tests.support.tasse_table import lobby_table

TABLE = lobby_table()
ROUNDS = range(1, 200)


def test_every_round_shows_all_colours_and_never_in_the_order_of_the_last_one() -> None:
    orders = [order_buttons(TABLE, number) for number in ROUNDS]
    assert all(sorted(order) == sorted(COLORS) for order in orders)
    assert all(before != after for before, after in pairwise(orders))
    assert orders == [order_buttons(TABLE, number) for number in ROUNDS], "by hash, not by chance"


def test_no_colour_has_a_place_of_its_own() -> None:
    places = Counter((color, place) for n in ROUNDS for place, color in enumerate(order_buttons(TABLE, n)))
    assert len(places) == 16
    assert all(25 < times < 80 for times in places.values()), places


def test_an_accessible_table_keeps_them_in_place() -> None:
    accessible = lobby_table(manners=Manners(accessible=True))
    assert {order_buttons(accessible, number) for number in ROUNDS} == {COLORS}
