"""The recap of a game of Défizz: a picture of everybody's chips over the turns."""

from __future__ import annotations

from collections.abc import Mapping

from babel.numbers import format_decimal

from bot.texts import Texts
from bot.ui.pages.escape import label
from bot.ui.pages.lettering import writable
from bot.ui.pages.page import Sketch
from cogs.defizz.history import History
from cogs.defizz.painting import Curve, RecapDrawing

__all__ = ["RecapDrawing", "sketch"]

NAME = "defizz.webp"
_NAMED = 40
"""Characters of a name in the words of the picture."""


def sketch(history: History, t: Texts, names: Mapping[str, str]) -> Sketch:
    """The picture of everybody's chips as lines; `names` are plain texts by seat."""
    curves = tuple(
        Curve(writable(names[seat], f"#{place + 1}"), tuple(chips[place] for chips in history.chips))
        for place, seat in enumerate(history.seats)
    )
    said = _chips_in_words(history, t, names)
    return Sketch(NAME, said, RecapDrawing(curves, t("tours"), t("jetons")), said)


def _chips_in_words(history: History, t: Texts, names: Mapping[str, str]) -> str:
    """Everybody's chips at the start, at best and at the end."""
    turns = t.plural("Les jetons sur {n} tour.", "Les jetons sur {n} tours.", history.turns)
    said = [turns]
    for place, seat in enumerate(history.seats):
        own = [chips[place] for chips in history.chips]
        facts = {"name": label(names[seat], _NAMED)}
        numbers = {"start": own[0], "best": max(own), "end": own[-1]}
        facts |= {name: format_decimal(n, locale=t.locale) for name, n in numbers.items()}
        said.append(t("{name} : {start} au début, {best} au plus haut, {end} à la fin.", **facts))
    return " ".join(said)
