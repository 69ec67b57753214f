"""What the host of Défizz may command, in words."""

from __future__ import annotations

from bot.texts import Texts
from engines.defizz.host import END_AFTER_ROUND, REPLACE_READER, VOID

__all__ = ["words"]


def words(command: str, t: Texts) -> tuple[str, str] | None:
    """A command's name and what it does; None for an unknown one."""
    return {
        VOID: (
            t("Retirer la carte"),
            t("Les mises sont rendues et le tour est rejoué avec une autre carte."),
        ),
        REPLACE_READER: (t("Faire lire le bot"), t("Le bot remplace le lecteur jusqu’à la fin du tour.")),
        END_AFTER_ROUND: (
            t("Finir après ce tour"),
            t("Qui a le plus de jetons à la fin du tour gagne la partie."),
        ),
    }.get(command)
