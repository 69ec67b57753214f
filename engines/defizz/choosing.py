"""Which questions of a deck a table plays with: those of some themes, or of an easy or a hard game (Z25)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final, Literal, TypeAlias, get_args

from engines.core.errors import Refusal
from engines.defizz.deck import Card, Chance, Deck, Kind, Question, mark_of
from engines.defizz.themes import theme_of

__all__ = ["LEAST_CARDS", "Level", "choose_cards"]

Level: TypeAlias = Literal["mixed", "easy", "hard"]
LEAST_CARDS: Final = 10
"""The fewest cards of each pile that a choice may leave."""
_RATINGS: Final = {"easy": (1,), "hard": (2, 3)}
_LOOKED_AT: Final = 40
"""Among so many questions the most different one is looked for."""


def choose_cards(deck: Deck, themes: Collection[str], level: Level) -> Deck:
    """Return the deck with only the questions that fit; all of them where nothing is chosen.

    Cards whose questions all fit stay, in their order. The other questions that fit make new cards behind
    them, three by three. What was made once is not changed by the same choice. Raises Refusal `bad_options`
    (`too_few_cards`, with the numbers left as `duel` and `multi`, and `least`).
    """
    if not themes and level == "mixed":
        return deck
    piles = {kind: tuple(_choose_pile(deck, kind, themes, level)) for kind in get_args(Kind)}
    if any(len(pile) < LEAST_CARDS for pile in piles.values()):
        left = {kind: len(pile) for kind, pile in piles.items()}
        raise Refusal("bad_options", "too_few_cards", **left, least=LEAST_CARDS)
    whole = {card.id for pile in piles.values() for card in pile}
    kept = tuple(card for card in deck.cards if card.id in whole)
    known = {card.id for card in kept}
    made = tuple(card for pile in piles.values() for card in pile if card.id not in known)
    return replace(deck, cards=(*kept, *made))


def _choose_pile(deck: Deck, kind: Kind, themes: Collection[str], level: Level) -> Iterator[Card]:
    left: list[Question] = []
    for card in deck.cards:
        if card.pile != kind:
            continue
        fitting = [question for question in card.questions if _fits(question, themes, level)]
        asking = [question for question in fitting if not isinstance(question, Chance)]
        if len(fitting) == len(card.questions) and asking:
            yield card
        else:
            left += asking
    yield from _make_cards(kind, left)


def _fits(question: Question, themes: Collection[str], level: Level) -> bool:
    """Return whether a question fits; luck has neither theme nor difficulty, and always does."""
    if isinstance(question, Chance):
        return True
    if themes and theme_of(question) not in themes:
        return False
    return level == "mixed" or question.difficulty in _RATINGS[level]


def _make_cards(kind: Kind, questions: Sequence[Question]) -> Iterator[Card]:
    """Yield cards of three questions, each as different as can be; nobody can choose which come together."""
    left = sorted(questions, key=mark_of)
    while len(left) >= 3:
        chosen = [left.pop(0)]
        while len(chosen) < 3:
            near = range(min(len(left), _LOOKED_AT))
            chosen.append(left.pop(min(near, key=lambda place: _likeness(left[place], chosen))))
        name = sha256("".join(map(mark_of, chosen)).encode()).hexdigest()[:12]
        yield Card(id=f"x-{name}", pile=kind, questions=tuple(chosen))


def _likeness(question: Question, others: Sequence[Question]) -> int:
    theme = theme_of(question)
    return sum((theme_of(other) == theme) + 2 * (other.mode == question.mode) for other in others)
