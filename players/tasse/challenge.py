"""La Tasse in numbers: from one cup that starts from zero to the next point.

Dice that were believed are gone for ever (T4), so that between two rolls nothing counts but the score to
match. It is a rank: 0 where there is none, else its place on the ladder plus 1. Seats go by steps from the
roller: 0 is the roller, 1 the next one, -1 the one before.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engines.tasse.scores import HIGHEST, LOWEST, NORMAL, SPECIALS, Score, beats

NOTHING: Final = 0
"""The rank where there is no score to match."""
SCORES: Final[tuple[Score, ...]] = ("", *NORMAL)
"""The score of each rank."""
RANKS: Final = range(1, len(SCORES))
"""The ranks that can be announced, from low to high."""
TOP: Final = len(SCORES) - 1
"""The rank of 21."""


def _count_rolls() -> dict[Score, float]:
    chances: dict[Score, float] = {}
    for one, two in product(range(1, 7), repeat=2):
        score = f"{max(one, two)}{min(one, two)}"
        chances[score] = chances.get(score, 0.0) + 1 / 36
    return chances


ROLLS: Final = _count_rolls()
"""How likely each of the 21 rolls is."""
_BEATEN: Final = tuple(
    sum(chance for roll, chance in ROLLS.items() if rank and beats(roll, SCORES[rank]))
    for rank in range(len(SCORES))
)
"""How likely a roll beats each rank."""
_HARDEST: Final = NORMAL.index("66") + 1
"""What whoever duels declares: nothing that may be declared is beaten more seldom (T12)."""


def rank_of(score: Score | None) -> int:
    """Return the rank of a normal score; `NOTHING` for none. Raises ValueError for a special."""
    return NOTHING if score is None else SCORES.index(score)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a click leads to: points by steps from the roller, and who then starts from zero.

    `starter` is None where the roller rolls again on the same score (a nine). `turned`: the direction turned.
    """

    points: tuple[float, ...]
    starter: int | None
    turned: bool = False


def after_doubt(*, truth: bool, seats: int) -> Ending:
    """Return what follows when the next seat doubts the roller's announcement (T6)."""
    payer = 1 if truth else 0
    return Ending(_points(seats, {payer: 1}), payer)


def after_show(roll: Score, rank: int, seats: int) -> tuple[tuple[float, Ending], ...]:
    """Return what may follow when a roll is shown on a rank, with its chance; nothing if it may not be."""
    if roll == LOWEST:
        return _after_joker(rank, seats) if rank != NOTHING else ()
    special = SPECIALS.get(roll)
    on_21 = {0: 1.0} if rank and SCORES[rank] == HIGHEST else {}
    match special:
        case None:
            return ()
        case "nine":
            return ((1.0, Ending(_points(seats, {8: 1}), None)),)
        case "thirty_one":
            ending = Ending(_points(seats, {-1: 1, **on_21}), 0 if on_21 else -1, turned=True)
        case "double_five":
            ending = Ending(_points(seats, {1: 1, **on_21}), 0 if on_21 else 2)
        case _:
            ending = Ending(_points(seats, {1: 1, **on_21}), 0 if on_21 else 1)
    return ((1.0, ending),)


def _after_joker(rank: int, seats: int) -> tuple[tuple[float, Ending], ...]:
    """Return what follows a joker (T11); of the duels of 32 on 32 (T12) what they cost on average."""
    won, again = _BEATEN[rank], ROLLS[LOWEST]
    duels = (seats - 1) * (1 - _BEATEN[_HARDEST])
    return (
        (won, Ending(_points(seats, {1: 1}), 1)),
        (1 - won - again, Ending(_points(seats, {0: 2}), 0)),
        (again, Ending(_points(seats, {0: 2 + duels}), 0)),
    )


def gains(points: Sequence[float]) -> tuple[float, ...]:
    """Return what points are worth to each seat: how many the others took on average, less its own."""
    everything, others = sum(points), len(points) - 1
    return tuple((everything - own) / others - own for own in points)


def worth(ending: Ending, seat: int, begin: Sequence[float]) -> float:
    """Return what an ending is worth to a seat; `begin` is what a new cup is worth by steps from its starter.

    For a nine only the points count: the roll goes on.
    """
    seats = len(ending.points)
    gained = gains(ending.points)[seat % seats]
    if ending.starter is None:
        return gained
    steps = (seat - ending.starter) * (-1 if ending.turned else 1)
    return gained + begin[steps % seats]


def _points(seats: int, taken: dict[int, float]) -> tuple[float, ...]:
    points = [0.0] * seats
    for steps, number in taken.items():
        points[steps % seats] += number
    return tuple(points)


# What is known by heart: how a solved game is played, read from a file of bytes.

SHOW: Final = 0
"""The choice beside the ranks: to show the dice."""
_HOME: Final = Path(__file__).parent / "tables"
_WIDTH: Final = len(SCORES)
_ROWS: Final = {roll: row for row, roll in enumerate(ROLLS)}

FULL: Final = 200
"""The weight of what is certain."""
SIZE: Final = len(SCORES) * (len(ROLLS) + 1) * _WIDTH
"""How many bytes a table has."""


@dataclass(frozen=True, slots=True)
class Table:
    """How a game with so many seats in play is played.

    For each rank to match there are a row for each roll, with the weight of each choice (`SHOW`, then the
    ranks), and a last row with how often each announced rank is doubted, in `FULL`.
    """

    cells: bytes

    def choices(self, rank: int, roll: Score) -> Mapping[int, int]:
        """Return how to choose with a roll on a rank: weights of `SHOW` and of ranks, without zeros."""
        row = self._row(rank, _ROWS[roll])
        return MappingProxyType({choice: weight for choice, weight in enumerate(row) if weight})

    def doubt(self, rank: int, announced: int) -> float:
        """Return how often (0 to 1) a rank is doubted that was announced on another one."""
        return self._row(rank, len(ROLLS))[announced] / FULL

    def _row(self, rank: int, row: int) -> bytes:
        start = (rank * (len(ROLLS) + 1) + row) * _WIDTH
        return self.cells[start : start + _WIDTH]


@cache
def read_table(seats: int) -> Table:
    """Return the table for so many seats in play. Raises FileNotFoundError where none was worked out."""
    cells = (_HOME / f"{seats}.bin").read_bytes()
    if len(cells) != SIZE:
        raise ValueError(f"the table for {seats} seats has {len(cells)} bytes instead of {SIZE}")
    return Table(cells)


# What places in a solved game are worth, in points a challenge: see `players.tasse.challenge`.

_FILE: Final = Path(__file__).parent / "tables" / "values.json"


@dataclass(frozen=True, slots=True)
class Values:
    """By steps: `begin` from whoever starts from zero; `rolling`, for each rank, from whoever rolls on it."""

    begin: tuple[float, ...]
    rolling: tuple[tuple[float, ...], ...]


@cache
def read_values(seats: int) -> Values:
    """Return the values with so many seats in play. Raises KeyError where none were worked out."""
    plain = json.loads(_FILE.read_text(encoding="ascii"))[str(seats)]
    return Values(tuple(plain["begin"]), tuple(tuple(row) for row in plain["rolling"]))
