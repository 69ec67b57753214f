"""The operator's list of blocked users and servers: the commands block, unblock and blocks."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from bot.operator.answers import complain, tell
from bot.operator.stores import open_beside
from bot.settings import load_store_settings
from bot.tables.blocking import Block
from db.store import Store

__all__ = ["add_blocking"]

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
    return tell("\n".join(map(_line, blocks)) or "Nobody is blocked.")


def _line(block: Block) -> str:
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
