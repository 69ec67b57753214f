"""How people play who do not calculate: the lower levels, and what a strong player expects of strangers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.tasse.scores import SPECIALS, Score
from players.tasse.challenge import NOTHING, ROLLS, SCORES, TOP, after_show
from players.tasse.table import SHOW

_STEPS: Final[Mapping[int, float]] = {0: 0.5, 1: 0.3, 2: 0.2}
"""How often whoever has to lie says so many ranks more than necessary."""
_FAIR_JOKER: Final = 0.5


@dataclass(frozen=True, slots=True)
class Habits:
    """How often somebody lies without need (0 to 1), and how readily they doubt (1: as most people)."""

    lies: float
    doubts: float


def choices(rank: int, roll: Score, seats: int, habits: Habits) -> dict[int, float]:
    """Return how likely somebody chooses each rank, or `SHOW`, with a roll on a rank."""
    own, least = _rank_of(roll), max(rank, 1)
    if _would_show(rank, roll, seats):
        return {SHOW: 1.0}
    if own is None or own < least:
        return _spread(least)
    bluff = _spread(min(own + 1, TOP))
    chosen = {choice: habits.lies * chance for choice, chance in bluff.items()}
    chosen[own] = chosen.get(own, 0.0) + 1 - habits.lies
    return chosen


def doubt_chance(rank: int, announced: int, habits: Habits) -> float:
    """Return how likely somebody doubts `announced`, said on `rank`: likelier what was hard to roll."""
    hard = 1 - _reach(max(rank, 1)) if rank else 0.4 * (1 - _reach(announced))
    height = announced / TOP
    return min(0.97, habits.doubts * (0.1 + 0.9 * hard) * (0.35 + 0.65 * height))


def lie_chance(rank: int, announced: int, seats: int, habits: Habits) -> float:
    """Return how likely `announced`, said on `rank` by somebody with these habits, is a lie."""
    lie = truth = 0.0
    for roll, chance in ROLLS.items():
        said = chance * choices(rank, roll, seats, habits).get(announced, 0.0)
        if SCORES[announced] == roll:
            truth += said
        else:
            lie += said
    return lie / (lie + truth) if lie + truth else 0.9


def _would_show(rank: int, roll: Score, seats: int) -> bool:
    """Whether somebody shows a roll: any special but a nine that hits its roller, and a fair joker."""
    if roll in SPECIALS:
        return SPECIALS[roll] != "nine" or 8 % seats != 0
    outcomes = after_show(roll, rank, seats)
    return bool(outcomes) and outcomes[0][0] >= _FAIR_JOKER


def _rank_of(roll: Score) -> int | None:
    return None if roll in SPECIALS else SCORES.index(roll)


def _spread(least: int) -> dict[int, float]:
    spread: dict[int, float] = {}
    for steps, chance in _STEPS.items():
        rank = min(least + steps, TOP)
        spread[rank] = spread.get(rank, 0.0) + chance
    return spread


def _reach(rank: int) -> float:
    """Return how likely a roll is at least this rank, specials included."""
    return sum(
        chance for roll, chance in ROLLS.items() if roll in SPECIALS or (_rank_of(roll) or NOTHING) >= rank
    )
