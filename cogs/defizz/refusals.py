"""A sentence for each refusal of Défizz's own rules: what was wrong, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from babel.numbers import format_decimal

from bot.texts import N_, Texts
from engines.core.errors import Refusal

__all__ = ["REASONS", "refusal_sentence"]

REASONS: Mapping[str, str] = {
    "not_now": N_("Pas maintenant ! La table montre ce qu’on peut faire."),
    "left": N_("Vous avez quitté cette partie. Rendez-vous à la prochaine !"),
    "eliminated": N_("Vous n’avez plus de jetons : installez-vous et regardez la fin !"),
    "reads": N_("Vous lisez ce défi : vous jugez, mais ne répondez pas."),
    "refused": N_("Vous avez refusé ce défi : attendez le prochain."),
    "not_the_reader": N_("C’est au lecteur de choisir et de juger : attendez un instant."),
    "already_answered": N_("Vous avez déjà répondu : attendez votre tour, ou la fin du défi."),
    "takes_no_part": N_("Vous ne jouez pas ce défi : attendez le prochain."),
    "no_such_question": N_("La carte n’a que trois questions. Choisissez-en une avec les boutons."),
    "no_help": N_("Vous n’avez plus d’aide : elle ne sert qu’une fois par partie, avant de choisir."),
    "reader_chose_question": N_(
        "Dans la variante Expert, le lecteur a déjà choisi la question : choisissez le reste."
    ),
    "question_missing": N_("Choisissez d’abord une question, par son indice."),
    "no_opponent_in_multi": N_("C’est un Multi : on défie tout le monde, sans choisir d’adversaire."),
    "opponent_missing": N_("C’est un Duel : choisissez aussi votre adversaire."),
    "opponent_is_oneself": N_("On ne se défie pas soi-même. Choisissez quelqu’un d’autre."),
    "opponent_reads": N_("Cette personne lit la question : choisissez quelqu’un d’autre."),
    "opponent_not_in_play": N_("Cette personne est sortie du jeu : choisissez quelqu’un d’autre."),
    "no_stake_in_enrichment": N_("Tant que la banque paie, on ne mise pas : la question vaut 500."),
    "stake_missing": N_("Il manque la mise. Reprenez depuis les indices."),
    "stake_not_a_number": N_("Écrivez votre mise comme un nombre, par exemple 300. Rien n’a changé."),
    "stake_below_minimum": N_("C’est trop peu : le dé demande au moins {least}."),
    "stake_above_chips": N_("C’est plus que vos jetons : misez {most} au plus."),
    "stake_not_in_hundreds": N_("Les jetons vont par 100 : écrivez une somme qui finit par 00."),
    "answer_too_long": N_(
        "C’est trop long : {most} caractères au plus. Réessayez : c’est toujours votre tour."
    ),
    "answer_empty": N_("Il n’y a rien à lire dans cette réponse. Écrivez-la, ou passez."),
    "not_a_number": N_("Il faut un nombre, en chiffres ou en lettres. Rien n’a changé : réessayez."),
    "number_unclear": N_(
        "Ce nombre peut se lire de plusieurs façons : laquelle est la vôtre ? Votre réponse compte dès que "
        "vous aurez choisi."
    ),
    "number_several": N_("Il faut un seul nombre : choisissez, puis réessayez. Rien n’a changé."),
    "number_vague": N_("Il faut une année précise : choisissez-en une, puis réessayez. Rien n’a changé."),
    "other_unit": N_("Cette unité ne va pas : on compte en « {unit} ». Rien n’a changé : réessayez."),
    "unit_not_asked": N_("La question ne demande pas cette unité : donnez le nombre seul. Rien n’a changé."),
    "number_out_of_bounds": N_("Il faut un nombre entier de {least} à {most}. Réessayez."),
    "number_repeated": N_("Ce nombre a déjà été proposé. Donnez-en un autre."),
    "no_card_to_void": N_("Il n’y a pas de carte à annuler : le dé n’est pas encore lancé."),
    "bot_reads": N_("C’est déjà le bot qui lit."),
    "not_the_quizmaster": N_("C’est au maître du jeu de le faire."),
    "chips_wait": N_("Un défi est en cours : on déplace des jetons avant la mise, ou après le défi."),
    "no_such_player": N_("Cette personne n’est pas, ou plus, dans le jeu : choisissez-en une autre."),
    "same_player": N_("On ne déplace pas de jetons de quelqu’un à soi-même : choisissez deux personnes."),
    "chips_not_a_number": N_("Écrivez les jetons comme un nombre, par exemple 300. Rien n’a changé."),
    "chips_too_many": N_("C’est trop : {most} au plus, car il doit en rester 100. Rien n’a changé."),
    "reason_missing": N_("Dites pourquoi : tout le monde doit pouvoir le lire."),
    "reason_too_long": N_("C’est trop long : {most} caractères au plus pour la raison."),
    "leads": N_("Vous menez le jeu : vous lisez et jugez, sans jouer."),
    "contest_off": N_("À cette table, on ne conteste pas : l’hôte a choisi ainsi."),
    "vote_is_on": N_("On vote déjà : attendez la fin du vote."),
    "verdict_stands": N_("Trop tard : après la réponse ou le lancer suivant, un verdict ne change plus."),
    "contested_before": N_("Vous avez déjà contesté dans ce défi : c’est une fois par défi."),
    "voted_before": N_("Vous avez déjà voté : attendez les autres."),
    "contests": N_("Vous contestez ce verdict : ce sont les autres qui votent."),
    "votes_not_on_oneself": N_("Vous jouez ce défi : ce sont les autres qui votent."),
    "already_ending": N_("La partie s’arrête déjà après ce tour."),
}


def refusal_sentence(refusal: Refusal, t: Texts) -> str | None:
    """The sentence for a refusal; None if its reason is not one of Défizz's own."""
    wording = REASONS.get(refusal.reason)
    if wording is None:
        return None
    return t(wording, **{name: _format_value(value, t) for name, value in refusal.params.items()})


def _format_value(value: object, t: Texts) -> object:
    """Write numbers as on the board; other values stay as they are."""
    return format_decimal(value, locale=t.locale) if isinstance(value, int) else value
