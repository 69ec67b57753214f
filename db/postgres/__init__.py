"""Opening the store that several processes share, if the driver is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.errors import StoreError

if TYPE_CHECKING:
    from db.postgres.store import PostgresStore


async def open_shared(url: str, holder: str) -> PostgresStore:
    """Connect to a PostgreSQL database and bring its schema up to date; `holder` names this process.

    Raises StoreError, without changing anything, for a database that cannot be reached, is not ours, or is
    newer than this program; and where psycopg is missing.
    """
    try:
        from db.postgres.store import PostgresStore
    except ModuleNotFoundError:
        raise StoreError("no_driver", path="DATABASE_URL") from None
    return await PostgresStore.open(url, holder)
