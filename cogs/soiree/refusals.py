"""A sentence for each refusal of an evening's own rules: what was wrong, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_, Texts
from cogs.defizz.refusals import REASONS as DEFIZZ
from cogs.defizz.refusals import refusal_sentence as defizz_sentence
from engines.core.errors import Refusal

__all__ = ["REASONS", "refusal_sentence"]

REASONS: Mapping[str, str] = {
    "left": N_("Vous avez quitté cette soirée. Rendez-vous à la prochaine !"),
    "leads": N_("Vous menez la soirée : vous jugez, mais ne répondez pas."),
    "not_the_quizmaster": N_("C’est au maître du jeu de le faire."),
    "quizmaster_goes_on": N_("C’est au maître du jeu de lancer la suite."),
    "challenge_in_play": N_("Un défi est en cours : la table montre ce qu’on peut faire."),
    "not_in_the_tie": N_("Cette question départage les équipes de tête : regardez la fin !"),
    "already_ready": N_("C’est noté : on vous sait là. La suite arrive."),
    "already_answered": N_("Votre équipe a déjà répondu : la première réponse compte."),
    "tell_unclear": DEFIZZ["number_unclear"],
    "stake_out_of_bounds": N_("Une mise va de {least} à {most}. Choisissez-la dans la liste."),
    "nothing_to_rule": N_("Il n’y a rien à juger pour cette équipe."),
    "same_ruling": N_("C’est déjà jugé ainsi."),
    "no_such_team": N_("Cette équipe ne joue plus : choisissez-en une autre."),
    "points_not_a_number": N_("Écrivez les points comme un nombre entier, par exemple 3 ou -2."),
    "points_out_of_bounds": N_("On ajoute ou retire de 1 à {most} points à la fois."),
    "reason_missing": N_("Dites pourquoi : tout le monde doit pouvoir le lire."),
    "reason_too_long": N_("C’est trop long : {most} caractères au plus pour la raison."),
    "no_question": N_("Il n’y a pas de question à retirer."),
    "no_round_in_play": N_("Aucune manche n’est en cours."),
    "bot_leads": N_("C’est déjà le bot qui mène."),
    "already_ending": N_("La soirée s’arrête déjà après cette manche."),
}


def refusal_sentence(refusal: Refusal, t: Texts) -> str | None:
    """The sentence for a refusal, also of Défizz's rules; None if its reason is nobody's own."""
    wording = REASONS.get(refusal.reason)
    if wording is None:
        return defizz_sentence(refusal, t)
    return t(wording, **refusal.params)
