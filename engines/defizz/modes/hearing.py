"""What the bot takes an answer for: by the verdict that it carries, else by judging it (Z14).

An answer that carries a verdict is never judged again: its words may have been erased since, and the
libraries that judge may have changed.
"""

from __future__ import annotations

from engines.defizz.deck import Chance, Chrono, Cible
from engines.defizz.judging import digits, judge_answer, read_proposal
from engines.defizz.model import Answer, Challenge, Heard, Position, Setup
from engines.defizz.settling import challenge_of, question_of


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
