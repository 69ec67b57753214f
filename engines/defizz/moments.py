"""What is worth telling of a game of Défizz: raises, gains, series, fast answers, and from how far back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from itertools import count

from engines.core.chronicle import Chronicle, Moment, Told, choose, weigh
from engines.core.events import SeatName
from engines.defizz.events import (
    Answered,
    Challenged,
    ChipsMoved,
    DefizzEvent,
    GameOver,
    QuestionAsked,
    RoundStarted,
    Settled,
    SettlementUndone,
    Staked,
    StakesReturned,
)
from engines.defizz.seen import Observation

__all__ = ["find_moments"]

_SERIES = 2
"""How many challenges won in a row make a series."""


def find_moments(chronicle: Chronicle[DefizzEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first. A turn that is played again counts as one (Z13)."""
    undone = _find_undone(chronicle.events())
    events = tuple(event for place, event in enumerate(chronicle.events()) if place not in undone)
    won = (*_raises(events), *_gains(events), *_series(events))
    return choose((*won, *_answers(chronicle.steps, undone), *_comeback(chronicle)))


def _find_undone(events: Iterable[DefizzEvent]) -> frozenset[int]:
    """Return the places of what settled a challenge, and of what opened a turn, that was taken back (Z21)."""
    undone: set[int] = set()
    since: list[int] = []
    for place, event in enumerate(events):
        match event:
            case Settled() | StakesReturned():
                since = [place]
            case RoundStarted():
                since.append(place)
            case SettlementUndone():
                undone |= set(since)
                since = []
    return frozenset(undone)


def _raises(events: Iterable[DefizzEvent]) -> Iterator[Moment]:
    """The greatest stake above the minimum that was paid (Z5, Z6), and whether it was worth it."""
    turn, raised, stake = 0, None, 0
    for event in events:
        match event:
            case RoundStarted():
                turn, raised, stake = event.round, None, 0
            case Challenged():
                raised = event.seat if event.raised else None
            case Staked():
                stake = event.stake
            case Settled() if raised is not None and stake:
                seats = tuple(dict.fromkeys((raised, event.winner)))
                yield Moment("raise", seats, {"stake": stake, "turn": turn}, weigh(40, 95, stake, 1500))


def _gains(events: Iterable[DefizzEvent]) -> Iterator[Moment]:
    """What was won at once, of the pot and of the bank (Z8, Z16)."""
    turn = 0
    for event in events:
        match event:
            case RoundStarted():
                turn = event.round
            case Settled() if gain := event.pot + event.prize:
                yield Moment(
                    "gain", (event.winner,), {"chips": gain, "turn": turn}, weigh(25, 85, gain, 2500)
                )


def _series(events: Iterable[DefizzEvent]) -> Iterator[Moment]:
    """Challenges won in a row; one without a winner does not end a series."""
    who: SeatName | None = None
    turn = in_a_row = 0
    for event in events:
        match event:
            case RoundStarted():
                turn = event.round
            case Settled():
                in_a_row = in_a_row + 1 if event.winner == who else 1
                who = event.winner
                if in_a_row >= _SERIES:
                    facts = {"times": in_a_row, "turn": turn}
                    yield Moment("series", (event.winner,), facts, weigh(20, 90, in_a_row, 4))


def _answers(steps: Iterable[Told[DefizzEvent, Observation]], undone: Container[int]) -> Iterator[Moment]:
    """How fast the winner of a Chrono that a click opened had answered (Z9)."""
    turn, asked_at = 0, None
    answered_at: dict[SeatName, int] = {}
    places = count()
    for told in steps:
        for event in told.events:
            if next(places) in undone:
                continue
            match event:
                case RoundStarted():
                    turn = event.round
                case QuestionAsked():
                    asked_at, answered_at = told.clicked_at if event.mode == "chrono" else None, {}
                case Answered() if told.clicked_at is not None:
                    answered_at[event.seat] = told.clicked_at
                case Settled(outcome="won") if asked_at is not None and event.winner in answered_at:
                    took = max(0, answered_at[event.winner] - asked_at)
                    facts = {"ms": took, "turn": turn}
                    yield Moment("fastest", (event.winner,), facts, weigh(75, 30, took, 1000))


def _comeback(chronicle: Chronicle[DefizzEvent, Observation]) -> Iterator[Moment]:
    """The fewest chips that the only winner ever had, if that was half of the start or less.

    Chips that a quizmaster moved (Z29) are no play: without them, too, the winner had so few, and has won.
    """
    winner = _only_winner(chronicle)
    start = 0 if winner is None else chronicle.steps[0].see().chips[winner]
    if winner is None or not start:
        return
    for told, event, moved in _with_moved(chronicle):
        if isinstance(event, RoundStarted):
            least = told.see().chips[winner]
            if 2 * max(least, least - moved[winner]) <= start:
                facts = {"chips": least, "turn": event.round - 1}
                yield Moment("comeback", (winner,), facts, 60 + 20 * (1 - 2 * least / start))


def _only_winner(chronicle: Chronicle[DefizzEvent, Observation]) -> SeatName | None:
    """Who won alone, and would have as many chips as anybody if none had been moved; else None."""
    for told, event, moved in _with_moved(chronicle):
        if isinstance(event, GameOver) and len(event.winners) == 1:
            played = {seat: chips - moved[seat] for seat, chips in told.see().chips.items()}
            (winner,) = event.winners
            return winner if played[winner] == max(played.values()) else None
    return None


def _with_moved(
    chronicle: Chronicle[DefizzEvent, Observation],
) -> Iterator[tuple[Told[DefizzEvent, Observation], DefizzEvent, Counter[SeatName]]]:
    """Yield every event with its step, and how many chips were moved to each seat until then."""
    moved: Counter[SeatName] = Counter()
    for told in chronicle.steps:
        for event in told.events:
            if isinstance(event, ChipsMoved):
                moved.update({event.giver: -event.chips, event.taker: event.chips})
            yield told, event, moved
