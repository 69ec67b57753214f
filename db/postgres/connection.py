"""A connection to PostgreSQL in a thread of its own, to which whole functions are sent, one hop each.

It looks after itself: a connection that is lost is opened again, and until then every call fails at once, so
that whoever waits behind a click can be told.
"""

from __future__ import annotations

import asyncio
import select
from collections.abc import Callable, Sequence
from itertools import count
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from time import sleep
from typing import Any, Final, TypeVar

import psycopg
import structlog
from psycopg.errors import DeadlockDetected, ForeignKeyViolation, SerializationFailure, UniqueViolation

from bot import meters
from bot.tables.ports import Change, Duplicate, Stale, Unsure
from db.door import Done, Failed, Job, Outcome
from db.errors import StoreError
from db.jobs.restoring import refuse_left
from db.jobs.tables import Commit, refuse_duplicate
from db.migrate import migrate
from db.postgres.schema import PostgresSchema, recognise
from db.postgres.server import Server, explain
from db.postgres.sql import PostgresSql
from db.postgres.step import finish, is_step, write_steps
from db.sql import Sql, Statement

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


# A batch of jobs on PostgreSQL: one round trip for all that is known before it is sent.
#
# Steps are one statement, other jobs of one statement travel with them. What has to look before it writes
# follows, each in a savepoint of its own. Where the whole fails, each job is tried by itself.

_log = structlog.get_logger(__name__)

QUICKER = (UniqueViolation, ForeignKeyViolation, DeadlockDetected, SerializationFailure)
"""Somebody else was quicker: when the job is run once more, it finds what they have written."""
TRIES: Final = 3
APART: Final = 0.05
"""Up to so many seconds lie between two tries: two that undid each other at once must not do so again."""
IN_TRANSACTION: Final = ("BEGIN", "COMMIT", "ROLLBACK")
IN_SAVEPOINT: Final = ("SAVEPOINT job", "RELEASE job", "ROLLBACK TO job")


def write(sql: PostgresSql, jobs: Sequence[Job[Any]], name: str, chance: Random) -> list[Outcome]:
    """Run these jobs in one transaction, or each in its own if that fails; `name` is the database's.

    `chance` says how long to wait between two tries.
    """
    batch = Batch(sql, jobs, name, chance)
    if len(jobs) > 1 or isinstance(jobs[0], Statement) or step_of(jobs[0]) is not None:
        try:
            return batch.write_together()
        except Exception as error:  # one of them is to blame, and will be told when it is tried by itself
            if sql.link.closed:
                return batch.give_up()
            _log.warning("not written together", jobs=len(jobs), why=type(error).__name__)
        sql.end_transaction()
    return batch.write_each()


def step_of(job: Job[Any]) -> Change | None:
    """The change of a job that is a step of a game; None for any other job."""
    return job.change if isinstance(job, Commit) and is_step(job.change) else None


class Batch:
    """Jobs on their way, and what is known to have come of them (by their places)."""

    def __init__(self, sql: PostgresSql, jobs: Sequence[Job[Any]], name: str, chance: Random) -> None:
        self._sql = sql
        self._jobs = jobs
        self._name = name
        self._chance = chance
        self._told: dict[int, Outcome] = {}
        self._is_ending = False

    def write_together(self) -> list[Outcome]:
        """Write all in one transaction; psycopg.Error if that is not to be, and then nothing is written."""
        steps = {place: step for place, job in enumerate(self._jobs) if (step := step_of(job)) is not None}
        steps = dict(sorted(steps.items(), key=by_table))
        statements = {place: job for place, job in enumerate(self._jobs) if isinstance(job, Statement)}
        others = [place for place in range(len(self._jobs)) if place not in steps and place not in statements]
        outcomes = self._write_known(steps, statements, is_all=not others)
        for place in others:
            outcomes[place] = self._attempt(self._jobs[place], *IN_SAVEPOINT)
        if others:
            self._is_ending = True
            self._sql.execute("COMMIT")
        self._told = outcomes
        for place in steps.keys() - outcomes.keys():
            outcomes[place] = Failed(self._blame(steps[place]))
        return self._tell()

    def write_each(self) -> list[Outcome]:
        """Write each in a transaction of its own."""
        self._told = {}
        for place, job in enumerate(self._jobs):
            try:
                self._told[place] = self._attempt(job, *IN_TRANSACTION)
            except psycopg.Error:
                return self.give_up()
        return self._tell()

    def give_up(self) -> list[Outcome]:
        """The connection is lost: what is not told was not written, or only a look at the table tells."""
        for place in set(range(len(self._jobs))) - self._told.keys():
            unsure = self._is_ending and isinstance(self._jobs[place], Commit)
            self._told[place] = Failed(Unsure() if unsure else StoreError("unreachable", path=self._name))
        return self._tell()

    def _tell(self) -> list[Outcome]:
        return [self._told[place] for place in range(len(self._jobs))]

    def _write_known(
        self, steps: dict[int, Change], statements: dict[int, Statement[Any]], *, is_all: bool
    ) -> dict[int, Outcome]:
        """Send all that is known, with the COMMIT if nothing follows. Of steps that lost nothing is said."""
        sql, places = self._sql, list(steps)
        written, found = None, {}
        if is_all and not statements:  # one statement is a transaction by itself
            self._is_ending = True
            written = write_steps(sql, list(steps.values()))
        else:
            with sql.link.pipeline():
                sql.execute("BEGIN")
                written = write_steps(sql, list(steps.values())) if steps else None
                found = {place: sql.execute(job.sql, job.parameters) for place, job in statements.items()}
                if is_all:
                    self._is_ending = True
                    sql.execute("COMMIT")
        outcomes: dict[int, Outcome] = {
            places[n]: Done(finish(steps[places[n]])) for n, _ in (written.fetchall() if written else ())
        }
        for place, rows in found.items():
            outcomes[place] = answer(statements[place], rows)
        return outcomes

    def _attempt(self, job: Job[Any], begin: str, end: str, undo: str) -> Outcome:
        """Run a job between `begin` and `end`.

        psycopg.Error only if the connection is lost, or if the jobs before it in the same transaction are
        part of a deadlock: only the end of them all would let the others go on.
        """
        sql = self._sql
        for tries in count(1):
            self._is_ending = False
            sql.execute(begin)
            try:
                result = job(sql)
                self._is_ending = end == "COMMIT"
                sql.execute(end)
            except Exception as error:
                if sql.link.closed:
                    raise psycopg.OperationalError from None
                if isinstance(error, DeadlockDetected) and end != "COMMIT":
                    raise
                sql.execute(undo)
                if not isinstance(error, QUICKER) or tries == TRIES:
                    return Failed(explain(error, self._name) if isinstance(error, psycopg.Error) else error)
                sleep(self._chance.uniform(0, APART))
            else:
                return Done(result)
        raise AssertionError

    def _blame(self, change: Change) -> Exception:
        """Why a step was not written: its click is known already, or its table has moved on."""
        try:
            refuse_duplicate(self._sql, change.entries)
        except Duplicate as duplicate:
            return duplicate
        except psycopg.Error:  # what is written is committed: nobody else is harmed
            pass
        return Stale()


def by_table(step: tuple[int, Change]) -> int:
    """In which order tables are locked: the same for all processes, so that none waits for another's."""
    before = step[1].before
    return 0 if before is None else before.id


def answer(job: Statement[Any], rows: Any) -> Outcome:
    """Return what a job makes of its rows, or the error that it raises."""
    try:
        return Done(job.answer(rows))
    except Exception as error:
        return Failed(error)


# Opening a database: one connection that writes, one that only reads.


async def open_connections(server: Server) -> tuple[Connection, Connection]:
    """Connect, bring the schema up to date, and return writer and reader.

    Raises StoreError, without changing anything, for a database that is away, not ours, or too new.
    """
    await asyncio.to_thread(bring_up_to_date, server)
    return await connect(server)


async def connect(server: Server) -> tuple[Connection, Connection]:
    """Return writer and reader of a database as it is; StoreError."""
    writer = await Connection.open(server)
    try:
        reader = await Connection.open(server)
    except BaseException:
        await writer.close()
        raise
    return writer, reader


def bring_up_to_date(server: Server) -> None:
    """Apply the migrations that are missing, through a connection that may take its time; StoreError."""
    with server.connect(patient=True) as link:
        try:
            recognise(link, server.name)
            migrate(PostgresSchema(link))
            refuse_left(PostgresSql(link, server.holder), server.name)
        except psycopg.Error as error:
            raise server.explain(error) from None
