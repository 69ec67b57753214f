"""Who plays a game for the first time on a server: their first decisions have twice the time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

__all__ = ["FIRST_DECISIONS", "NOBODY_LEARNS", "Learning"]

FIRST_DECISIONS = 3
"""So many decisions have twice the time for somebody who has never finished this game on this server."""


@dataclass(frozen=True, slots=True)
class Learning:
    """Who plays this game for the first time: `left` has how many of a seat's first decisions are to come.

    `now` are the seats for whom the present decision is one of them, so that it has twice the time.
    """

    left: Mapping[str, int] = field(default_factory=dict)
    now: tuple[str, ...] = ()

    def turn_to(self, awaited: Collection[str]) -> Learning:
        """Another decision is awaited, of these seats."""
        now = tuple(seat for seat in awaited if self.left.get(seat, 0))
        left = {seat: n - (seat in now) for seat, n in self.left.items()}
        return Learning({seat: n for seat, n in left.items() if n}, now)


NOBODY_LEARNS = Learning()
