"""The cards of a table, laid in the order that its draws give before the game begins (Z18, Z28). Pure.

The log has a line "shuffle" before "begin", whose payload names the deck and lists heaps of card ids, each
sorted, in the order in which they come to lie: of each pile the cards that the server has not seen, then the
others. Its draws shuffle one heap after the other: Fisher-Yates from the last card down, a draw 1..k for each
k. Then each heap is spread (`engines.core.spreading`), so that neighbours in a pile share few themes. The
cards of the setup's deck are the heaps one after the other.

Nobody who checks that sees the themes of cards that were never turned. So the payload has `themes`, as long
as the heaps: for each card the numbers of its themes, which say no more than which cards share one. They are
part of the digest of the deck, and those of cards that are shown are compared. Where no card has a theme, and
in games that began before there was this rule, there are none, and nothing is spread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from pydantic import BaseModel, JsonValue, ValidationError

from engines.core.draws import Draws
from engines.core.spreading import spread

__all__ = ["Marks", "Shuffle", "agree", "heaps_of", "number_themes", "read_shuffle", "shuffle"]

Marks: TypeAlias = Mapping[str, tuple[int, ...]]
"""The numbers of the themes on each card, by its id; empty where nothing is spread."""


class Shuffle(BaseModel):
    """The payload of a line "shuffle"; `themes` has as many parts as `heaps`, or is None."""

    deck: str
    heaps: tuple[tuple[str, ...], ...]
    themes: tuple[tuple[tuple[int, ...], ...], ...] | None = None

    @property
    def marks(self) -> Marks:
        """The numbers of the themes by cards. Raises ValueError where there are not as many as cards."""
        if self.themes is None:
            return {}
        both = zip(self.heaps, self.themes, strict=True)
        return {card: told for heap, of in both for card, told in zip(heap, of, strict=True)}


def read_shuffle(payload: JsonValue) -> Shuffle | None:
    """Read the payload of a shuffle; None for one that tells none."""
    try:
        told = Shuffle.model_validate(payload)
        told.marks  # noqa: B018 - whether it has as many as there are cards
    except (ValidationError, ValueError):
        return None
    return told


def number_themes(themes: Mapping[str, Sequence[str]]) -> Marks:
    """Give each theme a number; empty where no card has any."""
    names = sorted({name for on in themes.values() for name in on})
    numbers = {name: number for number, name in enumerate(names)}
    return {card: tuple(numbers[name] for name in on) for card, on in themes.items()} if names else {}


def agree(themes: Mapping[str, Sequence[str]], marks: Marks) -> bool:
    """Whether the cards with these themes share those, and only those, that the numbers say."""
    if not marks:
        return True
    pairs: set[tuple[str, int]] = set()
    for card, names in themes.items():
        told = marks.get(card)
        if told is None or len(told) != len(names):
            return False
        pairs.update(zip(names, told, strict=True))
    return len(pairs) == len({name for name, _ in pairs}) == len({number for _, number in pairs})


def heaps_of(piles: Sequence[Sequence[str]], seen: frozenset[str]) -> list[tuple[str, ...]]:
    """Each pile's new cards, then its known ones."""
    return [
        tuple(card for card in pile if (card in seen) is known) for pile in piles for known in (False, True)
    ]


def shuffle(heaps: Iterable[Sequence[str]], draws: Draws, marks: Marks | None = None) -> tuple[str, ...]:
    """Shuffle each heap by draws, spread it, and lay them one after the other."""
    order: list[str] = []
    before: str | None = None
    for number, heap in enumerate(heaps):
        cards = list(heap)
        for last in range(len(cards) - 1, 0, -1):
            other = draws(last + 1) - 1
            cards[last], cards[other] = cards[other], cards[last]
        if number % 2 == 0:  # another pile begins; its known cards lie behind its new ones
            before = None
        laid = spread(cards, marks, before) if marks else tuple(cards)
        order += laid
        before = laid[-1] if laid else None
    return tuple(order)
