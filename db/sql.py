"""What a job of the store gets: a connection that runs SQL, whichever database is behind it.

Both databases are asked in the same words. Parameters stand as `?` or `:name`; columns are named, flags are
TRUE and FALSE, a subquery in FROM has an alias. What only one of them knows stands in db/dialect.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

__all__ = ["Parameters", "Row", "Rows", "Sql", "Statement", "ignore", "marks"]

T_co = TypeVar("T_co", covariant=True)
Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]


class Row(Protocol):
    """A row: its values by the names of columns and by their places; iterating gives the values."""

    def __getitem__(self, key: Any, /) -> Any:
        """The value of a column."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """All values, in the order of the columns."""
        ...

    def keys(self) -> Sequence[str]:
        """The names of the columns."""
        ...


class Rows(Protocol):
    """What a statement found or changed."""

    @property
    def rowcount(self) -> int:
        """How many rows an UPDATE, a DELETE or an INSERT has written."""
        ...

    def fetchone(self) -> Any:
        """The next row, None after the last."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left, one by one."""
        ...


class Sql(Protocol):
    """A connection in a transaction. sqlite3's own is one, PostgreSQL's is db/postgres/sql.py."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...

    def execute(self, sql: str, parameters: Any = ..., /) -> Rows:
        """Run one statement with these Parameters."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Rows:
        """Run one statement with each of these Parameters."""
        ...


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
