"""The commands `backup` and `restore`: copy the database, and go back to a copy."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from bot.faults import RESTORE_SENTENCES
from bot.operator.answers import DONE, MISUSED, WRONG, complain, tell
from bot.settings import load_store_settings
from bot.tables.care.closing import close_table
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.wire.clock import LoopClock
from db.errors import StoreError
from db.sqlite.backup import back_up
from db.sqlite.lock import FileLock
from db.sqlite.restore import (
    Present,
    carry_over,
    copy_ready,
    discard,
    exchange,
    is_continued_by,
    list_live_fingerprints,
    look_at_present,
    part_path,
)
from db.store import SqliteStore
from engines.core.game import AnyGame

__all__ = ["backup", "restore"]


def backup(arguments: Namespace) -> int:
    """Copy the database while the bot runs."""
    asyncio.run(back_up(load_store_settings().database_path, arguments.file))
    return tell(f"Saved to {arguments.file}.")


def restore(arguments: Namespace) -> int:
    """Put a backup in the place of the database, and close the tables that may have gone on since."""
    source: Path = arguments.file
    database = load_store_settings().database_path.resolve()
    if not source.is_file():
        return complain(f"There is no file {source}: nothing was changed.", MISUSED)
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
    told = asyncio.run(_close_what_moved_on(part, look_at_present(database), games))
    if exchange(part, database, aside):
        return [f"The database that was there is kept as {aside}.", *told]
    return told


async def _close_what_moved_on(
    part: Path, present: Present | None, games: Mapping[str, AnyGame]
) -> list[str]:
    """Close the tables of the copy that went on after it was made. Returns sentences on what was done.

    If it is not known what happened since (`present` is None), all tables are closed: somebody may remember
    dice or seeds that were shown meanwhile.
    """
    store = await SqliteStore.open(part)
    try:
        if present is not None:
            known = present
            present = known if await store.door.write(lambda it: is_continued_by(it, known)) else None
        live = await store.door.write(list_live_fingerprints)
        erased = await store.door.write(lambda connection: carry_over(connection, present))
        before = {} if present is None else present.fingerprints
        closed = [table_id for table_id, now in live.items() if before.get(table_id) != now]
        clock = LoopClock()
        for table_id in closed:
            await close_table(store, games, clock, table_id, "restored")
        tables = Tables(store, games, clock, Seed.new, Tasks())
        for user_id in erased:
            if not await store.tables_of(user_id):
                await tables.erase(user_id, store)
    finally:
        await store.close()
    return _account(present, closed, len(live) - len(closed), len(erased))


def _account(present: Present | None, closed: list[int], going_on: int, erased: int) -> list[str]:
    lines = []
    if present is None:
        lines.append("No present database could be read that continues the backup: no table may go on.")
    if closed:
        numbers = ", ".join(str(table_id) for table_id in closed)
        lines.append(f"Closed, because they may have gone on after the backup: table {numbers}.")
    lines.append(f"Going on just as they stood: {going_on} live tables.")
    if erased:
        lines.append(f"Erased again: the data of {erased} people who wished so after the backup.")
    return lines


def _name_aside(database: Path) -> Path:
    """Find a name, with the date, for the old database beside the new one."""
    dated = f"{database.name}.replaced-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    number, aside = 1, database.with_name(dated)
    while aside.exists():
        number += 1
        aside = database.with_name(f"{dated}-{number}")
    return aside
