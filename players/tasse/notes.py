"""What a player remembers of the others: how often they lie and doubt, beside what was expected.

Notes are counts by seat. What is expected is what `PEOPLE` would have done in the same places, so that
whoever had to lie all evening is no liar for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeAlias

from engines.core.records import SeatName
from engines.tasse.events import Announced, Doubted, Rolled, TasseEvent, Trusted
from engines.tasse.scores import SPECIALS, Score
from players.tasse.challenge import NOTHING, ROLLS, SCORES, SHOW, TOP, after_show, rank_of

# How people play who do not calculate: the lower levels, and what a strong player expects of strangers.

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


# Notes: counts by seat, beside what was expected.

PEOPLE: Final = Habits(lies=0.15, doubts=0.9)
"""What is expected of people of whom nothing is known yet: rather more doubt than most show."""
_SEATS: Final = 3
_TRUST: Final = 3.0
"""So many cases as expected count for what nobody has seen."""
_TABLES: Final = 64
"""The notes of so many tables are remembered: all seats of a table write down the same."""
_Heard: TypeAlias = Rolled | Announced | Trusted | Doubted
_HEARD: Final = (Rolled, Announced, Trusted, Doubted)
_LEAST: Final = 0.5
_MOST: Final = 2.5


@dataclass(slots=True)
class Tally:
    """How often something was expected of a seat, and how often it came."""

    expected: float = 0.0
    seen: int = 0

    @property
    def factor(self) -> float:
        """How many times as often as expected it comes, as far as that is known: never far from 1.

        Whoever pretends to be somebody else, so as to be misjudged later, shall gain little by it.
        """
        return min(_MOST, max(_LEAST, (self.seen + _TRUST) / (self.expected + _TRUST)))


@dataclass(slots=True)
class Notes:
    """What is known of each seat, and what was said on what, until it is doubted or believed."""

    lies: dict[SeatName, Tally] = field(default_factory=dict)
    doubts: dict[SeatName, Tally] = field(default_factory=dict)
    rank: int = NOTHING
    said: int = NOTHING

    @classmethod
    def read(cls, text: str) -> Notes:
        """Return the notes that `write` wrote; "" are empty ones."""
        if not text:
            return cls()
        plain = json.loads(text)
        return cls(_tallies(plain["lies"]), _tallies(plain["doubts"]), plain["rank"], plain["said"])

    def write(self) -> str:
        """Return the notes as JSON text."""
        plain: dict[str, Any] = {"rank": self.rank, "said": self.said}
        for name, tallies in (("lies", self.lies), ("doubts", self.doubts)):
            plain[name] = {seat: [round(each.expected, 4), each.seen] for seat, each in tallies.items()}
        return json.dumps(plain, separators=(",", ":"))

    def habits(self, seat: SeatName) -> tuple[float, float]:
        """Return how many times as often as expected a seat lies, and doubts."""
        return self.lies.get(seat, Tally()).factor, self.doubts.get(seat, Tally()).factor

    def _count(self, tallies: dict[SeatName, Tally], seat: SeatName, expected: float, *, came: bool) -> None:
        tally = tallies.setdefault(seat, Tally())
        tally.expected += expected
        tally.seen += came

    def hear(self, event: _Heard) -> None:
        """Take one event into account."""
        match event:
            case Rolled():
                self.rank = rank_of(event.to_match)
            case Announced():
                self.said = rank_of(event.score)
            case Trusted():
                chance = doubt_chance(self.rank, self.said, PEOPLE)
                self._count(self.doubts, event.seat, chance, came=False)
            case Doubted():
                chance = doubt_chance(self.rank, self.said, PEOPLE)
                self._count(self.doubts, event.seat, chance, came=True)
                lie = lie_chance(self.rank, self.said, _SEATS, PEOPLE)
                self._count(self.lies, event.announcer, lie, came=not event.truth)


def take_notes(text: str, events: Iterable[TasseEvent]) -> str:
    """Return the notes after these events."""
    return _take(text, tuple(event for event in events if isinstance(event, _HEARD)))


@lru_cache(_TABLES)
def _take(text: str, events: tuple[_Heard, ...]) -> str:
    notes = Notes.read(text)
    for event in events:
        notes.hear(event)
    return notes.write()


def _tallies(plain: Mapping[SeatName, list[float]]) -> dict[SeatName, Tally]:
    return {seat: Tally(expected, int(seen)) for seat, (expected, seen) in plain.items()}
