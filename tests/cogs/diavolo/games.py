"""Whole games of Diavolo as chance plays them, for properties that must hold at every moment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from engines.diavolo.model import Grab
from engines.diavolo.pawns import COLORS
from tests.cogs.diavolo.table import GAME, DiavoloTable, click

__all__ = ["GAMES", "moments"]

_STEPS = 60

GAMES = st.tuples(st.randoms(use_true_random=False), st.integers(2, 6), st.booleans(), st.booleans())
"""Chance, how many play, and the options `children` and `learning`."""


def moments(chance: Random, many: int, children: bool, learning: bool) -> Iterator[DiavoloTable]:
    """The same table again and again, each time one step further, before and after each lead."""
    table = DiavoloTable([f"N*{n}" for n in range(many)], children=children, learning=learning)
    yield table
    for _ in range(_STEPS):
        if GAME.is_over(table.state):
            return
        _step(table, chance)
        yield table
        table.wait(chance.randint(0, 6000))
        yield table


def _step(table: DiavoloTable, chance: Random) -> None:
    position = table.state.position
    if len(position.gone) < 2 and chance.random() < 0.02:
        present = [seat for seat in table.state.setup.seats if seat not in position.gone]
        table.leave(chance.choice(present))
    elif position.phase == "roll":
        _roll(table, chance)
    elif GAME.awaits_settle(table.state) and chance.random() < 0.7:
        table.settle()
    elif chance.random() < 0.1:
        table.expire()
    else:
        _grab(table, chance)


def _roll(table: DiavoloTable, chance: Random) -> None:
    """By hand or, sometimes, by itself."""
    children = table.state.setup.options.children
    dice = [chance.randint(1, 6) for _ in range(6 if children else 9)]
    order = chance.randint(1, 6)
    dice += [order, chance.randint(1, 7 if children else 10)] if order == 6 else [order]
    if chance.random() < 0.1:
        table.expire(*dice)
    else:
        table.wait().roll(*dice)


def _grab(table: DiavoloTable, chance: Random) -> None:
    """A click by somebody who may, often out of order; what is exhausted is left alone."""
    seats = GAME.to_act(table.state)
    if not seats:
        return
    action = Grab(chance.choice(COLORS), click(table.opened + chance.randint(1, 15_000)))
    seat = chance.choice(seats)
    if GAME.refusal(table.state, seat, action) is None:
        table.act(seat, action)
