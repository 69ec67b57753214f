"""The little that only one of the databases knows or needs, for jobs that run on both."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol, TypeGuard

from db.sql import Sql

__all__ = [
    "BROKEN_RULES",
    "CLOCK",
    "NOW",
    "SLOTS",
    "WAKES",
    "SharedSql",
    "hold_table",
    "is_shared",
    "lock",
    "read_clock",
    "tell_home",
    "tell_slots",
    "together",
]

BROKEN_RULES: Final = (sqlite3.IntegrityError,)
"""What SQLite raises for a row that a rule of the schema forbids; PostgreSQL then ends the transaction."""

CLOCK: Final = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The database's clock, in ms UTC."""
NOW: Final = f"SELECT {CLOCK}"
TELL_HOME: Final = f"SELECT pg_notify(?, CAST(? AS text) || {CLOCK})"
TELL_SLOTS: Final = "SELECT pg_notify(?, ?)"
SLOTS: Final = "gobelet_slots"
WAKES: Final = "gobelet_wakes"
"""The channels on which processes tell each other of slots and of tables."""


class SharedSql(Sql, Protocol):
    """The connection to a database that several processes share."""

    @property
    def holder(self) -> str:
        """The name of this process, different at every start."""
        ...

    def together(self) -> AbstractContextManager[object]:
        """What is asked within travels together; what was found is looked at afterwards."""
        ...


def is_shared(connection: Sql) -> TypeGuard[SharedSql]:
    """Whether several processes may write to this database, and at the same time."""
    return not isinstance(connection, sqlite3.Connection)


def lock(connection: Sql, key: int) -> None:
    """Let nobody else go on who locks the same key, until this transaction ends; SQLite has one writer."""
    if is_shared(connection):
        connection.execute("SELECT pg_advisory_xact_lock(?)", (key,))


def hold_table(connection: Sql, table_id: int) -> None:
    """Let nobody else change this table until this transaction ends; SQLite has one writer.

    What others have written to it until now is seen from here on.
    """
    if is_shared(connection):
        connection.execute("SELECT 1 FROM tables WHERE id = ? FOR UPDATE", (table_id,))


def together(connection: Sql) -> AbstractContextManager[object]:
    """Have what is asked within travel together, where the database is far; look at it afterwards.

    Not within: of a process that is frozen there the server ends no transaction, for which others wait.
    """
    return connection.together() if is_shared(connection) else nullcontext()


def read_clock(connection: Sql, now: int) -> int:
    """Now, by the clock of a database that several processes share (ms UTC); else `now`, our own."""
    if not is_shared(connection):
        return now
    (ms,) = connection.execute(NOW).fetchone()
    return int(ms)


def tell_home(connection: Sql, table_id: int, version: int, guild_id: int) -> None:
    """Have the home of a table told of its new version, once this transaction is committed."""
    if is_shared(connection):
        words = f"{connection.holder}:{table_id}:{version}:{guild_id}:"
        connection.execute(TELL_HOME, (WAKES, words))


def tell_slots(connection: Sql) -> None:
    """Have the other processes told that slots have changed hands, once this transaction is committed."""
    if is_shared(connection):
        connection.execute(TELL_SLOTS, (SLOTS, connection.holder))
