"""What is known by heart: how a solved game is played, read from a file of bytes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engines.tasse.scores import Score
from players.tasse.challenge import ROLLS, SCORES

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
