"""`backup` and `restore` where the store is a PostgreSQL database: by PostgreSQL's own programs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bot.operator.answers import DONE, tell
from bot.operator.going_back import take_over
from db.errors import StoreError
from db.moved import note_unfinished
from db.opening import open_shared
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
        told = asyncio.run(_take_over(url, done, games))
    kept = f"What was there is kept in the schema {done.aside}."
    return tell(f"{done.name} is now what {source} holds.", kept, *told, "Start the bot.", status=DONE)


async def _take_over(url: str, done: Restored, games: Mapping[str, AnyGame]) -> list[str]:
    store = await open_shared(url, f"operator-{secrets.token_hex(4)}")
    try:
        await store.door.write(note_unfinished)
        return await take_over(store, done.present, done.raise_numbers, games)
    finally:
        await store.close()
