"""How long people take in Défizz: to read, to think, to type. A race is decided by it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engines.core.draws import Draws
from players.core.player import Level, Persona, take_time

_MEDIANS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "roll": 2.0,
        "help": 4.0,
        "ask": 8.0,
        "choose": 7.0,
        "raise": 4.0,
        "verdict": 3.0,
        "vote": 2.0,
        "name": 6.0,
    }
)
_MOST: Final[Mapping[str, float]] = MappingProxyType(
    {"raise": 12.0, "verdict": 8.0, "cible": 14.0, "pingpong": 9.0, "chance": 9.0, "chrono": 25.0}
)
"""Seconds: in the middle, and at most."""
_LONGEST: Final = 25.0
_LEAST_MS: Final = 900
"""Nobody is quicker in a race, however short the question."""
_THINKS: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 4.5, Level.MEDIUM: 3.2, Level.STRONG: 2.2}
)
_RECALLS: Final = 1.5
"""Seconds of thinking about a question in the middle; whoever is sure needs less."""
_READS: Final = 0.03
_TYPES: Final = 0.16
"""Seconds a letter."""
_OPENS: Final = 1.5
"""Seconds until the field for the answer is there."""


@dataclass(frozen=True, slots=True)
class Task:
    """What has to be done to answer: to read `text`, to be `sure` (0 to 1) of `words`, and to type them."""

    mode: str
    text: str
    words: str
    sure: float


def time_for(step: str, persona: Persona, draws: Draws, *, forced: bool = False) -> int:
    """Return how many ms somebody takes for a step of a turn."""
    return _at_most(step, take_time(_MEDIANS[step], persona, draws, forced=forced))


def time_to_answer(task: Task, level: Level, persona: Persona, draws: Draws) -> int:
    """Return how many ms somebody takes to answer, or to say that they have no answer."""
    thought = take_time(_THINKS[level] * (_RECALLS - task.sure), persona, draws)
    by_hand = _OPENS + _READS * len(task.text) + _TYPES * len(task.words)
    return max(_LEAST_MS, _at_most(task.mode, thought + round(1000 * by_hand)))


def _at_most(step: str, ms: int) -> int:
    return min(ms, round(1000 * _MOST.get(step, _LONGEST)))
