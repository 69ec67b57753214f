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
    "own_offer": (N_("C’est votre proposition : la réponse revient à votre adversaire."),),
    "no_clock": (N_("Aucun chrono ne tourne : pas de temps à accorder pour l’instant."),),
    "own_clock": (N_("C’est votre chrono qui tourne : seul votre adversaire peut vous accorder du temps."),),
    "time_enough": (N_("Il reste déjà plus de temps que pour un tour complet."),),
}
"""Wordings by reason (see bot.ui.frame.notices)."""
