"""What every game's librarian is."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from engines.core.records import PositionT, SeatName, SetupT, State
from players.core.player import Level, Persona, Recollection


@dataclass(frozen=True, slots=True)
class Memory:
    """What decides what a computer knows: the same for a seat at a table from beginning to end.

    `key` (32 bytes) is the seat's own. All that its seat recalls is derived from it, so that it does not
    matter when it is asked, nor how often.
    """

    level: Level
    persona: Persona
    key: bytes


class Librarian(ABC, Generic[SetupT, PositionT]):
    """Knows all answers of one game, and whom to tell which.

    Where the same memory comes to know something else than before, its game's player gets a new version.
    """

    game: str

    @abstractmethod
    def recall(self, state: State[SetupT, PositionT], seat: SeatName, memory: Memory) -> Recollection | None:
        """Return what comes to a seat's mind now, or None where nothing that it could know is at stake."""


AnyLibrarian: TypeAlias = Librarian[Any, Any]
