"""How jobs become methods of the store: each goes through the write door, or to the connection that reads.

A job is a plain function of a connection, so that jobs can use each other within one transaction. A feature
is a class that names its jobs, by how they travel: `put_call = writes(put_call)`.
"""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from db.door import Connection, Door
from db.sql import Sql

P = ParamSpec("P")
T = TypeVar("T")
Method: TypeAlias = Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]


class Kept:
    """What the store keeps of a feature. Any method may raise StoreError."""

    def __init__(self, door: Door, reader: Connection) -> None:
        self.door = door
        self._reader = reader


def writes(job: Callable[Concatenate[Sql, P], T]) -> Method[P, T]:
    """The method that runs a job through the write door: once it is committed, its result."""

    @wraps(job)
    def method(self: Kept, /, *given: P.args, **named: P.kwargs) -> Coroutine[Any, Any, T]:
        return self.door.write(lambda connection: job(connection, *given, **named))

    return method


def reads(job: Callable[Concatenate[Sql, P], T]) -> Method[P, T]:
    """The method that runs a job in one snapshot of the database, and waits for no write."""

    @wraps(job)
    def method(self: Kept, /, *given: P.args, **named: P.kwargs) -> Coroutine[Any, Any, T]:
        return self._reader.read(lambda connection: job(connection, *given, **named))

    return method


def asks(job: Callable[Concatenate[Sql, P], T]) -> Method[P, T]:
    """The method that runs a job of one SELECT, which sees one moment by itself, and waits for no write."""

    @wraps(job)
    def method(self: Kept, /, *given: P.args, **named: P.kwargs) -> Coroutine[Any, Any, T]:
        return self._reader.run(lambda connection: job(connection, *given, **named))

    return method
