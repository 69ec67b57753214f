"""The moment before the verdicts that can still be turned, and what stands since then (Z21)."""

from __future__ import annotations

from engines.core.events import SeatName
from engines.core.replacing import replace
from engines.defizz import events
from engines.defizz.deck import Cible, PingPong, Question, answers_of
from engines.defizz.model import Pile, Position, Said, Setup
from engines.defizz.stakes import DefizzPlay

__all__ = [
    "find_turnable",
    "go_back",
    "holds_answers",
    "is_held",
    "judge_of",
    "let_bot_judge",
    "let_stand",
    "mark",
    "place_of",
    "said_since",
    "tell_answers",
]

_LEFT_OUT = Pile(())


def mark(play: DefizzPlay) -> None:
    """Keep the position as it is before a verdict is given; no pile is turned while it can be turned."""
    if play.setup.options.contest:
        bare = replace(play.position, duel=_LEFT_OUT, multi=_LEFT_OUT, before=None)
        play.position = replace(play.position, before=bare)


def let_stand(play: DefizzPlay) -> None:
    """Let the verdicts given so far stand for good, and tell the answers that were held back for them."""
    last = play.position.last
    held = last is not None and is_held(play.setup, play.position)
    if play.position.before is not None:
        play.position = replace(play.position, before=None)
    if last is not None and last.question is not None and held:
        question = play.setup.deck.card(last.card).questions[last.question]
        play.tell(tell_answers(question, last.card, last.question, late=True))


def holds_answers(question: Question, position: Position) -> bool:
    """Return whether a question's answers stay untold while a verdict can be turned: the list of a Ping-pong.

    Whoever had read it could go on with it (Z21).
    """
    return isinstance(question, PingPong) and bool(find_turnable(position))


def is_held(setup: Setup, position: Position) -> bool:
    """Return whether the answers of the last challenge are not told yet."""
    last = position.last
    if position.before is None or position.challenge is not None or last is None or last.question is None:
        return False
    return holds_answers(setup.deck.card(last.card).questions[last.question], position)


def tell_answers(question: Question, card: str, place: int, *, late: bool = False) -> events.AnswerRevealed:
    """Return what tells the right answers of question number `place` of a card."""
    answers = tuple(wordings[0] for wordings in answers_of(question))
    number, unit = (question.number, question.unit) if isinstance(question, Cible) else (None, None)
    return events.AnswerRevealed(card, place, answers, number, unit, late)


def go_back(position: Position) -> Position:
    """Return the position as it was before the verdicts; who has gone or was late since then stays so."""
    before = position.before
    assert before is not None, "a verdict can be turned"
    return replace(
        before,
        duel=position.duel,
        multi=position.multi,
        missed=position.missed,
        gone=position.gone,
        ending=position.ending,
        decision=position.decision + 1,
        before=before,
    )


def said_since(position: Position) -> tuple[Said, ...]:
    """Return the answers of the challenge whose verdicts can be turned, as they are judged now."""
    if position.challenge is not None:
        return position.challenge.said
    return position.last.said if position.last is not None else ()


def find_turnable(position: Position) -> tuple[int, ...]:
    """Return the places (from 0) of the answers whose verdicts can be turned, the last verdict last."""
    before = position.before
    if before is None or before.challenge is None or position.winners is not None:
        return ()
    said = said_since(position)
    judged = [
        place
        for place, (was, now) in enumerate(zip(before.challenge.said, said, strict=False))
        if was.text is not None and was.right is None and now.right is not None
    ]
    order = before.challenge.participants
    return tuple(sorted(judged, key=lambda place: (said[place].at or 0, order.index(said[place].seat))))


def place_of(position: Position, seat: SeatName | None) -> int | None:
    """Return the place of the answer of `seat`, by default the last judged, if its verdict can be turned."""
    said = said_since(position)
    found = [place for place in find_turnable(position) if seat in (None, said[place].seat)]
    return found[-1] if found else None


def judge_of(position: Position) -> SeatName | None:
    """Return who read when the verdicts were given, or None for the bot."""
    return None if position.before is None else position.before.reader


def let_bot_judge(play: DefizzPlay) -> None:
    """Take down that the bot reads now in the same challenge: from here on the table may contest."""
    before = play.position.before
    if before is not None:
        play.position = replace(play.position, before=replace(before, reader=None))
