"""A sentence for each refusal of DESfausse's own rules: what was wrong, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import N_
from bot.ui.frame.refusals import sentences

__all__ = ["REASONS", "refusal_sentence"]

REASONS: Mapping[str, str] = {
    "rolling_is_over": N_(
        "Les lancers sont finis pour ce tour. « Ma main » montre ce que vous pouvez faire."
    ),
    "rolls_are_over": N_("Vous avez fini de lancer pour ce tour : attendez les appels."),
    "call_is_over": N_("Cet appel est passé. « Ma main » montre ce que vous pouvez faire."),
    "no_gift_owed": N_("Vous n’avez rien à donner pour l’instant."),
    "no_demon": N_("Le gros dé rouge se donne à la fin d’une manche, par la personne qui l’a gagnée."),
    "already_chosen": N_("Votre choix pour cet appel est fait et ne change plus. Attendez les autres."),
    "cursed": N_("La malédiction vous frappe ce tour : vous ne pouvez rien défausser."),
    "already_discarded": N_("Vous avez déjà défaussé : une seule combinaison par tour."),
    "barred": N_("Vous n’aviez qu’un dé et en avez reçu un : vous ne pouvez rien défausser ce tour."),
    "nothing_to_discard": N_(
        "Vous n’avez rien à défausser à cet appel : il faut plus de dés de cette valeur que de diables."
    ),
    "no_dice": N_("Choisissez d’abord au moins un dé."),
    "not_ascending": N_("Un dé a été choisi deux fois. Reprenez depuis « Ma main »."),
    "not_your_die": N_("Ce dé n’est pas dans votre main. « Ma main » montre les vôtres."),
    "received_this_turn": N_(
        "Ce dé vient de vous être donné : il n’entre dans votre main qu’au prochain tour."
    ),
    "locked": N_("C’est un diable : il est verrouillé jusqu’à la fin du tour. Choisissez un autre dé."),
    "mixed_values": N_("Une combinaison n’a qu’une valeur : ces dés ne montrent pas tous la même."),
    "not_called": N_("On appelle les {call} : ce dé montre autre chose."),
    "combination_too_small": N_(
        "Avec vos diables ({devils}), il faut au moins {least} dés dans la combinaison pour qu’un dé parte."
    ),
    "too_many_leave": N_("Trop de dés : ici, il doit en partir {leave} (un de moins par diable)."),
    "too_few_leave": N_("Pas assez de dés : ici, il doit en partir {leave} (un de moins par diable)."),
    "not_in_combination": N_("Seuls des dés de la combinaison peuvent partir. Choisissez parmi eux."),
    "mixed_colors_given": N_(
        "Pour donner des dés, la combinaison doit être d’une seule couleur. Celle-ci ne peut aller "
        "qu’aux Enfers."
    ),
    "not_shared_out": N_("Chaque dé qui part doit aller à une personne, et une seule."),
    "hand_is_full": N_(
        "Cette personne a déjà 9 dés et ne peut plus rien recevoir. Choisissez-en une autre, ou les Enfers."
    ),
    "not_an_opponent": N_("On ne donne qu’à une autre personne encore en jeu."),
    "curse_owed": N_(
        "Il manque un dé pour chaque personne sous malédiction : choisissez-le hors de la combinaison."
    ),
    "curse_not_owed": N_("Cette personne n’attend pas de dé de votre part."),
    "in_combination": N_(
        "Le dé pour une personne sous malédiction se prend hors de la combinaison. Choisissez-en un autre."
    ),
    "die_given_twice": N_("Le même dé ne peut pas aller à deux personnes. Choisissez-en un autre."),
    "not_a_candidate": N_(
        "Le gros dé rouge va à une personne qui avait le plus de dés à la fin de la manche : choisissez "
        "parmi elles."
    ),
}

refusal_sentence = sentences(REASONS)
"""Says it; None where the reason is not one of DESfausse's own."""
