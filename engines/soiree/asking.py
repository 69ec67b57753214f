"""Asking a question of several teams at once: its card, the stakes, and who is awaited (S5, S7, S14, S21)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.core.seats import without
from engines.defizz.deck import Chance, Cible, PingPong, answers_of
from engines.defizz.observe import make_asked
from engines.soiree import events
from engines.soiree.hearing import Asking
from engines.soiree.model import Asked, Phase, Posed, Position, Setup, Solution
from engines.soiree.points import SoireePlay, round_of, teams_there
from engines.soiree.programme import fitting_questions


def asked_of(position: Position) -> Asked:
    """Return which question is being asked."""
    assert position.asked is not None, "a question is asked"
    return position.asked


def question_of(setup: Setup, asked: Asked) -> Asking:
    """Return the question itself."""
    question = setup.deck.card(asked.card).questions[asked.question]
    assert not isinstance(question, Chance), "luck is asked of nobody"
    return question


def posed(setup: Setup, asked: Asked) -> Posed:
    """Return a question as everybody may read it."""
    question = question_of(setup, asked)
    unit = question.unit if isinstance(question, Cible) else None
    size = len(question.answers) if isinstance(question, PingPong) else None
    shown = make_asked(asked.question, question)
    return Posed(question.mode, question.text, shown.theme, unit, size, shown.picture)


def theme_of(setup: Setup, asked: Asked) -> str | None:
    """Return the theme of a question: its first tag."""
    return next(iter(setup.deck.card(asked.card).questions[asked.question].tags), None)


def solution(setup: Setup, asked: Asked) -> Solution:
    """Return what a question's right answer is, with all its wordings."""
    question = question_of(setup, asked)
    if isinstance(question, Cible):
        read_up = (question.source, question.anecdote)
        return Solution((), (), question.number, question.unit, *read_up)
    return Solution(answers_of(question), question.reject, None, None, question.source, question.anecdote)


def await_all(play: SoireePlay, phase: Phase, seats: tuple[SeatName, ...]) -> None:
    """Enter a phase in which all of these seats are awaited, with a deadline of its own."""
    position = play.position
    play.position = replace(position, phase=phase, waiting=seats, decision=position.decision + 1)


def await_going_on(play: SoireePlay, phase: Phase) -> None:
    """Await a quizmaster or, where the bot leads, all teams to go on (S6, S10)."""
    quizmaster = play.position.quizmaster
    waiting = teams_there(play.setup, play.position) if quizmaster is None else (quizmaster,)
    await_all(play, phase, waiting)


def players(setup: Setup, position: Position) -> tuple[SeatName, ...]:
    """Return who is asked: all teams that are there or, in a tie, those that are in it (S7, S21)."""
    return without(position.tied, position.gone) or teams_there(setup, position)


def take_card(play: SoireePlay) -> Asked | None:
    """Turn the first card that fits the round and was not used; a draw picks among its questions (S5)."""
    setup, position = play.setup, play.position
    fitting, used = set(setup.fitting[position.round]), set(position.used)
    card = next((card for card in position.order if card in fitting and card not in used), None)
    if card is None:
        return None
    places = fitting_questions(setup.deck.card(card), round_of(setup, position))
    place = places[play.draws(len(places)) - 1] if len(places) > 1 else places[0]
    return _turn(play, Asked(card, place))


def take_cible(play: SoireePlay) -> Asked | None:
    """Turn the first card not used that has a Cible, the first of them on it (S21)."""
    setup, used = play.setup, set(play.position.used)
    for card in play.position.order:
        questions = () if card in used else setup.deck.card(card).questions
        for place, question in enumerate(questions):
            if isinstance(question, Cible):
                return _turn(play, Asked(card, place))
    return None


def open_question(play: SoireePlay, asked: Asked) -> None:
    """Ask a question or, in a round with stakes, first for these (S7, S14)."""
    setup, before = play.setup, play.position
    play.position = replace(before, asked=asked, number=before.number + 1, said=(), wagers=())
    if before.tied or not round_of(setup, before).stakes:
        pose(play)
        return
    play.position = replace(play.position, wagers=(None,) * len(setup.seats))
    await_all(play, "wager", players(setup, before))
    clue = setup.deck.card(asked.card).questions[asked.question].clue
    play.tell(events.StakesAwaited(before.number + 1, clue, theme_of(setup, asked)))


def pose(play: SoireePlay) -> None:
    """Ask the question, and await an answer of everybody whom it is asked (S7)."""
    teams = players(play.setup, play.position)
    await_all(play, "answer", teams)
    now = play.position
    question = posed(play.setup, asked_of(now))
    play.tell(events.QuestionPosed(now.number, question, teams, tie=bool(now.tied)))


def _turn(play: SoireePlay, asked: Asked) -> Asked:
    play.position = replace(play.position, used=(*play.position.used, asked.card))
    return asked
