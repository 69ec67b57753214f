"""Answers and their verdicts: the bot's own, then the final one of a human reader (Z14)."""

from engines.core.replacing import replace
from engines.defizz import events
from engines.defizz.deck import Chance, Chrono, Cible
from engines.defizz.events import Judging
from engines.defizz.judging import digits, judge_answer, read_proposal
from engines.defizz.model import Answer, Challenge, Heard, Position, Said, Setup
from engines.defizz.settling import challenge_of, change_challenge, question_of
from engines.defizz.stakes import DefizzPlay


def answers_in_order(challenge: Challenge) -> list[Said]:
    """Return the participants' answers by their moments; equal ones go in turn from the active seat (Z9)."""
    there = [said for said in challenge.said if said.text is not None and said.seat in challenge.participants]
    return sorted(there, key=lambda said: (said.at or 0, challenge.participants.index(said.seat)))


def pending_answer(position: Position) -> Said | None:
    """Return the answer that awaits the reader's verdict, or None."""
    if position.phase != "verdict" or position.challenge is None:
        return None
    return next((said for said in answers_in_order(position.challenge) if said.right is None), None)


def finish(play: DefizzPlay, said: Said, *, right: bool, by: Judging) -> None:
    """Note the final verdict of an answer; one accepted against the bot names no listed answer."""
    assert said.text is not None, "silence is not judged"
    final = replace(said, right=right)
    answers = challenge_of(play.position).said
    change_challenge(play, said=tuple(final if other is said else other for other in answers))
    play.tell(events.Judged(said.seat, said.text, bool(said.bot), right, by))


def bot_verdict(said: Said) -> bool:
    """Return the bot's own verdict on an answer."""
    return bool(said.bot)


# What the bot takes an answer for: by the verdict that it carries, else by judging it (Z14).
#
# An answer that carries a verdict is never judged again: its words may have been erased since, and the
# libraries that judge may have changed.


def answers_found(challenge: Challenge) -> frozenset[int]:
    """Return the indices of the Ping-pong's listed answers that have been given."""
    return frozenset(said.group for said in challenge.said if said.right and said.group is not None)


def hear_answer(setup: Setup, position: Position, answer: Answer) -> Heard:
    """Return what the bot takes an answer to the present question for.

    Where a number is wanted and the text is none, or may be several, its `number` is None.
    """
    if answer.verdict is not None:
        return answer.verdict
    question = question_of(setup, position)
    if isinstance(question, Cible | Chance):
        readings = read_proposal(answer.text, question).readings
        return Heard(number=digits(readings[0]) if len(readings) == 1 else None)
    if isinstance(question, Chrono):
        return Heard(right=judge_answer(answer.text, question).right)
    verdict = judge_answer(answer.text, question, answers_found(challenge_of(position)))
    return Heard(right=verdict.right, group=verdict.group)
