"""A deck as its authors change it: card by card, with cards that still lack questions beside it. Pure.

Nothing is changed by what fails. A card that has its three questions joins the deck by itself, as soon as the
deck then has cards of both piles.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, TypeAlias

from engines.defizz.drawings import is_brought
from engines.defizz.faults import CARDS_AT_MOST
from engines.defizz.files import SIZE_AT_MOST, Complaint, read_file

Plain: TypeAlias = Mapping[str, Any]
"""A card, or a question, in the shape of JSON."""
UNFINISHED_AT_MOST: Final = 25
"""So many cards beside a deck may still lack questions."""
QUESTIONS: Final = 3
_KEY: Final = 8
_COIN: Final = {"mode": "chance", "resolver": "coin", "clue": "…", "text": "…"}


class Gone(LookupError):
    """The card is not there any more, or not as it was when its key was made."""


class LastOfPile(Exception):
    """A deck needs a card of each pile: this one must stay until there is another."""


class Faulty(Exception):
    """What was written cannot be kept; `complaints` name fields of the question, or none."""

    def __init__(self, complaints: Sequence[Complaint]) -> None:
        super().__init__(complaints)
        self.complaints = tuple(complaints)


@dataclass(frozen=True, slots=True)
class Book:
    """A deck in work: its `head` (all but the cards), its `cards`, and cards that are `unfinished`."""

    head: Plain
    cards: tuple[Plain, ...] = ()
    unfinished: tuple[Plain, ...] = ()

    @property
    def all(self) -> tuple[Plain, ...]:
        """Every card, the unfinished ones first."""
        return (*self.unfinished, *self.cards)

    @property
    def content(self) -> str | None:
        """The deck's JSON text; None while there is none to play with."""
        return _dump({**self.head, "cards": self.cards}) if self.cards else None

    @property
    def rest(self) -> str:
        """The unfinished cards as JSON text; "" for none."""
        return _dump(self.unfinished) if self.unfinished else ""

    def find(self, key: str) -> Plain:
        """Return the card with this key; raises Gone."""
        for card in self.all:
            if key_of(card) == key:
                return card
        raise Gone(key)

    def is_finished(self, card: Plain) -> bool:
        """Return whether a card is in the deck itself."""
        return card in self.cards

    def add_card(self, pile: str) -> tuple[Book, str]:
        """Begin a card of this pile (duel or multi); return also its key. Raises Faulty `too_many_cards`."""
        crowded = len(self.unfinished) >= UNFINISHED_AT_MOST
        if crowded or len(self.all) >= CARDS_AT_MOST:
            raise Faulty((Complaint(None, "", "too_many_unfinished" if crowded else "too_many_cards"),))
        card = {"id": self._free_id(pile), "pile": pile, "questions": []}
        return replace(self, unfinished=(*self.unfinished, card)), key_of(card)

    def put_question(self, key: str, part: int, question: Plain) -> tuple[Book, str]:
        """Write question `part` (from 0; behind the last to add one); return also the card's new key.

        Raises Gone, and Faulty for what no deck may have.
        """
        card = self.find(key)
        questions = list(card["questions"])
        if not 0 <= part <= min(len(questions), QUESTIONS - 1):
            raise Gone(key)
        questions[part : part + 1] = [question]
        changed = _examine({**card, "questions": questions}, part)
        book = _publish(self._exchange(card, changed))
        _check_size(book)
        return book, key_of(changed)

    def drop_question(self, key: str, part: int) -> tuple[Book, str]:
        """Withdraw a question; its card waits, unfinished, for another one. Raises Gone, LastOfPile."""
        card = self.find(key)
        if not 0 <= part < len(card["questions"]):
            raise Gone(key)
        rest = [question for place, question in enumerate(card["questions"]) if place != part]
        changed = {**card, "questions": rest}
        book = self.drop_card(key)
        return replace(book, unfinished=(*book.unfinished, changed)), key_of(changed)

    def drop_card(self, key: str) -> Book:
        """Withdraw a card. Raises Gone, LastOfPile."""
        card = self.find(key)
        if not self.is_finished(card):
            return replace(self, unfinished=tuple(one for one in self.unfinished if one is not card))
        cards = tuple(one for one in self.cards if one is not card)
        if not _is_playable(cards):
            raise LastOfPile
        return replace(self, cards=cards)

    def _free_id(self, pile: str) -> str:
        taken = {card["id"] for card in self.all}
        return next(name for name in _names(pile[0]) if name not in taken)

    def _exchange(self, card: Plain, changed: Plain) -> Book:
        def put(cards: tuple[Plain, ...]) -> tuple[Plain, ...]:
            return tuple(changed if one is card else one for one in cards)

        return replace(self, cards=put(self.cards), unfinished=put(self.unfinished))


def read_book(name: str, content: str | None, rest: str) -> Book:
    """Return the deck of this name from its stored texts: None and "" for what there is not."""
    plain = {"format": 1, "name": name, "language": "fr", "licence": ""}
    cards: Sequence[Plain] = ()
    if content is not None:
        plain = json.loads(content)
        cards = plain.pop("cards")
    return Book(plain, tuple(cards), tuple(json.loads(rest)) if rest else ())


def key_of(card: Plain) -> str:
    """Return what names a card as it is now: any change gives it another key."""
    return sha256(_dump(card).encode()).hexdigest()[:_KEY]


def _examine(card: Plain, part: int) -> Plain:
    """Return the card with question `part` as decks spell it; raises Faulty with what is wrong there."""
    filled = [*card["questions"], *[_COIN] * QUESTIONS][:QUESTIONS]
    other = "multi" if card["pile"] == "duel" else "duel"
    cards = [
        {"id": "a", "pile": card["pile"], "questions": filled},
        {"id": "b", "pile": other, "questions": [_COIN] * QUESTIONS},
    ]
    head = {"format": 1, "name": "", "language": "fr", "licence": ""}
    reading = read_file(_dump({**head, "cards": cards}).encode())
    where = f"cards.0.questions.{part}."
    wrong = [Complaint(None, one.field.removeprefix(where), one.reason) for one in reading.complaints]
    if reading.deck is None:
        raise Faulty(tuple(dict.fromkeys(wrong)))
    return card


def _publish(book: Book) -> Book:
    """Move the cards that have all their questions into the deck, once it can be played."""
    ready = tuple(card for card in book.unfinished if len(card["questions"]) == QUESTIONS)
    cards = (*book.cards, *ready)
    if not _is_playable(cards):
        return book
    waiting = tuple(card for card in book.unfinished if card not in ready)
    return replace(book, cards=cards, unfinished=waiting)


def _check_size(book: Book) -> None:
    """Raise Faulty `too_large` for a deck that could not be brought again as a file."""
    if any(len((text or "").encode()) > SIZE_AT_MOST for text in (book.content, book.rest)):
        raise Faulty((Complaint(None, "", "too_large"),))


def _is_playable(cards: Sequence[Plain]) -> bool:
    return {card["pile"] for card in cards} == {"duel", "multi"}


def _names(letter: str) -> Iterator[str]:
    yield from (f"{letter}{number:03}" for number in range(1, 10**6))


def _dump(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


# Giving a question of a deck in work its picture, another one, or none. Pure.

NOTHING: Final = "-"
"""What stands for no picture among those that can be chosen."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants a question to show, each "" for no word of it.

    `brought` and `kept` are digests of pictures, new and of the deck (or NOTHING); `drawing` is the name of
    one of the house's; `alt` says what can be seen.
    """

    brought: str = ""
    kept: str = ""
    drawing: str = ""
    alt: str = ""


def list_pictures(book: Book) -> Mapping[str, str]:
    """Return what can be seen on each picture that came with this deck, by digest; unfinished cards first."""
    found: dict[str, str] = {}
    for card in book.all:
        for question in card["questions"]:
            picture = question.get("picture") or {}
            if is_brought(picture.get("name", "")):
                found.setdefault(picture["name"], picture.get("alt", ""))
    return found


def shown_picture(question: Plain) -> str:
    """Return what a question shows, as `Wish.kept`; "" for a drawing of the house."""
    name: str = (question.get("picture") or {}).get("name", "")
    return name if is_brought(name) else "" if name else NOTHING


def hang(question: Plain, wish: Wish, pictures: Mapping[str, str]) -> Plain:
    """Return a question with what is wished; `pictures` are those of its deck.

    What the wish leaves as it is counts as no wish. Raises Faulty for several pictures at once, and for one
    that there is not.
    """
    now = shown_picture(question)
    name: str = (question.get("picture") or {}).get("name", "")
    drawn = "" if is_brought(name) else name
    kept = "" if wish.kept == now else wish.kept
    drawing = "" if wish.drawing == drawn else wish.drawing
    wanted = [one for one in (wish.brought, kept if kept != NOTHING else "", drawing) if one]
    if len(wanted) > 1:
        raise Faulty((Complaint(None, "picture", "several_pictures"),))
    if is_brought(drawing) or (kept not in ("", NOTHING) and kept not in pictures):
        raise Faulty((Complaint(None, "picture", "no_such_picture"),))
    rest = {key: value for key, value in question.items() if key != "picture"}
    if not wanted and (kept == NOTHING or (drawn and not wish.drawing)):
        return rest
    picture = {"name": wanted[0] if wanted else name, "alt": wish.alt}
    said = {key: text for key, text in picture.items() if text}
    return {**rest, "picture": said} if said else rest
