"""What the homes need from the outside. db/ implements it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Wake", "Wakes"]


@dataclass(frozen=True, slots=True)
class Wake:
    """News of a table for its home: `holder`, another process, has changed it to this version.

    Every commit sends one, in its transaction. A process is not told of its own.
    """

    holder: str
    table_id: int
    version: int
    guild_id: int


class Wakes(Protocol):
    """How processes tell each other that something has changed. News may be lost, but `on_missed` says so."""

    async def listen(
        self,
        on_wake: Callable[[Wake], None],
        on_slots: Callable[[], None],
        on_missed: Callable[[], None],
    ) -> None:
        """Hear what other processes change, from now on.

        `on_slots`: who holds which slots has changed. `on_missed`: the connection was lost and is there
        again; anything may have happened meanwhile. The listeners must not block.
        """
        ...

    async def wake(self, wake: Wake) -> None:
        """Tell a table's home that it should look at the table, where no commit has."""
        ...
