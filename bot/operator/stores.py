"""Opens the store for a command: beside a running bot, or alone. PostgreSQL's goes before SQLite's."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.settings import StoreSettings
from db.errors import StoreError
from db.files import FileLock
from db.postgres import open_shared
from db.sqlite.schema import is_current
from db.store import SqliteStore, Store


@asynccontextmanager
async def open_beside(settings: StoreSettings) -> AsyncIterator[Store]:
    """Open the store for a command that a running bot does not mind.

    A file of an older version is brought up to date first, unless a bot is running: then StoreError
    `outdated` is raised.
    """
    store = await _open_shared(settings) or await _open_file(settings.database_path)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_to_write(settings: StoreSettings) -> AsyncIterator[Store]:
    """Open the store for a command that changes tables.

    Who runs on PostgreSQL hears of it. Who runs on a file would not: StoreError `in_use` is raised then.
    """
    if settings.database_url is None:
        async with open_alone(settings.database_path) as alone:
            yield alone
    else:
        async with open_beside(settings) as store:
            yield store


@asynccontextmanager
async def open_alone(path: Path) -> AsyncIterator[SqliteStore]:
    """Open a file for this process alone. Raises StoreError `in_use` while a bot is running on it."""
    with FileLock.take(path):
        store = await SqliteStore.open(path)
        try:
            yield store
        finally:
            await store.close()


async def _open_shared(settings: StoreSettings) -> Store | None:
    if settings.database_url is None:
        return None
    # A name that no process of the bot has: each of them has this one's changes to learn of.
    return await open_shared(settings.database_url.get_secret_value(), f"operator-{secrets.token_hex(4)}")


async def _open_file(path: Path) -> SqliteStore:
    if is_current(path):
        return await SqliteStore.open(path)
    try:
        lock = FileLock.take(path)
    except StoreError as error:
        raise StoreError("outdated", **error.params) if error.code == "in_use" else error from None
    with lock:
        return await SqliteStore.open(path)
