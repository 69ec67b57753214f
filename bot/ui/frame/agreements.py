"""Sentences for refusals about drafts and agreements: what players take back or settle among themselves."""

from __future__ import annotations

from typing import Final

from bot.texts import N_

__all__ = ["REASONS"]

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "nothing_to_undo": (N_("Il n’y a rien à annuler : ce tour n’a pas encore d’action."),),
    "nothing_to_end": (N_("Ce tour n’est pas complet : il reste une action à faire."),),
    "turn_complete": (N_("Le tour est complet : il reste à le terminer, ou à annuler la dernière action."),),
    "already_offered": (N_("Une proposition attend déjà sa réponse."),),
    "no_offer": (N_("Cette proposition ne tient plus : la partie a continué, ou quelqu’un y a répondu."),),
    "own_offer": (N_("C’est votre propre proposition : la réponse revient à l’autre camp."),),
    "no_clock": (N_("Aucun temps n’est compté pour l’instant : il n’y en a pas à accorder."),),
    "own_clock": (N_("C’est votre temps qui court : seul l’autre camp peut vous en accorder."),),
    "time_enough": (N_("Il reste déjà plus d’un tour entier de temps."),),
}
"""Wordings by reason (see bot.ui.frame.notices)."""
