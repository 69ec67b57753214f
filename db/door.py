"""The one write door: concurrent writes share a transaction, and each gets its own result.

A writer who finds the door free starts a batch; those who come meanwhile are in the next. A batch is one hop
to the connection's thread: BEGIN IMMEDIATE, the jobs, COMMIT (one fsync). Only where a job fails are they run
again, each in a savepoint of its own. So a job depends on nothing but what the database holds.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar

import structlog

from bot.meters import observe, timer
from db.errors import StoreError, explain
from db.sqlite.connection import Connection

__all__ = ["Door", "Job"]

_log = structlog.get_logger(__name__)
T = TypeVar("T")
Job: TypeAlias = Callable[[sqlite3.Connection], T]

SOON = 1.0
"""For so many seconds a write that may wait waits for others to go with."""


@dataclass(frozen=True, slots=True)
class Done:
    """A job's result."""

    value: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """The error that a job raised; its savepoint has been undone."""

    error: BaseException


Outcome: TypeAlias = Done | Failed


@dataclass(frozen=True, slots=True)
class Waiting:
    """A job in the queue, and the future that its caller awaits."""

    job: Job[Any]
    answer: asyncio.Future[Any]


class Door:
    """Group commit over one connection; nobody else writes through it."""

    def __init__(self, connection: Connection, soon: float = SOON) -> None:
        self._connection = connection
        self._soon = soon
        self._queue: list[Waiting] = []
        self._notes: dict[Hashable, Job[object]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._idle = asyncio.Event()
        self._idle.set()

    async def write(self, job: Job[T]) -> T:
        """Run this job in a transaction, and return its result once it is committed.

        An error of the job undoes this job alone, and is raised here. Raises StoreError when the batch could
        not be committed. A caller who is cancelled before the batch starts has written nothing; later it may.
        """
        self._check_open()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append(Waiting(job, answer))
        if self._idle.is_set():
            self._start()
        return await answer

    def write_soon(self, key: Hashable, job: Job[object]) -> None:
        """Run this job before the next batch's own, or by itself after a short while; nobody waits for it.

        It takes the place of an earlier one of this `key` that is not written yet. A crash may lose it, an
        error of its own is logged; raises StoreError when the door is closed.
        """
        self._check_open()
        self._notes.pop(key, None)  # so that it comes after all that were given before it
        self._notes[key] = job
        if self._timer is None and self._idle.is_set():
            self._wait_for_others()

    async def close(self) -> None:
        """Refuse new writes, and wait for those under way and those that were to wait."""
        self._closed = True
        if self._notes and self._idle.is_set():
            self._start()
        await self._idle.wait()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("closed", path=str(self._connection.path))

    # -- batches ---------------------------------------------------------------------------------------

    def _wait_for_others(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._soon, self._start)

    def _start(self) -> None:
        """Begin a batch, but take the queue a moment later: who writes at the same time is in it, too.

        So is who was answered by the last batch and writes again at once.
        """
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._idle.clear()
        asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        batch = [waiting for waiting in self._queue if not waiting.answer.done()]
        notes = list(self._notes.values())
        self._queue.clear()
        self._notes.clear()
        jobs = [*notes, *(waiting.job for waiting in batch)]
        if not jobs:
            self._idle.set()
            return
        sent: asyncio.Future[list[Outcome]]
        try:
            sent = self._connection.send(lambda connection: run_in_one_transaction(connection, jobs))
        except StoreError as closed:
            sent = asyncio.get_running_loop().create_future()
            sent.set_exception(closed)
        observe("batch_size", len(jobs))
        sent.add_done_callback(timer("commit_seconds"))
        sent.add_done_callback(partial(self._finish, len(notes), batch))

    def _finish(self, notes: int, batch: Sequence[Waiting], sent: asyncio.Future[list[Outcome]]) -> None:
        """Tell everybody what came of the batch, and begin the next one if somebody waits for it."""
        if sent.cancelled():  # the loop is going down: nobody is left to write for
            for waiting in (*batch, *self._queue):
                waiting.answer.cancel()
            self._queue.clear()
            self._idle.set()
            return
        error = sent.exception()
        # Whatever error it is, those who wait have to be told.
        outcomes = sent.result() if error is None else [Failed(error)] * (notes + len(batch))
        for waiting, outcome in zip(batch, outcomes[notes:], strict=True):
            self._answer(waiting.answer, outcome)
        for outcome in outcomes[:notes]:
            if isinstance(outcome, Failed):
                _log.warning("note not written", exc_info=outcome.error)
        if self._queue or (self._notes and self._closed):
            self._start()
            return
        self._idle.set()
        if self._notes:
            self._wait_for_others()

    def _answer(self, answer: asyncio.Future[Any], outcome: Outcome) -> None:
        if answer.done():  # cancelled meanwhile: what it wrote stands
            return
        if isinstance(outcome, Done):
            answer.set_result(outcome.value)
        else:
            answer.set_exception(self._own(outcome.error))

    def _own(self, error: BaseException) -> BaseException:
        # One error of a whole batch is raised at several callers; each gets its own, with its own traceback.
        if isinstance(error, StoreError):
            own = StoreError(error.code, **error.params)
            own.__cause__ = error
            return own
        if isinstance(error, sqlite3.Error):
            own = explain(error, str(self._connection.path))
            own.__cause__ = error
            return own
        return error


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
