"""The commands `backup` and `restore`: copy the database, and go back to a copy."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from bot.faults import RESTORE_SENTENCES
from bot.operator.answers import DONE, MISUSED, WRONG, complain, tell
from bot.operator.dumps import back_up_shared, restore_shared
from bot.operator.going_back import take_over
from bot.settings import load_store_settings
from db.errors import StoreError
from db.jobs.restoring import Present
from db.sqlite.backup import back_up
from db.sqlite.lock import FileLock
from db.sqlite.restore import copy_ready, discard, exchange, look_at_present, part_path, raise_numbers
from db.store import SqliteStore
from engines.core.game import AnyGame

__all__ = ["backup", "restore"]


def backup(arguments: Namespace) -> int:
    """Copy the database while the bot runs."""
    settings = load_store_settings()
    if settings.database_url is None:
        asyncio.run(back_up(settings.database_path, arguments.file))
    else:
        back_up_shared(settings.database_url.get_secret_value(), arguments.file)
    return tell(f"Saved to {arguments.file}.")


def restore(arguments: Namespace) -> int:
    """Put a backup in the place of the database, and close the tables that may have gone on since."""
    source: Path = arguments.file
    settings = load_store_settings()
    database = settings.database_path.resolve()
    if not source.is_file():
        return complain(f"There is no file {source}: nothing was changed.", MISUSED)
    if settings.database_url is not None:
        return restore_shared(settings.database_url.get_secret_value(), source, arguments.games)
    if database.exists() and source.samefile(database):
        return complain(f"{source} is the database itself: name a backup.", MISUSED)
    with FileLock.take(database):
        part = part_path(database)
        try:
            copy_ready(source, part)
            told = _put_in_place(part, database, arguments.games)
        except StoreError as error:
            if error.params.get("path") != str(source) or error.code not in RESTORE_SENTENCES:
                raise
            return complain(RESTORE_SENTENCES[error.code].format(**error.params), WRONG)
        finally:
            discard(part)
    return tell(f"{database} is now what {source} holds.", *told, "Start the bot.", status=DONE)


def _put_in_place(part: Path, database: Path, games: Mapping[str, AnyGame]) -> list[str]:
    """Prepare the copy `part` and exchange it for the database. Returns sentences on what was done."""
    aside = _name_aside(database)
    told = asyncio.run(_take_over(part, look_at_present(database), games))
    if exchange(part, database, aside):
        return [f"The database that was there is kept as {aside}.", *told]
    return told


async def _take_over(part: Path, present: Present | None, games: Mapping[str, AnyGame]) -> list[str]:
    store = await SqliteStore.open(part)
    try:
        return await take_over(store, present, raise_numbers, games)
    finally:
        await store.close()


def _name_aside(database: Path) -> Path:
    """Find a name, with the date, for the old database beside the new one."""
    dated = f"{database.name}.replaced-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    number, aside = 1, database.with_name(dated)
    while aside.exists():
        number += 1
        aside = database.with_name(f"{dated}-{number}")
    return aside
