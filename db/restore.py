"""Going back to a copy of the database: what the present one still tells, and how the files change places.

The copy is made ready beside the present database, under a name of its own; the exchange is one rename. So
whenever the machine stops, the old database is in its place, or the new one, whole.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from db.backup import fill, sync
from db.connection import file_address
from db.errors import StoreError, explain
from db.migrate import recognise, version_of

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
"""What SQLite puts beside a database, and would play into another one of the same name."""
UNREADABLE = frozenset({"corrupt", "not_a_database", "newer_schema", "io", "unexpected"})
"""What may be the matter with the present database while a copy takes its place."""
LEAP = 100_000
"""So many numbers of tables are passed over where nobody knows which were given since the copy."""

FINGERPRINTS = "SELECT id, version, last_seq, changed_at, commitment FROM tables"
Fingerprint = tuple[int, int, int, str]
"""By what a table is known to stand just as it did: version, last log line, last change, commitment."""


@dataclass(frozen=True, slots=True)
class Present:
    """What the database that is replaced tells: its tables' marks, and the highest numbers that it gave.

    `nobody` are the places (table, ordinal, person) whose people had their data erased, `known` the users
    that it knows how to reach.
    """

    fingerprints: Mapping[int, Fingerprint]
    numbers: Mapping[str, int]
    nobody: frozenset[tuple[int, int, int]]
    known: frozenset[int]


def part_path(database: Path) -> Path:
    """Where the copy is made ready."""
    return database.with_name(f"{database.name}.restoring")


def copy_ready(source: Path, part: Path) -> None:
    """Copy a backup, checked, to where it is made ready; what an earlier try left there goes. StoreError."""
    discard(part)
    try:
        part.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        fill(source, part)
        with closing(sqlite3.connect(part)) as copied:
            if version_of(copied) == 0:
                raise StoreError("foreign", path=str(source))
    except sqlite3.Error as error:
        fault = explain(error, str(source))
        if fault.code == "disk_full":
            fault = explain(error, str(part))
        raise fault from error
    except OSError as error:
        raise explain(error, str(part)) from error


def discard(part: Path) -> None:
    """Leave nothing of a copy that was made ready."""
    for suffix in ("", *BESIDE):
        part.with_name(part.name + suffix).unlink(missing_ok=True)


def look_at_present(database: Path) -> Present | None:
    """What the present database tells; None where there is none, or none that can be read.

    Raises StoreError where it is somebody else's, held by somebody, or not ours to write.
    """
    if not database.exists():
        return None
    try:
        with closing(sqlite3.connect(file_address(database), uri=True, isolation_level=None)) as connection:
            recognise(connection, str(database))
            return None if version_of(connection) == 0 else read_present(connection)
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


def list_live_fingerprints(connection: sqlite3.Connection) -> dict[int, Fingerprint]:
    """The marks of the tables that are not closed."""
    return fingerprints_of(connection.execute(f"{FINGERPRINTS} WHERE status <> 'closed' ORDER BY id"))


def fingerprints_of(rows: Iterable[tuple[int, int, int, int, str]]) -> dict[int, Fingerprint]:
    return {table_id: (version, seq, at, promise) for table_id, version, seq, at, promise in rows}


def is_continued_by(connection: sqlite3.Connection, present: Present) -> bool:
    """Whether the present database has all tables of this copy, and so is what the copy went on to be."""
    copied = fingerprints_of(connection.execute(FINGERPRINTS))
    return all(
        table_id in present.fingerprints and present.fingerprints[table_id][-1] == mark[-1]
        for table_id, mark in copied.items()
    )


def carry_over(connection: sqlite3.Connection, present: Present | None) -> list[int]:
    """Take over what a return must not undo: numbers that were given, and people who had themselves erased.

    Buttons name tables for ever, so no number is given twice. Gives back the user ids of those people. For a
    present database that `continues` the copy, or None.
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
    # Only where seats do not move any more: from the beginning of a game, or after the end of a lobby.
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
    # How to reach somebody is forgotten by nothing else.
    reached = {user_id for (user_id,) in map(tuple, connection.execute("SELECT user_id FROM contacts"))}
    return sorted(erased | (reached - present.known))


def exchange(part: Path, database: Path, aside: Path) -> bool:
    """Put the copy in the database's place, what stood there going `aside`; whether anything did. StoreError.

    Refused (`locked`) where another process has the database open.
    """
    stood = database.exists()
    beside = [database.with_name(database.name + suffix) for suffix in BESIDE]
    try:
        settle(part)
        settled = stood and settle(database)
        if settled and any(file.exists() for file in beside):
            raise StoreError("locked", path=str(database))  # somebody has opened it this instant
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
    """Bring what stands beside the database into it, if it can be read; StoreError where somebody has it."""
    try:
        with closing(sqlite3.connect(file_address(database), uri=True, isolation_level=None)) as connection:
            # Only the last connection may leave the write-ahead log: this is how SQLite says who is there.
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
    """Have the present database under a second name as well."""
    try:
        os.link(database, aside)
    except OSError:  # a file system without hard links
        shutil.copyfile(database, aside)
    sync(aside)
    sync(aside.parent)
