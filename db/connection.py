"""Connections to the file: how they are opened, and how whole functions run in their thread."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import aiosqlite

from db.errors import StoreError, explain

__all__ = ["BUSY_MS", "Connection", "file_address", "make_file"]

T = TypeVar("T")

BUSY_MS = 5_000
"""How long to wait for another process that is writing, in ms."""


CALL = "call these functions"
"""Stands where `executemany` has its SQL: each of its rows is then one function to call."""


class Callee(sqlite3.Connection):
    """The connection inside aiosqlite; in its thread it calls the functions that come with CALL.

    aiosqlite takes SQL alone, one thread hop a statement (four for a small transaction). Both that it makes
    its connection with sqlite3's own arguments (`factory` is one) and that it hands on whatever rows
    `executemany` is given are documented. Jobs themselves use that method least, so that their own statements
    do not pay for the detour.
    """

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Call each function with this connection after CALL; run any other statement as SQLite does."""
        if sql != CALL:
            return super().executemany(sql, parameters)
        for (function,) in parameters:
            function(self)
        return self.cursor()


class Connection:
    """One SQLite connection in a thread of its own; whole functions are sent there, one hop each."""

    def __init__(self, inner: aiosqlite.Connection, path: Path) -> None:
        self._inner = inner
        self._closed = False
        self.path = path

    @classmethod
    async def open(cls, path: Path, busy_ms: int = BUSY_MS) -> Connection:
        """Connect to an existing file, nothing read and nothing changed yet; StoreError."""
        inner = make_in_daemon(
            lambda: aiosqlite.connect(
                file_address(path),
                uri=True,
                isolation_level=None,
                timeout=busy_ms / 1000,
                cached_statements=256,
                factory=Callee,
            )
        )
        try:
            await inner
        except sqlite3.Error as error:
            raise explain(error, str(path)) from error
        return cls(inner, path)

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run this function in the connection's thread; errors of SQLite come back as StoreError.

        A caller who is cancelled does not stop it: what was asked is done.
        """
        if self._closed:
            raise StoreError("closed", path=str(self.path))
        answer: list[T] = []
        try:
            await self._inner.executemany(CALL, [(lambda connection: answer.append(job(connection)),)])
        except sqlite3.Error as error:
            raise explain(error, str(self.path)) from error
        return answer[0]

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function that only reads, in one snapshot of the database; StoreError."""
        return await self.run(lambda connection: run_in_snapshot(connection, job))

    async def close(self) -> None:
        """Close it, after whatever was asked before; a second time does nothing."""
        if not self._closed:
            self._closed = True
            await self._inner.close()


def make_in_daemon(make: Callable[[], T]) -> T:
    """Make something in a daemon thread, so that the threads it makes are daemons too: they inherit it.

    A process that dies of an error shall end (and be started again), not wait for its connections' threads
    for ever; what is committed is safe at any instant.
    """
    made: list[T] = []
    maker = Thread(target=lambda: made.append(make()), daemon=True)
    maker.start()
    maker.join()
    return made[0]


def file_address(path: Path) -> str:
    """The address of an existing file; SQLite would make a missing one, empty, without a word."""
    return f"{path.absolute().as_uri()}?mode=rw"


def run_in_snapshot(connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], T]) -> T:
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
