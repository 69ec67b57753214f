"""What is worth telling of a game of La Tasse. Dice that were believed stay secret for ever (T4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engines.core.chronicle import Chronicle, Fact, Moment, choose, weigh
from engines.core.events import SeatName
from engines.tasse.events import Doubted, Duelled, DuelsStarted, JokerPlayed, TasseEvent, Trusted
from engines.tasse.model import Observation
from engines.tasse.scores import SPECIALS, place

__all__ = ["find_moments"]

_HIGH = place("11")
"""From the doubles on, an announcement is a bold one."""
_STEPS = 3
"""How many steps of the ladder a bluff must be too high to be told."""
_CAUGHT = 2
_BELIEVED = 4


def find_moments(chronicle: Chronicle[TasseEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first."""
    events = tuple(chronicle.events())
    return choose((*_doubts(events), *_announcements(events), *_jokers(events)))


def _doubts(events: Iterable[TasseEvent]) -> Iterator[Moment]:
    """The boldest bluff that was seen through, who lied most, and the truth that was not believed (T6)."""
    caught: Counter[SeatName] = Counter()
    for event in events:
        if not isinstance(event, Doubted):
            continue
        seats, score = (event.announcer, event.seat), event.announced
        if event.truth:
            if place(score) >= _HIGH:
                yield Moment("truth", seats, {"score": score}, 20 + 3 * place(score))
            continue
        caught[event.announcer] += 1
        times = caught[event.announcer]
        if times >= _CAUGHT:
            yield Moment("liar", seats[:1], {"times": times}, weigh(25, 90, times, 3))
        steps = 0 if event.dice in SPECIALS else place(score) - place(event.dice)
        if steps >= _STEPS:
            facts: dict[str, Fact] = {"score": score, "dice": event.dice, "steps": steps}
            yield Moment("bluff", seats, facts, 30 + 4 * steps)


def _announcements(events: Iterable[TasseEvent]) -> Iterator[Moment]:
    """The highest announcement that was believed, and how often in a row all believed (T4)."""
    in_a_row = 0
    for event in events:
        match event:
            case Trusted():
                in_a_row += 1
                if place(event.score) >= _HIGH:
                    seats = (event.announcer, event.seat)
                    yield Moment("believed", seats, {"score": event.score}, 8 + 4.5 * place(event.score))
                if in_a_row >= _BELIEVED:
                    yield Moment("trust", (event.seat,), {"times": in_a_row}, weigh(15, 85, in_a_row, 6))
            case _ if event.type in ("scored", "restarted", "round_started"):
                in_a_row = 0


def _jokers(events: Iterable[TasseEvent]) -> Iterator[Moment]:
    """The joker that beat most (T11), and the duels of 32 on 32 (T12)."""
    fought = won = 0
    for event in events:
        match event:
            case JokerPlayed(won=True):
                facts = {"score": event.to_beat, "dice": event.dice}
                yield Moment("joker", (event.seat, event.target), facts, 40 + 2 * place(event.to_beat))
            case DuelsStarted():
                fought = won = 0
            case Duelled():
                fought, won = fought + 1, won + event.won
                weight = weigh(55, 90, won + fought / 10, 2)
                yield Moment("duels", (event.roller,), {"won": won, "fought": fought}, weight)
