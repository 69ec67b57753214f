"""What is written through the door, and what comes of it: jobs, and their results or errors."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from db.sql import Sql

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


class Batches(Protocol):
    """A connection that writes whole batches of jobs."""

    @property
    def name(self) -> str:
        """What the database is called in sentences."""

    def write(self, jobs: Sequence[Job[Any]]) -> asyncio.Future[list[Outcome]]:
        """Run these jobs in one durable transaction; an error of a job undoes this job alone.

        The future has the error of a transaction that could not be committed. Raises StoreError `closed`.
        """

    def explain(self, error: BaseException) -> BaseException:
        """The StoreError for an error of the database; any other error as it is."""


# What the store needs of a connection to its database, whichever it is.


class Connection(Batches, Protocol):
    """A connection in a thread of its own, to which whole functions are sent."""

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
