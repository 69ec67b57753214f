"""The store that several processes share: every port of bot/tables, and how they hear of each other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from db.connection import Connection
from db.postgres.opening import open_connections
from db.postgres.server import Server
from db.postgres.wakes import PostgresWakes
from db.store import Store

__all__ = ["PostgresStore"]


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
