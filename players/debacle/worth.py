"""What a position is worth: points and dice held, and what either side is about to take."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engines.debacle.board import DICE, EMPTY, SIZE, VALUE, Board, Side, cells_of, other_side
from engines.debacle.legal import BEATEN, WAYS
from players.debacle.turn import FLIPPED, ROLLED, End


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
