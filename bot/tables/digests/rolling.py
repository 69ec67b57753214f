"""Counts the dice of a table that is closed, from its log alone: no rules are needed for it. Pure."""

from __future__ import annotations

from typing import Final

from bot.insight.dice import SIDES, Rolled
from bot.tables.proof.record import Record

__all__ = ["count_dice"]

_CARDS: Final = "shuffle"
"""The kind of entry whose draws lay cards, and are no dice whatever their number of outcomes."""


def count_dice(record: Record) -> Rolled:
    """How often each face came up at the table, and how many draws had not six outcomes, or laid cards.

    Everybody's dice count, those of computers too: chance is the table's, not theirs.
    """
    faces, others = [0] * SIDES, 0
    for line in record.entries:
        for sides, outcome in line.draws:
            if sides == SIDES and line.kind != _CARDS:
                faces[outcome - 1] += 1
            else:
                others += 1
    return Rolled(tuple(faces), others, 1)
