"""Copying a database while it is in use; db/sqlite/restore.py puts such a copy back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from db.errors import StoreError, explain
from db.files import file_address
from db.sqlite.schema import recognise

__all__ = ["back_up"]

PAGES = 256
"""Pages (of 4 kB) copied in one step."""
PAUSE = 0.005
"""Pause between two steps in seconds, so that others get to use the disk."""


async def back_up(source: Path, target: Path) -> None:
    """Copy the database as it stands now into one new, checked file (mode 0600), off the event loop.

    The bot, in this process or another, goes on reading and writing. Raises StoreError: `exists` if there
    is a file at the target already, another code if either file cannot be used; then no copy is left behind.
    """
    await asyncio.to_thread(copy, source, target)


def copy(source: Path, target: Path) -> None:
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
        fill(source, part)
        sync(part)
        part.rename(target)
        sync(target.parent)
    except sqlite3.Error as error:
        raise explain(error, str(source)) from error
    except OSError as error:
        raise explain(error, str(target)) from error
    finally:
        part.unlink(missing_ok=True)


def fill(source: Path, part: Path) -> None:
    """Copy all pages of one snapshot into the file `part`, then check it; StoreError, sqlite3.Error."""
    with (
        closing(sqlite3.connect(file_address(source), uri=True, isolation_level=None)) as origin,
        closing(sqlite3.connect(part, isolation_level=None)) as copied,
    ):
        # An open read transaction pins the snapshot. Without it every commit of the bot between two steps
        # would start the copy over, and on a busy evening it would never end.
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        origin.backup(copied, pages=PAGES, progress=lambda *_: time.sleep(PAUSE))
        origin.execute("ROLLBACK")
        copied.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        recognise(copied, str(source))


def sync(path: Path) -> None:
    """Wait until the file (or a folder's list of names) is on the disk; OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
