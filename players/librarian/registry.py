"""Every game's librarian, found by looking; most games ask for no knowledge, and have none."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engines.core.records import AnyState, SeatName
from engines.finding import find_homes, find_kind
from players.core.player import Recollection
from players.librarian.core import AnyLibrarian, Librarian, Memory

__all__ = ["LIBRARIANS", "recall"]

_KINDS = {
    home.game: find_kind(home.find("players.librarian", "librarian"), Librarian) for home in find_homes()
}
LIBRARIANS: Mapping[str, AnyLibrarian] = MappingProxyType(
    {game: kind() for game, kind in _KINDS.items() if kind is not None}
)
"""The librarians that there are, by the names of their games."""


def recall(game: str, state: AnyState, seat: SeatName, memory: Memory) -> Recollection | None:
    """Return what comes to the mind of a computer's seat; None in a game that asks for no knowledge."""
    librarian = LIBRARIANS.get(game)
    return None if librarian is None else librarian.recall(state, seat, memory)
