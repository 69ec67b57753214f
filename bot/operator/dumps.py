"""`backup` and `restore` where the store is a PostgreSQL database: by PostgreSQL's own programs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bot.operator.answers import DONE, tell
from bot.operator.going_back import take_over
from db.errors import StoreError
from engines.core.game import AnyGame

if TYPE_CHECKING:
    from db.moving.restore import Restored

__all__ = ["back_up_shared", "restore_shared"]


def back_up_shared(url: str, target: Path) -> None:
    """Copy the database into a new file while bots run."""
    try:
        from db.postgres.dumping import dump
    except ModuleNotFoundError:
        raise StoreError("no_driver", path="DATABASE_URL") from None
    dump(url, target)


def restore_shared(url: str, source: Path, games: Mapping[str, AnyGame]) -> int:
    """Put a backup in the place of the present tables, and close those that may have gone on since."""
    try:
        from db.moving.restore import restored
    except ModuleNotFoundError:
        raise StoreError("no_driver", path="DATABASE_URL") from None
    with restored(url, source) as done:
        told = asyncio.run(_take_over(done, games))
    kept = f"What was there is kept in the schema {done.aside}."
    return tell(f"{done.name} is now what {source} holds.", kept, *told, "Start the bot.", status=DONE)


async def _take_over(done: Restored, games: Mapping[str, AnyGame]) -> list[str]:
    store = await done.open()
    try:
        return await take_over(store, done.present, done.raise_numbers, games)
    finally:
        await store.close()
