"""How fast a right pawn was taken, in rounds that a click opened and whose dice were seen at once."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.moments import moment_of
from engines.diavolo.events import Rolled, Settled
from engines.diavolo.model import Fate

__all__ = ["opened_at", "right_ones", "took"]


def opened_at(rolled: Rolled, clicked_at: int | None, *, order_first: bool) -> int | None:
    """Return when all dice of a throw were there (ms UTC); None where nobody can say.

    That is where they fell by themselves (D9), and where learners had seen the Order die before (D10).
    """
    return None if rolled.by_itself or order_first else clicked_at


def right_ones(settled: Settled) -> Iterator[Fate]:
    """Yield the fates of those who held a pawn of the right colour (D7)."""
    return (fate for fate in settled.fates if fate.at is not None and fate.color == settled.target)


def took(fate: Fate, opened: int) -> int:
    """Return how long (ms) after the dice were there a pawn was taken."""
    return max(0, moment_of(fate.at or 0) - opened)
