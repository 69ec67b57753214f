"""What places in a solved game are worth, in points a challenge: see `players.tasse.challenge`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["Values", "read_values"]

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
