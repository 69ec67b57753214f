"""What a seat says to a question that wants words: a listed answer that it knows, a near miss, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

from engines.core.draws import Draws
from engines.defizz.deck import Chrono, Deck, PingPong
from engines.defizz.judging import is_blank, judge_answer
from engines.defizz.model import Said
from engines.defizz.reasons import LONGEST_ANSWER
from players.core.chance import draw_one, happens
from players.core.decision import Level
from players.librarian.defizz.knowledge import Grasp, make_likelier

__all__ = ["recall_answer", "recall_one_of"]

T = TypeVar("T")
SILENT: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 0.45, Level.MEDIUM: 0.35, Level.STRONG: 0.3}
)
"""How often nothing at all comes to mind to whoever does not know."""
_AT_HOME: Final = 1.0
"""Whoever knows a theme knows more of a list, whoever does not knows less (logarithms of odds)."""
_ALIKE: Final = 2
"""Questions that begin with as many of the same words want the same kind of thing."""


def recall_answer(grasped: Grasp[Chrono], deck: Deck) -> str | None:
    """Return what the seat says to a Chrono question, None where nothing comes to mind."""
    question = grasped.question
    if grasped.knows:
        return _say(question.answers)
    draws = grasped.draws("misses")
    if happens(SILENT[grasped.memory.level], draws):
        return None
    near = [text for text in question.reject if _is_wrong(text, question)]
    if near:
        return draw_one(near, draws)
    alike = [text for text in _answers_alike(question, deck) if _is_wrong(text, question)]
    return draw_one(alike, draws) if alike else None


def recall_one_of(grasped: Grasp[PingPong], said: Sequence[Said]) -> str | None:
    """Return the next answer of a list that the seat knows, then a near miss, then None.

    Which it knows, and in which order, is drawn once; what has been `said` by anybody is not said again.
    """
    question = grasped.question
    chance = make_likelier(grasped.chance, _AT_HOME if grasped.knows else -_AT_HOME)
    draws = grasped.draws("list")
    known = [wordings for wordings in question.answers if happens(chance, draws)]
    named = {question.answers[one.group] for one in said if one.group is not None}
    for wordings in _shuffle(known, draws):
        words = _say(wordings)
        if wordings not in named and words is not None:
            return words
    draws = grasped.draws("misses")
    if happens(SILENT[grasped.memory.level], draws):
        return None
    heard = {one.text for one in said}
    near = (text for text in _shuffle(question.reject, draws) if text not in heard)
    return next((text for text in near if _is_wrong(text, question)), None)


def _say(wordings: Iterable[str]) -> str | None:
    """Return the first wording that anybody may say."""
    return next((text for text in wordings if _can_be_said(text)), None)


def _can_be_said(text: str) -> bool:
    return len(text) <= LONGEST_ANSWER and not is_blank(text)


def _is_wrong(text: str, question: Chrono | PingPong) -> bool:
    """Whether a text can be said and is wrong, so that nobody comes by a right answer without knowing it."""
    return _can_be_said(text) and not judge_answer(text, question).right


def _answers_alike(question: Chrono, deck: Deck) -> list[str]:
    """Return the answers to other questions of the theme that want the same kind of thing."""
    tags, beginning = set(question.tags), _beginning(question)
    return [
        other.answers[0]
        for card in deck.cards
        for other in card.questions
        if isinstance(other, Chrono) and tags & set(other.tags) and _beginning(other) == beginning
    ]


def _beginning(question: Chrono) -> list[str]:
    return question.text.casefold().split()[:_ALIKE]


def _shuffle(things: Sequence[T], draws: Draws) -> list[T]:
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = draws(last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return order
