"""Looking ahead by whole turns: one's own, the opponent's best answer, and the answer to that."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from typing import Final

from engines.debacle.actions import POINTS_TO_WIN, QUIET_TO_END
from engines.debacle.board import DICE, EMPTY, SIZE, VALUE, Board, Side, cells_of, other_side
from engines.debacle.legal import BEATEN, WAYS
from engines.debacle.model import Action
from players.debacle.turn import FLIPPED, ROLLED, End, Turn, begin, moves

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


# What a position is worth: points and dice held, and what either side is about to take.


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each thing counts, in points; `die`, `one` and `bonus` are each, others parts of it.

    `danger` is for the opponent's best capture of its next turn, `second` for another one, `doubles` for what
    it may take off the board, `bonus` for each action that it gains. `contempt` is what taking a die is worth
    besides where the round would end else, for being quiet (B10).
    """

    die: float = 0.5
    danger: float = 0.75
    second: float = 0.45
    doubles: float = 0.9
    one: float = 0.35
    bonus: float = 1.0
    contempt: float = 6.0


def worth(end: End, side: Side, weights: Weights) -> float:
    """Return what the end of a turn is worth to the side whose turn it was; the other is next."""
    board, mine, theirs, due = end
    value = sum(mine) - sum(theirs) + weights.die * (len(mine) - len(theirs)) - weights.bonus * due
    enemy = other_side(side)
    first, second, doubled = _exposed(board, side)
    value -= weights.danger * first + weights.second * second + weights.doubles * doubled
    value += weights.one * (board.count(DICE[side][0]) - board.count(DICE[enemy][0]))
    return value


def _exposed(board: Board, side: Side) -> tuple[int, int, int]:
    """Return the two highest values that the other side can capture, and what its doubles take."""
    threats = _threats(board.translate(_WITHOUT[side]), other_side(side))
    first = second = doubled = seen = 0
    for cell in cells_of(board, side):
        value = board[cell] & VALUE
        if value > second and threats[cell] >> value & 1:
            first, second = (value, first) if value > first else (first, value)
        here = 1 << cell // SIZE * 8 + value
        if seen & here:
            doubled += value
        seen |= here
    return first, second, doubled


@lru_cache(maxsize=20_000)
def _threats(dice: Board, side: Side) -> bytes:
    """Return which values, as bits by cell, `side` can capture with two actions where its dice lie so.

    Whether the other side's dice are in the way does not count.
    """
    found = bytearray(len(dice))
    for cell in cells_of(dice, side):
        die = dice[cell]
        at_once, rolled = _BEATEN[die] | _BEATEN[FLIPPED[die]], _BEATEN[ROLLED[die]]
        for target, roll, _ in WAYS[side][cell]:
            found[target] |= at_once
            if roll is not None and dice[target] == EMPTY:
                for beyond, _, _ in WAYS[side][target]:
                    found[beyond] |= rolled
    return bytes(found)


_BEATEN: Final = {die: sum(1 << (other & VALUE) for other in beaten) for die, beaten in BEATEN.items()}
"""By die: the values that it may capture, as bits."""
_WITHOUT: Final = tuple(
    bytes(EMPTY if byte in DICE[side] else byte for byte in range(256)) for side in (0, 1)
)
"""By side: takes its dice off a board."""
