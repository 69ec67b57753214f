"""How each level plays: what to roll again, what to discard, whom to burden."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from engines.core.events import SeatName
from engines.desfausse.dice import ANGEL, DEVIL
from engines.desfausse.model import Call, Choice, Die, Discard, Observation, Pass
from engines.desfausse.turns import FIRST_CALL, LAST_CALL
from players.core.decision import Level
from players.core.persona import Persona
from players.desfausse.discards import find_ways
from players.desfausse.kinds import Kinds, count_kinds
from players.desfausse.rolling import Lay, Rolling
from players.desfausse.table import Table, read_table
from players.desfausse.worth import rolling_by_dice, rolling_by_turns

__all__ = ["Policy", "of_level"]

_WAITING: Final = 0.97
"""What a discard is still worth at each later call: somebody else may come first."""


class Policy(ABC):
    """How to roll, and what to choose at a call."""

    @abstractmethod
    def roll(self, seen: Observation) -> tuple[int, ...]:
        """Return the dice to roll again, in ascending order; none to stop."""

    @abstractmethod
    def call(self, seen: Observation, choice: Choice) -> Discard | Pass:
        """Return what to discard at a call."""


@dataclass(frozen=True, slots=True)
class Naive(Policy):
    """Keeps what it has most of, and discards as soon as it can; only the `bold` roll big dice again."""

    bold: bool

    def roll(self, seen: Observation) -> tuple[int, ...]:
        """Roll all other dice again, as often as may be."""
        counts = Counter(die.face for die in seen.dice if die.face not in (DEVIL, ANGEL))
        kept = {ANGEL, *(face for face, _ in counts.most_common(1))}
        rolled = [die for die in seen.dice if die.id in seen.rerollable and die.face not in kept]
        return tuple(die.id for die in rolled if self.bold or die.kind != "big")

    def call(self, seen: Observation, choice: Choice) -> Discard | Pass:
        """Discard the largest combination."""
        return next(find_ways(read_table(seen), choice, gives=False)).discard


@dataclass(frozen=True, slots=True)
class Counting(Policy):
    """Works out how to roll, and compares its discards; it `gives` dice away, or sends all to Hell."""

    gives: bool

    def roll(self, seen: Observation) -> tuple[int, ...]:
        """Roll for the value that promises most."""
        rolling = self._rolling(len(seen.in_play))
        plans = {
            value: rolling.plan(value, lay_out(seen.dice, value), seen.rolls_left)
            for value in _calls(FIRST_CALL)
        }
        value = max(plans, key=lambda each: plans[each][0])
        return _pick(seen.dice, value, plans[value][1])

    def call(self, seen: Observation, choice: Choice) -> Discard | Pass:
        """Discard what leaves the best hands, or wait for a later call that will leave better ones."""
        table = read_table(seen)
        best = max(find_ways(table, choice, gives=self.gives), key=lambda way: self._judge(table, way.hands))
        now = self._judge(table, best.hands)
        kept = self._judge(table, table.hands)
        for steps, value in enumerate(_calls(choice.call + 1), 1):
            later = _later(seen.dice, choice, value)
            ways = find_ways(table, later, gives=self.gives) if later is not None else ()
            for way in ways:
                gain = (self._judge(table, way.hands) - kept) * _WAITING**steps
                if kept + gain > now:
                    return Pass()
        return best.discard

    def _rolling(self, seats: int) -> Rolling:
        return rolling_by_turns(seats) if self.gives else rolling_by_dice(seats)

    def _judge(self, table: Table, hands: Mapping[SeatName, Kinds]) -> float:
        """Return how good hands are: those who give look at everybody's, others at their own dice alone."""
        return table.chance(hands) if self.gives else -float(hands[table.seat].total)


def of_level(level: Level, persona: Persona) -> Policy:
    """Return how a level plays, in a persona's manner."""
    if level is Level.EASY:
        return Naive(bold=persona.raises >= 1)
    return Counting(gives=level is Level.STRONG)


def lay_out(dice: Sequence[Die], value: Call) -> Lay:
    """Return how dice lie if they are to show a value."""
    hits = [die for die in dice if die.face in (value, ANGEL)]
    devils = [die for die in dice if die.face == DEVIL]
    others = [die for die in dice if die.face not in (value, ANGEL, DEVIL)]
    return Lay(count_kinds(hits), count_kinds(devils), count_kinds(others))


def _pick(dice: Sequence[Die], value: Call, many: Kinds) -> tuple[int, ...]:
    """Return so many others of each kind, first those whose faces are rarest."""
    others = [die for die in dice if die.face not in (value, ANGEL, DEVIL)]
    faces = Counter(die.face for die in others)
    others.sort(key=lambda die: (faces[die.face], die.id))
    picked: list[int] = []
    for kind, number in zip(("small", "big", "angel"), many, strict=True):
        picked += [die.id for die in others if die.kind == kind][:number]
    return tuple(sorted(picked))


def _later(dice: Sequence[Die], choice: Choice, value: Call) -> Choice | None:
    """Return what there would be to choose from at a later call, were nothing else to happen, if anything."""
    usable = tuple(die for die in dice if die.face in (value, ANGEL))
    if len(usable) <= choice.devils:
        return None
    outside = tuple(die for die in dice if die not in usable)
    return Choice(value, usable, outside, choice.devils, choice.receivers, choice.cursed)


def _calls(first: int) -> tuple[Call, ...]:
    return cast("tuple[Call, ...]", tuple(range(first, LAST_CALL + 1)))
