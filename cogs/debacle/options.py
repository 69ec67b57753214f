"""The options of Débâcle in words."""

from __future__ import annotations

from bot.texts import N_, Texts
from bot.ui.frame.option import Option, seats
from cogs.debacle.words import COLOR_NAMES
from engines.debacle.board import COLORS

__all__ = ["OPTIONS"]


def _dice(place: int, t: Texts) -> str:
    return t("les dés de {color}", color=t(COLOR_NAMES[COLORS[place]]))


OPTIONS = (Option(name="first", label=N_("Qui commence"), choices=seats(_dice)),)
"""Who plays first in the first round (B1)."""
