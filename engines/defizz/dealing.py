"""Défizz's decks as the runtime needs them: reading, ordering, and which cards have been turned (Z18)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any, Literal, TypeVar, get_args

from pydantic_core import from_json, to_json

from engines.core.codec import Codec
from engines.core.keeping import Kept
from engines.core.records import Frozen, Refusal, RefusalCode, SeatName
from engines.defizz.deck import (
    IN_ONE_PIECE,
    Card,
    Deck,
    Kind,
    Question,
    marks_of,
    read_deck_text,
    share,
)
from engines.defizz.model import Options, Pile, Position, Setup
from engines.defizz.shelf import HOUSE_DECKS, choose_cards, house_deck, theme_of, themes_of

_MANY_CARDS = 100
"""A deck of more is read apart from its setup, and once for all that is told of its table."""
_KEPT_CHARACTERS = 8 * 1024 * 1024
_read: Kept[bytes, Deck] = Kept(_KEPT_CHARACTERS)
"""Decks by the digest of their text: one is read when a table begins, when a question is reported, and when a
game is told again, which happens several times at its end."""
_played: Kept[str, Deck] = Kept(_KEPT_CHARACTERS)
"""Decks by the digest by which setups name them: many tables play with one."""


Dealt = TypeVar("Dealt")
"""A setup with a `deck`."""

_NO_SETUP = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What JSON raises that is none, or not of a setup."""


class Setups(Codec[Dealt]):
    """Reads and writes setups that have a `deck`; in memory, tables with the same one share its cards."""

    def load(self, text: str | bytes, code: RefusalCode = "bad_request") -> Dealt:
        """Return the setup that the JSON text describes; raises Refusal `code` when it describes none."""
        if len(text) <= IN_ONE_PIECE:
            return _with_deck(super().load(text, code), share)
        try:
            plain = json.loads(text)
        except _NO_SETUP:
            raise Refusal(code, "malformed", where="deck") from None
        return self._load_apart(plain, code)

    def parse(self, plain: object, code: RefusalCode = "bad_request") -> Dealt:
        """Return the setup that plain JSON-able data describes; raises Refusal `code` for none."""
        match plain:
            case {"deck": {"cards": [*cards]}} if len(cards) > _MANY_CARDS:
                return self._load_apart(plain, code)
            case _:
                return super().parse(plain, code)

    def _load_apart(self, plain: Any, code: RefusalCode) -> Dealt:
        """Read the deck by itself, or find it among those that were read last."""
        try:
            text = json.dumps(plain["deck"], allow_nan=False)
            rest = json.dumps({**plain, "deck": {**plain["deck"], "cards": []}}, allow_nan=False)
        except _NO_SETUP:
            raise Refusal(code, "malformed", where="deck") from None
        whole = _read_once(text, code)
        return _with_deck(super().load(rest, code), lambda _: whole)


def _with_deck(setup: Dealt, change: Callable[[Deck], Deck]) -> Dealt:
    record: Any = setup
    changed: Dealt = replace(record, deck=change(record.deck))
    return changed


@dataclass(frozen=True, slots=True)
class _Bare(Frozen):
    """A setup whose deck stands elsewhere: `deck` are the ids of its cards in their order."""

    game: Literal["defizz"]
    seats: tuple[SeatName, ...]
    options: Options
    deck: tuple[str, ...]


_BARE: Codec[_Bare] = Codec(_Bare)


class QuizDealer:
    """What every game that plays these decks has in common: its setup holds a `deck`, and knows its cards."""

    choices: frozenset[str] = frozenset()

    def house(self, name: str) -> Deck | None:
        """Return the deck of this name that comes with the game, "" all of them mixed, or None."""
        return house_deck(name) if name in HOUSE_DECKS else None

    def read(self, text: str) -> Deck:
        """Return the deck of a stored JSON text; raises Refusal `bad_options`."""
        return _read_once(text, "bad_options")

    def parts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return no names: one deck is played with."""
        del options
        return ()

    def gather(self, parts: Mapping[str, Deck]) -> Deck:
        """Return the only deck."""
        (deck,) = parts.values()
        return deck

    def origin(self, deck: str, card: str) -> str:
        """Return the table's deck."""
        del card
        return deck

    def themes(self, deck: Deck) -> tuple[str, ...]:
        """Return the themes of a deck, those of most questions first."""
        return themes_of(deck)

    def choose(self, deck: Deck, options: Mapping[str, Any]) -> Deck:
        """Return the deck with only the questions that the options in `choices` want: here, all."""
        del options
        return deck

    def arrange(self, deck: Deck, order: Sequence[str]) -> Deck:
        """Return the deck with its cards in this order."""
        known = {card.id: card for card in deck.cards}
        return replace(deck, cards=tuple(known[card] for card in order))

    def options(self, deck: Deck) -> dict[str, Any]:
        """Return the options that make a table play with the deck in its own order."""
        return {"deck": deck, "shuffle": False}

    def order(self, setup: Any) -> tuple[str, ...]:
        """Return the ids of a setup's cards in their order."""
        return tuple(card.id for card in setup.deck.cards)

    def themes_on(self, deck: Deck) -> Mapping[str, tuple[str, ...]]:
        """Return the themes on each card, by its id, in the order of its questions; luck has none (Z28)."""
        themes = ((card.id, [theme_of(question) for question in card.questions]) for card in deck.cards)
        return {card: tuple(dict.fromkeys(theme for theme in on if theme is not None)) for card, on in themes}

    def setup_themes(self, setup: Any) -> Mapping[str, tuple[str, ...]]:
        """Return the themes on the cards of a setup's deck."""
        return self.themes_on(setup.deck)

    def plain_cards(self, setup: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Return the cards of a stored setup, as the JSON-able data that it holds."""
        cards: Sequence[Mapping[str, Any]] = setup["deck"]["cards"]
        return cards

    def with_plain_cards(
        self, setup: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Return the same JSON-able setup with these cards in the place of its own."""
        return {**setup, "deck": {**setup["deck"], "cards": list(cards)}}

    def split(self, setup: Mapping[str, Any]) -> tuple[str, str]:
        """Return a setup's text with its cards by their ids alone, and its deck's text, sorted by them."""
        try:
            cards = {card["id"]: card for card in self.plain_cards(setup)}
            if len(cards) != len(self.plain_cards(setup)):
                raise ValueError
            deck = {**setup["deck"], "cards": [cards[card] for card in sorted(cards)]}
            return _dump({**setup, "deck": list(cards)}), _dump(deck)
        except _NO_SETUP:
            raise Refusal("bad_request", "malformed", where="deck.cards") from None

    def join(self, setup: str, deck: str) -> str:
        """Return the whole setup that `split` took apart."""
        try:
            plain, whole = from_json(setup), from_json(deck)
            cards = {card["id"]: card for card in whole["cards"]}
            return _dump({**plain, "deck": {**whole, "cards": [cards[card] for card in plain["deck"]]}})
        except _NO_SETUP:
            raise Refusal("bad_request", "malformed", where="deck") from None

    def stand_in(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return a plain card whose questions all toss a coin, in the place of one that was never turned."""
        toss = {"mode": "chance", "resolver": "coin", "clue": "…", "text": "…"}
        return {"id": card["id"], "pile": card["pile"], "questions": [toss] * 3}

    def marks(self, setup: Any, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the marks of the questions on these cards, each once."""
        return tuple(dict.fromkeys(mark for card in cards for mark in marks_of(setup.deck.card(card))))

    def find_known(self, deck: Deck, seen: frozenset[str]) -> frozenset[str]:
        """Return the ids of the cards on which there is a question with one of these marks."""
        return frozenset(card.id for card in deck.cards if seen and not seen.isdisjoint(marks_of(card)))

    def locate(self, deck: Deck, setup: Any, card: str, part: int) -> tuple[str, int] | None:
        """Return where this question, as it was when the game began, now stands in a deck; None: nowhere."""
        wanted = find_question(setup.deck, card, part)
        if wanted is None or find_question(deck, card, part) == wanted:
            return None if wanted is None else (card, part)
        places = (
            (one.id, place)
            for one in deck.cards
            for place, question in enumerate(one.questions)
            if question == wanted
        )
        return next(places, None)

    def _find_played(self, order: Sequence[str], deck: str, digest: str) -> Deck:
        """Return a deck in this order; it is read, and its digest checked, once for all its tables."""
        known = _played.get(digest, partial(len, deck), partial(_read_played, deck, digest))
        if len(order) != len(known.cards):
            raise Refusal("bad_request", "malformed", where="deck")
        try:
            return self.arrange(known, order)
        except KeyError:
            raise Refusal("bad_request", "malformed", where="deck") from None


class DefizzDealer(QuizDealer):
    """The Dealer of Défizz: the Duel pile, then the Multi pile."""

    choices = frozenset({"themes", "difficulty"})

    def choose(self, deck: Deck, options: Mapping[str, Any]) -> Deck:
        """Return the deck with only the questions that these options want (Z25); Refusal `bad_options`."""
        wishes = Options(
            themes=tuple(options.get("themes", ())), difficulty=options.get("difficulty", "mixed")
        )
        return choose_cards(deck, wishes.themes, wishes.difficulty)

    def piles(self, deck: Deck) -> tuple[tuple[str, ...], ...]:
        """Return the ids of each pile's cards, sorted."""
        return tuple(tuple(sorted(deck.pile(kind))) for kind in get_args(Kind))

    def setup_piles(self, setup: Setup) -> tuple[tuple[str, ...], ...]:
        """Return the piles of a setup's deck."""
        return self.piles(setup.deck)

    def read_split(self, setup: str, deck: str, digest: str) -> Setup:
        """Return the setup of both texts."""
        bare = _BARE.load(setup)
        return Setup(bare.game, bare.seats, bare.options, self._find_played(bare.deck, deck, digest))

    def list_all_turned(self, setup: Setup, position: Position) -> frozenset[str]:
        """Return the ids of all cards that have been turned in this game."""
        return _list_turned(setup, position.duel, "duel") | _list_turned(setup, position.multi, "multi")

    def find_newly_turned(self, before: Position, after: Position) -> tuple[str, ...]:
        """Return the ids of the cards that a step turned."""
        return (*_find_turned(before.duel, after.duel), *_find_turned(before.multi, after.multi))

    def words(self, setup: Setup, position: Position, card: str, part: int) -> str | None:
        """Return the text of a question, None where its card has not been turned in this game."""
        posed = find_question(setup.deck, card, part)
        if posed is None or not _is_turned(setup, position, setup.deck.card(card)):
            return None
        return posed.text


def _dump(plain: Any) -> str:
    return to_json(plain).decode()


def _read_once(text: str, code: RefusalCode) -> Deck:
    digest = sha256(text.encode()).digest()
    return _read.get(digest, partial(len, text), partial(read_deck_text, text, code))


def _read_played(text: str, digest: str) -> Deck:
    if sha256(text.encode()).hexdigest() != digest:
        raise Refusal("bad_request", "malformed", where="deck")
    return read_deck_text(text)


def find_question(deck: Deck, card: str, question: int) -> Question | None:
    """Return question number `question` (from 0) of a card; None where the deck has none."""
    for one in deck.cards:
        if one.id == card and 0 <= question < len(one.questions):
            return one.questions[question]
    return None


def _is_turned(setup: Setup, position: Position, card: Card) -> bool:
    pile = position.duel if card.pile == "duel" else position.multi
    return card.id in _list_turned(setup, pile, card.pile)


def _list_turned(setup: Setup, pile: Pile, kind: Kind) -> frozenset[str]:
    cards = setup.deck.pile(kind)
    # Of positions that do not count how often a pile was through, only another order tells that it was.
    through = pile.through or (setup.options.shuffle is False and pile.order != cards)
    return frozenset(cards if through else pile.order[: pile.turned])


def _find_turned(before: Pile, after: Pile) -> tuple[str, ...]:
    """Return the cards turned from one pile; where it was shuffled meanwhile, its rest was turned first."""
    if before.through == after.through and before.order == after.order:
        return after.order[before.turned : after.turned]
    return (*before.order[before.turned :], *after.order[: after.turned])
