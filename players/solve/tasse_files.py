"""Writes what was worked out of La Tasse where its player reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from players.tasse.challenge import RANKS, ROLLS, SCORES
from players.tasse.table import FULL

_HOME = Path(__file__).parents[1] / "tasse" / "tables"


def pack(choices: Any, doubts: Any) -> bytes:
    """Return a table's bytes, of `choices[rank, roll, choice]` and `doubts[rank, announced]` (0 to 1)."""
    cells: list[int] = []
    for rank in range(len(SCORES)):
        for roll in range(len(ROLLS)):
            cells += _round_row(choices[rank, roll])
        for announced in (0, *RANKS):
            may = announced >= max(rank, 1)
            cells.append(round(max(0.0, float(doubts[rank, announced])) * FULL) if may else 0)
    return bytes(cells)


def write_table(seats: int, choices: Any, doubts: Any) -> None:
    """Write the table for so many seats in play."""
    (_HOME / f"{seats}.bin").write_bytes(pack(choices, doubts))


def write_values(seats: int, begin: Any, rolling: Any) -> None:
    """Write what places are worth with so many seats in play, beside those of other numbers."""
    file = _HOME / "values.json"
    known = json.loads(file.read_text(encoding="ascii"))
    known[str(seats)] = {
        "begin": [round(float(value), 4) for value in begin],
        "rolling": [[round(float(value), 4) for value in row] for row in rolling],
    }
    file.write_text(json.dumps(dict(sorted(known.items())), separators=(",", ":")), encoding="ascii")


def _round_row(row: Any) -> list[int]:
    """Return whole weights that sum to `FULL`; what is left by rounding goes to those that lost most."""
    row = np.clip(row, 0, None)
    if row.sum() <= 0:
        return [0] * len(row)
    exact = row / row.sum() * FULL
    whole = np.floor(exact + 1e-9).astype(int)
    for place in np.argsort(whole - exact)[: FULL - int(whole.sum())]:
        whole[place] += 1
    return [int(weight) for weight in whole]
