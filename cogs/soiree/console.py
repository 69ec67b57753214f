"""The commands of an evening's host, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_
from engines.defizz.host import VOID
from engines.soiree.host import END_AFTER_ROUND, PROCEED, REPLACE_QUIZMASTER, SKIP_ROUND, WITHDRAW

__all__ = ["ORDERS"]

ORDERS: Mapping[str, tuple[str, str]] = {
    PROCEED: (N_("Continuer"), N_("On n’attend plus personne : la suite vient tout de suite.")),
    WITHDRAW: (
        N_("Retirer la question"),
        N_("Elle ne compte pas, ses points sont repris, et une autre la remplace."),
    ),
    SKIP_ROUND: (N_("Finir la manche"), N_("Elle s’arrête là, et ce qui est révélé compte.")),
    VOID: (N_("Annuler la carte"), N_("Les mises sont rendues et le tour est rejoué avec une autre carte.")),
    END_AFTER_ROUND: (N_("Finir la soirée"), N_("La soirée s’arrête après cette manche.")),
    REPLACE_QUIZMASTER: (N_("Faire mener le bot"), N_("Le bot mène et juge jusqu’à la fin de la soirée.")),
}
"""For each command, its label on the button and what it does."""
