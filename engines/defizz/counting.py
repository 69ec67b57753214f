"""What became of a question that was asked, as numbers: was it solved, did the bot's verdicts stand?"""

from __future__ import annotations

from engines.core.decks import Asked
from engines.defizz.deck import Cible, Deck, Question, mark_of
from engines.defizz.model import Result, Said

__all__ = ["count_result"]


def count_result(deck: Deck, result: Result | None, times: int) -> tuple[Asked, ...]:
    """Return the count of a result's question, `times` over; none where nobody was asked anything."""
    if result is None or result.question is None:
        return ()
    question = deck.card(result.card).questions[result.question]
    solved = any(_is_right(one, question) for one in result.said)
    turned = any(
        one.bot is not None and one.right is not None and one.bot != one.right for one in result.said
    )
    return (Asked(mark_of(question), times, times * solved, times * turned),)


def _is_right(said: Said, question: Question) -> bool:
    """Whether an answer was right; to a question for a number, whether it was exact."""
    if not isinstance(question, Cible):
        return bool(said.right)
    return said.number is not None and float(said.number) == question.number
