"""The options of DESfausse in words."""

from __future__ import annotations

from bot.tables.model import Tempo
from bot.texts import N_
from bot.ui.frame.option import Option, Typed, Words
from bot.ui.frame.presets import Preset

__all__ = ["OPTIONS", "PRESETS"]

OPTIONS = (
    Option(
        name="hands",
        label=N_("Mains"),
        choices={
            "hidden": Words(N_("cachées"), N_("Les dés se montrent à la fin du tour")),
            "shown": Words(N_("montrées"), N_("Les dés se montrent dès la fin des lancers")),
        },
        typed=Typed(N_("mains"), N_("Cachées jusqu’à la fin du tour, ou montrées dès la fin des lancers")),
    ),
)
"""Whether all hands are shown once the rolling is over (F2)."""

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : 1 minute par décision"), N_("Moitié moins de temps pour chaque décision")),
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(N_("découverte : mains montrées"), N_("Et deux fois plus de temps par décision")),
        options={"hands": "shown"},
        tempo=Tempo.CALM,
    ),
)
