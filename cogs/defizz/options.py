"""What the host of Défizz may set in the lobby, with the defaults first."""

from __future__ import annotations

from bot.tables.model import Table
from bot.texts import Texts
from bot.ui.frame.face import OptionChoice, OptionSpec
from bot.ui.frame.names import plain_name
from cogs.defizz.words import Voice

__all__ = ["options"]

BANKS = (11_400, 3_000, 6_000, 19_000)
"""What the bank may begin with (Z16): that of the box first."""


def options(table: Table, t: Texts) -> tuple[OptionSpec, ...]:
    """Who reads and who begins, and the variants (Z1, Z2, Z16)."""
    named = (OptionChoice(seat.name, plain_name(table, seat.name, t)) for seat in table.seats)
    return (
        OptionSpec(
            "reader",
            t("Lecteur"),
            (
                OptionChoice("seat", t("une personne de la table"), t("Dès 3 : elle lit et juge à son tour")),
                OptionChoice("bot", t("le bot"), t("Dès 2 : le bot juge, tout le monde peut jouer")),
            ),
        ),
        OptionSpec(
            "expert",
            t("Expert"),
            (
                OptionChoice(False, t("non")),
                OptionChoice(True, t("oui"), t("Le lecteur choisit la question, et personne n’a d’aide")),
            ),
        ),
        OptionSpec(
            "teams",
            t("Équipes"),
            (
                OptionChoice(False, t("chacun pour soi")),
                OptionChoice(
                    True, t("par deux"), t("Deux personnes par équipe : la première réponse compte")
                ),
            ),
        ),
        OptionSpec(
            "enrichment",
            t("Enrichissement"),
            (
                OptionChoice(False, t("non")),
                OptionChoice(True, t("oui"), t("On part de zéro : 500 de la banque par question")),
            ),
        ),
        *((_bank(table, t),) if table.options.get("enrichment") else ()),
        OptionSpec("first", t("Qui commence"), (OptionChoice("drawn", t("au sort")), *named)),
    )


def _bank(table: Table, t: Texts) -> OptionSpec:
    choices = (OptionChoice(bank, Voice(table, t).chips(bank)) for bank in BANKS)
    return OptionSpec("bank", t("Banque (enrichissement)"), tuple(choices))
