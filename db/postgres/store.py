"""The store that several processes share: every port of bot/tables, and how they hear of each other."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import psycopg
from psycopg import Notify, sql

from bot import meters
from bot.homes.ports import Wake
from db.door import Connection
from db.errors import StoreError
from db.postgres.connection import open_connections
from db.postgres.server import Server
from db.sql import NOW, SLOTS, WAKES, Sql, tell_home, tell_slots
from db.store import Store


class PostgresStore(Store):
    """The store over a PostgreSQL database; each process opens it under a name of its own."""

    def __init__(self, server: Server, writer: Connection, reader: Connection) -> None:
        super().__init__(writer, reader)
        self._server = server
        self._wakes = PostgresWakes(server, self.door.write)
        self.wakes = self._wakes

    @classmethod
    async def open(cls, url: str, holder: str) -> PostgresStore:
        """Connect to the database and bring its schema up to date.

        Raises StoreError, without changing anything, for a database that cannot be reached, is not ours, or
        is newer than this program.
        """
        server = Server(url, holder)
        return cls(server, *await open_connections(server))

    @asynccontextmanager
    async def locked(self, name: str) -> AsyncIterator[None]:
        """Let one process in at a time, of all that share the database; StoreError."""
        link = await self._server.connect_in_loop()
        try:
            await link.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (name,))
            yield
        except psycopg.Error as error:
            raise self._server.explain(error) from None
        finally:
            await link.close()  # the lock goes with it

    async def close(self) -> None:
        """Hear no more, wait for the writes under way, then close; later calls raise StoreError `closed`."""
        await self._wakes.close()
        await super().close()


# How processes tell each other what has changed: NOTIFY, heard through a connection of its own.

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""How long to wait before a lost connection is opened again, in seconds: longer each time it fails."""
PATIENCE: Final = 10.0
"""In so many seconds one's own news are back, on the slowest of machines."""


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who is told of what; see bot.homes.ports.Wakes."""

    on_wake: Callable[[Wake], None]
    on_slots: Callable[[], None]
    on_missed: Callable[[], None]


class PostgresWakes:
    """Implements bot.homes.ports.Wakes; `write` is the write door's."""

    def __init__(self, server: Server, write: Callable[[Callable[[Sql], object]], Awaitable[object]]) -> None:
        self._server = server
        self._write = write
        self._hearing: asyncio.Task[None] | None = None
        self._ear: Ear | None = None

    @property
    def hears(self) -> bool:
        """Whether what other processes change is heard at this moment."""
        return self._ear is not None

    async def listen(
        self, on_wake: Callable[[Wake], None], on_slots: Callable[[], None], on_missed: Callable[[], None]
    ) -> None:
        """Hear what other processes change, from now on.

        StoreError if the database is away now, or `deaf` if nothing is heard: not even our own news.
        """
        ear = await Ear.open(self._server)
        listeners = Listeners(on_wake, on_slots, on_missed)
        self._hearing = asyncio.create_task(self._hear(ear, listeners), name="gobelet-wakes")
        await self._write(tell_slots)
        try:
            await asyncio.wait_for(ear.heard_ourselves.wait(), PATIENCE)
        except TimeoutError:
            raise StoreError("deaf", path=self._server.name) from None

    async def wake(self, wake: Wake) -> None:
        """Tell a table's home that it should look at the table, where no commit has; StoreError."""
        await self._write(lambda it: tell_home(it, wake.table_id, wake.version, wake.guild_id))

    async def close(self) -> None:
        """Hear no more."""
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.wait([self._hearing])

    async def _hear(self, ear: Ear, listeners: Listeners) -> None:
        while True:
            self._ear = ear
            try:
                await ear.tell(listeners)
            finally:
                self._ear = None
                await ear.close()
            self._server.note_lost(self, StoreError("unreachable", path=self._server.name))
            ear = await self._open_again()
            self._server.note_back(self)
            listeners.on_missed()

    async def _open_again(self) -> Ear:
        pause = FIRST_PAUSE
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            with contextlib.suppress(StoreError):
                return await Ear.open(self._server)


class Ear:
    """A connection that hears; `ahead` is by how many ms the database's clock is ahead of the loop's time."""

    def __init__(self, link: psycopg.AsyncConnection[Any], holder: str, ahead: float) -> None:
        self._link = link
        self._holder = holder
        self._ahead = ahead
        self.heard_ourselves = asyncio.Event()

    @classmethod
    async def open(cls, server: Server) -> Ear:
        """Connect, and hear from now on; StoreError."""
        link = await server.connect_in_loop()
        try:
            for channel in (WAKES, SLOTS):
                await link.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            (now,) = await (await link.execute(NOW)).fetchone() or (0,)
        except psycopg.Error as error:
            await link.close()
            raise server.explain(error) from None
        return cls(link, server.holder, float(now) - _loop_ms())

    async def tell(self, listeners: Listeners) -> None:
        """Tell the listeners of whatever is heard, until the connection is lost."""
        with contextlib.suppress(psycopg.Error):
            async for notify in self._link.notifies():
                self._pass_on(notify, listeners)

    async def close(self) -> None:
        """Hear no more."""
        await self._link.close()

    def _pass_on(self, notify: Notify, listeners: Listeners) -> None:
        holder, *numbers = notify.payload.split(":")
        if holder == self._holder:
            self.heard_ourselves.set()
            return
        if notify.channel == SLOTS:
            listeners.on_slots()
            return
        try:
            table_id, version, guild_id, at = map(int, numbers[:4])
        except ValueError:  # a stranger's word, or one of a newer program
            listeners.on_missed()
            return
        meters.observe("notify_lag_seconds", max(0.0, _loop_ms() + self._ahead - at) / 1000)
        listeners.on_wake(Wake(holder, table_id, version, guild_id))


def _loop_ms() -> float:
    return asyncio.get_running_loop().time() * 1000
