"""La Tasse with two in play, solved exactly: one linear programme for each score to match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog

from players.tasse.challenge import (
    NOTHING,
    RANKS,
    ROLLS,
    SCORES,
    SHOW,
    TOP,
    after_doubt,
    after_show,
    worth,
)

_ROLLS = list(ROLLS)
_CLOSE = 1e-11
_STEPS = 60


@dataclass(frozen=True)
class Stage:
    """A score to match, solved: its `value` to its roller, `choices[roll, choice]`, `doubts[announced]`."""

    value: float
    choices: Any
    doubts: Any


def solve() -> tuple[float, list[Stage]]:
    """Return what it is worth to start from zero, and the stages by their ranks."""

    def excess(begin: float) -> tuple[float, list[Stage]]:
        stages = _solve_all(begin)
        return stages[NOTHING].value - begin, stages

    return _find_zero(excess, 0.1, 0.3)


def _solve_all(begin: float) -> list[Stage]:
    """Solve all stages, from 21 down, where starting from zero is worth `begin`."""
    stages: dict[int, Stage] = {}
    for rank in (*reversed(RANKS), NOTHING):
        trusted = {announced: -stage.value for announced, stage in stages.items()}
        stages[rank] = _solve_stage(rank, trusted, begin)
    return [stages[rank] for rank in range(TOP + 1)]


def _solve_stage(rank: int, trusted: Mapping[int, float], begin: float) -> Stage:
    """Solve one stage; the same score may come back, so that its own value is looked for."""

    def excess(value: float) -> tuple[float, Stage]:
        stage = _solve_programme(rank, value, trusted, begin)
        return stage.value - value, stage

    return _find_zero(excess, 0.0, excess(0.0)[0])[1]


def _find_zero(excess: Callable[[float], tuple[float, Any]], low: float, high: float) -> tuple[float, Any]:
    """Return where the excess is 0, by secants, with what belongs to it."""
    before = excess(low)[0]
    for _ in range(_STEPS):
        now, found = excess(high)
        if abs(now) < _CLOSE or now == before:
            break
        low, high, before = high, high - now * (high - low) / (now - before), now
    return high, found


def _solve_programme(rank: int, value: float, trusted: Mapping[int, float], begin: float) -> Stage:
    """Find the announcer's best mixture: of each announcement the doubter makes what is worse for it.

    Unknown are how each roll is played, then what each announcement brings. `value` is what the stage itself
    is worth, where it comes back.
    """
    ranks = [a for a in RANKS if a >= max(rank, 1)]
    shown = _shown(rank, value, begin)
    names = [(roll, a) for roll in range(len(_ROLLS)) for a in ranks] + [(roll, SHOW) for roll in shown]
    column = {name: place for place, name in enumerate(names)}
    size, chance = len(names), [ROLLS[roll] for roll in _ROLLS]
    cost = np.zeros(size + len(ranks))
    cost[size:] = -1
    for roll, brings in shown.items():
        cost[column[roll, SHOW]] = -chance[roll] * brings
    doubted = {truth: worth(after_doubt(truth=truth, seats=2), 0, (begin, -begin)) for truth in (False, True)}
    at_most = np.zeros((2 * len(ranks), len(cost)))
    for place, a in enumerate(ranks):
        at_most[2 * place : 2 * place + 2, size + place] = 1
        believed = -value if a == rank else trusted[a]
        for roll, score in enumerate(_ROLLS):
            at_most[2 * place, column[roll, a]] = -chance[roll] * doubted[score == SCORES[a]]
            at_most[2 * place + 1, column[roll, a]] = -chance[roll] * believed
    whole = np.zeros((len(_ROLLS), len(cost)))
    for (roll, _), place in column.items():
        whole[roll, place] = 1
    bounds = [(0, None)] * size + [(None, None)] * len(ranks)
    found = linprog(cost, at_most, np.zeros(len(at_most)), whole, np.ones(len(whole)), bounds=bounds)
    choices, doubts = np.zeros((len(_ROLLS), TOP + 1)), np.zeros(TOP + 1)
    for (roll, choice), place in column.items():
        choices[roll, choice] = found.x[place]
    for place, a in enumerate(ranks):
        doubts[a] = -found.ineqlin.marginals[2 * place]
    return Stage(-found.fun, choices, doubts)


def _shown(rank: int, value: float, begin: float) -> dict[int, float]:
    """Return what each roll brings that may be shown."""
    return {
        place: sum(
            chance * (worth(ending, 0, (begin, -begin)) + (value if ending.starter is None else 0))
            for chance, ending in outcomes
        )
        for place, roll in enumerate(_ROLLS)
        if (outcomes := after_show(roll, rank, 2))
    }
