"""Numbered, forward-only migrations: each in one transaction with the row that records it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from db.errors import StoreError
from db.files import file_address

__all__ = ["APPLICATION_ID", "Migration", "is_current", "migrate", "migrations", "recognise", "version_of"]

APPLICATION_ID = 0x474F4245
"""Written into the file's header ("GOBE"), so that another program's database is never touched."""

FILE_NAME = re.compile(r"(\d{4})_(\w+)\.sql")
RECORDS = "CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; the numbers go 1, 2, 3..."""

    number: int
    name: str
    script: str = field(repr=False)

    def statements(self) -> Iterator[str]:
        """Yield the script's statements, a trigger with its body; ValueError if the last is incomplete."""
        # Not executescript(): it commits what is open, and a step has to be whole or not at all.
        statement = ""
        for line in self.script.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""
        if any(line and not line.startswith("--") for line in map(str.strip, statement.splitlines())):
            raise ValueError(f"{self.name} ends in the middle of a statement")


@cache
def migrations() -> tuple[Migration, ...]:
    """All migrations of this version, in order."""
    steps = [
        Migration(int(match[1]), match[2], file.read_text(encoding="utf-8"))
        for file in resources.files("db.migrations").iterdir()
        if (match := FILE_NAME.fullmatch(file.name))
    ]
    return tuple(sorted(steps, key=lambda step: step.number))


def recognise(connection: sqlite3.Connection, path: str, steps: Sequence[Migration] | None = None) -> None:
    """Check, without changing anything, that this file is ours, sound, and not newer than this program.

    Raises StoreError: `foreign`, `newer_schema` or `corrupt`; and sqlite3.Error for what SQLite cannot read.
    """
    known = len(migrations() if steps is None else steps)
    (found,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if found and application != APPLICATION_ID:
        raise StoreError("foreign", path=path)
    version = version_of(connection)
    if version > known:
        raise StoreError("newer_schema", path=path, found=version, known=known)
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreError("corrupt", path=path, detail=verdict)


def version_of(connection: sqlite3.Connection) -> int:
    """The number of the last migration recorded in this database, 0 if there is none."""
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").fetchone() is None:
        return 0
    (version,) = connection.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()
    return int(version)


def migrate(connection: sqlite3.Connection, steps: Sequence[Migration] | None = None) -> int:
    """Apply the missing migrations, and return how many; one that fails leaves no trace."""
    applied = 0
    for step in migrations() if steps is None else steps:
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Asked again under the lock: another process may have been quicker.
            if version_of(connection) < step.number:
                apply(connection, step)
                applied += 1
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return applied


def apply(connection: sqlite3.Connection, step: Migration) -> None:
    """Apply one migration and record it, in the transaction that is open."""
    if step.number == 1:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(RECORDS)
    for statement in step.statements():
        connection.execute(statement)
    record = (step.number, step.name)
    connection.execute("INSERT INTO migrations (number, name) VALUES (?, ?)", record)


def is_current(path: Path) -> bool:
    """Whether this database has every migration of this version; False also if it cannot be read."""
    try:
        with closing(sqlite3.connect(file_address(path), uri=True)) as connection:
            return version_of(connection) >= len(migrations())
    except sqlite3.Error:
        return False
