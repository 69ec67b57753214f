"""What a discipline tells of itself, and how days and places are written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Protocol, cast

from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal

from bot.tables.daily.model import Attempt, Given, begin_of
from bot.texts import Texts
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Field, Form, Row, Text
from cogs.diavolo.picture import sketch, throw_in_words
from cogs.diavolo.story import reason_words
from cogs.diavolo.words import COLORS, MARKS, layout_seed, order_name, title
from cogs.tasse.words import dice_in_words, score_name
from engines.daily.discipline import BELIEVE, DOUBT, NO_ANSWER, Asked, Cup, Thrown
from engines.diavolo.model import Color
from engines.diavolo.throw import measures

_MS: Final = 1000


@dataclass(frozen=True, slots=True)
class Place:
    """A task of a discipline on a day; its text stands in buttons."""

    day: str
    name: str
    step: int = 0

    def __str__(self) -> str:
        return f"{self.day}.{self.name}.{self.step}"

    @classmethod
    def read(cls, text: str) -> tuple[Place, str]:
        """Read what a button says: the place, and the answer if there is one. ValueError for what is none."""
        day, name, step, *answer = text.split(".", 3)
        begin_of(day)
        return cls(day, name, int(step)), "".join(answer)


class Wording(Protocol):
    """The words of one discipline. All texts are Discord markdown."""

    def intro(self, t: Texts) -> str:
        """What is done, and how it is counted."""

    def step(self, n: int, count: int, t: Texts) -> str:
        """Which of how many tasks this is."""

    def ask(self, place: Place, task: Any, t: Texts, *, plain: bool) -> tuple[Block, ...]:
        """A task with the buttons for its answers; without a picture if it is wished `plain`."""

    def told(self, task: Any, given: Given, t: Texts) -> str:
        """What came of an answer, in a line, without the mark of whether it was right."""


def mark(*, right: bool) -> str:
    """The sign of an answer; words stand beside it."""
    return "✅" if right else "❌"


def long_day(day: str, t: Texts) -> str:
    """A day with its year: "23 novembre 2026"."""
    return str(format_date(date.fromisoformat(day), "long", locale=t.locale))


def short_day(day: str, t: Texts) -> str:
    """A day without its year: "23/11"."""
    return str(format_skeleton("Md", date.fromisoformat(day), locale=t.locale))


def seconds(ms: int, t: Texts) -> str:
    """A time: "34,2 s"."""
    return f"{format_decimal(ms / _MS, format='0.0', locale=t.locale)}\u00a0s"


def score_words(attempt: Attempt, count: int, t: Texts, *, timed: bool) -> str:
    """How an attempt came out: "8/10", with its time if that counts."""
    score = f"{attempt.score}/{count}"
    return f"{score} · {seconds(attempt.ms, t)}" if timed else score


# The tasks of each discipline in words and pictures.

# The cups of La Tasse in words.


class CupWords:
    """Believe or doubt: what was announced, and what lay under the cup."""

    def intro(self, t: Texts) -> str:
        """What is done, and how the computer bluffs."""
        return t(
            "Dix tasses. À chacune, l’ordinateur devait annoncer au moins un certain score ; il a lancé deux "
            "dés en secret. Son annonce est-elle exacte ? Un point par tasse bien jugée.\n"
            "-# S’il peut dire vrai, il le fait six fois sur sept. Sinon, il annonce au hasard l’un des "
            "quatre plus petits scores possibles. L’échelle : 32 41 42 51 53 54 62 64 65, doubles 1 2 3 4 6, "
            "21."
        )

    def step(self, n: int, count: int, t: Texts) -> str:
        """Which cup this is."""
        return t("Tasse {n} sur {count}", n=n, count=count)

    def ask(self, place: Place, task: Cup, t: Texts, *, plain: bool) -> tuple[Block, ...]:
        """The announcement, to be believed or doubted."""
        del plain  # there is no picture
        least, said = score_name(task.standing, t), score_name(task.said, t)
        words = t("Il fallait annoncer au moins **{least}**.", least=least)
        buttons = (
            Button("daily.answer", t("Croire"), f"{place}.{BELIEVE}", emoji="👍"),
            Button("daily.answer", t("Douter"), f"{place}.{DOUBT}", emoji="🤨"),
        )
        return Text(f"{words}\n### " + t("L’ordinateur annonce {said}.", said=said)), Row(buttons)

    def told(self, task: Cup, given: Given, t: Texts) -> str:
        """What was announced, what was thought of it, and the dice."""
        said, dice = score_name(task.said, t), dice_in_words(task.dice, t)
        if given.answer == BELIEVE:
            return t("Annonce : {said}. Vous avez cru ; sous la tasse : {dice}.", said=said, dice=dice)
        return t("Annonce : {said}. Vous avez douté ; sous la tasse : {dice}.", said=said, dice=dice)


# The throws of Diavolo in words and pictures.


class ThrowWords:
    """Look, and grab."""

    def intro(self, t: Texts) -> str:
        """What is done, and how time counts."""
        return t(
            "Dix lancers. Prenez le diablotin de la bonne couleur ; en cas d’égalité, le gris. Un point par "
            "bonne couleur ; à points égaux, le plus rapide est devant.\n"
            "-# La montre part dès que vous commencez : chaque lancer s’affiche avec la réponse au "
            "précédent. Un lancer compte 15 secondes au plus, une erreur toujours 15."
        )

    def step(self, n: int, count: int, t: Texts) -> str:
        """Which throw this is."""
        return t("Lancer {n} sur {count}", n=n, count=count)

    def ask(self, place: Place, task: Thrown, t: Texts, *, plain: bool) -> tuple[Block, ...]:
        """The throw, as a picture or in words, and the four colours."""
        throw, seed = task.throw, layout_seed(int(place.day.replace("-", "")), place.step)
        order = Text("### " + t("Ordre : {order}", order=order_name(throw.order, t)))
        shown: Block = Text(throw_in_words(throw, t, seed)) if plain else sketch(throw, t, seed)
        colors = tuple(
            Button("daily.answer", title(color, t), f"{place}.{color}", emoji=MARKS[color])
            for color in COLORS
        )
        words = () if plain else (Button("daily.plain", t("En texte"), str(place), emoji="📝"),)
        return order, shown, Row((*colors, *words))

    def told(self, task: Thrown, given: Given, t: Texts) -> str:
        """What was taken, how fast if that was right, and why another colour was."""
        taken, right = cast("Color", given.answer), task.right
        why = reason_words(task.throw, right, measures(task.throw), t)
        if given.right:
            named = f"{MARKS[right]} {t(COLORS[right])}"
            return t("{color} en {time}. {why}", color=named, time=seconds(given.ms, t), why=why)
        named, wanted = f"{MARKS[taken]} {t(COLORS[taken])}", f"{MARKS[right]} {t(COLORS[right])}"
        return t("{color} : il fallait {right}. {why}", color=named, right=wanted, why=why)


# The questions of Défizz in words; they stay French, as the decks are.

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
