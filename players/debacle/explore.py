"""Whole turns: every position that a side can leave, and how it gets there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.debacle.board import Side
from engines.debacle.model import Action
from players.debacle.turn import End, Turn, moves

__all__ = ["Reach", "explore"]

_WIDEST: Final = 250
_NARROWEST: Final = 6
"""From how many positions at once a turn is gone on with: many come about only with many bonus actions."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a turn can lead to; `nodes` is how many positions were looked at."""

    ends: tuple[End, ...]
    nodes: int
    came: dict[Turn | End, tuple[Turn, Action] | None]

    def path(self, end: End) -> tuple[Action, ...]:
        """Return the actions that lead to an end."""
        actions: list[Action] = []
        came = self.came[end]
        while came is not None:
            before, action = came
            actions.append(action)
            came = self.came[before]
        return tuple(reversed(actions))


def explore(start: Turn, side: Side, most: int) -> Reach:
    """Go through all that a side can do in the rest of a turn, each position once.

    Where a turn has very many ways, the most promising are gone; after `most` positions, very few of those.
    """
    came: dict[Turn | End, tuple[Turn, Action] | None] = {start: None}
    ends: list[End] = []
    layer, nodes = [start], 0
    while layer:
        following: list[Turn] = []
        for turn in layer:
            for action, after in moves(turn, side):
                nodes += 1
                if after in came:
                    continue
                came[after] = (turn, action)
                if isinstance(after, End):
                    ends.append(after)
                else:
                    following.append(after)
        layer = _narrow(following, _WIDEST if nodes < most else _NARROWEST)
    return Reach(tuple(ends), nodes, came)


def _narrow(turns: list[Turn], widest: int) -> list[Turn]:
    """Return the most promising of many positions: where most is held."""
    if len(turns) <= widest:
        return turns
    return sorted(turns, key=_promise, reverse=True)[:widest]


def _promise(turn: Turn) -> int:
    return sum(turn.mine) - sum(turn.theirs) + len(turn.mine)
