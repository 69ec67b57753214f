"""What is worth telling of a game of Débâcle: chains of captures, doubles, rounds, and how far behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.core.chronicle import Chronicle, Moment, choose, weigh
from engines.core.events import SeatName
from engines.debacle.events import (
    CapturedDie,
    DebacleEvent,
    DoublesTaken,
    GameOver,
    RoundEnded,
    RoundStarted,
    TurnStarted,
)
from engines.debacle.model import Observation

__all__ = ["find_moments"]

_CHAIN = 2
_TAKEN = 2
_MANY_POINTS = 15
_FAR_BEHIND = 5
_HIGHEST = 6


def find_moments(chronicle: Chronicle[DebacleEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first."""
    events = tuple(chronicle.events())
    return choose((*_captures(events), *_rounds(chronicle.seats, events)))


def _captures(events: Iterable[DebacleEvent]) -> Iterator[Moment]:
    """The longest chain of captures (B5), most dice taken as doubles (B7), a six that an ace captured."""
    when = {"round": 0, "turn": 0}
    captured: list[int] = []
    for event in events:
        match event:
            case RoundStarted():
                when = {"round": event.round, "turn": 0}
            case TurnStarted():
                when = {**when, "turn": event.turn}
            case DoublesTaken() if len(event.take) >= _TAKEN:
                facts = {"dice": len(event.take), "points": sum(event.values), **when}
                yield Moment("doubles", (event.seat,), facts, weigh(20, 95, len(event.take), 4))
            case CapturedDie():
                captured = [*captured, event.value] if event.bounce else [event.value]
                if len(captured) >= _CHAIN:
                    facts = {"dice": len(captured), "points": sum(captured), **when}
                    yield Moment("chain", (event.seat,), facts, weigh(25, 100, len(captured), 3))
                if (event.before, event.value) == (1, _HIGHEST):
                    yield Moment("ace", (event.seat,), when, 44)


def _rounds(seats: tuple[SeatName, ...], events: Iterable[DebacleEvent]) -> Iterator[Moment]:
    """The richest round (B9), and how far behind the winner once was."""
    behind: list[Moment] = []
    for event in events:
        match event:
            case RoundEnded():
                for place, seat in enumerate(seats):
                    gained = sum(event.captured[place])
                    facts = {"points": gained, "round": event.round}
                    if gained >= _MANY_POINTS:
                        yield Moment("round", (seat,), facts, weigh(20, 85, gained, 15))
                    gap = event.points[1 - place] - event.points[place]
                    facts = {"points": gap, "round": event.round}
                    if gap >= _FAR_BEHIND:
                        behind.append(Moment("comeback", (seat,), facts, weigh(40, 90, gap, 12)))
            case GameOver():
                yield from (moment for moment in behind if moment.seats[0] in event.winners)
