"""A deck of cards as records: the format of deck files, and of the option `deck` (Z18)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from importlib import resources
from typing import Annotated, Any, Final, Literal, TypeAlias
from weakref import WeakValueDictionary

from pydantic import Field

from engines.core.codec import Codec
from engines.core.records import Frozen, Refusal, RefusalCode

Kind: TypeAlias = Literal["duel", "multi"]
Mode: TypeAlias = Literal["chrono", "cible", "pingpong", "chance"]
Resolver: TypeAlias = Literal["highest", "lowest", "coin", "nearest", "reader"]
Text: TypeAlias = Annotated[str, Field(min_length=1)]
Wordings: TypeAlias = Annotated[tuple[Text, ...], Field(min_length=1)]
Number: TypeAlias = int | Annotated[float, Field(allow_inf_nan=False)]
Anecdote: TypeAlias = Annotated[str, Field(min_length=20, max_length=220)]
"""One sentence that is told with the answer: something to talk about, never needed to answer."""
NUMBERS_BELOW: Final = 10**15
"""A question's number must be below this: no draw comes near larger ones."""
_MARKS_KEPT: Final = 8192
"""Marks that are known by heart: each card that is turned needs those of its whole pile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture(Frozen):
    """What is shown with a question, by its name, and what can be seen on it, in words.

    It is a drawing of the house, or came with the deck and is named by the digest of its bytes. The words are
    for who does not see it; they must not tell the answer.
    """

    name: Text
    alt: Annotated[str, Field(min_length=10, max_length=300)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Posed(Frozen):
    """What every question has. Its clue is read to all before the choice, and must not tell the mode."""

    clue: Text
    text: Text
    source: str | None = None
    licence: str | None = None
    tags: tuple[str, ...] = ()
    difficulty: Annotated[int, Field(ge=1, le=3)] | None = None
    anecdote: Anecdote | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chrono(Posed):
    """The fastest right answer wins (Z9). `reject` are near misses; `exact` tolerates no mistake."""

    mode: Literal["chrono"]
    answers: Wordings
    reject: tuple[Text, ...] = ()
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cible(Posed):
    """The nearest number wins (Z10); `unit` is a word for people."""

    mode: Literal["cible"]
    number: Number
    unit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PingPong(Posed):
    """One answer after the other (Z11): the complete list, each answer with its accepted wordings."""

    mode: Literal["pingpong"]
    answers: Annotated[tuple[Wordings, ...], Field(min_length=1)]
    reject: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Posed):
    """Luck, or the reader, decides (Z12); `max` belongs to the resolver `nearest` alone."""

    mode: Literal["chance"]
    resolver: Resolver
    max: Annotated[int, Field(ge=1, lt=NUMBERS_BELOW)] | None = None


Question: TypeAlias = Annotated[Chrono | Cible | PingPong | Chance, Field(discriminator="mode")]


@dataclass(frozen=True, slots=True, kw_only=True, weakref_slot=True)
class Card(Frozen):
    """A card: its pile, and three questions of which one will be asked."""

    id: Text
    pile: Kind
    questions: Annotated[tuple[Question, ...], Field(min_length=3, max_length=3)]


@dataclass(frozen=True, kw_only=True)
class Deck(Frozen):
    """A deck: the first card of a pile is its top card."""

    format: Literal[1]
    name: str
    language: str
    licence: str
    cards: tuple[Card, ...]

    @cached_property
    def _by_id(self) -> Mapping[str, Card]:
        """The first card with each id; a deck that is not checked yet may have an id twice."""
        return {card.id: card for card in reversed(self.cards)}

    def card(self, card_id: str) -> Card:
        """Return the card with this id; raises KeyError when the deck has none."""
        return self._by_id[card_id]

    def pile(self, kind: Kind) -> tuple[str, ...]:
        """Return the ids of a pile's cards, from the top."""
        return tuple(card.id for card in self.cards if card.pile == kind)


DECKS: Codec[Deck] = Codec(Deck)


@cache
def built_in_deck() -> Deck:
    """Return the deck that the rules play with where the options name none."""
    return _read_file("fr.json")


@cache
def built_in_decks() -> tuple[Deck, Deck]:
    """Return the decks that come with the game: the first one, and that of today. No id is in both."""
    return built_in_deck(), _read_file("aujourdhui.json")


def _read_file(name: str) -> Deck:
    return share(DECKS.load(resources.files("engines.defizz.decks").joinpath(name).read_bytes()))


_known: WeakValueDictionary[int, Card] = WeakValueDictionary()
"""Every card that some deck in memory has, by a hash of all that is on it."""
_CARDS: Codec[Card] = Codec(Card)


def share(deck: Deck) -> Deck:
    """Return the same deck, made of the card objects that equal decks in memory have, to save memory."""
    return replace(deck, cards=tuple(map(_share_card, deck.cards)))


IN_ONE_PIECE = 400_000
"""The most characters of a deck that is read in one piece (some 30 ms); the built-in one has fewer."""


def read_deck_text(text: str, code: RefusalCode = "bad_request") -> Deck:
    """Return the deck of a stored JSON text, sharing its cards with equal decks; raises Refusal `code`.

    A long one is read card by card: in one piece, it would hold up all other threads.
    """
    if len(text) <= IN_ONE_PIECE:
        return share(DECKS.load(text, code))
    try:
        plain = json.loads(text)
        cards = plain.pop("cards")
        if not isinstance(cards, list):
            raise TypeError
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Refusal(code, "malformed", where="cards") from None
    bare = DECKS.load(json.dumps({**plain, "cards": []}), code)
    return replace(bare, cards=tuple(_share_card(_CARDS.load(json.dumps(card), code)) for card in cards))


def _share_card(card: Card) -> Card:
    known = _known.setdefault(hash((card, _spell_numbers(card))), card)
    return known if known == card and _spell_numbers(known) == _spell_numbers(card) else card


def _spell_numbers(card: Card) -> tuple[str, ...]:
    """Return the card's numbers as text: 3 and 3.0 are equal, and yet not the same in a file."""
    return tuple(repr(question.number) for question in card.questions if isinstance(question, Cible))


def mark_of(question: Question) -> str:
    """Return what a question is known by, whichever card it stands on: its words and its right answers."""
    number = repr(question.number) if isinstance(question, Cible) else ""
    return _mark(question.text, answers_of(question), number)


@lru_cache(maxsize=_MARKS_KEPT)
def _mark(text: str, answers: tuple[tuple[str, ...], ...], number: str) -> str:
    content = json.dumps([text, answers, number], ensure_ascii=False)
    return sha256(content.encode()).hexdigest()[:16]


def marks_of(card: Card) -> tuple[str, ...]:
    """Return the marks of a card's questions; of luck, which many cards share, only where it has no other."""
    asking = [question for question in card.questions if not isinstance(question, Chance)]
    return tuple(map(mark_of, asking or card.questions))


def answers_of(question: Any) -> tuple[tuple[str, ...], ...]:
    """Return the right answers, each with its wordings; none for a number or for luck."""
    if isinstance(question, PingPong):
        return question.answers
    return (question.answers,) if isinstance(question, Chrono) else ()
