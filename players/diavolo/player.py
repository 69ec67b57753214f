"""Plays Diavolo: reads the throw as people do, as quickly as its level is among the table's people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log, sqrt
from statistics import NormalDist, fmean
from types import MappingProxyType
from typing import Final

from engines.core.draws import Draws
from engines.core.records import SeatName
from engines.diavolo.events import DiavoloEvent, Grabbed, Rolled, Settled
from engines.diavolo.model import Action, Color, Grab, Observation, Throw
from engines.diavolo.rules import GRAB_SECONDS
from engines.diavolo.throw import COLORS, DIE_COLORS, measures, target
from players.core.chance import draw_fraction, draw_one, draw_weighted, happens
from players.core.player import Budget, Decision, Level, Persona, Player, Told, View, take_time, without_told

# How quick the table's people are, as far as was seen: times are lognormal, around a middle that may move.
#
# People learn and tire: late rounds count for more than early ones, and what grew from round to round is
# expected to go on.

_SPREAD: Final = 0.28
"""How much the times of one person vary, where nobody was seen yet."""
_SURE_OF_MIDDLE: Final = 0.1
"""So many rounds count for what is assumed of somebody's middle; people differ more than one varies."""
_SURE_OF_TREND: Final = 20.0
_SURE_OF_SPREAD: Final = 4.0
_SURE_OF_SLIPS: Final = 2.0
_FADING: Final = 0.9
"""How much a round counts beside the next one."""
_ODD: Final = 2.0
"""What is farther off, in spreads, counts as if it were so far: somebody was disturbed."""
_ROUNDS: Final = 6
"""Enough for the estimate to stand still."""
_SMALLEST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class People:
    """The table's people: the middle and the spread of their next times (logarithms, 0: as assumed).

    `slips`: how many times as often as expected they go wrong. `rounds`: how many were seen of each.
    """

    middle: float = 0.0
    spread: float = _SPREAD
    slips: float = 1.0
    rounds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Course:
    """Somebody's times: their middle, that of the rounds that count, and by how much it grows each round.

    `rows` are each time with what it counts, and how many rounds it lies beyond the middle of all.
    """

    rows: Sequence[tuple[Took, float, float]]
    middle: float = 0.0
    trend: float = 0.0

    @classmethod
    def of(cls, times: Sequence[Took]) -> _Course:
        """Return the course of somebody of whom nothing but the times is known."""
        weights = [_FADING**age for age in reversed(range(len(times)))]
        centre = sum(place * weight for place, weight in enumerate(weights)) / sum(weights)
        each = enumerate(zip(times, weights, strict=True))
        return cls([(took, weight, place - centre) for place, (took, weight) in each])

    @property
    def next(self) -> float:
        """The middle of the time that comes next."""
        _, _, last = self.rows[-1]
        return self.middle + self.trend * (last + 1)


def estimate(clicks: Iterable[Clicks]) -> People:
    """Return what people are like, from what was seen of each; without any, what is assumed.

    How often they slip does not depend on their times, which are known at the table but are in no record.
    """
    everybody = list(clicks)
    slips = sum(each.slips for each in everybody) + _SURE_OF_SLIPS
    expected = sum(each.expected for each in everybody) + _SURE_OF_SLIPS
    courses, spread = [_Course.of(each.times) for each in everybody if each.times], _SPREAD
    if not courses:
        return People(slips=slips / expected)
    for _ in range(_ROUNDS):
        courses = [_follow(course, spread) for course in courses]
        spread = _find_spread(courses, spread)
    rounds = fmean(len(course.rows) for course in courses)
    return People(fmean(course.next for course in courses), spread, slips / expected, rounds)


def find_lead(own: Clicks, others: Iterable[Clicks], aim: float) -> float:
    """Return in how many more rounds than it aims at (0 to 1 of all) somebody was quicker than one of others.

    Rounds that were over before either of both had clicked do not count, nor does who was not seen yet.
    """
    leads = [_compare(own, other, aim) for other in others if other.times]
    return fmean(leads) if leads else 0.0


def _compare(own: Clicks, other: Clicks, aim: float) -> float:
    """Return by how much somebody leads before another one."""
    rounds = zip(reversed(own.times), reversed(other.times), strict=False)
    return sum(
        (not mine.open and mine.log <= theirs.log) - aim
        for mine, theirs in rounds
        if not (mine.open and theirs.open)
    )


def _follow(course: _Course, spread: float) -> _Course:
    """Return somebody's course, given the one found before."""
    rows = [
        (_fill(took, course.middle + course.trend * beyond, spread), weight, beyond)
        for took, weight, beyond in course.rows
    ]
    whole = sum(weight * (log - course.trend * beyond) for log, weight, beyond in rows)
    middle = whole / (sum(weight for _, weight, _ in rows) + _SURE_OF_MIDDLE)
    grown = sum(weight * beyond * (log - middle) for log, weight, beyond in rows)
    trend = grown / (sum(weight * beyond**2 for _, weight, beyond in rows) + _SURE_OF_TREND)
    return _Course(course.rows, middle, trend)


def _fill(took: Took, expected: float, spread: float) -> float:
    """Return what a time counts as where another one was expected."""
    away = (took.log - expected) / spread
    return expected + spread * max(-_ODD, min(_ODD, _beyond(away) if took.open else away))


def _find_spread(courses: Iterable[_Course], spread: float) -> float:
    """Return the spread of everybody's times around their courses, given the one found before."""
    squares, many = _SURE_OF_SPREAD * _SPREAD**2, _SURE_OF_SPREAD
    for course in courses:
        for took, weight, beyond in course.rows:
            away = (took.log - course.middle - course.trend * beyond) / spread
            square = 1 + away * _beyond(away) if took.open else min(away**2, _ODD**2)
            squares += weight * spread**2 * square
            many += weight
    return sqrt(squares / many)


def _beyond(least: float) -> float:
    """Return the mean of what is normal and at least so much."""
    left = max(_SMALLEST, 1 - _NORMAL.cdf(least))
    return max(least, _NORMAL.pdf(least) / left)


DiavoloView = View[Observation, Action, DiavoloEvent]
LEAST_MS: Final = 900
"""Nobody sees, decides and clicks in less."""
_FASTEST_TENTH: Final = NormalDist().inv_cdf(0.1)
"""No computer is quicker than the fastest tenth of people's times."""
_CAUTION: Final = 0.6
"""How much farther off that bound is, in spreads, before any round was seen: it is guessed until then."""
_SLOWER: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 0.4, Level.MEDIUM: -0.2, Level.STRONG: -1.15}
)
"""How much slower than people a level is, in spreads."""
_QUICKER: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 0.39, Level.MEDIUM: 0.5, Level.STRONG: 0.61}
)
"""In what part (0 to 1) of the rounds a level is to be quicker than one of the people."""
_AMENDS: Final = 0.3
"""How much slower, in spreads, it makes to have been quicker in one round more than that."""
_MOST_AMENDS: Final = 1.5
_SLIPS: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 1.3, Level.MEDIUM: 1.0, Level.STRONG: 0.7}
)
"""How many times as often as people a level goes wrong."""
_MOST_SLIPS: Final = 0.5
_MOST_MS: Final = 1000 * (GRAB_SECONDS - 1)
_AGAIN_MS: Final = 1200
"""What people take in the middle to look for another pawn, where theirs was gone."""
_TOO_LATE_MS: Final = 5000
"""Where the right pawns are gone nobody hurries: the round closes before."""
_ROLL_S: Final = 2.0
_ASKED: Final = 64
"""So many races are remembered: in one round the same seat is asked again and again."""
_NORMAL: Final = NormalDist()


class DiavoloPlayer(Player[Observation, Action, DiavoloEvent]):
    """Keeps everybody's times (see `Notes`), and measures itself against people's."""

    game = "diavolo"
    skim = staticmethod(without_told)

    def notice(self, notes: str, seat: SeatName, told: Told[DiavoloEvent]) -> str:
        """Return the notes after one more step."""
        del seat
        return take_notes(notes, (told,))

    def decide(
        self, view: DiavoloView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return what to do: throw the dice, or which pawn to grab how soon after they lie there."""
        del budget
        listed = view.legal.actions
        if not listed:
            raise ValueError(f"nothing to do for {view.seat}")
        throw = view.observation.dice
        if throw is None:
            return Decision((listed[0],), take_time(_ROLL_S, persona, draws, forced=True))
        race = _read_race(view, level)
        delay = _draw_delay(view.observation, throw, race, level, draws)
        return Decision((_choose(view, throw, race.people, level, draws),), delay)


@dataclass(frozen=True, slots=True)
class _Race:
    """Against whom a race goes, and after how many ms the others have clicked so far.

    `lead`: in how many more rounds than it aims at the seat was quicker than one of the people.
    """

    people: People
    lead: float
    clicked: Mapping[SeatName, int]


def _read_race(view: DiavoloView, level: Level) -> _Race:
    """Return what is known of the table's people, and how the seat has done beside them."""
    computers = {view.seat, *view.computers}
    people = tuple(seat for seat in view.observation.seats if seat not in computers)
    return _weigh_up(view.notes, view.seat, people, level)


@lru_cache(_ASKED)
def _weigh_up(text: str, seat: SeatName, people: tuple[SeatName, ...], level: Level) -> _Race:
    notes = Notes.read(text)
    clicks = [notes.seats.get(each, Clicks()) for each in people]
    lead = find_lead(notes.seats.get(seat, Clicks()), clicks, _QUICKER[level])
    return _Race(estimate(clicks), lead, notes.clicked)


def _draw_delay(seen: Observation, throw: Throw, race: _Race, level: Level, draws: Draws) -> int:
    """Draw how many ms after its opening to grab a pawn: of what is lognormal the part that is not too quick.

    The colour must not depend on it, nor on anybody's times: it can be derived again, times can not.
    """
    people = race.people
    slower = _SLOWER[level] + max(-_MOST_AMENDS, min(_MOST_AMENDS, _AMENDS * race.lead))
    fastest = _FASTEST_TENTH + _CAUTION / sqrt(1 + people.rounds)
    quick = _NORMAL.cdf(fastest - slower)
    away = slower + _NORMAL.inv_cdf(quick + (1 - quick) * draw_fraction(draws))
    factor, last = exp(people.middle + people.spread * away), max(race.clicked.values(), default=0)
    if seen.held:  # something was gone that this seat, or another one, wanted
        took = _TOO_LATE_MS if seen.closing else _AGAIN_MS * factor
    else:
        took, last = expect_time(throw) * factor, 0
    return min(_MOST_MS, last + max(LEAST_MS, round(took)))


def _choose(view: DiavoloView, throw: Throw, people: People, level: Level, draws: Draws) -> Action:
    """Choose a pawn of those that are left: the right one, but for slips."""
    right = target(throw)
    left = {action.color: action for action in view.legal.actions if isinstance(action, Grab)}
    wrong = {color: weight for color, weight in weigh_slips(throw).items() if color in left}
    slips = min(_MOST_SLIPS, expect_slips(throw) * people.slips * _SLIPS[level])
    slipped = happens(slips, draws)
    if right in left and (not slipped or not wrong):
        return left[right]
    return left[draw_weighted(wrong, draws)] if wrong else draw_one(view.legal.actions, draws)


# What a player remembers of everybody's clicks: how quick they were for what was asked, and how often wrong.
#
# A time is kept as the logarithm of how many times as long it was as people take in the middle. Who held no
# pawn when a round closed was slower than its last click, nobody knows by how much: such times are `open`.

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

_SMALLEST_WINS: Final = 2
_SECONDS: Final[Mapping[int, tuple[float, ...]]] = MappingProxyType(
    {2: (4.4, 4.4, 3.8, 2.8, 2.3, 2.1), 3: (6.2, 6.2, 4.7, 3.4, 2.5, 2.3)}
)
"""What each order takes people in the middle, by the dice of a colour: assumed, nobody was measured."""
_SLIPS_BY_ORDER: Final = (0.08, 0.09, 0.12, 0.07, 0.05, 0.05)
"""How often people go wrong at each order: assumed too."""
_TIES_ARE_HARD: Final = 1.6
_UNLIKELY: Final = 0.2


def expect_time(throw: Throw) -> float:
    """Return how many ms this throw takes people in the middle."""
    return 1000 * _SECONDS[len(throw.black)][throw.order - 1]


def expect_slips(throw: Throw) -> float:
    """Return how likely (0 to 1) people take a wrong pawn at this throw."""
    return _SLIPS_BY_ORDER[throw.order - 1] * (_TIES_ARE_HARD if target(throw) == "grey" else 1.0)


def weigh_slips(throw: Throw) -> dict[Color, float]:
    """Return how likely each wrong colour is taken for the right one: the nearer, the likelier."""
    right, measured = target(throw), measures(throw)
    if measured is None:
        return {color: 1.0 for color in COLORS if color != right}
    sign = -1 if throw.order == _SMALLEST_WINS else 1
    values = {color: sign * getattr(measured, color) for color in DIE_COLORS}
    best = max(values.values())
    weights: dict[Color, float] = {
        color: _UNLIKELY + exp(value - best) for color, value in values.items() if color != right
    }
    if right != "grey":
        weights["grey"] = max(weights.values()) / 2
    return weights
