"""Whether a table counts for ratings: the host's option, and what the end of a game says of it."""

from __future__ import annotations

from collections.abc import Callable

from bot.texts import Texts
from bot.ui.frame.option import OptionChoice, OptionSpec

__all__ = ["friendly_option", "friendly_words", "rated_line"]


def friendly_option(t: Callable[[str], str]) -> OptionSpec:
    """Whether the table counts; the first value is the default."""
    return OptionSpec(
        "friendly",
        t("Classement"),
        (
            OptionChoice(False, t("Classée : la partie compte pour le classement du serveur")),
            OptionChoice(True, t("Amicale : la partie ne compte pour aucun classement")),
        ),
    )


def friendly_words(t: Texts) -> str:
    """What a lobby says of a table that does not count because its host wishes so."""
    return t("Partie amicale")


def rated_line(unrated: str | None, t: Texts) -> str:
    """The line that says whether a game that is over counts and, by the word for it, why not."""
    if unrated is None:
        return "-# " + t("Table classée.")
    return "-# " + t("Non classée : {reason}", reason=_reason(unrated, t))


def _reason(unrated: str, t: Texts) -> str:
    """Why a table does not count; a word that nobody knows here is one for how it ended."""
    return {
        "abandoned": t("personne n’est revenu."),
        "accessible": t("le temps était doublé."),
        "alone": t("il faut au moins deux personnes."),
        "autopilot": t("un ordinateur a joué à la place de quelqu’un."),
        "children": t("elle se jouait avec les dés des plus jeunes."),
        "computers": t("des ordinateurs ont joué."),
        "early": t("quelqu’un est parti avant le dixième tour."),
        "empty": t("tout le monde est parti."),
        "evening": t("les soirées ont leur propre classement, par saison."),
        "friendly": t("c’était une partie amicale."),
        "idle": t("elle s’est fermée faute de mouvement."),
        "learning": t("le dé Ordre s’y montrait en avance, pour apprendre."),
        "often": t("les mêmes personnes avaient déjà trois tables classées à ce jeu ce jour-là."),
        "own_deck": t("le paquet de questions est celui du serveur."),
        "private": t("c’était en message privé."),
        "stopped": t("elle a été arrêtée avant la fin."),
    }.get(unrated, t("elle n’est pas allée jusqu’à la fin."))
