"""What became of a question *pour tous*, as numbers: was it solved, did the bot's verdicts stand?"""

from __future__ import annotations

from engines.core.decks import Asked
from engines.defizz.counting import is_right
from engines.defizz.deck import mark_of
from engines.soiree.asking import question_of
from engines.soiree.model import Result, Setup

__all__ = ["count_result"]


def count_result(setup: Setup, result: Result, times: int) -> Asked:
    """Return the count of a question that was revealed, `times` over."""
    question = question_of(setup, result.asked)
    solved = any(is_right(question, reply.right, reply.number) for reply in result.said)
    turned = any(reply.bot != reply.right for reply in result.said)
    return Asked(mark_of(question), times, times * solved, times * turned)
