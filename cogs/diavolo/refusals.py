"""A sentence for each refusal of Diavolo's own rules: what was wrong, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_
from bot.ui.frame.refusals import sentences

__all__ = ["REASONS", "refusal_sentence"]

REASONS: Mapping[str, str] = {
    "holds_a_pawn": N_("Vous avez déjà un diablotin, et on ne l’échange pas : attendez la fin de la manche."),
    "color_exhausted": N_("Il n’y a plus de diablotin de cette couleur : prenez-en vite une autre."),
    "not_rolled_yet": N_("Les dés ne sont pas encore lancés : attendez de les voir."),
    "already_rolled": N_("Les dés sont déjà sur la table : prenez un diablotin."),
    "no_such_color": N_("Il n’y a que quatre couleurs : noir, blanc, rouge et gris."),
    "no_gems": N_("Vous n’avez plus de gemme : profitez du spectacle !"),
}

refusal_sentence = sentences(REASONS)
"""Finds the sentence for a refusal; None if its reason is not one of Diavolo's own."""
