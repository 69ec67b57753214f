"""Connections to the file: how they are opened, and the one place that reaches into their thread."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import aiosqlite

from db.errors import StoreError, explain

__all__ = ["BUSY_MS", "Connection", "make_file", "read_write"]

T = TypeVar("T")

BUSY_MS = 5_000
"""How long to wait for another process that is writing, in ms."""


class Connection:
    """One SQLite connection in a thread of its own; whole functions are sent there, one hop each."""

    def __init__(self, inner: aiosqlite.Connection, path: Path) -> None:
        self._inner = inner
        self.path = path

    @classmethod
    async def open(cls, path: Path, busy_ms: int = BUSY_MS) -> Connection:
        """Connect to an existing file, nothing read and nothing changed yet; StoreError."""
        inner = aiosqlite.connect(
            read_write(path), uri=True, isolation_level=None, timeout=busy_ms / 1000, cached_statements=256
        )
        # A process that dies of an error shall end (and be started again), not wait for this thread for
        # ever; what is committed is safe at any instant.
        inner._thread.daemon = True  # noqa: SLF001
        try:
            await inner
        except sqlite3.Error as error:
            raise explain(error, str(path)) from error
        return cls(inner, path)

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run this function in the connection's thread; errors of SQLite come back as StoreError."""
        try:
            return await self._hop(job)
        except sqlite3.Error as error:
            raise explain(error, str(self.path)) from error

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function that only reads, in one snapshot of the database; StoreError."""
        return await self.run(lambda connection: in_snapshot(connection, job))

    async def close(self) -> None:
        """Close it, after whatever was asked before; a second time does nothing."""
        await self._inner.close()

    async def _hop(self, job: Callable[[sqlite3.Connection], T]) -> T:
        # aiosqlite's public calls cost a thread hop each (four for a small transaction). Its version is
        # pinned, and these are the only lines that ask it to run a function of ours in its thread.
        try:
            hop: Callable[[Callable[[], T]], Awaitable[T]] = self._inner._execute  # noqa: SLF001
            return await hop(lambda: job(self._inner._conn))  # noqa: SLF001
        except ValueError as error:
            if self._inner._connection is not None:  # noqa: SLF001
                raise
            raise StoreError("closed", path=str(self.path)) from error


def read_write(path: Path) -> str:
    """The address of an existing file; SQLite would make a missing one, empty, without a word."""
    return f"{path.absolute().as_uri()}?mode=rw"


def in_snapshot(connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], T]) -> T:
    """Run the job between BEGIN and ROLLBACK, so that several SELECTs see the same moment."""
    connection.execute("BEGIN")
    try:
        return job(connection)
    finally:
        connection.execute("ROLLBACK")


def make_file(path: Path) -> None:
    """Make the file (mode 0600) and its folder (0700) where they are missing; StoreError.

    SQLite gives the files beside it (-wal, -shm) the same mode.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise explain(error, str(path)) from error
