"""The options of Débâcle in words."""

from __future__ import annotations

from bot.tables.model import Tempo
from bot.texts import N_, Texts
from bot.ui.frame.option import Option, Words, seats
from bot.ui.frame.presets import Preset
from cogs.debacle.words import COLOR_NAMES
from engines.debacle.board import COLORS

__all__ = ["OPTIONS", "PRESETS"]


def _dice(place: int, t: Texts) -> str:
    return t("les dés de {color}", color=t(COLOR_NAMES[COLORS[place]]))


OPTIONS = (Option(name="first", label=N_("Qui commence"), choices=seats(_dice)),)
"""Who plays first in the first round (B1)."""

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : 5 minutes par tour"), N_("Au rythme vif, moitié moins de temps")),
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(
            N_("découverte : 20 minutes par tour"), N_("Au rythme vif, deux fois plus de temps par tour")
        ),
        tempo=Tempo.CALM,
    ),
)
