"""What the host of Diavolo may set in the lobby, with the defaults first."""

from __future__ import annotations

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.frame.face import OptionChoice, OptionSpec
from bot.ui.frame.names import plain_name

__all__ = ["options"]


def options(table: Table, t: Texts) -> tuple[OptionSpec, ...]:
    """The three options of the rules (D9, D10)."""
    named = (OptionChoice(seat.name, plain_name(table, seat.name, t)) for seat in table.seats)
    return (
        OptionSpec("first", t("Qui lance en premier"), (OptionChoice("drawn", t("au sort")), *named)),
        OptionSpec(
            "children",
            t("Dés"),
            (
                OptionChoice(False, t("trois par couleur")),
                OptionChoice(True, t("deux par couleur"), t("Pour les plus jeunes : moins à compter")),
            ),
        ),
        OptionSpec(
            "learning",
            t("Apprentissage"),
            (
                OptionChoice(False, t("sans")),
                OptionChoice(
                    True, t("l’ordre d’abord"), t("Trois manches où le dé Ordre se montre en avance")
                ),
            ),
        ),
    )
