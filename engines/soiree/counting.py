"""What became of a question *pour tous*, as numbers: was it solved, did the bot's verdicts stand?"""

from __future__ import annotations

from engines.core.decks import Asked
from engines.defizz.deck import Cible, mark_of
from engines.soiree.asking import question_of
from engines.soiree.hearing import Asking
from engines.soiree.model import Reply, Result, Setup

__all__ = ["count_result"]


def count_result(setup: Setup, result: Result, times: int) -> Asked:
    """Return the count of a question that was revealed, `times` over."""
    question = question_of(setup, result.asked)
    solved = any(_is_right(reply, question) for reply in result.said)
    turned = any(reply.bot != reply.right for reply in result.said)
    return Asked(mark_of(question), times, times * solved, times * turned)


def _is_right(reply: Reply, question: Asking) -> bool:
    """Whether anything in an answer was right; to a question for a number, whether it was exact."""
    if not isinstance(question, Cible):
        return reply.right > 0
    return reply.number is not None and float(reply.number) == question.number
