"""La Tasse with several in play: regret matching on every decision of a challenge, for any number of seats.

Each stage (a score to match) is played against the values that the other stages have now, from 21 down, so
that one sweep goes through all of them; a new cup is worth what it was worth in the sweep before. Later
sweeps weigh more in the average, and of four averages the one is kept that is the hardest to exploit: with
several in play, sweeps may drift from one equilibrium to another.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from players.tasse.challenge import (
    FULL,
    NOTHING,
    RANKS,
    ROLLS,
    SCORES,
    SHOW,
    Table,
    after_doubt,
    after_show,
    worth,
)
from players.tasse.exact import find_gain
from players.tasse.policy import ByHeart

_ROLLS = list(ROLLS)
_CHANCE = np.array([ROLLS[roll] for roll in _ROLLS])
_SIZE = (len(_ROLLS), len(SCORES))
_TRUE = np.array(
    [[choice != SHOW and SCORES[choice] == roll for choice in range(len(SCORES))] for roll in _ROLLS]
)
_ORDER = (*reversed(RANKS), NOTHING)
_TREMBLE = 1e-3
"""So much is said of everything, lest nobody know what to make of it."""
_CHECKS = 4
_SETTLING = 60


@dataclass(frozen=True)
class Solution:
    """What was found: `choices[rank, roll, choice]`, `doubts[rank, announced]`, and what places are worth."""

    choices: Any
    doubts: Any
    begin: Any
    rolling: Any


def solve(seats: int, sweeps: int) -> Solution:
    """Return the best that so many sweeps lead to."""
    solver = _Solver(seats)
    best: tuple[float, Solution] | None = None
    for number in range(1, sweeps + 1):
        solver.sweep(float(number) ** 2)
        if number % max(1, sweeps // _CHECKS) == 0:
            found = solver.settle()
            gain = find_gain(ByHeart(Table(pack(found.choices, found.doubts))), seats)
            if best is None or gain < best[0]:
                best = gain, found
    assert best is not None
    return best[1]


class _Solver:
    """Regrets and sums of all that was played, by ranks; `values` of a rank go by steps from its roller."""

    def __init__(self, seats: int) -> None:
        ranks = len(SCORES)
        self.seats = seats
        self.allowed = [_allowed(rank, seats) for rank in range(ranks)]
        self.saying, self.said = np.zeros((ranks, *_SIZE)), np.zeros((ranks, *_SIZE))
        self.hearing, self.heard = np.zeros((ranks, ranks, 2)), np.zeros((ranks, ranks, 2))
        self.values, self.begin = np.zeros((ranks, seats)), np.zeros(seats)

    def sweep(self, weight: float) -> None:
        """Go through all stages once, and learn; this time counts with a weight."""
        self._set_endings()
        for rank in _ORDER:
            choices, doubts = self._play(rank)
            true, false = self._evaluate(rank, choices, doubts)
            self._learn_to_say(rank, choices, doubts)
            self._learn_to_hear(rank, doubts, true, false)
            self.said[rank] += weight * choices
            self.heard[rank] += weight * np.stack([doubts, 1 - doubts], 1)
        self._begin_anew()

    def settle(self) -> Solution:
        """Return the average of all sweeps, with what places are worth if everybody plays it."""
        kept = self.values.copy(), self.begin.copy()
        choices = self.said / self.said.sum(2, keepdims=True)
        doubts = (self.heard / self.heard.sum(2, keepdims=True))[:, :, 0]
        for _ in range(_SETTLING):
            self._set_endings()
            for rank in _ORDER:
                self._evaluate(rank, choices[rank], doubts[rank])
            self._begin_anew()
        found = Solution(choices, doubts, self.begin.copy(), self.values.copy())
        self.values, self.begin = kept
        return found

    def _begin_anew(self) -> None:
        start = self.values[NOTHING]
        self.begin = self.begin + 0.5 * (start - start.mean() - self.begin)

    def _set_endings(self) -> None:
        """Note what all endings are worth to each seat, as a new cup is worth now."""
        seats, begin = range(self.seats), tuple(self.begin)
        self.doubted = np.array(
            [
                [worth(after_doubt(truth=truth, seats=self.seats), seat, begin) for seat in seats]
                for truth in (False, True)
            ]
        )
        self.shown = np.zeros((len(SCORES), len(_ROLLS), self.seats))
        self.again = np.zeros((len(SCORES), len(_ROLLS)))
        for rank in range(len(SCORES)):
            for place, roll in enumerate(_ROLLS):
                for chance, ending in after_show(roll, rank, self.seats):
                    self.shown[rank, place] += [chance * worth(ending, seat, begin) for seat in seats]
                    self.again[rank, place] = ending.starter is None

    def _play(self, rank: int) -> tuple[Any, Any]:
        """Return how this sweep plays a rank: each choice as often as it was missed so far."""
        allowed = self.allowed[rank]
        wanted = np.where(allowed, np.maximum(self.saying[rank], 0), 0)
        choices = _share(wanted, allowed / allowed.sum(1, keepdims=True))
        doubts = _share(np.maximum(self.hearing[rank], 0), 0.5)
        return choices, doubts[:, 0]

    def _evaluate(self, rank: int, choices: Any, doubts: Any) -> tuple[Any, Any]:
        """Note what rolling on a rank is worth; return how likely each is announced, truly and not.

        The same rank may come back, one seat on, and so may the roll itself: that is solved at once.
        """
        played = _CHANCE[:, None] * choices
        true, false = (played * _TRUE).sum(0), (played * ~_TRUE).sum(0)
        false[SHOW] = 0
        value = (played[:, SHOW, None] * self.shown[rank]).sum(0)
        value += ((true * doubts)[:, None] * self.doubted[1] + (false * doubts)[:, None] * self.doubted[0])[
            1:
        ].sum(0)
        trusted = (true + false) * (1 - doubts)
        others = trusted.copy()
        others[[SHOW, rank]] = 0
        value += (others[:, None] * self._passed_on()).sum(0)
        loop = np.eye(self.seats) * (1 - (played[:, SHOW] * self.again[rank]).sum())
        if rank != NOTHING:
            for seat in range(self.seats):
                loop[seat, (seat - 1) % self.seats] -= trusted[rank]
        self.values[rank] = np.linalg.solve(loop, value)
        return true, false

    def _passed_on(self) -> Any:
        """Return what each rank is worth to each seat where the next one rolls on it."""
        return np.roll(self.values, 1, axis=1)

    def _learn_to_say(self, rank: int, choices: Any, doubts: Any) -> None:
        caught = np.where(_TRUE, self.doubted[1][0], self.doubted[0][0])
        brings = doubts * caught + (1 - doubts) * self._passed_on()[:, 0]
        brings[:, SHOW] = self.shown[rank, :, 0] + self.again[rank] * self.values[rank][0]
        brings = np.where(self.allowed[rank], brings, 0)
        regret = np.where(self.allowed[rank], brings - (choices * brings).sum(1, keepdims=True), 0)
        self.saying[rank] = np.maximum(self.saying[rank] + regret, 0)

    def _learn_to_hear(self, rank: int, doubts: Any, true: Any, false: Any) -> None:
        true, false = true + _TREMBLE / 210, false + _TREMBLE / 10
        doubting = true * self.doubted[1][1] + false * self.doubted[0][1]
        trusting = (true + false) * self._passed_on()[:, 1]
        brings = doubts * doubting + (1 - doubts) * trusting
        regret = np.stack([doubting - brings, trusting - brings], 1)
        regret[: max(rank, 1)] = 0
        self.hearing[rank] = np.maximum(self.hearing[rank] + regret, 0)


def _allowed(rank: int, seats: int) -> Any:
    """Return which choices each roll has on a rank."""
    allowed = np.zeros(_SIZE, bool)
    allowed[:, max(rank, 1) :] = True
    allowed[:, SHOW] = [bool(after_show(roll, rank, seats)) for roll in _ROLLS]
    return allowed


def _share(weights: Any, otherwise: Any) -> Any:
    """Return weights as parts of 1, row by row; where all are zero, others."""
    whole = weights.sum(1, keepdims=True)
    return np.where(whole > 0, weights / np.where(whole > 0, whole, 1), otherwise)


# Writes what was worked out of La Tasse where its player reads it.

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
