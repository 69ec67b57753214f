"""The decks that come with the game, by the names that tables know: each alone, or all mixed (Z23)."""

from __future__ import annotations

from functools import cache
from typing import Final

from engines.defizz.deck import Deck, built_in_decks

__all__ = ["CLASSIC", "HOUSE_DECKS", "MARK", "MIXED", "TODAY", "house_deck"]

MARK: Final = "/"
"""How the name of a single deck of the house begins, and no name of a server's own."""
MIXED: Final = ""
CLASSIC: Final = f"{MARK}classique"
TODAY: Final = f"{MARK}aujourdhui"
HOUSE_DECKS: Final = (MIXED, CLASSIC, TODAY)
"""The names; the first is what a table plays with where its host chooses nothing."""


@cache
def house_deck(name: str) -> Deck:
    """Return the deck of one of the HOUSE_DECKS; raises KeyError for another name."""
    classic, today = built_in_decks()
    if name == MIXED:
        cards = (*classic.cards, *today.cards)
        return Deck(format=1, name=classic.name, language="fr", licence=classic.licence, cards=cards)
    return {CLASSIC: classic, TODAY: today}[name]
