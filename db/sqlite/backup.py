"""Copying a database while it is in use; db/sqlite/restore.py puts such a copy back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from db.errors import StoreError, explain
from db.files import file_address, sync
from db.sqlite.schema import SqliteSchema, recognise

__all__ = ["Contents", "back_up"]

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
