"""The questions of an evening as they were told last (S10): who had said what, and what it brought."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.events import Event
from engines.soiree.events import AnswerTold, QuestionWithdrawn

__all__ = ["find_tellings"]


def find_tellings(events: Iterable[Event]) -> tuple[AnswerTold, ...]:
    """Return them in order, without those that were withdrawn after the reveal (S17)."""
    told: list[AnswerTold] = []
    for event in events:
        match event:
            case AnswerTold():
                if event.again:
                    told.pop()
                told.append(event)
            case QuestionWithdrawn(revealed=True):
                told.pop()
    return tuple(told)
