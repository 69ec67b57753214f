"""The throws of Diavolo in words and pictures."""

from __future__ import annotations

from typing import cast

from bot.tables.daily.model import Given
from bot.texts import Texts
from bot.ui.pages.page import Block, Button, Row, Text
from cogs.daily.wording import Place, seconds
from cogs.diavolo.picture import sketch, throw_in_words
from cogs.diavolo.story import reason_words
from cogs.diavolo.words import COLORS, MARKS, layout_seed, order_name, title
from engines.daily.throws import Thrown
from engines.diavolo.model import Color
from engines.diavolo.throw import measures

__all__ = ["ThrowWords"]


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
