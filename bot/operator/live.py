"""Commands for a bot that serves people: `tables`, `close`, `block` and `pictures`."""

from __future__ import annotations

import argparse
import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any, TypeVar

from bot.operator.answers import DONE, MISUSED, WRONG, complain, tell
from bot.operator.stores import open_beside, open_to_write
from bot.settings import StoreSettings, load_store_settings
from bot.tables.care.caretaking import close_table
from bot.tables.decks import MIB, Use
from bot.tables.keeping.codec import unpack
from bot.tables.keeping.retention import DAY
from bot.tables.limits import Block
from bot.tables.model import BY_HOST, Denied, Status
from bot.tables.ports import Stored
from bot.ui.wire.clock import LoopClock
from db.errors import StoreError
from db.store import Store
from engines.core.game import AnyGame

# The commands `tables` and `close`: list the tables, and end one.

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


# The operator's list of blocked users and servers: the commands block, unblock and blocks.

T = TypeVar("T")
_LONGEST_REASON = 200
_LARGEST_ID = 2**63 - 1


def add_blocking(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the three commands to a parser. They may run beside the bot, which learns of it within 30 s."""
    block = commands.add_parser("block", help="let a user or a server open and join nothing more")
    block.add_argument("--reason", default="", type=_reason, help="a note for yourself")
    block.set_defaults(run=_block)
    unblock = commands.add_parser("unblock", help="lift a block")
    unblock.set_defaults(run=_unblock)
    for command in (block, unblock):
        command.add_argument("kind", choices=("user", "server"))
        command.add_argument("id", type=_discord_id)
    listing = commands.add_parser("blocks", help="list who is blocked")
    listing.set_defaults(run=_list)


def _block(arguments: argparse.Namespace) -> int:
    block = Block(arguments.kind, arguments.id, arguments.reason, round(datetime.now(UTC).timestamp() * 1000))
    _with_store(lambda store: store.block(block))
    return tell(f"The {block.kind} {block.id} is blocked; a running bot knows it within 30 seconds.")


def _unblock(arguments: argparse.Namespace) -> int:
    kind, blocked = arguments.kind, arguments.id
    if not _with_store(lambda store: store.unblock(kind, blocked)):
        return complain(f"The {kind} {blocked} is not blocked: `python -m bot blocks` lists who is.")
    return tell(f"The {kind} {blocked} is not blocked any more; a running bot knows it within 30 seconds.")


def _list(_arguments: argparse.Namespace) -> int:
    blocks = _with_store(lambda store: store.blocks())
    return tell("\n".join(map(_blocked, blocks)) or "Nobody is blocked.")


def _blocked(block: Block) -> str:
    day = datetime.fromtimestamp(block.at / 1000, UTC).strftime("%Y-%m-%d")
    return f"{block.kind:<6}  {block.id:<20}  since {day}  {block.reason}".rstrip()


def _with_store(work: Callable[[Store], Awaitable[T]]) -> T:
    async def run() -> T:
        async with open_beside(load_store_settings()) as store:
            return await work(store)

    return asyncio.run(run())


def _discord_id(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) <= _LARGEST_ID:
        raise argparse.ArgumentTypeError("give the number that Discord shows as the id (developer mode)")
    return int(text)


def _reason(text: str) -> str:
    line = " ".join(text.split())
    if len(line) > _LONGEST_REASON or not line.isprintable():
        raise argparse.ArgumentTypeError(f"give one line of at most {_LONGEST_REASON} characters")
    return line


# The command `pictures`: how much room the pictures of servers' decks take, in all and by server.


def weigh_pictures(_arguments: Namespace) -> int:
    """Print what all pictures take, what they may take, and a line for each server, the heaviest first."""
    settings = load_store_settings()

    async def work() -> list[str]:
        async with open_beside(settings) as store:
            use = await store.weigh_pictures()
            return [
                _sum(use, settings),
                *(_weighed(guild_id, one) for guild_id, one in await store.weigh_servers()),
            ]

    return tell(*asyncio.run(work()))


def _sum(use: Use, settings: StoreSettings) -> str:
    most = f"{settings.pictures_mib} MiB in all, {settings.pictures_a_server_mib} MiB a server"
    return f"{_use(use)}; there may be {most}. Those of games that are kept count, too."


def _weighed(guild_id: int, use: Use) -> str:
    return f"server {guild_id} · {_use(use)}"


def _use(use: Use) -> str:
    return f"{use.pictures} {'picture' if use.pictures == 1 else 'pictures'}, {use.size / MIB:.1f} MiB"
