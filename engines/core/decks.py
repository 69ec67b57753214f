"""What the runtime asks of a game that is played with cards (Z18). It knows a card by its id alone."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol
from zlib import crc32

_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


def handle_of(card: str) -> str:
    """Return what a button calls a card: its id, or a digest of one that names its deck, too."""
    return card if _PLAIN.fullmatch(card) else f"={crc32(card.encode()):08x}"


class Asked(NamedTuple):
    """How often the part of a card with this mark was asked, somebody knew it, and a verdict was turned.

    The rules count it as they close what they asked (see `Play.count`).
    """

    mark: str
    asked: int
    solved: int
    turned: int


class Dealer(Protocol):
    """Knows the decks of one game. It lists piles sorted by id: nobody can choose the order to shuffle."""

    choices: frozenset[str]
    """The names of the options by which a table plays with some of the cards only."""

    def house(self, name: str) -> Any | None:
        """Return the deck of this name that comes with the game ("" the usual one); None where none does."""

    def read(self, text: str) -> Any:
        """Return the deck of a stored JSON text; raises Refusal `bad_options`."""

    def parts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of the decks that these options ask for; none to play with the table's alone."""

    def gather(self, parts: Mapping[str, Any]) -> Any:
        """Return one deck of several by their names."""

    def origin(self, deck: str, card: str) -> str:
        """Return the name of the deck that a card comes from; `deck` is the table's."""

    def themes(self, deck: Any) -> tuple[str, ...]:
        """Return the themes among which a host may choose, with the option `themes`; at most 25."""

    def choose(self, deck: Any, options: Mapping[str, Any]) -> Any:
        """Return the deck with only the cards that these options of a table want.

        Raises Refusal `bad_options`, with what is missing, if they leave too few.
        """

    def piles(self, deck: Any) -> tuple[tuple[str, ...], ...]:
        """Return the ids of each pile's cards, sorted."""

    def arrange(self, deck: Any, order: Sequence[str]) -> Any:
        """Return the deck with its cards in this order (all of them, each once)."""

    def options(self, deck: Any) -> dict[str, Any]:
        """Return the options that make a table play with the deck in the order that it has."""

    def order(self, setup: Any) -> tuple[str, ...]:
        """Return the ids of a setup's cards in their order."""

    def setup_piles(self, setup: Any) -> tuple[tuple[str, ...], ...]:
        """Return the piles of a setup's deck, as `piles` does."""

    def themes_on(self, deck: Any) -> Mapping[str, tuple[str, ...]]:
        """Return the themes on each card, by its id, each once: neighbours in a pile are to share few."""

    def setup_themes(self, setup: Any) -> Mapping[str, tuple[str, ...]]:
        """Return the themes on the cards of a setup's deck, as `themes_on` does."""

    def plain_cards(self, setup: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Return the cards of a stored setup, as plain JSON-able data; each has `id` and `pile`."""

    def with_plain_cards(
        self, setup: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Return the same JSON-able setup with these cards in the place of its own."""

    def split(self, setup: Mapping[str, Any]) -> tuple[str, str]:
        """Return the JSON text of a JSON-able setup with its cards by their ids alone, and that of its deck.

        The deck's text is the same for all tables that play with the same cards, whatever their order. Raises
        Refusal for what is no setup.
        """

    def join(self, setup: str, deck: str) -> str:
        """Return the whole setup that `split` took apart; raises Refusal where the parts do not fit."""

    def read_split(self, setup: str, deck: str, digest: str) -> Any:
        """Return the setup of both texts, written by these rules; decks are kept by their digest once read.

        Raises Refusal for texts that are no setup, or a deck that does not have this digest (SHA-256, hex).
        """

    def stand_in(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return a plain card to play with in the place of one of which only id and pile are known."""

    def list_all_turned(self, setup: Any, position: Any) -> frozenset[str]:
        """Return the ids of all cards that have been turned in this game."""

    def find_newly_turned(self, before: Any, after: Any) -> tuple[str, ...]:
        """Return the ids of the cards that a step turned, in order; `before` and `after` are positions."""

    def marks(self, setup: Any, cards: Sequence[str]) -> tuple[str, ...]:
        """Return by which marks people know these cards again, whatever deck they are in, each once."""

    def find_known(self, deck: Any, seen: frozenset[str]) -> frozenset[str]:
        """Return the ids of a deck's cards on which there is anything with one of these marks."""

    def words(self, setup: Any, position: Any, card: str, part: int) -> str | None:
        """Return the text of one part (from 0) of a card; None if this game has not turned the card."""

    def locate(self, deck: Any, setup: Any, card: str, part: int) -> tuple[str, int] | None:
        """Return on which card of a deck, and where, this part now stands that a game began with.

        None if the deck has none that is the same any more.
        """


# Laying what was shuffled so that neighbours have little in common (Z28). Pure, and without chance.

LOOKED_AT: Final = 40
"""Among so many of those left, in their order, the next one is looked for."""


def spread(
    order: Sequence[str], marks: Mapping[str, Sequence[int]], before: str | None = None
) -> tuple[str, ...]:
    """Return the same things: each time the first of those left that shares fewest marks with the one before.

    `before` lies before all of them. What has no marks shares none. The same order gives the same every time.
    """
    left, laid = list(order), list[str]()
    last = frozenset(marks.get(before, ())) if before is not None else frozenset[int]()
    while left:
        place = _find_next(left, marks, last)
        laid.append(left.pop(place))
        last = frozenset(marks.get(laid[-1], ()))
    return tuple(laid)


def _find_next(left: Sequence[str], marks: Mapping[str, Sequence[int]], last: frozenset[int]) -> int:
    best, fewest = 0, len(last) + 1
    for place, name in enumerate(islice(left, LOOKED_AT)):
        shared = len(last.intersection(marks.get(name, ())))
        if shared < fewest:
            best, fewest = place, shared
        if not fewest:
            break
    return best
