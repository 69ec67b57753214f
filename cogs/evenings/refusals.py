"""Sentences for what is refused about evenings: their hour, their programme, who comes."""

from typing import Final

from bot.texts import N_

_PLANNING: Final[dict[str, tuple[str, ...]]] = {
    "evening_unreadable": (
        N_(
            "Je ne comprends pas ce jour et cette heure. Écrivez par exemple « jeudi 20h30 », « demain "
            "20 h » ou « 12/12 21:00 ». Rien n’a changé."
        ),
    ),
    "evening_no_hour": (
        N_("Il manque l’heure. Écrivez par exemple « jeudi 20h30 » ou « 12/12 21:00 ». Rien n’a changé."),
    ),
    "evening_gap": (
        N_(
            "Cette heure n’existe pas ce jour-là : les horloges passent à l’heure d’été. Choisissez une "
            "heure plus tard. Rien n’a changé."
        ),
    ),
    "evening_past": (
        N_("Ce moment est déjà passé ({time}). Choisissez un jour et une heure à venir. Rien n’a changé."),
    ),
    "evening_far": (
        N_("C’est trop loin : une soirée se prévoit {n} jours à l’avance au plus. Rien n’a changé."),
    ),
    "evening_title": (N_("Un titre fait de 1 à {n} caractères. Rien n’a changé."),),
    "evening_here": (
        N_(
            "Une soirée est déjà prévue ou en cours dans ce salon : « {title} ». Attendez sa fin, "
            "annulez-la, ou choisissez un autre salon. Rien n’a changé."
        ),
    ),
    "evening_empty": (N_("Le programme est vide : ajoutez au moins une manche."),),
    "evening_rounds": (N_("Un programme a {n} manches au plus. Retirez-en une d’abord."),),
    "evening_cards": (
        N_(
            "Il n’y a pas assez de questions pour la manche {round} : il en faut {needed}, et il en reste "
            "{found} qui conviennent. Raccourcissez-la, ouvrez ses thèmes, ou changez de paquet. "
            "Rien n’a changé."
        ),
        N_(
            "Il n’y a plus assez de questions pour une manche : il faut la raccourcir ou changer son paquet, "
            "par le bouton Gérer."
        ),
    ),
    "evening_deck": (
        N_(
            "La manche {round} se joue avec le paquet « {deck} », que ce serveur n’a plus. Choisissez-en un "
            "autre au programme. Rien n’a changé."
        ),
        N_(
            "Ce serveur n’a plus le paquet de questions d’une manche : il faut en choisir un autre, par le "
            "bouton Gérer."
        ),
    ),
    "evening_no_such_theme": (
        N_("Aucune question de ce paquet n’a ce thème : {theme}. Les plus fréquents : {some}."),
        N_("Aucune question de ce paquet n’a ce thème : {theme}."),
    ),
    "evening_length": (N_("La longueur d’une manche est un nombre de {least} à {n}. Rien n’a changé."),),
    "evening_size": (
        N_("Une équipe a de 1 à 6 personnes, et une soirée de 2 à 72 places. Rien n’a changé."),
    ),
    "evening_too_small": (
        N_("Des personnes inscrites n’auraient plus leur place ou leur équipe. Rien n’a changé."),
    ),
    "evening_stale": (
        N_("Ce panneau n’est plus à jour : la soirée a changé. Rouvrez-le par le bouton Gérer."),
    ),
    "evening_gone": (N_("Cette soirée n’existe plus."),),
    "evening_none": (N_("Aucune soirée n’est prévue dans ce salon."),),
    "evening_not_host": (
        N_("Seul l’hôte de la soirée peut faire cela, ou la modération (« Gérer les messages »)."),
    ),
    "evening_begun": (N_("La soirée a déjà commencé : cela ne peut plus changer."),),
    "evening_over": (N_("Cette soirée est terminée ou annulée."),),
    "evening_few": (
        N_("Il faut au moins {n} équipes pour commencer. Attendez du monde, ou invitez-en à s’inscrire."),
    ),
    "evening_one_server": (N_("Une soirée se prévoit dans un salon de serveur, pas en message privé."),),
    "evening_season": (N_("Un titre de saison fait de 1 à {n} caractères. Rien n’a changé."),),
}
_COMING: Final[dict[str, tuple[str, ...]]] = {
    "evening_not_open": (N_("Les inscriptions à cette soirée ne sont pas ouvertes."),),
    "evening_registered": (N_("C’est déjà noté : vous avez votre place."),),
    "evening_not_registered": (N_("Votre nom n’est pas sur la liste de cette soirée."),),
    "evening_leads": (N_("Vous menez cette soirée : vous n’y jouez pas."),),
    "evening_waiting": (
        N_("Votre nom est sur la liste d’attente : vous choisirez une équipe dès qu’une place se libère."),
    ),
    "evening_no_teams": (N_("À cette soirée, on joue chacun pour soi : il n’y a pas d’équipes."),),
    "evening_no_team": (N_("Vous n’avez pas encore d’équipe : choisissez-en une d’abord."),),
    "evening_team_gone": (N_("Cette équipe n’existe plus. Choisissez-en une autre."),),
    "evening_team_full": (N_("L’équipe « {team} » est complète ({n} personnes). Choisissez-en une autre."),),
    "evening_teams_full": (N_("Il y a déjà {n} équipes, c’est le plus possible. Rejoignez-en une."),),
    "evening_full_teams": (N_("Les {n} places sont prises. « Je viens » vous met sur la liste d’attente."),),
    "evening_team_name": (N_("Un nom d’équipe fait de 1 à {n} caractères, et pas seulement des espaces."),),
    "evening_team_taken": (N_("Une équipe s’appelle déjà « {team} ». Choisissez un autre nom."),),
}
EVENINGS: Final[dict[str, tuple[str, ...]]] = {**_PLANNING, **_COMING}
"""Wordings by reason (see bot.ui.frame.notices)."""
