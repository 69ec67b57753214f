"""Going back to a copy of the database: what it takes over from the present one, and swapping the files.

The copy is prepared beside the present database under a name of its own, and put in its place by one rename.
So whenever the machine stops, either the old database is there or the new one, whole.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from db.errors import StoreError, explain
from db.files import file_address
from db.sql import Sql
from db.sqlite.backup import fill, sync
from db.sqlite.schema import SqliteSchema, recognise

__all__ = [
    "Fingerprint",
    "Present",
    "carry_over",
    "copy_ready",
    "discard",
    "exchange",
    "is_continued_by",
    "list_live_fingerprints",
    "look_at_present",
    "part_path",
]

BESIDE = ("-wal", "-shm", "-journal")
"""Files that SQLite keeps beside a database, and would apply to another database of the same name."""
UNREADABLE = frozenset({"corrupt", "not_a_database", "newer_schema", "io", "unexpected"})
"""Errors of the present database with which a copy may still take its place."""
LEAP = 100_000
"""How many table numbers are skipped when nobody knows which ones were used since the copy."""

FINGERPRINTS = "SELECT id, version, last_seq, changed_at, commitment FROM tables"
Fingerprint = tuple[int, int, int, str]
"""Tells whether a table is unchanged: version, number of the last log line, last change, commitment."""


@dataclass(frozen=True, slots=True)
class Present:
    """What must be known of the database that is replaced.

    `fingerprints` are its tables' by id, `numbers` the highest ids that it has given, by SQL table. `nobody`
    are the places (table, ordinal, person) of people who had their data erased, `known` the users with a
    contact.
    """

    fingerprints: Mapping[int, Fingerprint]
    numbers: Mapping[str, int]
    nobody: frozenset[tuple[int, int, int]]
    known: frozenset[int]


def part_path(database: Path) -> Path:
    """The path at which the copy is prepared."""
    return database.with_name(f"{database.name}.restoring")


def copy_ready(source: Path, part: Path) -> None:
    """Copy a backup to `part` and check it, in place of what an earlier try left there; StoreError."""
    discard(part)
    try:
        part.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        fill(source, part, Event())
        with closing(sqlite3.connect(part)) as copied:
            if SqliteSchema(copied).version() == 0:
                raise StoreError("foreign", path=str(source))
    except sqlite3.Error as error:
        fault = explain(error, str(source))
        if fault.code == "disk_full":
            fault = explain(error, str(part))
        raise fault from error
    except OSError as error:
        raise explain(error, str(part)) from error


def discard(part: Path) -> None:
    """Delete a prepared copy with all its files."""
    for suffix in ("", *BESIDE):
        part.with_name(part.name + suffix).unlink(missing_ok=True)


def look_at_present(database: Path) -> Present | None:
    """Read what must be known of the present database; None if there is none, or none that can be read.

    Raises StoreError if it belongs to another program, is locked, or may not be written.
    """
    if not database.exists():
        return None
    try:
        with closing(sqlite3.connect(file_address(database), uri=True, isolation_level=None)) as connection:
            recognise(connection, str(database))
            return None if SqliteSchema(connection).version() == 0 else read_present(connection)
    except sqlite3.Error as error:
        fault = explain(error, str(database))
        if fault.code not in UNREADABLE:
            raise fault from error
    except StoreError as fault:
        if fault.code not in UNREADABLE:
            raise
    return None


def read_present(connection: sqlite3.Connection) -> Present:
    fingerprints = fingerprints_of(connection.execute(FINGERPRINTS))
    numbers = dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    places = connection.execute("SELECT table_id, ordinal, person FROM seat_people WHERE user_id IS NULL")
    known = frozenset(user_id for (user_id,) in connection.execute("SELECT user_id FROM contacts"))
    return Present(fingerprints, numbers, frozenset(places.fetchall()), known)


def list_live_fingerprints(connection: Sql) -> dict[int, Fingerprint]:
    """The fingerprints of all tables that are not closed, by id."""
    return fingerprints_of(connection.execute(f"{FINGERPRINTS} WHERE status <> 'closed' ORDER BY id"))


def fingerprints_of(rows: Iterable[tuple[int, int, int, int, str]]) -> dict[int, Fingerprint]:
    return {table_id: (version, seq, at, promise) for table_id, version, seq, at, promise in rows}


def is_continued_by(connection: Sql, present: Present) -> bool:
    """Whether the present database has all tables of this copy: then it is a later state of the same one."""
    copied = fingerprints_of(connection.execute(FINGERPRINTS))
    return all(
        table_id in present.fingerprints and present.fingerprints[table_id][-1] == fingerprint[-1]
        for table_id, fingerprint in copied.items()
    )


def carry_over(connection: Sql, present: Present | None) -> list[int]:
    """Take over what going back must not undo: ids that were given, and the erasure of people's data.

    Buttons name tables for ever, so no id is given twice. `present` must be a later state of this copy (see
    `is_continued_by`), or None if nothing is known. Returns the ids of the users to erase again.
    """
    for name in ("tables", "reports"):
        if present is None:
            connection.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?", (LEAP, name))
        elif name in present.numbers:
            given = present.numbers[name]
            raised = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
            if connection.execute(raised, (given, name)).rowcount == 0:
                connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, given))
    if present is None:
        return []
    # Only where seats no longer move: once a game has begun, or a lobby has been closed.
    rows = connection.execute(
        "SELECT table_id, ordinal, person, user_id FROM seat_people "
        "JOIN tables ON tables.id = table_id WHERE user_id IS NOT NULL "
        "AND (status = 'closed' OR table_id IN (SELECT table_id FROM setups))"
    )
    erased = {
        user_id
        for table_id, ordinal, person, user_id in rows
        if (table_id, ordinal, person) in present.nobody
    }
    # Only an erasure deletes a contact.
    reached = {user_id for (user_id,) in map(tuple, connection.execute("SELECT user_id FROM contacts"))}
    return sorted(erased | (reached - present.known))


def exchange(part: Path, database: Path, aside: Path) -> bool:
    """Put the copy in the database's place, and keep the old database as `aside`; whether there was one.

    Raises StoreError: `locked` if another process has the database open.
    """
    stood = database.exists()
    beside = [database.with_name(database.name + suffix) for suffix in BESIDE]
    try:
        settle(part)
        settled = stood and settle(database)
        if settled and any(file.exists() for file in beside):
            raise StoreError("locked", path=str(database))  # another process has just opened it
        if stood:
            keep(database, aside)
        for file, suffix in zip(beside, BESIDE, strict=True):
            if file.exists():  # of a database that cannot be read
                file.rename(aside.with_name(aside.name + suffix))
        sync(part)
        part.replace(database)
        sync(database.parent)
    except OSError as error:
        raise explain(error, str(database)) from error
    return stood


def settle(database: Path) -> bool:
    """Merge the files beside the database into it; False if it cannot be read, StoreError if it is in use."""
    try:
        with closing(sqlite3.connect(file_address(database), uri=True, isolation_level=None)) as connection:
            # Only the last connection may leave the write-ahead log: so SQLite tells whether others are open.
            (mode,) = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        fault = explain(error, str(database))
        if fault.code not in UNREADABLE:
            raise fault from error
        return False
    if mode != "delete":
        raise StoreError("locked", path=str(database))
    return True


def keep(database: Path, aside: Path) -> None:
    """Give the present database a second name, by a hard link or a copy; OSError."""
    try:
        os.link(database, aside)
    except OSError:  # a file system without hard links
        shutil.copyfile(database, aside)
    sync(aside)
    sync(aside.parent)
