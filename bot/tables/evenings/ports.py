"""What is kept of evenings and seasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from bot.tables.evenings.model import Evening, Season

__all__ = ["Change", "EveningStore"]

Change: TypeAlias = Callable[[Evening], Evening | None]
"""What an evening becomes; None if nothing changes. Pure, for it may be asked twice; may raise Denied."""


class EveningStore(Protocol):
    """Keeps evenings: what is changed here is durable when the call returns."""

    async def add(self, evening: Evening) -> Evening:
        """Add an evening, whose number is given here; earlier drafts of its host in its channel go."""
        ...

    async def load(self, evening_id: int) -> Evening | None:
        """An evening as it stands."""
        ...

    async def change(self, evening_id: int, change: Change) -> tuple[Evening, Evening] | None:
        """Change an evening while nobody else does: as it was and as it is; None if there is none.

        What a change makes of it gets the next version, and belongs to the season that runs once it is over.
        Raises what `change` raises, and Denied "evening_here" (title) if another one is live in its channel.
        """
        ...

    async def note_shown(self, evening_id: int, version: int, message_id: int | None) -> None:
        """Note the message in the channel (None: it is gone), and that it shows at least this version."""
        ...

    async def note_event(self, evening_id: int, event_id: int, told: str) -> None:
        """Note the scheduled event (0 where none may be made) and what it says."""
        ...

    async def at_work(self) -> Sequence[Evening]:
        """All that are live or not shown as they stand, those that begin first leading."""
        ...

    async def of_server(self, guild_id: int) -> Sequence[Evening]:
        """The live evenings of a server, those that begin first leading."""
        ...

    async def of_person(self, user_id: int) -> Sequence[Evening]:
        """The evenings, live or still drafts, where somebody is registered, or that they host."""
        ...

    async def of_table(self, table_id: int) -> Evening | None:
        """The evening that is played at this table."""
        ...

    async def seasons(self, guild_id: int) -> Sequence[Season]:
        """The seasons of a server, the newest first; before the first one evenings count by themselves."""
        ...

    async def begin_season(self, guild_id: int, title: str, now: int) -> Season:
        """Begin a season: evenings that end from now on belong to it, and the one that ran ends."""
        ...

    async def of_season(self, guild_id: int, season_id: int | None) -> Sequence[Evening]:
        """The evenings that ended in a season, or (None) before the first one, in their order."""
        ...

    async def drop_drafts(self, before: int) -> None:
        """Delete drafts made before this time (ms UTC)."""
        ...
