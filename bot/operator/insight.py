"""`insight rebuild`: have all games that are over looked back on again."""

from __future__ import annotations

import argparse
import asyncio
from random import SystemRandom
from typing import Any

from bot.operator.answers import DONE, WRONG, tell
from bot.operator.stores import open_beside
from bot.settings import load_store_settings
from bot.tables.digests.digester import Digester
from bot.tables.digests.rebuilding import Rebuilt, rebuild_digests
from bot.tables.looking import Looking
from bot.ui.wire.clock import LoopClock

__all__ = ["add_insight"]


def add_insight(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to a parser. It may run beside the bot, which reads what it writes at once."""
    says = "what is kept of games that are over: places, facts, whether they count"
    works = commands.add_parser("insight", help=says, description=says).add_subparsers(
        title="commands", required=True
    )
    rebuild = works.add_parser("rebuild", help="make it anew for all closed tables, from their logs")
    rebuild.set_defaults(run=_rebuild)


def _rebuild(arguments: argparse.Namespace) -> int:
    async def work() -> Rebuilt:
        async with open_beside(load_store_settings()) as store:
            tables = Looking(store, arguments.games, LoopClock(), SystemRandom())
            return await rebuild_digests(store.insight, Digester(tables, store.insight))

    rebuilt = asyncio.run(work())
    done = f"Looked back on {rebuilt.done} closed {'table' if rebuilt.done == 1 else 'tables'}."
    if not rebuilt.failed:
        return tell(done, status=DONE)
    failed = f"On {rebuilt.failed} it could not be done: the log says why. What was kept of them stays."
    return tell(done, failed, status=WRONG)
