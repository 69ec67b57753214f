"""The cups of La Tasse in words."""

from __future__ import annotations

from bot.tables.daily.model import Given
from bot.texts import Texts
from bot.ui.pages.page import Block, Button, Row, Text
from cogs.daily.wording import Place
from cogs.tasse.words import dice_in_words, score_name
from engines.daily.cups import BELIEVE, DOUBT, Cup

__all__ = ["CupWords"]


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
