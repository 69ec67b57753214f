"""What is worth telling of a game of DESfausse: devils, gifts, large discards, curses, quick rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engines.core.chronicle import Chronicle, Moment, choose, weigh
from engines.core.events import SeatName
from engines.desfausse.dice import DEVIL
from engines.desfausse.events import (
    DesfausseEvent,
    Discarded,
    Gave,
    RollingEnded,
    RoundWon,
    TurnEnded,
    TurnStarted,
)
from engines.desfausse.model import MovedDie, Observation

__all__ = ["find_moments"]

_MANY_DEVILS = 3
_MANY_DICE = 3
_OFTEN = 2
_QUICK = 4


def find_moments(chronicle: Chronicle[DesfausseEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first."""
    events = tuple(chronicle.events())
    return choose((*_devils(events), *_discards(events), *_rounds(events)))


def _devils(events: Iterable[DesfausseEvent]) -> Iterator[Moment]:
    """Most devils in a turn, told once all faces are (F2), and who was cursed most often (F3)."""
    cursed: Counter[SeatName] = Counter()
    for event in events:
        match event:
            case TurnEnded():
                for seat, dice in event.rolled.items():
                    devils = sum(die.face == DEVIL for die in dice)
                    facts = {"devils": devils, "dice": len(dice), "round": event.round, "turn": event.turn}
                    if devils >= _MANY_DEVILS:
                        yield Moment("devils", (seat,), facts, weigh(15, 95, devils, 4))
            case RollingEnded():
                cursed.update(event.cursed)
                for seat in event.cursed:
                    if cursed[seat] >= _OFTEN:
                        weight = weigh(15, 75, cursed[seat], 4)
                        yield Moment("cursed", (seat,), {"times": cursed[seat]}, weight)


def _discards(events: Iterable[DesfausseEvent]) -> Iterator[Moment]:
    """The largest discard (F5), most dice given to one seat, and a gift that barred its receiver (F7)."""
    single: set[SeatName] = set()
    for event in events:
        match event:
            case RollingEnded():
                single = {seat for seat, dice in event.hands.items() if len(dice) == 1}
            case Discarded():
                done = event.discarding
                single.discard(done.seat)
                if len(done.places) >= _MANY_DICE:
                    weight = weigh(15, 85, len(done.places), 4)
                    yield Moment("discard", (done.seat,), {"dice": len(done.places)}, weight)
                yield from _gifts(done.seat, (*done.places, *done.curses), single)
            case Gave():
                yield from _gifts(event.giving.seat, event.giving.curses, set())


def _gifts(giver: SeatName, dice: Iterable[MovedDie], single: set[SeatName]) -> Iterator[Moment]:
    """What was given: `single` are those whose only die had not been discarded yet."""
    given = Counter(moved.to for moved in dice if moved.to is not None and moved.where == "hand")
    for receiver, many in given.items():
        yield Moment("gift", (giver, receiver), {"dice": many}, weigh(15, 95, many, 3))
        if receiver in single:
            yield Moment("barred", (giver, receiver), {"dice": many}, weigh(60, 80, many, 1))


def _rounds(events: Iterable[DesfausseEvent]) -> Iterator[Moment]:
    """The round that took the fewest turns (F10)."""
    turn = 0
    for event in events:
        match event:
            case TurnStarted():
                turn = event.turn
            case RoundWon() if turn <= _QUICK:
                yield Moment("quick", event.winners, {"turns": turn, "round": event.round}, 60 - 5 * turn)
