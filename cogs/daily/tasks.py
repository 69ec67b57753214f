"""The tasks of each discipline in words and pictures."""

from typing import cast

from bot.tables.daily.model import Given
from bot.texts import Texts
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Field, Form, Row, Text
from cogs.daily.wording import Place, seconds
from cogs.diavolo.picture import sketch, throw_in_words
from cogs.diavolo.story import reason_words
from cogs.diavolo.words import COLORS, MARKS, layout_seed, order_name, title
from cogs.tasse.words import dice_in_words, score_name
from engines.daily.discipline import BELIEVE, DOUBT, NO_ANSWER, Asked, Cup, Thrown
from engines.diavolo.model import Color
from engines.diavolo.throw import measures

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
