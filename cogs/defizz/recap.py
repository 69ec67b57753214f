"""The recap of a game of Défizz: a picture of everybody's chips over the turns, and the best moments."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from babel.numbers import format_decimal

from bot.texts import Texts
from bot.ui.pages.escape import label
from bot.ui.pages.page import Sketch
from cogs.defizz.history import History
from cogs.defizz.painting import Curve, RecapDrawing
from cogs.defizz.words import Voice

__all__ = ["RecapDrawing", "moments", "sketch"]

NAME = "defizz.webp"
_NAMED = 40
"""Characters of a name in the words of the picture."""


def sketch(history: History, t: Texts, names: Mapping[str, str]) -> Sketch:
    """The picture of everybody's chips as lines; `names` are plain texts by seat."""
    curves = tuple(
        Curve(_ascii(names[seat], place + 1), tuple(chips[place] for chips in history.chips))
        for place, seat in enumerate(history.seats)
    )
    said = _chips_in_words(history, t, names)
    return Sketch(NAME, said, RecapDrawing(curves, t("tours"), t("jetons")), said)


def moments(history: History, voice: Voice) -> str:
    """The best moments, a line each; "" if there was none."""
    t, lines = voice.t, []
    if feat := history.pot:
        facts = {"name": voice.name(feat.seat), "n": voice.chips(feat.amount), "turn": feat.turn}
        lines.append(t("💰 Le plus gros gain : {name}, {n} 🪙 au tour {turn}.", **facts))
    if feat := history.series:
        facts = {"name": voice.name(feat.seat), "n": feat.amount, "turn": feat.turn}
        lines.append(
            t("🔥 La plus longue série : {name}, {n} défis de suite, jusqu’au tour {turn}.", **facts)
        )
    if feat := history.fastest:
        seconds = format_decimal(feat.amount / 1000, format="0.00", locale=t.locale)
        facts = {"name": voice.name(feat.seat), "seconds": seconds, "turn": feat.turn}
        lines.append(
            t("⚡ La bonne réponse la plus rapide : {name}, {seconds}\u00a0s au tour {turn}.", **facts)
        )
    if feat := history.comeback:
        facts = {"name": voice.name(feat.seat), "n": voice.chips(feat.amount), "turn": feat.turn}
        lines.append(t("🧗 La plus belle remontée : {name}, à {n} 🪙 après le tour {turn}.", **facts))
    return "\n".join((t("**Les grands moments**"), *lines)) if lines else ""


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


def _ascii(name: str, number: int) -> str:
    """The name in ASCII, which is what the pictures' font has; the player's number if nothing is left."""
    known = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().strip()
    return known or f"# {number}"
