"""Whether to end a round before its time, where the opponent would (B10)."""

from __future__ import annotations

from typing import Final

from engines.core.events import SeatName
from engines.debacle.model import Observation
from engines.debacle.rounds import POINTS_TO_WIN

__all__ = ["agrees"]

_QUIET: Final = 30
"""After so many quiet turns it is time to begin anew, even with less."""


def agrees(seen: Observation, seat: SeatName) -> bool:
    """Return whether a seat agrees to end the round with what is held.

    It does where that wins the table, never where that loses it, else if it holds no less or nothing goes on.
    """
    (other,) = (each for each in seen.seats if each != seat)
    mine, theirs = (sum(seen.captured[seen.colors[each]]) for each in (seat, other))
    all_mine, all_theirs = seen.points[seat] + mine, seen.points[other] + theirs
    if max(all_mine, all_theirs) >= POINTS_TO_WIN and all_mine != all_theirs:
        return all_mine > all_theirs
    return mine >= theirs or seen.quiet_turns >= _QUIET
