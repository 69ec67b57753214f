"""What each seat did in a game of Défizz: a team has one sheet (Z16), a quizmaster none (Z27).

A challenge counts once it is settled, as it stands in the end (Z21): one that was broken off because the game
was over does not count.

| fact | counts |
| --- | --- |
| asked_chrono | questions of that mode that it took part in (Z9) |
| asked_cible | (Z10) |
| asked_pingpong | (Z11) |
| asked_chance | (Z12) |
| answered_chrono | answers that it gave to them |
| answered_cible | numbers proposed |
| answered_pingpong | answers given |
| answered_chance | numbers proposed |
| won_chrono | of the questions that it took part in, those whose pot it took (Z8) |
| won_cible | so, in a Cible |
| won_pingpong | so, in a Ping-pong |
| won_chance | so, by luck |
| judged_chrono | of its answers, those on which there is a verdict (Z14): none on one that came too late |
| judged_pingpong | so, in a Ping-pong |
| right_chrono | of those, right ones |
| right_pingpong | so, in a Ping-pong |
| exact_cible | of its numbers, exact ones |
| timed_chrono | answers by a click, of which it is known how long they took |
| timed_cible | so, in a Cible |
| timed_pingpong | so, in a Ping-pong |
| timed_chance | so, where a number is drawn |
| ms_chrono | how long these took together, in ms, since the question was asked |
| ms_cible | so, in a Cible, since it was the seat’s turn |
| ms_pingpong | so, in a Ping-pong |
| ms_chance | so, where a number is drawn |
| turned_for | answers that count as right against the bot’s verdict (Z14, Z21) |
| turned_against | answers that count as wrong against the bot’s verdict |
| contests | verdicts contested, for a vote (Z21) |
| contests_won | of those, verdicts that were turned by that vote |
| opened | challenges chosen (Z4) |
| raised | of those, above the minimum (Z5, Z6) |
| named | stakes named in them, in chips; none where the bank pays (Z16) |
| had | chips that it had when it named them |
| challenged | duels to which it was challenged |
| accepted | raises accepted (Z5, Z6) |
| refused | raises refused, at a deadline too |
| won_refused | pots taken because nobody accepted |
| staked | chips paid to take part, those included that came back (Z7, Z13) |
| chips_won | chips of others in the pots that it took (Z8) |
| chips_lost | its own chips in pots that others took, those included that it left with (Z20) |
| pot_0 | pots taken of less than 500 chips |
| pot_500 | of 500 to 900 |
| pot_1000 | of 1000 to 1900 |
| pot_2000 | of 2000 to 3900 |
| pot_4000 | of 4000 and more |
| bank | chips that the bank paid (Z16) |
| corrected | chips that a quizmaster moved to it, below 0 where away from it (Z29) |
| helped | times that it read a card by itself (Z3) |
| read | questions that it read for others (Z1) |
| eliminated | 1 where it lost its last chip (Z15) |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Final, get_args

from engines.core import telling
from engines.core.records import Event, GameOver, SeatName
from engines.core.telling import Chronicle, Facts, Moment, Story, Tally
from engines.defizz import events
from engines.defizz.deck import Mode, Number
from engines.defizz.events import (
    Answered,
    Challenged,
    ChipsMoved,
    DefizzEvent,
    QuestionAsked,
    RoundStarted,
    Settled,
    SettlementUndone,
    Staked,
    StakesReturned,
)
from engines.defizz.model import Answer, Outcome
from engines.defizz.observe import Observation, deadline, to_act
from engines.defizz.rounds import players_of
from engines.defizz.settling import question_of
from engines.defizz.stakes import chips_of

_MODES: Final[tuple[Mode, ...]] = get_args(Mode)
_JUDGED: Final[tuple[Mode, ...]] = ("chrono", "pingpong")
_POTS: Final = (4000, 2000, 1000, 500, 0)
"""Pots are counted together from one of these sizes on."""

_NAMES = (
    *(f"{what}_{mode}" for what in ("asked", "answered", "won", "timed", "ms") for mode in _MODES),
    *(f"{what}_{mode}" for what in ("judged", "right") for mode in _JUDGED),
    *("exact_cible", "turned_for", "turned_against", "contests", "contests_won"),
    *("opened", "raised", "named", "had", "challenged", "accepted", "refused", "won_refused"),
    *("staked", "chips_won", "chips_lost", *(f"pot_{least}" for least in _POTS)),
    *("bank", "corrected", "helped", "read", "eliminated"),
)


def tally(story: Story) -> Facts:
    """Return the facts of every seat that plays."""
    sheets = telling.blank_sheets(players_of(story.last().setup), _NAMES)
    for course in find_courses(story.events()):
        _count_question(sheets, course)
        _count_chips(sheets, course)
    for event in story.events():
        _count_choices(sheets, event)
        _count_fate(sheets, event)
    for seat, turned in find_contests(story.events()):
        sheets[seat]["contests"] += 1
        sheets[seat]["contests_won"] += turned
    _count_appetite(sheets, story)
    _count_times(sheets, story)
    return sheets


def _count_question(sheets: Tally, course: Course) -> None:
    """Count who was asked, and what became of the answers."""
    mode = course.mode
    if mode is None:
        return
    for seat in course.participants:
        sheets[seat][f"asked_{mode}"] += 1
    for answer in course.answers:
        sheets[answer.seat][f"answered_{mode}"] += 1
        if mode == "cible" and answer.number is not None and course.number is not None:
            exact = Fraction(answer.number) == Fraction(str(course.number))
            sheets[answer.seat]["exact_cible"] += exact
    for verdict in course.verdicts:
        sheet = sheets[verdict.seat]
        sheet[f"judged_{mode}"] += 1
        sheet[f"right_{mode}"] += verdict.right
        sheet["turned_for"] += verdict.right and not verdict.bot
        sheet["turned_against"] += verdict.bot and not verdict.right
    if course.winner is not None:
        sheets[course.winner][f"won_{mode}"] += 1
    if course.reader in sheets:
        sheets[course.reader]["read"] += 1


def _count_chips(sheets: Tally, course: Course) -> None:
    """Count stakes, and what they became."""
    for seat in course.participants:
        sheets[seat]["staked"] += course.stake
    if course.rest is not None and course.rest.seat is not None:
        sheets[course.rest.seat]["bank"] += course.rest.rest
    if course.winner is None:
        return
    winner = sheets[course.winner]
    winner["chips_won"] += course.pot - course.paid[course.winner]
    winner["bank"] += course.prize
    winner["won_refused"] += course.outcome == "refused"
    winner[f"pot_{next(least for least in _POTS if course.pot >= least)}"] += 1
    for seat, chips in course.paid.items():
        sheets[seat]["chips_lost"] += chips * (seat != course.winner)


def _count_choices(sheets: Tally, event: Event) -> None:
    """Count what seats dared, or did not."""
    match event:
        case events.Challenged(seat):
            sheets[seat]["opened"] += 1
            sheets[seat]["raised"] += event.raised
            if event.opponent is not None:
                sheets[event.opponent]["challenged"] += 1
        case events.Accepted(seat):
            sheets[seat]["accepted"] += 1
        case events.Refused(seat):
            sheets[seat]["refused"] += 1
        case events.HelpUsed(seat):
            sheets[seat]["helped"] += 1


def _count_fate(sheets: Tally, event: Event) -> None:
    """Count what a quizmaster or the loss of all chips did to seats."""
    match event:
        case events.ChipsMoved(giver, taker, chips):
            sheets[giver]["corrected"] -= chips
            sheets[taker]["corrected"] += chips
        case events.Eliminated(seat):
            sheets[seat]["eliminated"] = 1
        case events.SettlementUndone():
            for seat in event.returning:
                sheets[seat]["eliminated"] = 0


def _count_appetite(sheets: Tally, story: Story) -> None:
    """Count the stakes that seats named, beside what they had."""
    for deed in story.deeds:
        for event in deed.events:
            if isinstance(event, events.Challenged) and event.stake is not None and deed.before is not None:
                sheet = sheets[event.seat]
                sheet["named"] += event.stake
                sheet["had"] += chips_of(deed.before.setup, deed.before.position, event.seat)


def _count_times(sheets: Tally, story: Story) -> None:
    """Count how long answers took."""
    for deed, ms in telling.find_timed(story, deadline, to_act):
        if isinstance(deed.action, Answer) and deed.before is not None and deed.seat is not None:
            mode = question_of(deed.before.setup, deed.before.position).mode
            sheets[deed.seat][f"timed_{mode}"] += 1
            sheets[deed.seat][f"ms_{mode}"] += ms


# What is worth telling of a game of Défizz: raises, gains, series, fast answers, and from how far back.

_SERIES = 2
"""How many challenges won in a row make a series."""


def find_moments(chronicle: Chronicle[DefizzEvent, Observation]) -> tuple[Moment, ...]:
    """Return the moments of a game, the best first. A turn that is played again counts as one (Z13)."""
    undone = _find_undone(chronicle.events())
    events = tuple(event for place, event in enumerate(chronicle.events()) if place not in undone)
    won = (*_raises(events), *_gains(events), *_series(events))
    return telling.choose((*won, *_answers(chronicle.steps, undone), *_comeback(chronicle)))


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
                yield Moment(
                    "raise", seats, {"stake": stake, "turn": turn}, telling.weigh(40, 95, stake, 1500)
                )


def _gains(events: Iterable[DefizzEvent]) -> Iterator[Moment]:
    """What was won at once, of the pot and of the bank (Z8, Z16)."""
    turn = 0
    for event in events:
        match event:
            case RoundStarted():
                turn = event.round
            case Settled() if gain := event.pot + event.prize:
                yield Moment(
                    "gain", (event.winner,), {"chips": gain, "turn": turn}, telling.weigh(25, 85, gain, 2500)
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
                    yield Moment("series", (event.winner,), facts, telling.weigh(20, 90, in_a_row, 4))


def _answers(
    steps: Iterable[telling.Told[DefizzEvent, Observation]], undone: Container[int]
) -> Iterator[Moment]:
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
                    yield Moment("fastest", (event.winner,), facts, telling.weigh(75, 30, took, 1000))


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
) -> Iterator[tuple[telling.Told[DefizzEvent, Observation], DefizzEvent, Counter[SeatName]]]:
    """Yield every event with its step, and how many chips were moved to each seat until then."""
    moved: Counter[SeatName] = Counter()
    for told in chronicle.steps:
        for event in told.events:
            if isinstance(event, ChipsMoved):
                moved.update({event.giver: -event.chips, event.taker: event.chips})
            yield told, event, moved


# How the challenges of a game went, as they stand once no verdict can be turned any more (Z21).


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
