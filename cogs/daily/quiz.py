"""The questions of Défizz in words; they stay French, as the decks are."""

from __future__ import annotations

from bot.tables.daily.model import Given
from bot.texts import Texts
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Field, Form, Row, Text
from cogs.daily.wording import Place
from engines.daily.quiz import NO_ANSWER, Asked

__all__ = ["QuizWords", "answer_form"]

_LONGEST = 100
_TOLD = 200


class QuizWords:
    """A question, and an answer that is typed."""

    def intro(self, t: Texts) -> str:
        """What is done, and who judges."""
        return t(
            "Cinq questions en français, des paquets de la maison. Tapez votre réponse ; je juge comme en "
            "partie : accents, articles et petites fautes ne comptent pas. Un point par bonne réponse."
        )

    def step(self, n: int, count: int, t: Texts) -> str:
        """Which question this is."""
        return t("Question {n} sur {count}", n=n, count=count)

    def ask(self, place: Place, task: Asked, t: Texts, *, plain: bool) -> tuple[Block, ...]:
        """The question, and the way to the form."""
        del plain  # there is no picture
        buttons = (
            Button("daily.write", t("Répondre"), str(place), "primary", "✏️"),
            Button("daily.answer", t("Je ne sais pas"), f"{place}.{NO_ANSWER}"),
        )
        return Text(f"### {escape(task.question.text, 4 * _TOLD)}"), Row(buttons)

    def told(self, task: Asked, given: Given, t: Texts) -> str:
        """The question, what was answered, and what was right."""
        if given.key != task.key:
            return t("Cette question n’est plus dans les paquets.")
        question, right = escape(task.question.text, _TOLD), escape(task.question.answers[0], _LONGEST)
        if given.answer == NO_ANSWER:
            return t("{question} Pas de réponse ; c’était **{right}**.", question=question, right=right)
        said = escape(given.answer, _LONGEST)
        return t(
            "{question} Votre réponse : {said}. La bonne : **{right}**.",
            question=question,
            said=said,
            right=right,
        )


def answer_form(place: Place, task: Asked, t: Texts) -> Form:
    """The form for an answer, with the question above it."""
    field = Field("text", t("Votre réponse"), most=_LONGEST)
    words = label(task.question.text, 4 * _TOLD)
    return Form(0, 0, "daily.said", t("Répondre"), (field,), str(place), f"> {words}")
