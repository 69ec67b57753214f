"""The commands of a host of Défizz, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_
from engines.defizz.host import END_AFTER_ROUND, REPLACE_READER, VOID

__all__ = ["ORDERS"]

ORDERS: Mapping[str, tuple[str, str]] = {
    VOID: (
        N_("Annuler la carte"),
        N_("Les mises sont rendues et le tour est rejoué avec une autre carte."),
    ),
    REPLACE_READER: (N_("Faire lire le bot"), N_("Le bot remplace le lecteur jusqu’à la fin du tour.")),
    END_AFTER_ROUND: (
        N_("Finir après ce tour"),
        N_("À la fin du tour, le plus gros tas de jetons gagne la partie."),
    ),
}
"""For each command, its label on the button and what it does."""
