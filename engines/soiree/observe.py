"""What one audience may know of an evening, and who is awaited; people never get anything else."""

from dataclasses import replace
from typing import Final

from engines.core.records import Deadline, SeatName
from engines.core.seats import by_seat, sort_seats, without
from engines.soiree import asking
from engines.soiree.challenges import DEFIZZ, bout_of, inner_state
from engines.soiree.model import Observation, Posed, Position, Result, Revealed, Setup, SoireeState, Spoken
from engines.soiree.questions import in_order, show_reply, spoken

_SHOWN = ("answer", "verdict", "reveal")


def to_act(state: SoireeState) -> tuple[SeatName, ...]:
    """Return who owes a decision: who has not answered, the quizmaster, or whom Défizz awaits."""
    position = state.position
    if position.phase == "challenges":
        return sort_seats(state.setup.seats, DEFIZZ.to_act(inner_state(state.setup, bout_of(position))))
    return sort_seats(state.setup.seats, position.waiting)


def observe(state: SoireeState, seat: SeatName | None) -> Observation:
    """Return the public facts and, for a seat, what is its own; a quizmaster sees answers and solution."""
    setup, position = state.setup, state.position
    asked, leads = position.asked, seat is not None and seat == position.quizmaster
    bout = position.bout
    columns = zip(*position.by_round, strict=True)
    open_question = asked is not None and position.phase in ("answer", "verdict")
    return Observation(
        game="soiree",
        phase=position.phase,
        seats=setup.seats,
        teams=asking.all_teams(setup),
        quizmaster=asking.leader_name(position),
        winners=position.winners,
        programme=setup.programme,
        round=position.round,
        number=position.number,
        length=asking.round_of(setup, position).length,
        points=by_seat(setup.seats, position.points),
        by_round=by_seat(setup.seats, tuple(columns)),
        to_act=to_act(state),
        answered=_answered(setup, position),
        tied=position.tied,
        theme=asking.theme_of(setup, asked) if asked is not None else None,
        clue=_clue(setup, position),
        question=_shown_question(setup, position),
        last=_reveal(setup, position.last) if position.last is not None else None,
        bout=None if bout is None else DEFIZZ.observe(inner_state(setup, bout), _inside(position, seat)),
        gone=position.gone,
        missed=by_seat(setup.seats, position.missed),
        ending=position.ending,
        people=setup.options.people,
        seat=seat,
        solution=asking.solution(setup, asked) if leads and asked is not None else None,
        said=_heard(setup, position) if leads and open_question else None,
        answer=_own_answer(position, seat),
        wager=_own_wager(setup, position, seat),
    )


def _inside(position: Position, seat: SeatName | None) -> SeatName | None:
    """Return the audience in the game of Défizz: a seat that plays there, or everybody."""
    return seat if seat in bout_of(position).seats else None


def _answered(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return whose decision of this phase is there already."""
    if position.phase in ("break", "reveal") and position.quizmaster is None:
        return without(asking.teams_there(setup, position), position.waiting)
    if position.phase in ("wager", "answer"):
        return without(asking.players(setup, position), position.waiting)
    return ()


def _clue(setup: Setup, position: Position) -> str | None:
    if position.asked is None:
        return None
    asked = asking.asked_of(position)
    return setup.deck.card(asked.card).questions[asked.question].clue


def _shown_question(setup: Setup, position: Position) -> Posed | None:
    if position.asked is None or position.phase not in _SHOWN:
        return None
    return asking.posed(setup, position.asked)


def _reveal(setup: Setup, last: Result) -> Revealed:
    asked = last.asked
    return Revealed(
        asking.posed(setup, asked),
        asking.solution(setup, asked),
        spoken(setup, last),
        asked.card,
        asked.question,
    )


def _heard(setup: Setup, position: Position) -> tuple[Spoken, ...]:
    """Return what came in so far, as its quizmaster may know it."""
    return tuple(map(show_reply, in_order(setup, position.said)))


def _own_answer(position: Position, seat: SeatName | None) -> str | None:
    return next((reply.text for reply in position.said if reply.seat == seat), None)


def _own_wager(setup: Setup, position: Position, seat: SeatName | None) -> int | None:
    if seat is None or not position.wagers:
        return None
    return by_seat(setup.seats, position.wagers)[seat]


# How long each decision may take, and when another one is awaited (S25).

SECONDS: Final = {
    "break": 180,
    "wager": 30,
    "chrono": 30,
    "cible": 40,
    "list": 75,
    "verdict": 60,
    "reveal": 20,
    "commented": 120,
}

_ANSWERS: Final = {"chrono": "chrono", "cible": "cible", "pingpong": "list"}


def deadline(state: SoireeState) -> Deadline | None:
    """Return the awaited decision, or None at the end; answers and verdicts have a clock at every pace."""
    position = state.position
    if position.phase == "over":
        return None
    key = str(position.decision)
    if position.phase == "challenges":
        inner = DEFIZZ.deadline(inner_state(state.setup, bout_of(position)))
        assert inner is not None, "a round of défis ends with its last decision"
        return replace(inner, key=f"{key}.{inner.key}")  # new in the whole evening
    kind = _kind(state)
    answering = position.phase == "answer"
    always = answering or position.phase == "verdict"
    return Deadline(key, kind, SECONDS[kind], always=always, race=answering, counted=answering)


def _kind(state: SoireeState) -> str:
    """Return the kind of decision that is awaited: the phase or, for an answer, its mode."""
    position = state.position
    if position.phase == "answer":
        return _ANSWERS[asking.question_of(state.setup, asking.asked_of(position)).mode]
    commented = position.phase == "reveal" and position.quizmaster is not None
    return "commented" if commented else position.phase
