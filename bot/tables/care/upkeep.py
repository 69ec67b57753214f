"""What the store answers to whoever keeps house: tables that rest, and servers that are gone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Idle", "UpkeepStore"]


@dataclass(frozen=True, slots=True)
class Idle:
    """A live table, when a person last did something there, and when it will be closed if nobody does.

    Times are in ms UTC; `closes_at` is None until its host is reminded (see `Table.closes_at`).
    """

    table_id: int
    guild_id: int
    acted_at: int
    closes_at: int | None


class UpkeepStore(Protocol):
    """Live tables by their age, and everything that belongs to one server."""

    async def resting(self) -> Sequence[Idle]:
        """The tables that would stand for ever: paused ones, relaxed ones, and those without a clock."""
        ...

    async def live_in(self, guild_id: int) -> Sequence[Idle]:
        """The tables of a server that are not closed, the longest idle first."""
        ...

    async def list_servers(self) -> Collection[int]:
        """Every server of which something is kept."""
        ...

    async def note_departure(self, guild_id: int, at: int) -> None:
        """We are not on this server any more, since `at` (ms UTC) or an earlier time that is noted."""
        ...

    async def forget_departure(self, guild_id: int) -> bool:
        """We are on this server again; whether we had been away."""
        ...

    async def departed(self, before: int) -> Sequence[int]:
        """The servers that we have not been on since this time (ms UTC) or longer."""
        ...

    async def purge_some(self, guild_id: int) -> int:
        """Delete a few closed tables of a server that we are not on, with all that belongs to them; how many.

        Once there are no tables left, its settings, decks, reports and the note of its departure go.
        """
        ...
