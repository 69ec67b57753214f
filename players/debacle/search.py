"""Looking ahead by whole turns: one's own, the opponent's best answer, and the answer to that."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from typing import Final

from engines.debacle.actions import POINTS_TO_WIN, QUIET_TO_END
from engines.debacle.board import Side, other_side
from engines.debacle.model import Action
from players.debacle.turn import End, Turn, begin, moves
from players.debacle.worth import Weights, worth

_WON: Final = 100.0
"""What the whole table is worth, in points."""
_OWN_PART: Final = 2
_REPLY_PART: Final = 8
"""Going through one's own turn, or one answer to it, costs such a part of the budget at most."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the table stands: the points of earlier rounds, by side, and how many turns were quiet (B10)."""

    points: tuple[int, int]
    quiet: int = 0


class Search:
    """Ranks what a turn can leave. `nodes` is how many positions were looked at."""

    def __init__(self, standing: Standing, weights: Weights, budget: int) -> None:
        self._standing, self._weights, self._budget = standing, weights, budget
        self.nodes = 0

    def rank(self, turn: Turn, side: Side, widths: tuple[int, ...]) -> tuple[Reach, list[tuple[float, End]]]:
        """Return what a turn reaches, and its best ends with their values to `side`, the best first.

        `widths` says how many ends are gone on from, for each turn that is looked ahead; with none of them,
        all ends are ranked as they look. What the budget does not reach is left out, but never the first.
        """
        reach = explore(turn, side, self._budget // _OWN_PART)
        self.nodes += reach.nodes
        ranked = [(self._look(end, side) + self._haste(turn, end), end) for end in reach.ends]
        if widths:
            best = nlargest(widths[0], ranked, key=_value)
            ranked = []
            for _, end in best:
                if ranked and self.nodes >= self._budget:
                    break
                ranked.append((self._foresee(end, side, widths[1:]) + self._haste(turn, end), end))
        return reach, sorted(ranked, key=_value, reverse=True)

    def _foresee(self, end: End, side: Side, widths: tuple[int, ...]) -> float:
        """Return what an end is worth to the side whose turn it was, after the other's best answer."""
        if end.is_won:
            return self._final(end, side)
        other = other_side(side)
        reach = explore(begin(end), other, self._budget // _REPLY_PART)
        self.nodes += reach.nodes
        if not widths:
            return -max(self._look(answer, other) for answer in reach.ends)
        best = nlargest(widths[0], reach.ends, key=lambda answer: self._look(answer, other))
        return -max(self._foresee(answer, other, widths[1:]) for answer in best)

    def _look(self, end: End, side: Side) -> float:
        """Return what an end looks worth to the side whose turn it was."""
        return self._final(end, side) if end.is_won else worth(end, side, self._weights)

    def _final(self, end: End, side: Side) -> float:
        """Return what the end of a round is worth to the side whose turn it was (B9)."""
        points = self._standing.points
        mine = points[side] + sum(end.mine)
        theirs = points[other_side(side)] + sum(end.theirs)
        value = float(sum(end.mine) - sum(end.theirs))
        if max(mine, theirs) < POINTS_TO_WIN or mine == theirs:
            return value
        return value + (_WON if mine > theirs else -_WON)

    def _haste(self, turn: Turn, end: End) -> float:
        """Return what is gained by a turn that is not quiet, the more the longer it was quiet."""
        if len(end.mine) == len(turn.mine):
            return 0.0
        return self._weights.contempt * self._standing.quiet / QUIET_TO_END


def _value(ranked: tuple[float, End]) -> float:
    return ranked[0]


# Whole turns: every position that a side can leave, and how it gets there.

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
