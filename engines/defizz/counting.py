"""What became of a question that was asked, as numbers: was it solved, did the bot's verdicts stand?"""

from engines.core.decks import Asked
from engines.defizz.deck import Cible, Deck, Question, mark_of
from engines.defizz.model import Result


def count_result(deck: Deck, result: Result | None, times: int) -> tuple[Asked, ...]:
    """Return the count of a result's question, `times` over; none where nobody was asked anything."""
    if result is None or result.question is None:
        return ()
    question = deck.card(result.card).questions[result.question]
    solved = any(is_right(question, one.right, one.number) for one in result.said)
    turned = any(
        one.bot is not None and one.right is not None and one.bot != one.right for one in result.said
    )
    return (Asked(mark_of(question), times, times * solved, times * turned),)


def is_right(question: Question, right: int | None, number: str | None) -> bool:
    """Whether anything in an answer was `right`; to a question for a number, whether that was exact."""
    if not isinstance(question, Cible):
        return bool(right)
    return number is not None and float(number) == question.number
