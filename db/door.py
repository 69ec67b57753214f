"""The one write door: concurrent writes share a transaction, and each gets its own result.

A writer who finds the door free starts a batch; those who come meanwhile are in the next. A batch is one hop
to the connection's thread: BEGIN, the jobs, COMMIT (one fsync). Where a job fails they may be run again, each
by itself. So a job depends on nothing but what the database holds.
"""

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

import structlog

from bot.meters import observe, timer
from db.errors import StoreError
from db.sql import Sql

_log = structlog.get_logger(__name__)
T = TypeVar("T")
Job: TypeAlias = Callable[[Sql], T]


@dataclass(frozen=True, slots=True)
class Done:
    """A job's result."""

    value: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """The error that a job raised; whatever it had written has been undone."""

    error: BaseException


Outcome: TypeAlias = Done | Failed


class Connection(Protocol):
    """What the store needs of a connection to its database, whichever it is; it has a thread of its own."""

    @property
    def name(self) -> str:
        """What the database is called in sentences."""

    def write(self, jobs: Sequence[Job[Any]]) -> asyncio.Future[list[Outcome]]:
        """Run these jobs in one durable transaction; an error of a job undoes this job alone.

        The future has the error of a transaction that could not be committed. Raises StoreError `closed`.
        """

    def explain(self, error: BaseException) -> BaseException:
        """The StoreError for an error of the database; any other error as it is."""

    async def run(self, job: Callable[[Sql], T]) -> T:
        """Run this function in the connection's thread and return its result; StoreError.

        Cancelling the caller does not stop the function.
        """

    async def read(self, job: Callable[[Sql], T]) -> T:
        """Run a function that only reads, in one snapshot of the database; StoreError.

        One SELECT alone sees one moment without that: `run` is enough for it.
        """

    async def close(self) -> None:
        """Close the connection after all calls made before; a second call does nothing."""


SOON = 1.0
"""For so many seconds a write that may wait waits for others to go with."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A job in the queue, and the future that its caller awaits."""

    job: Job[Any]
    answer: asyncio.Future[Any]


class Door:
    """Group commit over one connection; nobody else writes through it."""

    def __init__(self, batches: Connection, soon: float = SOON) -> None:
        self._batches = batches
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

        It takes the place of an earlier one of this `key` that is not written yet. A crash may lose it,
        a lost connection or a full disk does not; an error of its own is logged. Raises StoreError when the
        door is closed.
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
            raise StoreError("closed", path=self._batches.name)

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
        notes = dict(self._notes)
        self._queue.clear()
        self._notes.clear()
        jobs = [*notes.values(), *(waiting.job for waiting in batch)]
        if not jobs:
            self._idle.set()
            return
        loop = asyncio.get_running_loop()
        observe("batch_size", len(jobs))
        try:
            sent = self._batches.write(jobs)
        except StoreError as closed:
            sent = loop.create_future()
            sent.set_exception(closed)
        sent.add_done_callback(timer("commit_seconds"))
        sent.add_done_callback(partial(self._finish, notes, batch))

    def _finish(
        self,
        notes: Mapping[Hashable, Job[object]],
        batch: Sequence[Waiting],
        sent: asyncio.Future[list[Outcome]],
    ) -> None:
        """Tell everybody what came of the batch, and begin the next one if somebody waits for it."""
        if sent.cancelled():  # the loop is going down: nobody is left to write for
            for waiting in (*batch, *self._queue):
                waiting.answer.cancel()
            self._queue.clear()
            self._idle.set()
            return
        error = sent.exception()
        # Whatever error it is, those who wait have to be told.
        outcomes = sent.result() if error is None else [Failed(error)] * (len(notes) + len(batch))
        for waiting, outcome in zip(batch, outcomes[len(notes) :], strict=True):
            self._answer(waiting.answer, outcome)
        self._keep_lost(notes, outcomes[: len(notes)])
        if self._queue or (self._notes and self._closed):
            self._start()
            return
        self._idle.set()
        if self._notes:
            self._wait_for_others()

    def _keep_lost(self, notes: Mapping[Hashable, Job[object]], outcomes: Sequence[Outcome]) -> None:
        """Have notes written later that a lost connection or a bad disk kept back; log other errors."""
        lost: dict[Hashable, Job[object]] = {}
        for (key, job), outcome in zip(notes.items(), outcomes, strict=True):
            if not isinstance(outcome, Failed):
                continue
            error = self._batches.explain(outcome.error)
            if isinstance(error, StoreError) and error.may_pass and not self._closed:
                lost[key] = job
            else:
                _log.warning("note not written", exc_info=error)
        self._notes = {key: job for key, job in lost.items() if key not in self._notes} | self._notes

    def _answer(self, answer: asyncio.Future[Any], outcome: Outcome) -> None:
        if answer.done():  # cancelled meanwhile: what it wrote stands
            return
        if isinstance(outcome, Failed):
            answer.set_exception(self._own(outcome.error))
        else:
            answer.set_result(outcome.value)

    def _own(self, error: BaseException) -> BaseException:
        # One error of a whole batch is raised at several callers; each gets its own, with its own traceback.
        known = self._batches.explain(error)
        if not isinstance(known, StoreError):
            return error
        own = StoreError(known.code, **known.params)
        own.__cause__ = error
        return own
