"""Dice that can be checked: every outcome follows from a seed that is promised before others sit down.

From the start of the game on nobody can change an outcome unnoticed. Whoever runs the bot knows the seed,
though: with their help somebody can sit down anew until the dice suit them (the log shows each time), or know
hidden dice. SECURITY.md says the same to people.

The encoding, so that anybody can check it:

- seed: 32 secret bytes, told when the table is closed; commitment: the hex SHA-256 of the seed, shown when
  the lobby opens;
- prefix: `gobelet-1:TABLE:JOIN+JOIN+...`, with the table's number and the interaction ids (given by Discord
  after the commitment) by which those seated at the start sat down, in seat order, all decimal;
- outcome k (0, 1, ... over the table's life) of n sides: for j = 0, 1, ..., x is the first 8 bytes
  (big-endian) of HMAC-SHA-256(seed, "PREFIX:k:j"); the first x below the greatest multiple of n that is at
  most 2**64 gives x % n + 1.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias

from pydantic import BaseModel, JsonValue, ValidationError

from engines.core.decks import spread
from engines.core.draws import Draws, derive

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Seed:
    """A table's secret (32 bytes, else ValueError); it never shows in a repr, a log or a traceback."""

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != SEED_BYTES:
            raise ValueError("a seed has 32 bytes")

    @classmethod
    def new(cls) -> Seed:
        """Take a fresh seed from the system's own source of secrets."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def from_hex(cls, text: str) -> Seed:
        """Read a seed that was told; ValueError when the text is not 64 hex digits."""
        return cls(bytes.fromhex(text))

    @property
    def hex(self) -> str:
        """The seed as it is told at the end: 64 lower-case hex digits."""
        return self.secret.hex()

    @property
    def commitment(self) -> str:
        """The promise shown when the lobby opens: the seed's SHA-256 as 64 lower-case hex digits."""
        return sha256(self.secret).hexdigest()


def prefix(table_id: int, joins: Iterable[int]) -> str:
    """Name the source of a table's dice; `joins` are the interaction ids by which its people sat down."""
    return f"gobelet-1:{table_id}:{'+'.join(map(str, joins))}"


class TableDraws:
    """The draws of one step, going on after the `first` outcomes that are committed.

    A step that is refused, or whose commit fails, is forgotten with its draws: the next begins at the same
    place and sees the same dice, so that nobody can draw again until they like what they see.
    """

    __slots__ = ("_first", "_key", "_prefix", "_taken")

    def __init__(self, seed: bytes, prefix: str, first: int) -> None:
        self._key = seed
        self._prefix = prefix
        self._first = first
        self._taken: list[tuple[int, int]] = []

    def __call__(self, n: int) -> int:
        """Return the next outcome in 1..n and note it; ValueError for n below 1."""
        if n < 1:
            raise ValueError("a draw has at least one side")
        outcome = derive(self._key, self._prefix, self._first + len(self._taken), n)
        self._taken.append((n, outcome))
        return outcome

    @property
    def taken(self) -> tuple[tuple[int, int], ...]:
        """What was drawn so far in this step: (n, outcome), in order."""
        return tuple(self._taken)


# Cards that a table's record shows to nobody before they have been turned, and that nobody can exchange.
#
# When a game begins, each card of its deck is sealed: SHA-256 over the JSON of [salt, card] (keys sorted,
# no spaces, UTF-8 as it is, the salt in hex). The card's salt is HMAC-SHA-256(the table's secret salt, the
# card's id), so that a short answer cannot be found by trying. The digest of the deck (SHA-256 over the
# JSON of all [id, seal], sorted by id) stands in the log's line "begin"; where cards are spread by their
# themes, it is over [all [id, seal], all [id, numbers of its themes]]. A record shows the cards that were
# turned, with their salts; of the others the id, the pile and the seal. Who may see the whole deck gets all
# of it.

SALT_BYTES = 32


def salt_of(secret: bytes, card_id: str) -> str:
    """The salt of a card, 64 hex digits, from the table's secret salt."""
    return hmac.new(secret, card_id.encode(), hashlib.sha256).hexdigest()


def seal(card: Mapping[str, Any], salt: str) -> str:
    """The seal of a card (plain JSON-able data): 64 hex digits."""
    return _digest([salt, card])


def seals_of(cards: Iterable[Mapping[str, Any]], secret: bytes) -> dict[str, str]:
    """The seals of a deck's cards, by their ids."""
    return {card["id"]: seal(card, salt_of(secret, card["id"])) for card in cards}


def deck_digest(seals: Mapping[str, Any], marks: Mapping[str, Sequence[int]]) -> str:
    """What stands for a whole deck, and for the numbers of its themes where it has some: 64 hex digits."""
    cards = sorted(seals.items())
    return _digest([cards, sorted(marks.items())] if marks else cards)


def veil(card: Mapping[str, Any], secret: bytes | None) -> dict[str, Any]:
    """What a record shows of a card that was not turned; without a seal where the game was begun without."""
    shown = {"id": card["id"], "pile": card["pile"]}
    return shown if secret is None else {**shown, "seal": seal(card, salt_of(secret, card["id"]))}


def is_veiled(card: Mapping[str, Any]) -> bool:
    """Whether this is all that `veil` leaves of a card."""
    return set(card) <= {"id", "pile", "seal"}


def _digest(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# The cards of a table, laid in the order that its draws give before the game begins (Z18, Z28). Pure.
#
# The log has a line "shuffle" before "begin", whose payload names the deck and lists heaps of card ids,
# each sorted, in the order in which they come to lie: of each pile the cards that the server has not seen,
# then the others. Its draws shuffle one heap after the other: Fisher-Yates from the last card down, a draw
# 1..k for each k. Then each heap is spread (`engines.core.decks`), so that neighbours in a pile share
# few themes. The cards of the setup's deck are the heaps one after the other.
#
# Nobody who checks that sees the themes of cards that were never turned. So the payload has `themes`, as
# long as the heaps: for each card the numbers of its themes, which say no more than which cards share one.
# They are part of the digest of the deck, and those of cards that are shown are compared. Where no card has
# a theme, and in games that began before there was this rule, there are none, and nothing is spread.

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
