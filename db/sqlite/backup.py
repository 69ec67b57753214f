"""Copying a database while it is in use; db/sqlite/backup.py puts such a copy back."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from db.errors import StoreError, explain
from db.files import file_address, sync
from db.jobs.restoring import Present, read_present
from db.sql import Sql
from db.sqlite.schema import SqliteSchema, recognise

PAGES = 256
"""Pages (of 4 kB) copied in one step."""
PAUSE = 0.005
"""Pause between two steps in seconds, so that others get to use the disk."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How much a copy holds."""

    tables: int
    lines: int
    """Of the log, of all tables together."""


async def back_up(source: Path, target: Path) -> Contents:
    """Copy the database as it stands now into one new, checked file (mode 0600), off the event loop.

    The bot, in this process or another, goes on reading and writing. Raises StoreError: `exists` if there
    is a file at the target already, another code if either file cannot be used; then, and when the caller is
    cancelled, no copy is left behind.
    """
    given_up = Event()
    try:
        return await asyncio.to_thread(copy, source, target, given_up)
    finally:
        given_up.set()


def copy(source: Path, target: Path, given_up: Event) -> Contents:
    """Copy the database as `back_up` does, in this thread; StoreError."""
    if target.exists():
        raise StoreError("exists", path=str(target))
    # It gets its own name only once it is whole, so that nobody takes half a copy for a backup.
    part = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        raise StoreError("exists", path=str(part)) from error
    except OSError as error:
        raise explain(error, str(target)) from error
    try:
        contents = fill(source, part, given_up)
        sync(part)
        part.rename(target)
        sync(target.parent)
        return contents
    except sqlite3.Error as error:
        raise explain(error, str(source)) from error
    except OSError as error:
        raise explain(error, str(target)) from error
    finally:
        part.unlink(missing_ok=True)


def fill(source: Path, part: Path, given_up: Event) -> Contents:
    """Copy all pages of one snapshot into the file `part`, then check it; StoreError, sqlite3.Error.

    It ends early, with an error, once it is `given_up`.
    """

    def pause(*_: int) -> None:
        if given_up.wait(PAUSE):
            raise StoreError("closed", path=str(source))

    with closing(sqlite3.connect(file_address(source), uri=True, isolation_level=None)) as origin:
        # An open read transaction pins the snapshot. Without it every commit of the bot between two steps
        # would start the copy over, and on a busy evening it would never end.
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        with closing(sqlite3.connect(part, isolation_level=None)) as copied:
            origin.backup(copied, pages=PAGES, progress=pause)
            copied.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        # Opened anew, as it will be by whoever needs it.
        with closing(sqlite3.connect(part, isolation_level=None)) as copied:
            copied.set_progress_handler(given_up.is_set, 100_000)
            recognise(copied, str(source))
            contents = take_stock(copied)
        if contents != take_stock(origin):
            raise StoreError("corrupt", path=str(source), detail="the copy holds something else")
        origin.execute("ROLLBACK")
    return contents


def take_stock(connection: sqlite3.Connection) -> Contents:
    """Count what a database holds; one that has no schema yet holds nothing."""
    if SqliteSchema(connection).version() == 0:
        return Contents(0, 0)
    (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    (lines,) = connection.execute("SELECT count(*) FROM log").fetchone()
    return Contents(int(tables), int(lines))


# Going back to a copy of the database file: preparing it, and swapping the files.
#
# The copy is prepared beside the present database under a name of its own, and put in its place by one
# rename. So whenever the machine stops, either the old database is there or the new one, whole.

BESIDE = ("-wal", "-shm", "-journal")
"""Files that SQLite keeps beside a database, and would apply to another database of the same name."""
UNREADABLE = frozenset({"corrupt", "not_a_database", "newer_schema", "io", "unexpected"})
"""Errors of the present database with which a copy may still take its place."""
LEAP = 100_000
"""How many table numbers are skipped when nobody knows which ones were used since the copy."""


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
            version = SqliteSchema(connection).version()
            if version == 0:
                return None
            numbers = connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
            return read_present(connection, dict(numbers), version)
    except sqlite3.Error as error:
        fault = explain(error, str(database))
        if fault.code not in UNREADABLE:
            raise fault from error
    except StoreError as fault:
        if fault.code not in UNREADABLE:
            raise
    return None


def raise_numbers(connection: Sql, present: Present | None) -> None:
    """Give no id twice, for buttons name tables for ever; `present` is None if nothing is known."""
    for name in ("tables", "reports"):
        if present is None:
            connection.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?", (LEAP, name))
        elif name in present.numbers:
            given = present.numbers[name]
            raised = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
            if connection.execute(raised, (given, name)).rowcount == 0:
                connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, given))


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
