"""Défizz's decks as the runtime handles them: read, laid in an order, watched as cards are turned (Z18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from engines.defizz.deck import DECKS, Deck, Kind, built_in
from engines.defizz.model import Pile, Position, Setup

__all__ = ["DefizzDealer"]


class DefizzDealer:
    """The Dealer of Défizz: the Duel pile, then the Multi pile."""

    def read(self, text: str | None) -> Deck:
        """Return the deck of a stored text, the built-in one for None; raises Refusal `bad_options`."""
        return built_in() if text is None else DECKS.load(text, "bad_options")

    def piles(self, deck: Deck) -> tuple[tuple[str, ...], ...]:
        """Return the ids of each pile's cards, sorted."""
        return tuple(tuple(sorted(deck.pile(kind))) for kind in get_args(Kind))

    def ordered(self, deck: Deck, order: Sequence[str]) -> Deck:
        """Return the deck with its cards in this order."""
        known = {card.id: card for card in deck.cards}
        return replace(deck, cards=tuple(known[card] for card in order))

    def options(self, deck: Deck) -> dict[str, Any]:
        """Return the options that make a table play with the deck in its own order."""
        return {"deck": deck, "shuffle": False}

    def order(self, setup: Setup) -> tuple[str, ...]:
        """Return the ids of a setup's cards in their order."""
        return tuple(card.id for card in setup.deck.cards)

    def setup_piles(self, setup: Setup) -> tuple[tuple[str, ...], ...]:
        """Return the piles of a setup's deck."""
        return self.piles(setup.deck)

    def turned(self, before: Position, after: Position) -> tuple[str, ...]:
        """Return the ids of the cards that a step turned."""
        return (*_turned(before.duel, after.duel), *_turned(before.multi, after.multi))

    def has_question(self, setup: Setup, position: Position, card: str, question: int) -> bool:
        """Return whether this question stands on a card that has been turned in this game."""
        known = {one.id: one for one in setup.deck.cards}
        if card not in known or not 0 <= question < len(known[card].questions):
            return False
        pile = position.duel if known[card].pile == "duel" else position.multi
        # A pile that was shuffled again is not in its first order any more: all its cards have been turned.
        through = pile.order != setup.deck.pile(known[card].pile)
        return through or card in pile.order[: pile.turned]


def _turned(before: Pile, after: Pile) -> tuple[str, ...]:
    """The cards turned from one pile; one that was shuffled meanwhile had been through before."""
    if before.order == after.order:
        return after.order[before.turned : after.turned]
    return (*before.order[before.turned :], *after.order[: after.turned])
