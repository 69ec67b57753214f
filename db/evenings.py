"""The evenings in the store: the port of bot/tables/evenings over either database."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from bot.tables.evenings.model import Change, Evening, EveningStore, Season
from db.door import Door
from db.jobs import evenings
from db.sql import Sql

T = TypeVar("T")


class Read(Protocol):
    """Runs a job that only reads, on a connection that waits for no write."""

    def __call__(self, job: Callable[[Sql], T], /) -> Awaitable[T]:
        """What the job returns; StoreError."""
        ...


class KeptEvenings(EveningStore):
    """Evenings, who has registered for them, and seasons. Any method may raise StoreError."""

    def __init__(self, door: Door, read: Read) -> None:
        self._door = door
        self._read = read

    async def add(self, evening: Evening) -> Evening:
        """Add an evening, in the place of earlier drafts of its host in its channel."""
        return await self._door.write(lambda connection: evenings.add_evening(connection, evening))

    async def load(self, evening_id: int) -> Evening | None:
        """An evening as it stands."""
        return await self._read(lambda connection: evenings.load_evening(connection, evening_id))

    async def change(self, evening_id: int, change: Change) -> tuple[Evening, Evening] | None:
        """Change an evening: as it was and as it is. What `change` raises, and Denied "evening_here"."""
        return await self._door.write(
            lambda connection: evenings.change_evening(connection, evening_id, change)
        )

    async def note_shown(self, evening_id: int, version: int, message_id: int | None) -> None:
        """Note the message of an evening, and that people see at least this version there."""
        await self._door.write(
            lambda connection: evenings.note_shown(connection, evening_id, version, message_id)
        )

    async def note_event(self, evening_id: int, event_id: int, told: str) -> None:
        """Note the scheduled event of an evening, and what it says."""
        await self._door.write(lambda connection: evenings.note_event(connection, evening_id, event_id, told))

    async def at_work(self) -> Sequence[Evening]:
        """The evenings that are live, or not shown as they stand."""
        return await self._read(evenings.list_at_work)

    async def of_server(self, guild_id: int) -> Sequence[Evening]:
        """The live evenings of a server."""
        return await self._read(lambda connection: evenings.list_of_guild(connection, guild_id))

    async def of_person(self, user_id: int) -> Sequence[Evening]:
        """The evenings to come, or being played, where somebody is registered."""
        return await self._read(lambda connection: evenings.list_of_person(connection, user_id))

    async def of_table(self, table_id: int) -> Evening | None:
        """The evening that is played at this table."""
        return await self._read(lambda connection: evenings.load_of_table(connection, table_id))

    async def seasons(self, guild_id: int) -> Sequence[Season]:
        """The seasons of a server, the newest first."""
        return await self._read(lambda connection: evenings.list_seasons(connection, guild_id))

    async def begin_season(self, guild_id: int, title: str, now: int) -> Season:
        """Begin a season; the one that runs ends."""
        return await self._door.write(
            lambda connection: evenings.begin_season(connection, guild_id, title, now)
        )

    async def of_season(self, guild_id: int, season_id: int | None) -> Sequence[Evening]:
        """The evenings that ended in a season, or (None) before the first one."""
        return await self._read(lambda connection: evenings.list_of_season(connection, guild_id, season_id))

    async def drop_drafts(self, before: int) -> None:
        """Delete drafts made before this time (ms UTC)."""
        await self._door.write(lambda connection: evenings.drop_drafts(connection, before))
