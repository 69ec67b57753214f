"""Connections to the database file: opening them, and running whole functions in their thread."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from db.errors import StoreError, explain

__all__ = ["BUSY_MS", "Connection", "file_address", "make_file"]

T = TypeVar("T")

BUSY_MS = 5_000
"""How long to wait while another process writes, in ms."""


class Call(NamedTuple):
    """A function to run in the connection's thread, and the future that waits for its result."""

    function: Callable[[sqlite3.Connection], Any]
    answer: asyncio.Future[Any]


class Connection:
    """One SQLite connection in a thread of its own, to which whole functions are sent, one hop each.

    A library with a call for each statement would take a hop for each, too: four for a small transaction.
    """

    def __init__(self, path: Path) -> None:
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._closed = False
        self.path = path

    @classmethod
    async def open(cls, path: Path, busy_ms: int = BUSY_MS) -> Connection:
        """Connect to an existing file without reading or changing it yet; StoreError."""
        connection = cls(path)
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        life = (path, busy_ms, opened, connection._calls)
        # A daemon: a process that fails shall end (and be started again) instead of waiting for this thread;
        # what is committed is safe at any moment.
        Thread(target=serve, args=life, name="gobelet-sqlite", daemon=True).start()
        try:
            await opened
        except sqlite3.Error as error:
            raise explain(error, str(path)) from error
        return connection

    def send(self, job: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Have this function run in the connection's thread.

        The future gets its result, or its error as it is; cancelling it does not stop the function. Raises
        StoreError once the connection is closed.
        """
        if self._closed:
            raise StoreError("closed", path=str(self.path))
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._calls.put(Call(job, answer))
        return answer

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run this function in the connection's thread and return its result; StoreError for SQLite's errors.

        Cancelling the caller does not stop the function.
        """
        try:
            return await self.send(job)
        except sqlite3.Error as error:
            raise explain(error, str(self.path)) from error

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function that only reads, in one snapshot of the database; StoreError.

        One SELECT alone sees one moment without that: `run` is enough for it.
        """
        return await self.run(lambda connection: run_in_snapshot(connection, job))

    async def close(self) -> None:
        """Close the connection after all calls made before; a second call does nothing."""
        if not self._closed:
            closed = self.send(sqlite3.Connection.close)
            self._closed = True
            self._calls.put(None)
            await closed


def serve(path: Path, busy_ms: int, opened: asyncio.Future[None], calls: SimpleQueue[Call | None]) -> None:
    """Connect, and run the functions that come until there comes None: the whole life of a thread."""
    try:
        connection = sqlite3.connect(
            file_address(path), uri=True, isolation_level=None, timeout=busy_ms / 1000, cached_statements=256
        )
    except sqlite3.Error as error:
        settle(opened, opened.set_exception, error)
        return
    settle(opened, opened.set_result, None)
    while (call := calls.get()) is not None:
        try:
            result = call.function(connection)
        except BaseException as error:  # whatever it is, it is for those who wait
            settle(call.answer, call.answer.set_exception, error)
        else:
            settle(call.answer, call.answer.set_result, result)
        del call  # nothing is kept alive while nobody calls


def settle(answer: asyncio.Future[Any], settler: Callable[[Any], None], outcome: object) -> None:
    """Have a future's own loop settle it, unless it was cancelled, or the loop has ended."""
    with suppress(RuntimeError):
        answer.get_loop().call_soon_threadsafe(lambda: None if answer.done() else settler(outcome))


def file_address(path: Path) -> str:
    """The URI of an existing database file; with a plain path SQLite would silently make a missing one."""
    return f"{path.absolute().as_uri()}?mode=rw"


def run_in_snapshot(connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], T]) -> T:
    """Run the job between BEGIN and ROLLBACK, so that all its SELECTs see the same moment."""
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
