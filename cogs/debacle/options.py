"""What the host of Débâcle may set in the lobby, with the default first."""

from __future__ import annotations

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.frame.face import OptionChoice, OptionSpec
from bot.ui.frame.names import plain_name
from cogs.debacle.words import COLOR_NAMES
from engines.debacle.board import COLORS

__all__ = ["options"]


def options(table: Table, t: Texts) -> tuple[OptionSpec, ...]:
    """Who plays first in the first round (B1)."""
    named = (
        OptionChoice(
            seat.name, plain_name(table, seat.name, t), t("les dés de {color}", color=t(COLOR_NAMES[color]))
        )
        for seat, color in zip(table.seats, COLORS, strict=False)
    )
    return (OptionSpec("first", t("Qui commence"), (OptionChoice("drawn", t("au sort")), *named)),)
