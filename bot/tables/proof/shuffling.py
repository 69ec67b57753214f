"""The cards of a table, laid in the order that its draws give before the game begins (Z18). Pure.

The log has a line "shuffle" before "begin", whose payload names the deck and lists heaps of card ids, each
sorted, in the order in which they come to lie: of each pile the cards that the server has not seen, then the
others. Its draws shuffle one heap after the other: Fisher-Yates from the last card down, a draw 1..k for each
k. The cards of the setup's deck are the heaps one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core.draws import Draws

__all__ = ["heaps_of", "shuffle"]


def heaps_of(piles: Sequence[Sequence[str]], seen: frozenset[str]) -> list[tuple[str, ...]]:
    """Each pile's new cards, then its known ones."""
    return [
        tuple(card for card in pile if (card in seen) is known) for pile in piles for known in (False, True)
    ]


def shuffle(heaps: Iterable[Sequence[str]], draws: Draws) -> tuple[str, ...]:
    """Shuffle each heap by draws, and lay them one after the other."""
    order: list[str] = []
    for heap in heaps:
        cards = list(heap)
        for last in range(len(cards) - 1, 0, -1):
            other = draws(last + 1) - 1
            cards[last], cards[other] = cards[other], cards[last]
        order += cards
    return tuple(order)
