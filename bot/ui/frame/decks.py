"""Decks of the house and of a server's own: how one is chosen, named and refused; for games with a dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.decks import DeckInfo
from bot.texts import N_, Texts
from bot.ui.frame.option import OptionChoice, OptionSpec, Words
from bot.ui.pages.escape import escape, label

__all__ = ["REASONS", "deck_spec", "deck_words"]

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


def deck_spec(house: Mapping[str, Words], decks: Sequence[DeckInfo], t: Texts) -> OptionSpec:
    """The option to choose a deck: those of the house (see `GameSpec.decks`), then the server's own."""
    ours = (OptionChoice(name, t(words.label), words.hint and t(words.hint)) for name, words in house.items())
    own = (OptionChoice(deck.name, label(deck.name)) for deck in decks)
    return OptionSpec("deck", t("Paquet"), (*ours, *own))


def deck_words(deck: str, house: Mapping[str, Words], t: Texts) -> str:
    """The line of the lobby that names the deck."""
    return t("Paquet : {deck}", deck=t(house[deck].label) if deck in house else escape(deck))
