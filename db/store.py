"""The store: all that is kept, in one database, SQLite's or PostgreSQL's.

Writes go through the door and come back committed; reads have a connection of their own and never wait
for it. What is kept of each feature, and how, stands in db/jobs.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.homes.ports import Wakes
from db.door import Connection, Door
from db.jobs.archive import KeptArchives
from db.jobs.calls import KeptCalls
from db.jobs.daily import KeptDaily
from db.jobs.decks import KeptDecks
from db.jobs.evenings import KeptEvenings
from db.jobs.finding import KeptFinding
from db.jobs.insight import KeptInsight
from db.jobs.people import KeptPeople
from db.jobs.servers import KeptServers, KeptWeeklies
from db.jobs.slots import KeptSlots
from db.jobs.tables import KeptTables
from db.sqlite.backup import back_up
from db.sqlite.connection import BUSY_MS, open_connections


class Store(KeptTables, KeptFinding, KeptArchives, KeptDecks, KeptPeople, KeptServers):
    """Tables, messages, decks, people and servers, and beside them what is kept of the other features.

    `slots`: which process is home to which servers. `wakes`: how other processes tell of what they change;
    None where there are no others. Any method may raise StoreError.
    """

    wakes: Wakes | None = None

    def __init__(self, writer: Connection, reader: Connection) -> None:
        super().__init__(Door(writer), reader)
        self._writer = writer
        self.slots = KeptSlots(self.door, reader)
        self.evenings = KeptEvenings(self.door, reader)
        self.insight = KeptInsight(self.door, reader)
        self.calls = KeptCalls(self.door, reader)
        self.weeklies = KeptWeeklies(self.door, reader)
        self.daily = KeptDaily(self.door, reader)

    async def close(self) -> None:
        """Wait for the writes under way, then close; later calls raise StoreError `closed`."""
        await self.door.close()
        await self._reader.close()
        await self._writer.close()

    @asynccontextmanager
    async def locked(self, name: str) -> AsyncIterator[None]:
        """Let one process in at a time, of all that share the database; StoreError. One alone never waits."""
        del name
        yield


class SqliteStore(Store):
    """The store of one process, in a file."""

    def __init__(self, path: Path, writer: Connection, reader: Connection) -> None:
        super().__init__(writer, reader)
        self._path = path

    @classmethod
    async def open(cls, path: Path, busy_ms: int = BUSY_MS) -> SqliteStore:
        """Open the file (made if it is missing) and bring its schema up to date.

        `busy_ms` is how long to wait for another process that writes. Raises StoreError, without changing
        anything, for a file that is not ours, damaged, or newer than this program.
        """
        return cls(path, *await open_connections(path, busy_ms))

    async def backup(self, path: Path) -> None:
        """Copy the database as it stands into a new file while it is in use; StoreError."""
        await back_up(self._path, path)
