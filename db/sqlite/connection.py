"""Connections to the database file: opening them, and running whole functions in their thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import aiosqlite

from db.door import Done, Failed, Job, Outcome
from db.errors import StoreError, explain
from db.files import file_address, make_file
from db.jobs.restoring import refuse_left
from db.migrate import migrate
from db.sqlite.schema import SqliteSchema, recognise

T = TypeVar("T")

BUSY_MS = 5_000
"""How long to wait while another process writes, in ms."""


CALL = "call these functions"
"""Given to `executemany` in place of SQL: each row then holds one function to call."""


class Callee(sqlite3.Connection):
    """The connection inside aiosqlite: it also calls functions in its thread, when they come with CALL.

    aiosqlite itself sends single statements, one thread hop each (four for a small transaction). It is
    documented that it passes on sqlite3's arguments (`factory` is one) and the rows of `executemany`. That is
    the method which jobs use least, so that the detour costs their own statements next to nothing.
    """

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Call each function with this connection after CALL; run any other statement as SQLite does."""
        if sql != CALL:
            return super().executemany(sql, parameters)
        for (function,) in parameters:
            function(self)
        return self.cursor()


class Connection:
    """One SQLite connection in a thread of its own, to which whole functions are sent, one hop each."""

    def __init__(self, inner: aiosqlite.Connection, path: Path) -> None:
        self._inner = inner
        self._closed = False
        self.path = path

    @classmethod
    async def open(cls, path: Path, busy_ms: int = BUSY_MS) -> Connection:
        """Connect to an existing file without reading or changing it yet; StoreError."""
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

    @property
    def name(self) -> str:
        """What the database is called in sentences."""
        return str(self.path)

    def write(self, jobs: Sequence[Job[Any]]) -> asyncio.Task[list[Outcome]]:
        """Run these jobs in one durable transaction; an error of a job undoes this job alone.

        The task has their outcomes, or the transaction's error as it is; cancelling it does not stop them.
        Raises StoreError once the connection is closed.
        """
        if self._closed:
            raise StoreError("closed", path=str(self.path))
        written = self._call(lambda connection: run_in_one_transaction(connection, jobs))
        return asyncio.get_running_loop().create_task(written, name="gobelet-write")

    def explain(self, error: BaseException) -> BaseException:
        """The StoreError for an error of SQLite; any other error as it is."""
        return explain(error, self.name) if isinstance(error, sqlite3.Error) else error

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run this function in the connection's thread and return its result; StoreError for SQLite's errors.

        Cancelling the caller does not stop the function.
        """
        if self._closed:
            raise StoreError("closed", path=str(self.path))
        try:
            return await self._call(job)
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
            self._closed = True
            await self._inner.close()

    async def _call(self, job: Callable[[sqlite3.Connection], T]) -> T:
        answer: list[T] = []
        await self._inner.executemany(CALL, [(lambda connection: answer.append(job(connection)),)])
        return answer[0]


def make_in_daemon(make: Callable[[], T]) -> T:
    """Call `make` in a daemon thread and return its result; threads that it starts are daemons too.

    A process that fails shall end (and be started again) instead of waiting for its connections' threads;
    what is committed is safe at any moment.
    """
    made: list[T] = []
    maker = Thread(target=lambda: made.append(make()), daemon=True)
    maker.start()
    maker.join()
    return made[0]


def run_in_snapshot(connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], T]) -> T:
    """Run the job between BEGIN and ROLLBACK, so that all its SELECTs see the same moment."""
    connection.execute("BEGIN")
    try:
        return job(connection)
    finally:
        connection.execute("ROLLBACK")


# A batch of jobs in one transaction of SQLite; only where one fails are they run again, each by itself.


def run_in_one_transaction(connection: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> list[Outcome]:
    """Run the jobs in one durable transaction; if this raises, nothing is written."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes = run_all(connection, jobs)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcomes


def run_all(connection: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> list[Outcome]:
    """Run the jobs in a transaction that has just begun; an error undoes its own job alone.

    Errors are rare and savepoints are not free: only after an error is all undone, and done again with them.
    """
    try:
        return [Done(job(connection)) for job in jobs]
    except Exception:
        # A full disk or a failing one ends the whole transaction in SQLite, the other jobs' too.
        if not connection.in_transaction:
            raise
    connection.execute("ROLLBACK")
    connection.execute("BEGIN IMMEDIATE")
    return [attempt(connection, job) for job in jobs]


def attempt(connection: sqlite3.Connection, job: Job[Any]) -> Outcome:
    """Run one job in a savepoint; an error undoes this job alone."""
    connection.execute("SAVEPOINT job")
    try:
        outcome: Outcome = Done(job(connection))
    except Exception as error:
        if not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO job")
        outcome = Failed(error)
    connection.execute("RELEASE job")
    return outcome


# Opening a database file: one connection that writes, one that only reads.


async def open_connections(path: Path, busy_ms: int) -> tuple[Connection, Connection]:
    """Open the file (made if it is missing), bring its schema up to date, and return writer and reader.

    Raises StoreError, without changing anything, for a file that is not ours, damaged, or too new.
    """
    make_file(path)
    writer = await Connection.open(path, busy_ms)
    try:
        await writer.run(lambda connection: prepare_writer(connection, str(path)))
        reader = await Connection.open(path, busy_ms)
    except BaseException:
        await writer.close()
        raise
    await reader.run(prepare_reader)
    return writer, reader


def prepare_writer(connection: sqlite3.Connection, path: str) -> None:
    """Prepare the connection that writes: check the file, make commits durable, update the schema."""
    connection.row_factory = sqlite3.Row
    recognise(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # an answered action survives a power cut
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA recursive_triggers = ON")  # else REPLACE would slip past the log's triggers
    migrate(SqliteSchema(connection))
    refuse_left(connection, path)


def prepare_reader(connection: sqlite3.Connection) -> None:
    """Prepare a connection that only reads."""
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA query_only = ON")
