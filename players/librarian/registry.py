"""Every game's librarian; most games ask for no knowledge, and have none."""

from collections.abc import Mapping
from types import MappingProxyType

from engines.core.records import AnyState, SeatName
from players.core.player import Recollection
from players.librarian.core import AnyLibrarian, Memory
from players.librarian.defizz.librarian import DefizzLibrarian
from players.librarian.soiree.librarian import SoireeLibrarian

LIBRARIANS: Mapping[str, AnyLibrarian] = MappingProxyType(
    {each.game: each for each in (DefizzLibrarian(), SoireeLibrarian())}
)
"""The librarians that there are, by the names of their games."""


def recall(game: str, state: AnyState, seat: SeatName, memory: Memory) -> Recollection | None:
    """Return what comes to the mind of a computer's seat; None in a game that asks for no knowledge."""
    librarian = LIBRARIANS.get(game)
    return None if librarian is None else librarian.recall(state, seat, memory)
