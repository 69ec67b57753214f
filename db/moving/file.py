"""SQLite's end of a move: which tables it takes along, and their rows in and out, in the open transaction."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.errors import explain
from db.files import FileLock, file_address
from db.jobs.restoring import reopen
from db.sqlite.schema import recognise

NUL = "\0"
LEFT_BEHIND = frozenset({"migrations", "processes", "turns"})
"""What says something of one database, or of the processes that run on it, and nothing of the games."""


@dataclass(frozen=True, slots=True)
class Part:
    """A table in SQL: its name, its columns, those of its primary key, and those which alone have texts."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def listing(self) -> str:
        """The columns as a statement lists them, in the quotes that both databases know."""
        return ", ".join(f'"{column}"' for column in self.columns)

    @property
    def order(self) -> str:
        """The columns of the primary key as a statement lists them."""
        return ", ".join(f'"{column}"' for column in self.key)


def read_layout(file: sqlite3.Connection) -> tuple[Part, ...]:
    """All parts of a SQLite file. A PostgreSQL database with the same migrations has the same."""
    found = file.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    )
    return tuple(_read_part(file, name) for (name,) in found.fetchall() if name not in LEFT_BEHIND)


def _read_part(file: sqlite3.Connection, name: str) -> Part:
    found = file.execute("SELECT name, type, pk FROM pragma_table_info(?)", (name,)).fetchall()
    columns = tuple(column for column, _, _ in found)
    key = tuple(column for _, column in sorted((place, column) for column, _, place in found if place))
    return Part(name, columns, key, tuple(column for column, kind, _ in found if kind == "TEXT"))


@contextmanager
def open_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a SQLite file that exists, without looking into it. StoreError for SQLite's errors inside, too."""
    try:
        with closing(sqlite3.connect(file_address(path), uri=True, isolation_level=None)) as file:
            file.row_factory = sqlite3.Row
            file.execute("PRAGMA synchronous = FULL")
            yield file
    except sqlite3.Error as error:
        raise explain(error, str(path)) from error


@contextmanager
def writing(file: sqlite3.Connection) -> Iterator[None]:
    """One transaction, in which nobody else writes to the file."""
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def count_nuls(file: sqlite3.Connection, parts: Sequence[Part]) -> int:
    """Count the texts that have a NUL character in them, which PostgreSQL does not store."""
    return sum(_count_nuls(file, part) for part in parts if part.texts)


def _count_nuls(file: sqlite3.Connection, part: Part) -> int:
    found = " + ".join(f'coalesce(sum(instr("{column}", char(0)) > 0), 0)' for column in part.texts)
    (count,) = file.execute(f"SELECT {found} FROM {part.name}").fetchone()
    return int(count)


def leave_out_nuls(file: sqlite3.Connection) -> None:
    """From now on read all texts of this connection without their NUL characters."""
    file.text_factory = lambda text: text.decode().replace(NUL, "")


def take_in(file: sqlite3.Connection, part: Part, rows: Iterable[Sequence[Any]]) -> None:
    """Add these rows to a part."""
    places = ", ".join("?" * len(part.columns))
    added = f"INSERT INTO {part.name} ({part.listing}) VALUES ({places})"
    file.executemany(added, rows)


def give_out(file: sqlite3.Connection, part: Part) -> Iterator[tuple[Any, ...]]:
    """Yield all rows of a part, in the order of its key."""
    cursor = file.cursor()
    cursor.row_factory = None  # plain tuples
    yield from cursor.execute(f"SELECT {part.listing} FROM {part.name} ORDER BY {part.order}")


def count_rows(file: sqlite3.Connection, part: Part) -> int:
    """Count the rows of a part."""
    (count,) = file.execute(f"SELECT count(*) FROM {part.name}").fetchone()
    return int(count)


def read_numbers(file: sqlite3.Connection) -> dict[str, int]:
    """The highest numbers that were given to rows, by table, where they are never given twice."""
    return dict(file.execute("SELECT name, seq FROM sqlite_sequence"))


def set_numbers(file: sqlite3.Connection, numbers: Mapping[str, int]) -> None:
    """Go on behind these numbers, by table, and behind those that the rows have."""
    for name, number in numbers.items():
        kept = "SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'"
        if file.execute(kept, (name,)).fetchone() is None:
            continue
        given = file.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (name,)).fetchone()
        if given is None:
            file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number))
        elif given[0] < number:
            file.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (number, name))


def reopen_file(path: Path) -> bool:
    """Let a file be used again whose rows were moved, and say whether they were; StoreError."""
    with FileLock.take(path), open_file(path) as file:
        recognise(file, str(path))
        with writing(file):
            return reopen(file)
