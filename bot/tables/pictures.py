"""How much room the pictures of decks may take, and how much they do: counted in pictures and in bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

__all__ = [
    "MIB",
    "NO_NEW",
    "PICTURES_AT_MOST",
    "PICTURES_OF_DECK",
    "Crowded",
    "NewPictures",
    "PictureStore",
    "Room",
    "Scope",
    "Use",
]

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


class PictureStore(Protocol):
    """What can be asked of all pictures that are stored."""

    async def weigh_pictures(self) -> Use:
        """All pictures that are stored, whoever has them."""
        ...

    async def weigh_servers(self) -> Sequence[tuple[int, Use]]:
        """The pictures of each server's decks, by its number, the heaviest first; some have the same ones."""
        ...
