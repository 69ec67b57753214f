"""The options of DESfausse in words."""

from __future__ import annotations

from bot.texts import N_
from bot.ui.frame.option import Option, Typed, Words

__all__ = ["OPTIONS"]

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
