"""Decks of a server's own: how one is chosen, named and refused. Only games with a dealer have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.tables.decks import DeckInfo
from bot.texts import N_, Texts
from bot.ui.frame.option import OptionChoice, OptionSpec
from bot.ui.pages.escape import escape, label

__all__ = ["REASONS", "deck_specs", "deck_words"]

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "no_such_deck": (
        N_(
            "Ce serveur n’a pas (ou plus) le paquet « {deck} ». `/{game} paquet lister` montre ceux qu’il a, "
            "et les options d’une table permettent d’en choisir un autre."
        ),
    ),
    "no_such_part": (N_("Cette question n’est pas de cette partie. Rien n’a été signalé."),),
    "part_changed": (
        N_("Merci, mais cette question a été changée ou retirée depuis : il n’y a plus rien à signaler."),
    ),
    "reports_enough": (
        N_(
            "Merci ! {n} de vos signalements attendent déjà la modération. "
            "Vous en ferez d’autres quand elle les aura vus."
        ),
    ),
    "decks_full": (
        N_("Ce serveur a déjà {n} paquets, c’est le plus possible. Supprimez-en un avant d’en importer."),
    ),
    "reports_full": (N_("La liste des signalements est pleine : prévenez plutôt la modération."),),
}
"""Wordings by reason (see bot.ui.frame.notices)."""


def deck_specs(decks: Sequence[DeckInfo], now: str, t: Texts) -> tuple[OptionSpec, ...]:
    """The option to choose a deck; empty if the server has no decks and none of them is chosen.

    `now` is the name of the chosen deck, "" for the one that comes with the game.
    """
    if not decks and not now:
        return ()
    own = (OptionChoice(deck.name, label(deck.name)) for deck in decks)
    return (OptionSpec("deck", t("Paquet"), (OptionChoice("", t("paquet d’origine")), *own)),)


def deck_words(deck: str, t: Texts) -> str:
    """The line of the lobby that names a deck of the server's own."""
    return t("Paquet : {deck}", deck=escape(deck))
