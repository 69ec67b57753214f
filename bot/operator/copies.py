"""Commands that take the store along: `backup`, `restore`, `move` and `purge`."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.faults import RESTORE_SENTENCES
from bot.operator.answers import DONE, MISUSED, WRONG, complain, tell
from bot.settings import load_store_settings
from db.errors import StoreError
from db.files import FileLock
from db.jobs.restoring import Present
from db.sqlite.backup import back_up, copy_ready, discard, exchange, look_at_present, part_path, raise_numbers
from db.store import SqliteStore
from engines.core.game import AnyGame

if TYPE_CHECKING:
    from db.moving.restore import Restored


import argparse
from collections.abc import Callable
from random import SystemRandom
from typing import Any
from urllib.parse import urlsplit

from bot.faults import STORE_SENTENCES
from bot.operator.stores import open_beside
from bot.settings import StoreSettings
from bot.tables.care.caretaking import close_table
from bot.tables.keeping.retention import DAY, forget_old, old_tables
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.wire.clock import LoopClock
from db.jobs.restoring import (
    is_continued_by,
    list_erased,
    list_live_fingerprints,
    take_lasting,
)
from db.moving.file import reopen_file
from db.sql import Sql
from db.store import Store

# The commands `backup` and `restore`: copy the database, and go back to a copy.


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


# `backup` and `restore` where the store is a PostgreSQL database: by PostgreSQL's own programs.


def back_up_shared(url: str, target: Path) -> None:
    """Copy the database into a new file while bots run."""
    try:
        from db.moving.restore import dump
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
        told = asyncio.run(_restore_dump(done, games))
    kept = f"What was there is kept in the schema {done.aside}."
    return tell(f"{done.name} is now what {source} holds.", kept, *told, "Start the bot.", status=DONE)


async def _restore_dump(done: Restored, games: Mapping[str, AnyGame]) -> list[str]:
    store = await done.open()
    try:
        return await take_over(store, done.present, done.raise_numbers, games)
    finally:
        await store.close()


# What going back to a backup must not undo: it closes tables, erases people again, keeps their wishes.


async def take_over(
    store: Store,
    present: Present | None,
    raise_numbers: Callable[[Sql, Present | None], None],
    games: Mapping[str, AnyGame],
) -> list[str]:
    """Close the tables of a copy that went on after it was made. Returns sentences on what was done.

    If it is not known what happened since (`present` is None), all tables are closed: somebody may remember
    dice or seeds that were shown meanwhile. `raise_numbers` sees to it that no id is given twice.
    """
    if present is not None:
        known = present
        present = known if await store.door.write(lambda it: is_continued_by(it, known)) else None
    left = present
    live = await store.door.write(list_live_fingerprints)
    await store.door.write(lambda connection: raise_numbers(connection, left))
    erased = [] if left is None else await store.door.write(lambda connection: list_erased(connection, left))
    before = {} if left is None else left.fingerprints
    closed = [table_id for table_id, now in live.items() if before.get(table_id) != now]
    clock, chance = LoopClock(), SystemRandom()
    for table_id in closed:
        await close_table(store, games, clock, chance, table_id, "restored")
    tables = Tables(store, games, clock, Seed.new, chance, Tasks())
    for user_id in erased:
        if not await store.tables_of(user_id):
            await tables.erase(user_id, store)
    if left is not None:
        await store.door.write(lambda connection: take_lasting(connection, left))
    return _account(left, closed, len(live) - len(closed), len(erased))


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


# The command `move`: everything from SQLite into PostgreSQL, or back.

_HELP = (
    "Move everything to another, empty database, in one transaction, and compare. The bot must not run. "
    "The old database stays as it is, but is marked, so that no bot starts on it by mistake."
)
_TO = (
    "postgresql://... to move there from DATABASE_PATH, or the path of a new file to move there from "
    "DATABASE_URL. A password may be left out of it and given as PGPASSWORD."
)
_REOPEN = (
    "take the mark away from the database of the settings, which misses what happened since in the new one"
)
_NO_DRIVER = STORE_SENTENCES["no_driver"]


def add_moving(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser("move", help="move everything to another database", description=_HELP)
    parser.set_defaults(run=_move)
    wished = parser.add_mutually_exclusive_group(required=True)
    wished.add_argument("--to", metavar="PLACE", help=_TO)
    wished.add_argument("--reopen", action="store_true", help=_REOPEN)


def _move(arguments: argparse.Namespace) -> int:
    settings = load_store_settings()
    if arguments.reopen:
        return _reopen(settings)
    try:
        from db.moving.move import move_to_postgres, move_to_sqlite
    except ImportError:
        return complain(_NO_DRIVER)
    place: str = arguments.to
    if urlsplit(place).scheme in ("postgresql", "postgres"):
        done = move_to_postgres(settings.database_path.resolve(), place)
        next_step = "Give its address as DATABASE_URL, and start the bot."
    elif settings.database_url is None:
        return complain("Only what is in PostgreSQL can be moved into a file: set DATABASE_URL.", MISUSED)
    else:
        done = move_to_sqlite(settings.database_url.get_secret_value(), Path(place).resolve())
        next_step = "Take out DATABASE_URL, give the file as DATABASE_PATH, and start the bot."
    if done.before:
        return tell(f"All {done.rows} rows were in {done.place} already.", next_step)
    lines = [f"Moved {done.rows} rows to {done.place}; {done.compared} tables were compared."]
    if done.nuls:
        lines.append(f"{done.nuls} texts lost characters that PostgreSQL does not store (NUL).")
    return tell(*lines, next_step)


def _reopen(settings: StoreSettings) -> int:
    if settings.database_url is None:
        reopened = reopen_file(settings.database_path.resolve())
    else:
        try:
            from db.moving.server import reopen_server
        except ImportError:
            return complain(_NO_DRIVER)
        reopened = reopen_server(settings.database_url.get_secret_value())
    if not reopened:
        return complain("This database was not moved: nothing was changed.", WRONG)
    return tell("The bot may start on this database again.")


# The command `purge`: forget the logs of closed tables, by their age or their server.


def purge(arguments: Namespace) -> int:
    """Print how many closed tables would be forgotten; with `--yes`, forget them."""
    if arguments.older_than is None and arguments.server is None:
        return complain("Say which: --older-than DAYS, --server ID, or both.", MISUSED)

    async def work() -> tuple[int, int | None]:
        now = LoopClock().now()
        before = now + 1 - (arguments.older_than or 0) * DAY
        async with open_beside(load_store_settings()) as store:
            found = sum([len(few) async for few in old_tables(store, before, arguments.server)])
            if not arguments.yes:
                return found, None
            return found, await forget_old(store, before, now, arguments.server)

    found, forgotten = asyncio.run(work())
    if forgotten is None:
        return tell(
            f"{found} closed tables would be forgotten: logs, games and messages go, results stay.",
            "Add --yes to do it. What is forgotten cannot be brought back, nor its dice be checked.",
        )
    return tell(f"Of {found} closed tables, {forgotten} are forgotten. Their results stay.")
