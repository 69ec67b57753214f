"""In which order the buttons of the pawns stand: another one each round, so that eyes decide, and not habit.

It follows from the table's number and the round alone: no draw is taken, and it tells nothing of the throw.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import permutations

from bot.tables.model import Table
from engines.diavolo.model import Color
from engines.diavolo.pawns import COLORS

__all__ = ["order_buttons"]

_ORDERS: tuple[tuple[Color, ...], ...] = tuple(permutations(COLORS))


def order_buttons(table: Table, number: int) -> tuple[Color, ...]:
    """The colours from left to right in this round, never as in the last; accessible tables keep theirs."""
    if table.manners.accessible:
        return COLORS
    return _ORDERS[sum(_step(table.id, n) for n in range(1, number + 1)) % len(_ORDERS)]


def _step(table_id: int, number: int) -> int:
    """How far this round's order lies behind the one before: 1 to one less than there are orders."""
    digest = blake2b(f"{table_id}.{number}.buttons".encode(), digest_size=8).digest()
    return 1 + int.from_bytes(digest, "big") % (len(_ORDERS) - 1)
