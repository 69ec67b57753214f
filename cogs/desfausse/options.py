"""What the host of DESfausse may set in the lobby, with the default first."""

from __future__ import annotations

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.frame.face import OptionChoice, OptionSpec

__all__ = ["options"]


def options(table: Table, t: Texts) -> tuple[OptionSpec, ...]:
    """Whether hands are shown once the rolling is over (F2)."""
    del table
    return (
        OptionSpec(
            "hands",
            t("Mains"),
            (
                OptionChoice("hidden", t("cachées"), t("Les dés se montrent à la fin du tour")),
                OptionChoice("shown", t("montrées"), t("Les dés se montrent dès la fin des lancers")),
            ),
        ),
    )
