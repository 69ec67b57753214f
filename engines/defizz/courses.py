"""How the challenges of a game went, as they stand once no verdict can be turned any more (Z21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines.core.events import Event, SeatName
from engines.defizz import events
from engines.defizz.deck import Mode, Number
from engines.defizz.model import Outcome

__all__ = ["Course", "find_contests", "find_courses"]


@dataclass(slots=True)
class Course:
    """A challenge from the choice to its end. Without `mode` no question was asked.

    `paid` is what each seat put into the pot, a leaver’s chips included (Z20). `verdicts` are those that
    stand, in the order in which they were given. `number` is the right answer of a Cible. `rest` is what the
    bank had left, and gave away afterwards (Z16).
    """

    mode: Mode | None = None
    reader: str = ""
    participants: tuple[SeatName, ...] = ()
    stake: int = 0
    paid: Counter[SeatName] = field(default_factory=Counter)
    answers: list[events.Answered] = field(default_factory=list)
    verdicts: list[events.Judged] = field(default_factory=list)
    outcome: Outcome | None = None
    winner: SeatName | None = None
    pot: int = 0
    prize: int = 0
    number: Number | None = None
    rest: events.BankClosed | None = None


def find_courses(told: Iterable[Event]) -> tuple[Course, ...]:
    """Return the challenges that were settled; one that was settled again counts as it was settled last."""
    ended: list[Course] = []
    course: Course | None = None
    reader = ""
    for event in told:
        match event:
            case events.RoundStarted() | events.ReaderChanged():
                reader = event.reader
            case events.Challenged():
                course = Course()
            case events.SettlementUndone():
                course = _reopen(ended.pop())
            case events.Settled() | events.StakesReturned() if course is not None:
                _end(course, event)
                ended.append(course)
                course = None
            case _ if course is not None:
                _go_on(course, event, reader)
            case _ if ended:
                _look_back(ended[-1], event)
    return tuple(ended)


def _go_on(course: Course, event: Event, reader: str) -> None:
    """Note what happened in a challenge."""
    match event:
        case events.Refused(seat, paid):
            course.paid[seat] += paid
        case events.Staked(seats, stake):
            course.stake = stake
            course.paid.update(dict.fromkeys(seats, stake))
        case events.QuestionAsked():
            course.mode, course.participants, course.reader = event.mode, event.participants, reader
        case events.Answered():
            course.answers.append(event)
        case events.Judged():
            course.verdicts.append(event)
        case events.VerdictTurned():
            _forget_verdicts(course, event.seat)
        case events.Left(seat) if event.chips:
            course.paid[seat] += event.chips


def _look_back(course: Course, event: Event) -> None:
    """Note what happened to a challenge once it was settled."""
    match event:
        case events.AnswerRevealed():
            course.number = event.number
        case events.BankClosed():
            course.rest = event
        case events.VerdictTurned():
            _forget_verdicts(course, event.seat)


def _forget_verdicts(course: Course, seat: SeatName) -> None:
    """Forget the last verdict on a seat, and those on later answers: they are given anew, or not at all."""
    last = max(place for place, verdict in enumerate(course.verdicts) if verdict.seat == seat)
    del course.verdicts[last:]


def _end(course: Course, event: events.Settled | events.StakesReturned) -> None:
    course.outcome = event.outcome
    if isinstance(event, events.Settled):
        course.winner, course.pot, course.prize = event.winner, event.pot, event.prize


def _reopen(course: Course) -> Course:
    course.outcome = course.winner = course.number = course.rest = None
    course.pot = course.prize = 0
    return course


def find_contests(told: Iterable[Event]) -> tuple[tuple[SeatName, bool], ...]:
    """Return who contested a verdict, and whether the vote turned it; a vote may be broken off (Z21)."""
    found: list[tuple[SeatName, bool]] = []
    for event in told:
        match event:
            case events.Contested():
                found.append((event.by, False))
            case events.VoteClosed(turned=True):
                found[-1] = (found[-1][0], True)
    return tuple(found)
