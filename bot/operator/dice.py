"""The command `dice`: all dice that were ever rolled, whether they are even, and by games."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Mapping
from typing import Final

from bot.insight.dice import ENOUGH, RARE, Rolled, sum_rolled
from bot.operator.answers import DONE, WRONG, tell
from bot.operator.stores import open_beside
from bot.settings import load_store_settings

__all__ = ["count_all_dice"]

_ALARMING: Final = 1e-6
"""Honest dice have a spread so rare once in a lifetime of daily looks: then the status says so."""


def count_all_dice(arguments: Namespace) -> int:
    """Print the faces of all six-sided dice of all servers, their spread, and a line for each game."""

    async def work() -> Mapping[str, Rolled]:
        async with open_beside(load_store_settings()) as store:
            return await store.insight.rolled_everywhere()

    with_dice = {
        game: one for game, one in sorted(asyncio.run(work()).items()) if game not in arguments.diceless
    }
    sums = sum_rolled(with_dice.values())
    wrong = sums.share is not None and sums.share < _ALARMING
    return tell(
        f"all games · {_line(sums)}",
        *(f"{game} · {_line(one)}" for game, one in with_dice.items()),
        *(["That is no chance: check some tables (`replay TABLE`, `/des verifier`)."] if wrong else ()),
        status=WRONG if wrong else DONE,
    )


def _line(rolled: Rolled) -> str:
    tables = f"{rolled.tables} {'table' if rolled.tables == 1 else 'tables'}"
    dice = f"{rolled.dice} {'die' if rolled.dice == 1 else 'dice'} at {tables}"
    faces = " ".join(f"{face}:{count}" for face, count in enumerate(rolled.faces, 1))
    return f"{dice} · {faces} · {_spread(rolled)} · {rolled.others} other draws"


def _spread(rolled: Rolled) -> str:
    """How far from even they are, and how often honest dice are as far."""
    if rolled.share is None:
        return f"fewer than {ENOUGH}, too few to judge"
    rare = ", rare" if rolled.share < RARE else ""
    return f"chi-square {rolled.chi_square:.1f} of 5, p = {rolled.share:.2g}{rare}"
