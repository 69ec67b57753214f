"""The commands `tables` and `close`: list the tables, and end one."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Mapping
from random import SystemRandom

from bot.operator.answers import DONE, MISUSED, WRONG, complain, tell
from bot.operator.stores import open_beside, open_to_write
from bot.settings import load_store_settings
from bot.tables.care.closing import close_table
from bot.tables.errors import Denied
from bot.tables.keeping.codec import unpack
from bot.tables.keeping.retention import DAY
from bot.tables.model import BY_HOST, Status
from bot.tables.ports import Stored
from bot.ui.wire.clock import LoopClock
from db.errors import StoreError
from db.store import Store
from engines.core.game import AnyGame

__all__ = ["close", "list_tables"]

_MINUTE = 60_000


def list_tables(arguments: Namespace) -> int:
    """Print a line for each table that is not closed and that the arguments ask for."""

    async def work() -> list[str]:
        now = LoopClock().now()
        async with open_beside(load_store_settings()) as store:
            return [
                _line(it, arguments.games, arguments.unreadable, now)
                async for it in _list_live(store)
                if _is_wanted(it, arguments, now)
            ]

    lines = asyncio.run(work())
    return tell(*lines or ("No such table.",), status=DONE)


async def _list_live(store: Store) -> AsyncIterator[Stored]:
    for live in await store.live():
        stored = None if live.status is Status.CLOSED else await store.load(live.table_id)
        if stored is not None and stored.table.status is not Status.CLOSED:
            yield stored


def _is_wanted(stored: Stored, arguments: Namespace, now: int) -> bool:
    table = stored.table
    if arguments.paused and table.status is not Status.PAUSED:
        return False
    if arguments.older_than is not None and now - table.changed_at < arguments.older_than * DAY:
        return False
    return not arguments.unreadable or table.incident is not None or _is_unreadable(stored, arguments.games)


def _is_unreadable(stored: Stored, games: Mapping[str, AnyGame]) -> bool:
    """Whether the state of this table cannot be read here; changes nothing."""
    return unpack(stored, games).vault.unread is not None


def _line(stored: Stored, games: Mapping[str, AnyGame], unread: bool, now: int) -> str:
    table = stored.table
    game = games.get(table.game)
    ours = "of a game unknown here" if game is None else f"(ours {game.rules_version})"
    facts = [
        f"table {table.id}",
        table.game,
        "private messages" if table.private else f"server {table.guild_id}",
        f"channel {table.channel_id}",
        table.status.value,
        f"rules {stored.rules} {ours}",
        f"last change {_age(now - table.changed_at)} ago",
    ]
    if table.trouble is not None:
        facts.append("by its host" if table.trouble == BY_HOST else table.trouble)
    elif unread:
        facts.append("cannot be read")
    return " · ".join(facts)


def _age(ms: int) -> str:
    """A length of time in its two largest units."""
    minutes = max(0, ms) // _MINUTE
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min"


def close(arguments: Namespace) -> int:
    """End a table, whatever its state; the reason is written into its log."""
    table_id: int = arguments.table
    reason = " ".join(arguments.reason.split())
    if not reason:
        return complain("Give a reason: it stands in the table's record.", MISUSED)

    settings = load_store_settings()

    async def work() -> None:
        async with open_to_write(settings) as store:
            clock, chance = LoopClock(), SystemRandom()
            await close_table(store, arguments.games, clock, chance, table_id, "operator", reason)

    try:
        asyncio.run(work())
    except Denied as denied:
        known = {
            "no_such_table": f"There is no table {table_id} in this database.",
            "closed": f"Table {table_id} is closed already.",
        }
        return complain(
            known.get(denied.reason, f"Table {table_id} is not closed: {denied.reason}."), MISUSED
        )
    except StoreError as error:
        if error.code != "in_use":
            raise
        return complain(
            "A Gobelet is running on this database: close the table on Discord with /tables "
            "or the game's stop, or stop the bot first.",
            WRONG,
        )
    soon = "when the bot next runs" if settings.database_url is None else "as soon as a bot runs"
    return tell(f"Table {table_id} is closed. Its board says so {soon}.")
