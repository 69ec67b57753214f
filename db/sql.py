"""What a job of the store gets: a connection that runs SQL, whichever database is behind it.

Both databases are asked in the same words. Parameters stand as `?` or `:name`; columns are named, flags are
TRUE and FALSE, a subquery in FROM has an alias. What only one of them knows stands in db/sql.py.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeGuard, TypeVar

T_co = TypeVar("T_co", covariant=True)
Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]


class Row(Protocol):
    """A row: its values by the names of columns and by their places; iterating gives the values."""

    def __getitem__(self, key: Any, /) -> Any:
        """The value of a column."""

    def __iter__(self) -> Iterator[Any]:
        """All values, in the order of the columns."""

    def keys(self) -> Sequence[str]:
        """The names of the columns."""


class Rows(Protocol):
    """What a statement found or changed."""

    @property
    def rowcount(self) -> int:
        """How many rows an UPDATE, a DELETE or an INSERT has written."""

    def fetchone(self) -> Any:
        """The next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left, one by one."""


class Sql(Protocol):
    """A connection in a transaction. sqlite3's own is one, PostgreSQL's is db/postgres/sql.py."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Rows:
        """Run one statement with these Parameters."""

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Rows:
        """Run one statement with each of these Parameters."""


def ignore(rows: Rows) -> None:
    """The answer of a statement from which nothing is wanted."""
    del rows


@dataclass(frozen=True, slots=True)
class Statement(Generic[T_co]):
    """A job of one statement; `answer` makes its result of what the statement found or changed.

    Over a network many of them travel together.
    """

    sql: str
    parameters: Parameters
    answer: Callable[[Rows], T_co]

    def __call__(self, connection: Sql) -> T_co:
        """Run it."""
        return self.answer(connection.execute(self.sql, self.parameters))


def marks(values: Sequence[Any]) -> str:
    """As many parameters as there are values, for `IN (...)`; NULL for none, which is in no list."""
    return ", ".join("?" * len(values)) or "NULL"


# The little that only one of the databases knows or needs, for jobs that run on both.

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

    def together(self) -> AbstractContextManager[object]:
        """What is asked within travels together; what was found is looked at afterwards."""


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
