"""What a player remembers of everybody's clicks: how quick they were for what was asked, and how often wrong.

A time is kept as the logarithm of how many times as long it was as people take in the middle. Who held no
pawn when a round closed was slower than its last click, nobody knows by how much: such times are `open`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, log
from types import MappingProxyType
from typing import Final

from engines.core.records import SeatName
from engines.diavolo.events import DiavoloEvent, Grabbed, Rolled, Settled
from engines.diavolo.model import Color, Throw
from engines.diavolo.throw import COLORS, DIE_COLORS, measures, target
from players.core.player import Told

_MOST_KEPT: Final = 20
"""So many rounds of a seat are remembered: people warm up, and tire."""
_BOUND: Final = 1.5


@dataclass(frozen=True, slots=True)
class Took:
    """How long somebody took for a round (a logarithm); `open`: at least so long."""

    log: float
    open: bool


@dataclass(slots=True)
class Clicks:
    """What was seen of one seat: its times, and how many slips were expected of it, and came."""

    times: list[Took] = field(default_factory=list)
    expected: float = 0.0
    slips: int = 0

    def add(self, took: Took) -> None:
        """Remember one more time, and forget the oldest where there are many."""
        self.times = [*self.times, took][-_MOST_KEPT:]


@dataclass(slots=True)
class Notes:
    """What was seen of each seat; of the round that is on, how long it takes (ms) and who clicked when."""

    seats: dict[SeatName, Clicks] = field(default_factory=dict)
    middle: float = 0.0
    clicked: dict[SeatName, int] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> Notes:
        """Return the notes that `write` wrote; "" are empty ones."""
        if not text:
            return cls()
        plain = json.loads(text)
        seats = {
            seat: Clicks([Took(number, bool(is_open)) for number, is_open in times], expected, slips)
            for seat, (times, expected, slips) in plain["seats"].items()
        }
        return cls(seats, plain["middle"], plain["clicked"])

    def write(self) -> str:
        """Return the notes as JSON text."""
        seats = {
            seat: [[[took.log, int(took.open)] for took in each.times], round(each.expected, 4), each.slips]
            for seat, each in self.seats.items()
        }
        plain = {"seats": seats, "middle": self.middle, "clicked": self.clicked}
        return json.dumps(plain, separators=(",", ":"))

    def hear(self, event: DiavoloEvent, after_ms: int | None) -> None:
        """Take one event into account, that came so long (in ms) after its decision opened."""
        match event:
            case Rolled():
                self.middle, self.clicked = expect_time(event.dice), {}
            case Grabbed() if after_ms is not None:
                self.clicked.setdefault(event.seat, after_ms)
            case Settled():
                self._sum_up(event)
                self.clicked = {}

    def _sum_up(self, settled: Settled) -> None:
        for fate in settled.fates:
            clicks = self.seats.setdefault(fate.seat, Clicks())
            if fate.seat in self.clicked:
                clicks.add(self._took(self.clicked[fate.seat], is_open=False))
            elif self.clicked:
                clicks.add(self._took(max(self.clicked.values()), is_open=True))
            if fate.color is not None:
                clicks.expected += expect_slips(settled.dice)
                clicks.slips += fate.color != settled.target

    def _took(self, milliseconds: int, *, is_open: bool) -> Took:
        times = log(max(1, milliseconds) / self.middle)
        return Took(round(max(-_BOUND, min(_BOUND, times)), 3), is_open)


def take_notes(text: str, told: Iterable[Told[DiavoloEvent]]) -> str:
    """Return the notes after these steps."""
    notes = Notes.read(text)
    for step in told:
        for event in step.events:
            notes.hear(event, step.after_ms)
    return notes.write()


# How hard a throw is to read: how long people take, how often they go wrong, and in which way.

_SMALLEST: Final = 2
_SECONDS: Final[Mapping[int, tuple[float, ...]]] = MappingProxyType(
    {2: (4.4, 4.4, 3.8, 2.8, 2.3, 2.1), 3: (6.2, 6.2, 4.7, 3.4, 2.5, 2.3)}
)
"""What each order takes people in the middle, by the dice of a colour: assumed, nobody was measured."""
_SLIPS: Final = (0.08, 0.09, 0.12, 0.07, 0.05, 0.05)
"""How often people go wrong at each order: assumed too."""
_TIES_ARE_HARD: Final = 1.6
_UNLIKELY: Final = 0.2


def expect_time(throw: Throw) -> float:
    """Return how many ms this throw takes people in the middle."""
    return 1000 * _SECONDS[len(throw.black)][throw.order - 1]


def expect_slips(throw: Throw) -> float:
    """Return how likely (0 to 1) people take a wrong pawn at this throw."""
    return _SLIPS[throw.order - 1] * (_TIES_ARE_HARD if target(throw) == "grey" else 1.0)


def weigh_slips(throw: Throw) -> dict[Color, float]:
    """Return how likely each wrong colour is taken for the right one: the nearer, the likelier."""
    right, measured = target(throw), measures(throw)
    if measured is None:
        return {color: 1.0 for color in COLORS if color != right}
    sign = -1 if throw.order == _SMALLEST else 1
    values = {color: sign * getattr(measured, color) for color in DIE_COLORS}
    best = max(values.values())
    weights: dict[Color, float] = {
        color: _UNLIKELY + exp(value - best) for color, value in values.items() if color != right
    }
    if right != "grey":
        weights["grey"] = max(weights.values()) / 2
    return weights
