"""The database as a command opens it: beside a running bot, or alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from db.errors import StoreError
from db.lock import FileLock
from db.migrate import is_current
from db.store import SqliteStore

__all__ = ["open_alone", "open_beside"]


@asynccontextmanager
async def open_beside(path: Path) -> AsyncIterator[SqliteStore]:
    """The store, for what harms no bot that runs on it meanwhile.

    A database of an older version is brought up to date only where no bot runs: StoreError `outdated`.
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
    """The store, where nobody else may be at work; StoreError `in_use` while a bot runs on it."""
    with FileLock.take(path):
        store = await SqliteStore.open(path)
        try:
            yield store
        finally:
            await store.close()
