"""Whether a table counts for ratings: the host's option, and what the end of a game says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from babel.numbers import format_decimal

from bot.insight.trails import Change
from bot.tables.model import Person
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.option import OptionChoice, OptionSpec
from bot.ui.pages.escape import escape

__all__ = ["NAMED", "change_words", "changes_line", "friendly_option", "friendly_words", "rated_line"]

NAMED: Final = 12
"""Of so many people a board tells what a table has changed for them."""


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


def changes_line(sight: Sight, changes: Mapping[int, Change], t: Texts) -> str:
    """As `rated_line`, for a table that counts: what it has changed, by user id, in the order of arrival."""
    told = [
        _told(person.name, changes[person.user_id], t)
        for person in _arrivals(sight)
        if person.user_id is not None and person.user_id in changes
    ]
    if not told:
        return rated_line(None, t)
    if len(told) > NAMED:
        others = t.plural("et {n} autre", "et {n} autres", len(told) - NAMED)
        told[NAMED:] = [others]
    return "-# " + t("Classée : {people}", people=" · ".join(told))


def _arrivals(sight: Sight) -> Iterator[Person]:
    """The people of a table that is over, from first to last."""
    for place in sight.places:
        for seat in place.seats:
            yield from sight.table.seat(seat).people


def _told(name: str, change: Change, t: Texts) -> str:
    """Somebody's rating, and what a table has changed in it: "Bo 1490 ? (−9)"."""
    rating = str(change.rating) if change.sure else t("{rating} ?", rating=change.rating)
    return f"{escape(name)} {rating} ({change_words(change.change, t)})"


def change_words(change: int, t: Texts) -> str:
    """By how much a rating has changed: "+18", "−9"; "=" for nothing."""
    return format_decimal(change, format="+0;\u2212#", locale=t.locale) if change else "="


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
