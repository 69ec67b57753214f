"""What one audience may know of a game, and who is awaited; people never get anything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engines.core.records import Deadline, Frozen, SeatName
from engines.core.seats import by_seat, sort_seats
from engines.defizz import model
from engines.defizz.deck import (
    Card,
    Chance,
    Chrono,
    Cible,
    Mode,
    Picture,
    PingPong,
    Question,
    Resolver,
    answers_of,
)
from engines.defizz.drawings import key_of
from engines.defizz.model import DefizzState, Position, Setup
from engines.defizz.modes import pending_answer
from engines.defizz.rounds import is_paid_by_bank, master_of, name_of, opponents
from engines.defizz.settling import challenge_of, die_of, is_asked, is_naming, question_of
from engines.defizz.stakes import chips_of, find_turnable, is_held, pot, said_since


def is_open_to_all(setup: Setup, position: Position) -> bool:
    """Return whether a Chrono takes answers from everybody at once (Z9)."""
    return position.phase == "answer" and isinstance(question_of(setup, position), Chrono)


def to_act(state: DefizzState) -> tuple[SeatName, ...]:
    """Return who owes a decision: one seat or, in a Chrono, all who have not answered, in seat order."""
    setup, position = state.setup, state.position
    if position.phase == "over":
        return ()
    if position.phase in ("roll", "choose"):
        return (position.active,)
    if position.poll is not None:
        return position.poll.waiting
    if position.phase in ("ask", "verdict") or is_naming(setup, position):
        assert position.reader is not None, "the bot keeps nobody waiting"
        return (position.reader,)
    waiting = challenge_of(position).waiting
    if is_open_to_all(setup, position):
        return sort_seats(setup.seats, waiting)
    return waiting[:1]


def can_help(setup: Setup, position: Position) -> bool:
    """Return whether the active seat may still use its help (Z3); there is none for experts (Z16)."""
    return position.phase == "choose" and not setup.options.expert and _has_help(setup, position)


def bounds(setup: Setup, position: Position) -> tuple[int, int] | None:
    """Return the least and the highest stake of the choice (Z4), or None where the bank pays (Z16).

    A seat with less may still name the minimum, so that the highest may be below the least.
    """
    if is_paid_by_bank(setup, position):
        return None
    return die_of(position).minimum, chips_of(setup, position, position.active)


def observe(state: DefizzState, seat: SeatName | None) -> Observation:
    """Return the public facts and, for a seat, its own answer, and the card if it may see it."""
    setup, position = state.setup, state.position
    challenge, options = position.challenge, setup.options
    question = question_of(setup, position) if is_asked(position) else None
    choosing = position.phase == "choose"
    limits = bounds(setup, position) if choosing else None
    return Observation(
        game="defizz",
        phase=position.phase,
        seats=setup.seats,
        in_play=position.in_play,
        winners=position.winners,
        chips=by_seat(setup.seats, position.chips),
        pot=pot(position),
        bank=position.bank,
        lost=position.lost,
        active=position.active,
        reader=name_of(position.reader),
        die=position.die,
        clues=_clues(setup, position),
        question=_show_question(setup, position),
        asked=position.asked,
        stake=challenge.stake if challenge else None,
        participants=challenge.participants if challenge else (),
        help_left=by_seat(setup.seats, position.help_left),
        to_act=to_act(state),
        opponent=challenge.opponent if challenge else None,
        opponents=opponents(setup, position) if choosing else (),
        chosen=challenge.question if challenge else None,
        refused=challenge.refused if challenge else (),
        waiting=challenge.waiting if challenge else (),
        paid=by_seat(setup.seats, position.paid),
        least=limits[0] if limits else None,
        most=limits[1] if limits else None,
        unit=question.unit if isinstance(question, Cible) else None,
        resolver=question.resolver if isinstance(question, Chance) else None,
        max=question.max if isinstance(question, Chance) else None,
        said=_show_answers(setup, position, challenge, seat),
        verdict=_show_pending(position),
        helped=position.helped,
        last=_reveal(setup, position, position.last) if position.last else None,
        round=position.round,
        out=position.out,
        gone=position.gone,
        missed=by_seat(setup.seats, position.missed),
        expert=options.expert,
        teams=options.teams,
        enrichment=options.enrichment,
        ending=position.ending,
        seat=seat,
        card=_card(setup, position, seat),
        answer=_own_answer(challenge, seat),
        master=master_of(setup),
        contest=options.contest,
        poll=_show_poll(position),
        turning=_show_turning(position),
    )


def _show_question(setup: Setup, position: Position) -> AskedQuestion | None:
    """Return the question, once it has been asked."""
    if not is_asked(position):
        return None
    return make_asked(challenge_of(position).question, question_of(setup, position))


def _show_pending(position: Position) -> Spoken | None:
    """Return the answer that awaits the reader's verdict."""
    said = pending_answer(position)
    return None if said is None else _show_answer(said)


def _show_poll(position: Position) -> model.Polled | None:
    """Return the vote that is on, with who has voted, not how (Z21, Z22)."""
    poll = position.poll
    if poll is None:
        return None
    judged = None if poll.place is None else said_since(position)[poll.place].seat
    return model.Polled(poll.by, judged, tuple(ballot.seat for ballot in poll.ballots), poll.waiting)


def _show_turning(position: Position) -> model.Turning | None:
    """Return which verdicts can still be turned, and by whom (Z21)."""
    before, places = position.before, find_turnable(position)
    if before is None or before.challenge is None or not places:
        return None
    seats = tuple(said_since(position)[place].seat for place in places)
    return model.Turning(seats, name_of(before.reader), before.challenge.contested)


def make_asked(index: int, question: Question) -> AskedQuestion:
    """Return a question as everybody may read it, with a key in the place of its picture's name (Z26)."""
    theme = next(iter(question.tags), None)
    shown = question.picture
    if shown is not None:
        shown = Picture(name=key_of(shown.name), alt=shown.alt)
    return AskedQuestion(index, question.mode, question.text, theme, shown)


def _has_help(setup: Setup, position: Position) -> bool:
    return position.help_left[setup.seats.index(position.active)]


def _clues(setup: Setup, position: Position) -> tuple[str, ...] | None:
    if position.card is None:
        return None
    return tuple(question.clue for question in setup.deck.card(position.card).questions)


def _show_answers(
    setup: Setup, position: Position, challenge: model.Challenge | None, seat: SeatName | None
) -> tuple[Spoken, ...]:
    """Return the answers so far; in an open Chrono only one's own has a text (Z9)."""
    if challenge is None:
        return ()
    if is_open_to_all(setup, position):
        return tuple(_hide_answer(said, own=said.seat == seat) for said in challenge.said)
    return tuple(map(_show_answer, challenge.said))


def _hide_answer(said: model.Said, *, own: bool) -> Spoken:
    """Return a secret proposal: the others only see that there is one."""
    text, at = (said.text, said.at) if own else (None, None)
    return Spoken(said.seat, text, said.text is None, at, None, None, None)


def _show_answer(said: model.Said) -> Spoken:
    passed = said.text is None
    return Spoken(said.seat, said.text, passed, said.at, said.bot, said.right, said.number)


def _own_answer(challenge: model.Challenge | None, seat: SeatName | None) -> str | None:
    """Return the last answer of the seat itself, or None."""
    said = challenge.said if challenge else ()
    return next((one.text for one in reversed(said) if one.seat == seat), None)


def _card(setup: Setup, position: Position, seat: SeatName | None) -> tuple[CardQuestion, ...] | None:
    """Return the card for the reader, and for the active seat after its help (Z3); None for others.

    The reader sees it from the choice on or, among experts, as soon as it is turned (Z16).
    """
    if position.card is None or seat is None or seat in position.gone:
        return None
    open_to_reader = setup.options.expert or position.challenge is not None
    reads = seat == position.reader and open_to_reader
    if not reads and not (seat == position.active and position.helped):
        return None
    return _show_card(setup.deck.card(position.card), answers=reads)


def _show_card(card: Card, *, answers: bool) -> tuple[CardQuestion, ...]:
    """Return the card's questions, with or without the answers."""
    if not answers:
        return tuple(CardQuestion(asked.clue, asked.mode, asked.text) for asked in card.questions)
    return tuple(
        CardQuestion(
            clue=asked.clue,
            mode=asked.mode,
            text=asked.text,
            answers=answers_of(asked) or None,
            reject=getattr(asked, "reject", None),
            number=asked.number if isinstance(asked, Cible) else None,
            unit=asked.unit if isinstance(asked, Cible) else None,
            resolver=asked.resolver if isinstance(asked, Chance) else None,
            max=asked.max if isinstance(asked, Chance) else None,
        )
        for asked in card.questions
    )


def _reveal(setup: Setup, position: Position, last: model.Result) -> Revealed:
    """Return the last challenge, with the right answer if its question was asked and it is not held back."""
    said = tuple(map(_show_answer, last.said))
    facts = (last.outcome, last.active, last.winner, last.pot, last.prize, said)
    if last.question is None:
        return Revealed(*facts)
    question = setup.deck.card(last.card).questions[last.question]
    held = is_held(setup, position)
    return Revealed(
        *facts,
        question=make_asked(last.question, question),
        card=last.card,
        answers=() if held else tuple(wordings[0] for wordings in answers_of(question)),
        number=question.number if isinstance(question, Cible) else None,
        unit=question.unit if isinstance(question, Cible) else None,
        source=question.source,
        by_lot=last.by_lot,
        held=held,
        anecdote=None if held else question.anecdote,
    )


# What one audience of Défizz may know.


@dataclass(frozen=True, slots=True)
class AskedQuestion(Frozen):
    """A question that has been asked, as everybody may read it; `theme` is its first tag, if it has one.

    The name of its `picture` is a key (see `drawings.key_of`), because the deck's own tells the answer.
    """

    index: model.Index
    mode: Mode
    text: str
    theme: str | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Spoken(Frozen):
    """An answer as the audience may know it; another seat's has no text while some can still answer (Z9)."""

    seat: SeatName
    text: str | None
    passed: bool
    at: int | None
    bot: bool | None
    right: bool | None
    number: str | None


@dataclass(frozen=True, slots=True)
class CardQuestion(Frozen):
    """A question of the card, with answers for the reader, without for the active seat that used its help."""

    clue: str
    mode: Mode
    text: str
    answers: tuple[tuple[str, ...], ...] | None = None
    reject: tuple[str, ...] | None = None
    number: int | float | None = None
    unit: str | None = None
    resolver: Resolver | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Revealed(Frozen):
    """The last challenge as everybody may know it; `answers` in their first wordings, `number` for a Cible.

    `question` and what belongs to it are null when no question was asked; `by_lot` as in `Result`. `held`:
    the answers are not told yet, since a verdict of this Ping-pong can still be turned (Z21).
    """

    outcome: model.Outcome
    active: SeatName
    winner: SeatName | None
    pot: int
    prize: int
    said: tuple[Spoken, ...]
    question: AskedQuestion | None = None
    card: str | None = None
    answers: tuple[str, ...] = ()
    number: int | float | None = None
    unit: str | None = None
    source: str | None = None
    by_lot: bool = False
    held: bool = False
    anecdote: str | None = None


@dataclass(frozen=True, slots=True)
class Observation(Frozen):
    """What one audience may know: the public facts, then what is the audience's own (`seat` and below).

    During the choice, `opponents` may be challenged, with a stake from `least` to `most`; then `chosen` is
    the question's index. `waiting` have still to decide, in that order. `verdict` is the answer that awaits
    the reader's verdict. `card` is for the reader, with the answers, from the choice on (among experts from
    the roll on, Z16), and for the active seat after its help. `answer` is what the seat itself said last.
    `turning` is null where no verdict can be turned.
    """

    game: Literal["defizz"]
    phase: model.Phase
    seats: tuple[SeatName, ...]
    in_play: tuple[SeatName, ...]
    winners: tuple[SeatName, ...] | None
    chips: Mapping[SeatName, int]
    pot: int
    bank: int
    lost: int
    active: SeatName
    reader: str
    die: model.Die | None
    clues: tuple[str, ...] | None
    question: AskedQuestion | None
    asked: int | None
    stake: int | None
    participants: tuple[SeatName, ...]
    help_left: Mapping[SeatName, bool]
    to_act: tuple[SeatName, ...]
    opponent: SeatName | None
    opponents: tuple[SeatName, ...]
    chosen: int | None
    refused: tuple[SeatName, ...]
    waiting: tuple[SeatName, ...]
    paid: Mapping[SeatName, int]
    least: int | None
    most: int | None
    unit: str | None
    resolver: Resolver | None
    max: int | None
    said: tuple[Spoken, ...]
    verdict: Spoken | None
    helped: bool
    last: Revealed | None
    round: int
    out: tuple[SeatName, ...]
    gone: tuple[SeatName, ...]
    missed: Mapping[SeatName, int]
    expert: bool
    teams: bool
    enrichment: bool
    ending: bool
    seat: SeatName | None = None
    card: tuple[CardQuestion, ...] | None = None
    answer: str | None = None
    master: SeatName | None = None
    contest: bool = False
    poll: model.Polled | None = None
    turning: model.Turning | None = None


# How long each decision may take, and when another one is awaited (Z19).

SECONDS = {
    "roll": 60,
    "ask": 60,
    "choose": 60,
    "raise": 30,
    "chrono": 30,
    "cible": 30,
    "pingpong": 20,
    "name": 60,
    "verdict": 20,
    "vote": 20,
}

LOOKS = (2.0, 4.0)
"""When the later parts of a Chrono question appear, in seconds after it can be answered (Z9)."""


def deadline(state: DefizzState) -> Deadline | None:
    """Return the awaited decision, or None at the end; answers and verdicts have a clock at every pace.

    The key names the step and, where one seat is awaited, whose decision it is: another
    seat's leaving prolongs nobody's time.
    """
    position = state.position
    if position.phase == "over":
        return None
    kind = _kind(state)
    key = f"{position.round}.{position.decision}"
    if position.phase != "vote" and not is_open_to_all(state.setup, position):
        key += f".{_decider(state)}"
    always, race = position.phase in ("answer", "verdict", "vote"), kind == "chrono"
    looks = LOOKS if race else ()
    return Deadline(key, kind, SECONDS[kind], always=always, race=race, looks=looks, counted=always)


def _decider(state: DefizzState) -> str:
    """Return whose decision it is, by number: who owes it or, while verdicts are given, who is judged."""
    said = pending_answer(state.position)
    seat = to_act(state)[0] if said is None else said.seat
    return str(state.setup.seats.index(seat))


def _kind(state: DefizzState) -> str:
    """Return the kind of decision that is awaited: the phase or, for an answer, its kind."""
    if state.position.phase != "answer":
        return state.position.phase
    question = question_of(state.setup, state.position)
    if isinstance(question, Chrono):
        return "chrono"
    if isinstance(question, PingPong):
        return "pingpong"
    naming = isinstance(question, Chance) and question.resolver == "reader"
    return "name" if naming else "cible"
