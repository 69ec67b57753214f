"""What the runtime needs kept of the decks that servers bring, and of what people say of their cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal, Protocol

from engines.core.decks import Asked

# How much room the pictures of decks may take, and how much they do: counted in pictures and in bytes.

MIB: Final = 1024 * 1024
PICTURES_AT_MOST: Final = 300
"""So many pictures the decks of a server may have in all."""
PICTURES_OF_DECK: Final = 60
"""So many one deck may have; Discord takes no larger zip than one with these and `Room.deck` bytes."""
Scope = Literal["deck", "server", "all"]
"""Whose pictures: those of one deck, of a server's decks, or all that are stored."""


@dataclass(frozen=True, slots=True)
class Room:
    """The most bytes of pictures in one deck, of one server's decks, and in all."""

    deck: int = 8 * MIB
    server: int = 25 * MIB
    all: int = 200 * MIB


@dataclass(frozen=True, slots=True)
class Use:
    """So many pictures there are, and so many bytes they take."""

    pictures: int
    size: int


@dataclass(frozen=True, slots=True)
class NewPictures:
    """Pictures (WebP) that come with a deck, by their digests; `room`: how many bytes there may then be."""

    pictures: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    room: Room = Room()


NO_NEW: Final = NewPictures()


class Crowded(Exception):
    """There would be more pictures than there may be: nothing was changed.

    `scope` says whose, `most` how many there may be; with `heavy`, how many MiB of them.
    """

    def __init__(self, scope: Scope, most: int, *, heavy: bool = False) -> None:
        super().__init__(scope, most, heavy)
        self.scope = scope
        self.most = most
        self.heavy = heavy


DECKS_AT_MOST = 22
"""So many decks a server may have: with those of the house they fill a list."""
REPORTS_AT_MOST = 200
"""So many reports of cards wait for a server's moderators at most."""
REPORTS_OF_ONE = 5
"""So many of them one person may have waiting."""


class Full(Exception):
    """A server has as many decks, or waiting reports, as it may: nothing was changed."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class Enough(Full):
    """One person has as many reports waiting as they may: nothing was changed."""


@dataclass(frozen=True, slots=True)
class DeckInfo:
    """A server's deck: its name there, how many cards it has, and when it was brought (ms UTC)."""

    name: str
    cards: int
    added_at: int


@dataclass(frozen=True, slots=True)
class DeckTexts:
    """What is stored of a deck: its JSON text (None for none yet), and that of cards to be finished ("")."""

    content: str | None = field(default=None, repr=False)
    unfinished: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class PlayedDeck:
    """A deck as tables play it, whoever brought it: JSON text, known by the `digest` of it (SHA-256, hex)."""

    digest: str
    text: str = field(repr=False)

    @classmethod
    def of(cls, text: str) -> PlayedDeck:
        """The deck that this text is."""
        return cls(sha256(text.encode()).hexdigest(), text)


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody said of a part of a card: `part` is its place there from 0, `words` its text then.

    `id` is the store's own number, 0 for a report that is not stored yet; `at` is in ms UTC. `user_id` counts
    what one person has waiting, and is shown to nobody; None where it is not known.
    """

    deck: str
    card: str
    part: int
    words: str
    reason: str
    at: int
    user_id: int | None = None
    id: int = 0

    @property
    def subject(self) -> tuple[str, str, int, str]:
        """What the report is about: the same for all reports of one part."""
        return self.deck, self.card, self.part, self.words


class DeckStore(Protocol):
    """The decks that servers bring, which cards they have seen, and reports of bad ones."""

    async def put_deck(self, guild_id: int, info: DeckInfo, content: str, new: NewPictures = NO_NEW) -> bool:
        """Add or replace (by its name) a deck, JSON text, with the pictures that are new in it.

        Whether one was replaced. Full; Crowded where it brings more than there is room for.
        """

    async def load_picture(self, digest: str) -> bytes | None:
        """The picture (WebP) with this SHA-256; None if no deck names it any more."""

    async def weigh_pictures(self) -> Use:
        """All pictures that are stored, whoever has them."""

    async def decks(self, guild_id: int) -> Sequence[DeckInfo]:
        """The decks of a server, by name."""

    async def load_deck(self, guild_id: int, name: str) -> str | None:
        """The JSON text of a deck, None if the server has none of this name."""

    async def delete_deck(self, guild_id: int, name: str) -> bool:
        """Delete a deck, finished or not, with its seen cards and reports; whether there was one."""

    async def load_deck_texts(self, guild_id: int, name: str) -> DeckTexts:
        """All that is stored of the deck with this name."""

    async def list_unfinished(self, guild_id: int) -> Sequence[str]:
        """The names of the decks of which cards are still to be finished, sorted."""

    async def change_deck(
        self, guild_id: int, info: DeckInfo, before: DeckTexts, after: DeckTexts, new: NewPictures = NO_NEW
    ) -> bool:
        """Store a deck's texts in the place of those it had, with the pictures that are new there.

        False if it has other texts by now. Full; Crowded where it brings more than there is room for.
        """

    async def list_seen_cards(self, guild_id: int, deck: str) -> frozenset[str]:
        """The ids of the cards that this server has seen since their pile was last through."""

    async def list_asked(self, guild_id: int) -> Sequence[Asked]:
        """What was asked on a server, and what became of it, by mark; whichever deck it was in."""

    async def add_report(self, guild_id: int, report: Report) -> bool:
        """Put a report into the queue; False if this person reported the same before. Enough, Full."""

    async def reports(self, guild_id: int) -> Sequence[Report]:
        """The queue, oldest first."""

    async def settle_report(self, guild_id: int, report_id: int) -> bool:
        """Take a report and all others of the same out of the queue; whether it was there."""
