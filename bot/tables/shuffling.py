"""The cards of a table, laid in the order that its draws give before the game begins (Z18). Pure.

The log has a line "shuffle" before "begin", whose payload names the deck and lists heaps of card ids, each
sorted, in the order in which they come to lie: of each pile the cards that the server has not seen, then the
others. Its draws shuffle one heap after the other: Fisher-Yates from the last card down, a draw 1..k for each
k. The cards of the setup's deck are the heaps one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.tables.decks import DeckStore
from bot.tables.errors import Denied
from bot.tables.model import Status, Table
from bot.tables.plan import line
from bot.tables.ports import Entry, Turned
from engines.core.draws import Draws
from engines.core.game import AnyGame, AnyState

__all__ = ["Cards", "fetched", "heaps_of", "laid", "shuffled", "turned"]


@dataclass(frozen=True, slots=True)
class Cards:
    """What a game begins with: a deck's name ("" is the built-in one), the deck, and the cards known here."""

    name: str
    deck: Any = field(repr=False)
    seen: frozenset[str] = frozenset()


async def fetched(decks: DeckStore, game: AnyGame, table: Table) -> Cards | None:
    """The cards that a game would begin with; None for one without, or begun. Denied "no_such_deck"."""
    if game.dealer is None or table.status is not Status.LOBBY:
        return None
    name = table.manners.deck
    text = await decks.load_deck(table.guild_id, name) if name else None
    if name and text is None:
        raise Denied("no_such_deck", deck=name)
    return Cards(name, game.dealer.read(text), await decks.seen_cards(table.guild_id, name))


def laid(game: AnyGame, cards: Cards, draws: Draws) -> tuple[dict[str, Any], Entry]:
    """Shuffle; the options that make the rules play with this order, and the log line without its draws."""
    if game.dealer is None:
        raise ValueError("a game without cards has none to shuffle")
    heaps = heaps_of(game.dealer.piles(cards.deck), cards.seen)
    deck = game.dealer.ordered(cards.deck, shuffled(heaps, draws))
    payload = {"deck": cards.name, "heaps": [list(heap) for heap in heaps]}
    return game.dealer.options(deck), line("shuffle", None, None, payload)


def heaps_of(piles: Sequence[Sequence[str]], seen: frozenset[str]) -> list[tuple[str, ...]]:
    """Each pile's new cards, then its known ones."""
    return [
        tuple(card for card in pile if (card in seen) is known) for pile in piles for known in (False, True)
    ]


def shuffled(heaps: Iterable[Sequence[str]], draws: Draws) -> tuple[str, ...]:
    """Shuffle each heap by draws, and lay them one after the other."""
    order: list[str] = []
    for heap in heaps:
        cards = list(heap)
        for last in range(len(cards) - 1, 0, -1):
            other = draws(last + 1) - 1
            cards[last], cards[other] = cards[other], cards[last]
        order += cards
    return tuple(order)


def turned(game: AnyGame, deck: str, before: AnyState | None, after: AnyState) -> tuple[Turned, ...]:
    """The cards that a step turned, each with its pile; none where the game has no cards."""
    if game.dealer is None or before is None:
        return ()
    cards = game.dealer.turned(before.position, after.position)
    if not cards:
        return ()
    piles = game.dealer.setup_piles(after.setup)
    return tuple(Turned(deck, card, next(pile for pile in piles if card in pile)) for card in cards)
