"""How each level plays La Tasse: like people do, by heart, or against what is known of the others."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Final

from engines.tasse.scores import Score
from players.core.player import Level, Persona
from players.tasse import notes
from players.tasse.challenge import (
    RANKS,
    SCORES,
    SHOW,
    Table,
    Values,
    after_doubt,
    after_show,
    read_table,
    read_values,
    worth,
)
from players.tasse.notes import PEOPLE, Habits

_CERTAIN: Final = 0.03
"""Differences in points a challenge above which the better choice is nearly always made."""
_CAUTION: Final = 0.2
"""How often the solved game is played all the same, so that nobody can rely on the rest."""
_TIMID: Final = Habits(lies=0.0, doubts=0.35)
"""Lies only where there is no truth to say, and doubts late."""
_USUAL: Final = Habits(lies=0.15, doubts=0.65)
"""Lies now and then, and doubts what was hard to roll."""
_SLIPS: Final = 0.15
"""How often the weakest decide without looking."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a decision is made: how many are in play, and what is known of the seat that it depends on.

    That seat lies, and doubts, so many times as often as most people.
    """

    seats: int
    lies: float = 1.0
    doubts: float = 1.0


class Policy(ABC):
    """What to say of each roll, and how often to doubt."""

    @abstractmethod
    def choices(self, rank: int, roll: Score) -> Mapping[int, float]:
        """Return the weights of `SHOW` and of the ranks to announce, with a roll on a rank."""

    @abstractmethod
    def doubt(self, rank: int, announced: int) -> float:
        """Return how likely (0 to 1) to doubt what was announced on a rank."""


@dataclass(frozen=True, slots=True)
class Casual(Policy):
    """Plays as people do who do not calculate."""

    seats: int
    habits: Habits

    def choices(self, rank: int, roll: Score) -> Mapping[int, float]:
        """Say the truth where it will do, and else what is just enough."""
        return notes.choices(rank, roll, self.seats, self.habits)

    def doubt(self, rank: int, announced: int) -> float:
        """Doubt what was hard to roll."""
        return notes.doubt_chance(rank, announced, self.habits)


@dataclass(frozen=True, slots=True)
class Slipping(Policy):
    """Plays as another policy does, but so often (0 to 1) does anything, whatever it has and hears."""

    policy: Policy
    often: float

    def choices(self, rank: int, roll: Score) -> Mapping[int, float]:
        """Say any score that is not too low, at times."""
        return _mix(self.policy.choices(rank, roll), {a: 1.0 for a in RANKS if a >= rank}, self.often)

    def doubt(self, rank: int, announced: int) -> float:
        """Doubt or believe as a coin falls, at times."""
        return (1 - self.often) * self.policy.doubt(rank, announced) + self.often * 0.5


@dataclass(frozen=True, slots=True)
class ByHeart(Policy):
    """Plays the solved game."""

    table: Table

    def choices(self, rank: int, roll: Score) -> Mapping[int, float]:
        """Return the table's row."""
        return self.table.choices(rank, roll)

    def doubt(self, rank: int, announced: int) -> float:
        """Return the table's number."""
        return self.table.doubt(rank, announced)


@dataclass(frozen=True, slots=True)
class Knowing(Policy):
    """Plays against people as they are known, at times (`_CAUTION`) by heart."""

    place: Place
    values: Values
    table: Table

    def choices(self, rank: int, roll: Score) -> Mapping[int, float]:
        """Weigh each choice by what it brings if the next seat doubts as it does."""
        brings = {a: self._announcing(rank, roll, a) for a in RANKS if a >= rank}
        outcomes = after_show(roll, rank, self.place.seats)
        if outcomes:
            again = self.values.rolling[rank][0]
            begin = self.values.begin
            brings[SHOW] = sum(
                chance * (worth(ending, 0, begin) + (again if ending.starter is None else 0))
                for chance, ending in outcomes
            )
        best = max(brings.values())
        weights = {choice: exp((value - best) / _CERTAIN) for choice, value in brings.items()}
        return _mix(weights, self.table.choices(rank, roll), _CAUTION)

    def doubt(self, rank: int, announced: int) -> float:
        """Weigh doubt and trust by how likely this seat lies."""
        lie = _scale(notes.lie_chance(rank, announced, self.place.seats, PEOPLE), self.place.lies)
        doubting = lie * self._doubted(1, truth=False) + (1 - lie) * self._doubted(1, truth=True)
        trusting = self.values.rolling[announced][0]
        known = 1 / (1 + exp(min(50.0, (trusting - doubting) / _CERTAIN)))
        return (1 - _CAUTION) * known + _CAUTION * self.table.doubt(rank, announced)

    def _announcing(self, rank: int, roll: Score, announced: int) -> float:
        """Return what announcing a rank brings."""
        often = min(0.97, self.place.doubts * notes.doubt_chance(rank, announced, PEOPLE))
        caught = self._doubted(0, truth=SCORES[announced] == roll)
        return often * caught + (1 - often) * self.values.rolling[announced][-1]

    def _doubted(self, seat: int, *, truth: bool) -> float:
        """Return what a doubt is worth to the roller (0) or the next seat (1)."""
        return worth(after_doubt(truth=truth, seats=self.place.seats), seat, self.values.begin)


def of_level(level: Level, place: Place, persona: Persona) -> Policy:
    """Return how a level plays, in a persona's manner."""
    if level is Level.STRONG:
        solved = min(place.seats, _MOST_SOLVED)
        table = read_table(solved)
        if place.seats == 2:  # nobody can do better, whatever they do
            return ByHeart(table)
        return Knowing(place, _values_for(place.seats), table)
    usual = _TIMID if level is Level.EASY else _USUAL
    habits = Habits(min(1.0, usual.lies * persona.bluffs), min(1.0, usual.doubts * persona.doubts))
    playing = Casual(place.seats, habits)
    return Slipping(playing, _SLIPS) if level is Level.EASY else playing


_MOST_SOLVED: Final = 8


@cache
def _values_for(seats: int) -> Values:
    """Return what places are worth; seats beyond those that were solved count as the farthest."""
    known = read_values(min(seats, _MOST_SOLVED))
    more = seats - len(known.begin)
    if more <= 0:
        return known
    return Values(_widen(known.begin, more), tuple(_widen(row, more) for row in known.rolling))


def _widen(row: tuple[float, ...], more: int) -> tuple[float, ...]:
    middle = len(row) // 2
    return (*row[:middle], *(row[middle],) * more, *row[middle:])


def _scale(chance: float, odds: float) -> float:
    """Return a chance with its odds multiplied."""
    return chance * odds / (chance * odds + 1 - chance)


def _mix(weights: Mapping[int, float], others: Mapping[int, float], part: float) -> dict[int, float]:
    """Return weights of which a part (0 to 1) is the others'."""
    whole, rest = sum(weights.values()), sum(others.values())
    mixed = {choice: (1 - part) * weight / whole for choice, weight in weights.items()}
    for choice, weight in others.items():
        mixed[choice] = mixed.get(choice, 0.0) + part * weight / rest
    return mixed
