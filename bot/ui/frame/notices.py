"""A sentence for every refusal that all games share: what was wrong, and what to do.

Each reason has one or more wordings, the most precise first. The first wording is used whose values are all
given.
"""

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

from bot.texts import N_, Texts
from bot.ui.frame import decks, past, teams
from bot.ui.pages.escape import escape
from bot.ui.pages.page import countdown, time_of_day

# Sentences for refusals about drafts and agreements: what players take back or settle among themselves.

AGREEMENTS: Final[dict[str, tuple[str, ...]]] = {
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


# Sentences for refusals about races, in which the moment of a click decides.

RACES: Final[dict[str, tuple[str, ...]]] = {
    "late": (N_("Trop tard : ce clic est venu après la fin du temps. Le résultat arrive."),),
    "too_soon": (N_("Un instant : les boutons s’ouvrent dans quelques secondes."),),
    "in_a_race": (N_("Chaque instant compte en ce moment : mettez en pause quand ce sera fini."),),
}
"""Wordings by reason (see bot.ui.frame.notices)."""


_CLICKS: Final[dict[str, tuple[str, ...]]] = {
    "stale": (
        N_("Ce bouton n’est plus à jour : la partie a continué. Le message actuel est ici : {link}"),
        N_("Ce bouton n’est plus à jour : la partie continue. Utilisez le dernier message de la table."),
    ),
    "busy": (N_("Il y a foule à cette table. Rien n’a changé : réessayez dans un instant."),),
    "chore_busy": (
        N_(
            "C’est occupé : je fais une seule vérification à la fois. Rien n’a changé : "
            "réessayez dans quelques secondes."
        ),
    ),
    "chore_yours": (
        N_("Je suis encore sur votre vérification précédente. Attendez son résultat, puis réessayez."),
    ),
    "chore_too_heavy": (
        N_(
            "C’est trop lourd à vérifier : j’ai arrêté avant la fin, et rien n’a changé. "
            "Si c’est un fichier, essayez-en un plus petit."
        ),
    ),
    "chore_failed": (
        N_(
            "La vérification s’est arrêtée net. Rien n’a changé : réessayez. Si cela continue, prévenez la "
            "personne qui s’occupe du bot."
        ),
    ),
    "internal": (
        N_(
            "Quelque chose s’est mal passé de mon côté. La partie est intacte : réessayez. Si cela "
            "continue, signalez l’incident n° {incident}."
        ),
        N_("Quelque chose s’est mal passé de mon côté. La partie est intacte : réessayez."),
    ),
    "away": (
        N_(
            "Ma mémoire ne répond pas en ce moment. La partie est intacte : réessayez dans quelques secondes."
        ),
    ),
    "bad_request": (N_("Ça ne marche pas ici. Rien n’a changé."),),
    "draws_exhausted": (
        N_("Les dés manquent à l’appel. Rien n’a changé : prévenez la personne qui s’occupe du bot."),
    ),
}
_TURNS: Final[dict[str, tuple[str, ...]]] = {
    "not_your_turn": (
        N_("Ce n’est pas à vous : on attend {who}."),
        N_("Ce n’est pas à vous de jouer pour l’instant."),
    ),
    "no_idea": (N_("Pas d’idée pour l’instant : réessayez dans un moment."),),
    "no_advice": (N_("Pas de conseil ici pour l’instant : l’hôte choisit avant la partie qui en reçoit."),),
    "illegal_action": (N_("Ce coup n’est pas possible maintenant. La table montre ce qui l’est."),),
    "over": (N_("Cette partie est terminée. Le bouton Revanche en ouvre une autre."),),
    "not_begun": (N_("La partie n’a pas encore commencé : l’hôte la lance avec le bouton Commencer."),),
    "not_started": (N_("La partie n’a pas encore commencé : l’hôte la lance avec le bouton Commencer."),),
    "closed": (
        N_("Cette table est fermée. Ouvrez-en une autre avec `/{game} start`."),
        N_("Cette table est fermée. Ouvrez-en une autre avec la commande `start` du jeu."),
    ),
    "paused": (N_("La table est en pause. La commande `statut` du jeu l’affiche de nouveau et la relance."),),
    "halted": (
        N_(
            "L’hôte a mis la table en pause, et rien n’est perdu. Pour reprendre : `/{game} statut`, "
            "par l’hôte ou, après 5 minutes, par n’importe qui à la table."
        ),
        N_("L’hôte a mis la table en pause. Rien n’est perdu : la partie attend son retour."),
    ),
    "unread": (
        N_(
            "Cette table ne peut plus être lue (incident {incident}) : l’hôte ou la modération la ferme "
            "avec la commande `stop` du jeu."
        ),
    ),
    "not_paused": (N_("La table n’est pas en pause : le jeu continue."),),
    "not_absent": (
        N_(
            "Pendant la partie, l’hôte ne peut retirer que la personne attendue, et seulement au rythme "
            "détente. La modération peut retirer n’importe qui."
        ),
    ),
    "not_missing": (
        N_("La table n’attend pas cette personne, ou son temps n’est jamais écoulé : elle reste à la table."),
    ),
    "nothing_pending": (N_("On n’attend personne pour l’instant."),),
    "nothing_to_do": (N_("Rien à faire pour l’instant."),),
}
_SEATS: Final[dict[str, tuple[str, ...]]] = {
    "not_at_table": (N_("Vous n’êtes pas à cette table. Pour la prochaine partie, appuyez sur Rejoindre."),),
    "already_seated": (N_("Vous êtes déjà à cette table : vous n’avez rien d’autre à faire."),),
    "running": (N_("La partie a déjà commencé. Rejoignez la prochaine !"),),
    "full": (
        N_("La table est complète ({n} places). Attendez qu’une place se libère."),
        N_("La table est complète. Attendez qu’une place se libère."),
    ),
    "too_few": (
        N_(
            "Il faut être au moins {n} pour commencer. Invitez quelqu’un à appuyer sur Rejoindre, "
            "ou complétez avec « ➕ Ordinateur »."
        ),
        N_(
            "Il manque du monde pour commencer. Invitez quelqu’un à appuyer sur Rejoindre, "
            "ou complétez avec « ➕ Ordinateur »."
        ),
    ),
    "too_few_seats": (
        N_("Il faut être au moins {least} pour commencer. Invitez quelqu’un à appuyer sur Rejoindre."),
    ),
    "too_many_seats": (N_("Il y a trop de monde à cette table : {most} places au plus."),),
    "bad_seats": (N_("Ce jeu ne peut pas commencer avec ces joueurs. Ouvrez une nouvelle table."),),
    "repeated_or_unnamed": (N_("Ce jeu ne peut pas commencer avec ces joueurs. Ouvrez une nouvelle table."),),
    "unknown_seat": (N_("Cette place n’existe pas à cette table."),),
    "left_already": (N_("Vous avez quitté cette partie. Rendez-vous à la prochaine !"),),
    "already_left": (N_("Vous avez déjà quitté cette partie."),),
    "seat_gone": (N_("Cette personne n’est plus à la table."),),
    "removed": (N_("On vous a fait quitter cette table. Rendez-vous à la prochaine !"),),
    "dm_closed": (
        N_(
            "Vous êtes à la table, mais vos messages privés sont fermés. Pour en recevoir : nom du serveur "
            "→ Paramètres de confidentialité → Messages privés. Sinon, jouez par les boutons du salon : ce "
            "qui est secret s’y ouvre rien que pour vous."
        ),
    ),
}
_HOSTS: Final[dict[str, tuple[str, ...]]] = {
    "not_host": (
        N_(
            "Seul l’hôte ({host}) peut faire cela pour l’instant, ou la modération ; "
            "à partir de {time}, n’importe qui à la table."
        ),
        N_(
            "Seul l’hôte peut faire cela pour l’instant, ou la modération ; "
            "à partir de {time}, n’importe qui à la table."
        ),
        N_("Seul l’hôte ({host}) peut faire cela, ou la modération du serveur."),
        N_("Seul l’hôte peut faire cela, ou la modération du serveur."),
    ),
    "bad_option": (
        N_("Cette valeur ne convient pas à l’option « {option} ». Choisissez-en une dans la liste."),
        N_("Cette option ne convient pas. Choisissez une valeur dans la liste."),
    ),
    "bad_options": (N_("Cette option ne convient pas. Choisissez une valeur dans la liste."),),
    "no_threads": (
        N_("Pour jouer dans un fil, il faut avoir ici la permission « Créer des fils publics »."),
    ),
    "file_gone": (N_("Discord ne me donne pas ce fichier. Envoyez-le encore une fois."),),
    "file_later": (
        N_(
            "Discord n’arrive pas à me donner ce fichier pour l’instant. Rien n’a changé : réessayez dans "
            "un moment."
        ),
    ),
    "not_moderator": (N_("Il faut la permission « Gérer les messages » dans le salon de cette table."),),
    "not_manager": (N_("Il faut la permission « Gérer le serveur » pour faire cela."),),
    "option_locked": (
        N_("Cette option n’est pas permise sur ce serveur. La modération peut l’ouvrir dans les réglages."),
    ),
}
_TABLES: Final[dict[str, tuple[str, ...]]] = {
    "no_such_table": (
        N_("Il n’y a pas de table ici. Ouvrez-en une avec `/{game} start`."),
        N_("Il n’y a pas de table ici. Ouvrez-en une avec la commande `start` du jeu."),
    ),
    "occupied": (
        N_("Une table de ce jeu est déjà ouverte ici : {link}"),
        N_("Une table de ce jeu est déjà ouverte ici. Rejoignez-la, ou changez de salon."),
    ),
    "host_full": (
        N_(
            "Vous avez déjà {n} tables, c’est le plus possible : `/mes-parties` les montre. Finissez-en "
            "une, ou fermez-la avec la commande `stop` de son jeu."
        ),
    ),
    "server_full": (
        N_(
            "Ce serveur a déjà {n} tables ouvertes, c’est le plus possible. "
            "Rejoignez-en une, ou attendez que l’une d’elles se termine."
        ),
    ),
    "opening_often": (
        N_("Vous avez ouvert {n} tables en peu de temps. Vous pourrez en ouvrir une autre {when}."),
    ),
    "server_opening_often": (
        N_("On a ouvert {n} tables sur ce serveur en peu de temps. On pourra en ouvrir une autre {when}."),
    ),
    "blocked": (
        N_(
            "La personne qui s’occupe du bot a bloqué votre compte : vous ne pouvez plus rien ouvrir, "
            "rejoindre ni vérifier. Ce que vous jouez déjà continue."
        ),
    ),
    "server_blocked": (
        N_(
            "La personne qui s’occupe du bot a bloqué ce serveur : on ne peut plus rien y ouvrir ni "
            "vérifier. Les parties en cours continuent."
        ),
    ),
    "no_table_here": (
        N_("Il n’y a pas de table de ce jeu ici. Ouvrez-en une avec `/{game} start`."),
        N_("Il n’y a pas encore eu de table ici."),
    ),
    "still_secret": (
        N_("Cette table n’est pas terminée : ses dés se vérifient à la fin, quand leur secret est révélé."),
    ),
    "forgotten": (
        N_("Le journal de cette partie a été effacé après {days} jours. Son résultat reste compté."),
        N_("Le journal de cette partie a été effacé. Son résultat reste compté."),
    ),
    "cannot_write": (
        N_(
            "Je ne peux pas écrire dans ce salon. Il me faut y « Voir le salon » et « Envoyer des messages » "
            "(dans un fil : « Envoyer des messages dans les fils »)."
        ),
    ),
    "no_such_zone": (
        N_(
            "Je ne connais pas ce fuseau horaire. Écrivez par exemple « Europe/Paris » ou « Montréal ». "
            "Rien n’a changé."
        ),
    ),
    "restarting": (N_("Le bot redémarre. Rien n’est perdu : réessayez dans quelques secondes."),),
    "unknown_game": (N_("Je ne connais pas ce jeu."),),
    "server_alone": (N_("Cela se demande sur un serveur : c’est de ses parties qu’il s’agit."),),
    "profile_closed": (
        N_(
            "Je ne peux pas montrer ce profil : il faut avoir joué sur ce serveur, vous et cette personne, "
            "et qu’elle le veuille bien."
        ),
    ),
}

_TYPED: Final = frozenset({"who", "host", "deck", "title", "team", "theme"})
"""Values that people have typed."""

REASONS: Final[dict[str, tuple[str, ...]]] = {
    **_CLICKS,
    **_TURNS,
    **_SEATS,
    **_HOSTS,
    **_TABLES,
    **AGREEMENTS,
    **decks.REASONS,
    **past.REASONS,
    **RACES,
    **teams.REASONS,
}
"""All wordings by reason; features add theirs."""


def add_wordings(wordings: Mapping[str, tuple[str, ...]]) -> None:
    """Have a feature's own reasons put in words. Raises ValueError for one that has other words already."""
    for reason, said in wordings.items():
        if REASONS.setdefault(reason, said) != said:
            raise ValueError(f"the reason {reason!r} has words already")


def sentence(reason: str, params: Mapping[str, Any], t: Texts) -> str:
    """What to tell a person who was refused. An unknown reason gets the sentence of "internal".

    `params` are the values of the wording: link, n, option, game, incident... What people typed
    (names, titles, all `teams`) is escaped here. Moments are given in ms UTC: wordings show `at` as {time},
    `again_at` as {when}.
    """
    values = {name: escape(str(value)) if name in _TYPED else value for name, value in params.items()}
    if values.get("again_at") is not None:
        values["when"] = countdown(-(-int(values["again_at"]) // 1000) * 1000)
    if "at" in values:
        values["time"] = time_of_day(int(values["at"]))
    if "teams" in values:
        values["teams"] = t.list([escape(name) for name in values["teams"]])
    internal = REASONS["internal"]
    wordings = REASONS.get(reason, internal)
    fitting = [wording for wording in wordings if _placeholders(wording) <= values.keys()]
    return t(fitting[0], **values) if fitting else t(internal[-1])


def _placeholders(wording: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(wording) if name}
