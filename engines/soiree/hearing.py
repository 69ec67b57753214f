"""What the bot takes an answer for (S9): the one place of the evening that asks the judge.

An answer that carries a verdict is never judged again: its words may have been erased since, and the
libraries that judge may have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from engines.defizz.deck import Chrono, Cible, PingPong
from engines.defizz.judging import digits, is_blank, judge_answer, read_proposal
from engines.soiree.model import LIST_AT_MOST, Taken, Tell

__all__ = ["Asking", "hear"]

Asking: TypeAlias = Chrono | Cible | PingPong
"""What can be asked of all teams at once: anything but luck (S4)."""

_BETWEEN: Final = re.compile(r"[,;\n/]+")
_AND: Final = re.compile(r"\s+et\s+", re.IGNORECASE)


def hear(question: Asking, answer: Tell) -> Taken:
    """Return what the bot takes an answer for; its `number` is None unless one is wanted and certain."""
    if answer.verdict is not None:
        return answer.verdict
    if isinstance(question, Cible):
        readings = read_proposal(answer.text, question).readings
        return Taken(number=digits(readings[0]) if len(readings) == 1 else None)
    if isinstance(question, Chrono):
        return Taken(right=int(judge_answer(answer.text, question).right))
    return Taken(right=_count_named(question, answer.text))


def _count_named(question: PingPong, text: str) -> int:
    """Return how many different answers of the list are among the first five that were given (S13)."""
    found: set[int] = set()
    for given, piece in enumerate(_pieces(question, text)):
        if given == LIST_AT_MOST:
            break
        verdict = judge_answer(piece, question, frozenset(found))
        if verdict.right and verdict.group is not None:
            found.add(verdict.group)
    return len(found)


def _pieces(question: PingPong, text: str) -> Iterator[str]:
    """Yield the answers of a text; "et" stands between two of them unless it is part of one listed."""
    for piece in _BETWEEN.split(text):
        parts = [piece] if judge_answer(piece, question).right else _AND.split(piece)
        yield from (part for part in parts if not is_blank(part))
