"""Opens the database for a command: beside a running bot, or alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from db.errors import StoreError
from db.sqlite.lock import FileLock
from db.sqlite.schema import is_current
from db.store import SqliteStore

__all__ = ["open_alone", "open_beside"]


@asynccontextmanager
async def open_beside(path: Path) -> AsyncIterator[SqliteStore]:
    """Open the store for a command that a running bot does not mind.

    A database of an older version is brought up to date first, unless a bot is running: then StoreError
    `outdated` is raised.
    """
    if is_current(path):
        store = await SqliteStore.open(path)
    else:
        try:
            lock = FileLock.take(path)
        except StoreError as error:
            raise StoreError("outdated", **error.params) if error.code == "in_use" else error from None
        with lock:
            store = await SqliteStore.open(path)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_alone(path: Path) -> AsyncIterator[SqliteStore]:
    """Open the store for this process alone. Raises StoreError `in_use` while a bot is running on it."""
    with FileLock.take(path):
        store = await SqliteStore.open(path)
        try:
            yield store
        finally:
            await store.close()
