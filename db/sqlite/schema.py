"""The schema of a SQLite file: whose it is, how new it is, and taking it a step further."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from db.errors import StoreError
from db.files import file_address
from db.migrate import Dialect, Migration, latest, refuse_newer

APPLICATION_ID = 0x474F4245
"""Written into the file's header ("GOBE"), so that another program's database is never touched."""

RECORDS = "CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"
WITH_OLDEST = 13
"""The first step whose record says which programs may run beside it; older files have no such column."""


class SqliteSchema:
    """The schema behind this connection, which is in no transaction."""

    dialect: Dialect = "sqlite"

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def version(self) -> int:
        """The number of the last migration recorded in this database, 0 if there is none."""
        ask = self._connection.execute
        if ask("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").fetchone() is None:
            return 0
        (version,) = ask("SELECT coalesce(max(number), 0) FROM migrations").fetchone()
        return int(version)

    def needs(self, known: int) -> int:
        """The number of the last step that a program must know which knows steps until `known`; 0 if any."""
        if self.version() <= known:
            return 0
        oldest = "coalesce(oldest, number)" if self._tells_oldest() else "number"
        asked = f"SELECT max({oldest}) FROM migrations WHERE number > ?"
        (needed,) = self._connection.execute(asked, (known,)).fetchone()
        return int(needed)

    def apply(self, step: Migration) -> bool:
        """Apply and record a step whole or not at all; False if another process was quicker."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            # Asked again under the lock.
            missing = self.version() < step.number
            if missing:
                self._apply(step)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return missing

    def _apply(self, step: Migration) -> None:
        if step.number == 1:
            self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._connection.execute(RECORDS)
        if step.number >= WITH_OLDEST and not self._tells_oldest():
            self._connection.execute("ALTER TABLE migrations ADD COLUMN oldest INTEGER")
        for statement in split(step):
            self._connection.execute(statement)
        record: dict[str, int | str] = {"number": step.number, "name": step.name}
        if step.number >= WITH_OLDEST:
            record["oldest"] = step.oldest
        names = ", ".join(record)
        places = ", ".join(f":{name}" for name in record)
        self._connection.execute(f"INSERT INTO migrations ({names}) VALUES ({places})", record)

    def _tells_oldest(self) -> bool:
        columns = self._connection.execute("SELECT name FROM pragma_table_info('migrations')")
        return any(name == "oldest" for (name,) in columns)


def split(step: Migration) -> Iterator[str]:
    """Yield the statements of a step, a trigger with its body; ValueError if the last is incomplete."""
    # Not executescript(): it commits what is open, and a step has to be whole or not at all.
    statement = ""
    for line in step.script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if any(line and not line.startswith("--") for line in map(str.strip, statement.splitlines())):
        raise ValueError(f"{step.name} ends in the middle of a statement")


def recognise(connection: sqlite3.Connection, path: str, steps: Sequence[Migration] | None = None) -> None:
    """Check, without changing anything, that this file is ours, sound, and not too new for this program.

    Raises StoreError: `foreign`, `newer_schema` or `corrupt`; and sqlite3.Error for what SQLite cannot read.
    """
    (found,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if found and application != APPLICATION_ID:
        raise StoreError("foreign", path=path)
    refuse_newer(SqliteSchema(connection), path, steps)
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreError("corrupt", path=path, detail=verdict)


def is_current(path: Path) -> bool:
    """Whether this database has every migration of this version; False also if it cannot be read."""
    try:
        with closing(sqlite3.connect(file_address(path), uri=True)) as connection:
            return SqliteSchema(connection).version() >= latest()
    except sqlite3.Error:
        return False
