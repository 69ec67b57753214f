"""Five questions of Défizz, answered alone (J8, J9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engines.core.draws import Draws
from engines.defizz.deck import Chrono
from engines.defizz.judging import is_blank, judge_answer
from engines.defizz.shelf import MIXED, house_deck

NO_ANSWER: Final = "-"
"""Whoever knows no answer says this, which is none."""

_QUESTIONS = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, by its card and its place on the card (from 0)."""

    card: str
    number: int
    question: Chrono

    @property
    def key(self) -> str:
        """Its card and its place there: a later release may draw others from other decks."""
        return f"{self.card}.{self.number}"

    def tell(self) -> Mapping[str, object]:
        """Return the question, with its answers."""
        return {"key": self.key, "text": self.question.text, "right": list(self.question.answers)}


class Quiz:
    """The discipline: a point for each right answer."""

    name: Final = "defizz"
    count: Final = _QUESTIONS
    timed: Final = False

    def lay(self, draws: Draws) -> Sequence[Asked]:
        """Return five questions of five cards, each drawn from those that are left."""
        left = list(open_questions())
        laid: list[Asked] = []
        while len(laid) < _QUESTIONS:
            laid.append(left[draws(len(left)) - 1])
            left = [one for one in left if one.card != laid[-1].card]
        return tuple(laid)

    def judge(self, task: Asked, answer: str) -> bool:
        """Return whether the answer is right for the judge of the game; ValueError if nothing is in it."""
        if answer == NO_ANSWER:
            return False
        if is_blank(answer):
            raise ValueError("nothing was answered")
        return bool(judge_answer(answer, task.question).right)


@cache
def open_questions() -> tuple[Asked, ...]:
    """Return what may be asked: the Chrono questions of the house's decks that need no picture."""
    return tuple(
        Asked(card.id, number, question)
        for card in house_deck(MIXED).cards
        for number, question in enumerate(card.questions)
        if isinstance(question, Chrono) and question.picture is None
    )
