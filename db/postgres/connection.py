"""A connection to PostgreSQL in a thread of its own, to which whole functions are sent, one hop each.

It looks after itself: a connection that is lost is opened again, and until then every call fails at once, so
that whoever waits behind a click can be told.
"""

from __future__ import annotations

import asyncio
import select
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import psycopg

from bot import meters
from db.batch import Job, Outcome
from db.errors import StoreError
from db.postgres.batch import write
from db.postgres.server import Server
from db.postgres.sql import PostgresSql
from db.sql import Sql

__all__ = ["Connection"]

T = TypeVar("T")

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
"""How long to wait before a lost connection is opened again, in seconds: longer each time it fails."""


class Connection:
    """One connection, in a daemon thread: a process that fails shall end, and not wait for a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._sql: PostgresSql | None = None
        self._away: StoreError | None = None
        self._pause = FIRST_PAUSE
        self._closed = False
        self._ended = asyncio.get_running_loop().create_future()
        Thread(
            target=self._work, args=(asyncio.get_running_loop(),), name="gobelet-postgres", daemon=True
        ).start()

    @classmethod
    async def open(cls, server: Server) -> Connection:
        """Connect; StoreError."""
        opened = cls(server)
        try:
            await opened._call(opened._open)
        except BaseException:
            await opened.close()
            raise
        return opened

    @property
    def name(self) -> str:
        """What the database is called in sentences."""
        return self._server.name

    def explain(self, error: BaseException) -> BaseException:
        """The StoreError for an error of PostgreSQL; any other error as it is."""
        return self._server.explain(error) if isinstance(error, psycopg.Error) else error

    def write(self, jobs: Sequence[Job[Any]]) -> asyncio.Future[list[Outcome]]:
        """Run these jobs in one durable transaction; an error of a job undoes this job alone."""
        return self._send(lambda sql: write(sql, jobs, self.name, self._server.chance))

    async def run(self, job: Callable[[Sql], T]) -> T:
        """Run this function in the connection's thread and return its result; StoreError.

        Each of its statements is committed by itself. Cancelling the caller does not stop the function.
        """
        return await self._send(job)

    async def read(self, job: Callable[[Sql], T]) -> T:
        """Run a function that only reads, in one snapshot of the database; StoreError.

        One SELECT alone sees one moment without that: `run` is enough for it.
        """
        return await self._send(lambda sql: read_in_snapshot(sql, job))

    async def close(self) -> None:
        """Close the connection after all calls made before; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._calls.put(None)
        await asyncio.shield(self._ended)

    # -- calls, on the side of the loop ----------------------------------------------------------------

    def _send(self, job: Callable[[PostgresSql], T]) -> asyncio.Future[T]:
        if self._closed:
            raise StoreError("closed", path=self.name)
        if self._away is not None:
            answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            answer.set_exception(StoreError(self._away.code, **self._away.params))
            return answer
        return self._call(lambda: self._run(job))

    def _call(self, function: Callable[[], T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def call() -> None:
            try:
                result = function()
            except BaseException as error:
                tell(loop, answer, None, error)
            else:
                tell(loop, answer, result, None)

        self._calls.put(call)
        return answer

    # -- calls, on the side of the thread --------------------------------------------------------------

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            try:
                call = self._calls.get(timeout=None if self._away is None else self._pause)
            except Empty:
                self._try_again()
                continue
            if call is None:
                break
            call()
        if self._sql is not None:
            self._sql.link.close()
        tell(loop, self._ended, None, None)

    def _run(self, job: Callable[[PostgresSql], T]) -> T:
        """Run a job; a connection that was lost while nobody used it is opened again before."""
        if self._away is not None:
            raise StoreError(self._away.code, **self._away.params)
        sql = self._sql
        if sql is None or is_lost(sql.link):
            sql = self._open()
        sent = sql.statements
        try:
            return job(sql)
        except psycopg.Error as error:
            raise self._server.explain(error) from None
        finally:
            meters.count("statements", by=sql.statements - sent)
            sql.end_transaction()
            if sql.link.closed:
                self._lose(StoreError("unreachable", path=self.name))

    def _open(self) -> PostgresSql:
        if self._sql is not None:
            self._sql.link.close()
            self._sql = None
        try:
            link = self._server.connect()
        except StoreError as error:
            self._lose(error)
            raise
        self._sql = PostgresSql(link, self._server.holder)
        return self._sql

    def _lose(self, error: StoreError) -> None:
        self._away, self._pause = error, FIRST_PAUSE
        self._server.note_lost(self, error)

    def _try_again(self) -> None:
        try:
            self._open()
        except StoreError:
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            return
        self._away = None
        self._server.note_back(self)


def tell(
    loop: asyncio.AbstractEventLoop, answer: asyncio.Future[Any], result: Any, error: BaseException | None
) -> None:
    """Give a future its result or error, from another thread."""

    def settle() -> None:
        if answer.done():  # cancelled meanwhile
            return
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:  # the loop is closed: nobody is left to be told
        return


def is_lost(link: psycopg.Connection[Any]) -> bool:
    """Whether the server has left this connection while nobody used it."""
    if link.closed:
        return True
    if select.select([link.fileno()], [], [], 0)[0]:  # it says something that nobody asked: its farewell?
        try:
            link.execute("SELECT 1")
        except psycopg.Error:
            return True
    return False


def read_in_snapshot(sql: PostgresSql, job: Callable[[Sql], T]) -> T:
    """Run the job in a transaction that sees one moment, and travels in few messages."""
    with sql.link.pipeline():
        sql.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        result = job(sql)
        sql.execute("COMMIT")
    return result
