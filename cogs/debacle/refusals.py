"""A sentence for each refusal of Débâcle's own rules: what was wrong, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_
from bot.ui.frame.refusals import sentences

__all__ = ["REASONS", "refusal_sentence"]

REASONS: Mapping[str, str] = {
    "no_such_cell": N_("Il n’y a pas de case {at} : elles vont de a1 à f6."),
    "no_die_there": N_("Il n’y a plus de dé en {at} : il a bougé depuis. Choisissez-en un autre."),
    "not_your_die": N_("Le dé en {at} est à l’adversaire. Choisissez l’un des vôtres."),
    "bounce_first": N_("Le dé en {at} attend son rebond : jouez-le, ou renoncez-y."),
    "return_first": N_("Le dé en {at} doit d’abord revenir dans votre camp : choisissez une case."),
    "no_action_left": N_("Vous n’avez plus d’action pour ce tour. Terminez-le, ou annulez un coup."),
    "flipped_just_now": N_(
        "Le dé en {at} vient d’être flippé : pas deux fois de suite. Jouez-en un autre d’abord."
    ),
    "not_a_neighbour": N_(
        "La case {at} n’est pas voisine : un dé bouge d’une seule case à la fois, sans diagonale."
    ),
    "never_back": N_("On ne roule jamais en arrière (case {at}) : en avant ou sur le côté seulement."),
    "cell_taken": N_("La case {at} est occupée. Choisissez une case vide."),
    "too_strong": N_(
        "Le dé en {at} est trop fort : il faut une valeur plus haute, ou un 1 (qui capture tout sauf un 1)."
    ),
    "nothing_to_capture": N_("Il n’y a pas de dé adverse à capturer en {at}."),
    "not_your_camp": N_("La case {at} n’est pas dans votre camp : choisissez-y une case vide."),
    "nothing_to_return": N_("Aucun dé ne doit revenir au camp pour l’instant."),
    "nothing_to_recover": N_("L’adversaire n’a capturé aucun de vos dés : il n’y a rien à récupérer."),
    "not_before_the_first": N_("On récupère un dé après une action, jamais avant. Jouez d’abord."),
    "values_differ": N_("Pour récupérer un dé, tous les vôtres doivent montrer la même valeur."),
    "only_at_first": N_("Les doubles se prennent au tout début du tour, avant toute action."),
    "not_these_doubles": N_(
        "Ce choix laisse un double dans une rangée, ou retire un dé de trop. Choisissez dans la liste."
    ),
    "no_doubles": N_(
        "Il n’y a pas de doubles à prendre : aucune rangée n’a deux dés adverses de même valeur."
    ),
    "actions_owed": N_("Il vous reste des actions à jouer : jouez-les avant de terminer le tour."),
    "illegal_action": N_(
        "Ce coup n’est pas possible maintenant. « Mon plateau » montre ce que vous pouvez faire."
    ),
}

refusal_sentence = sentences(REASONS)
"""Finds the sentence for a refusal; None if its reason is not one of Débâcle's own."""
