"""What the store needs of a connection to its database, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from db.batch import Batches
from db.sql import Sql

__all__ = ["Connection"]

T = TypeVar("T")


class Connection(Batches, Protocol):
    """A connection in a thread of its own, to which whole functions are sent."""

    async def run(self, job: Callable[[Sql], T]) -> T:
        """Run this function in the connection's thread and return its result; StoreError.

        Cancelling the caller does not stop the function.
        """
        ...

    async def read(self, job: Callable[[Sql], T]) -> T:
        """Run a function that only reads, in one snapshot of the database; StoreError.

        One SELECT alone sees one moment without that: `run` is enough for it.
        """
        ...

    async def close(self) -> None:
        """Close the connection after all calls made before; a second call does nothing."""
        ...
