"""The command `purge`: forget the logs of closed tables, by their age or their server."""

from __future__ import annotations

import asyncio
from argparse import Namespace

from bot.operator.answers import MISUSED, complain, tell
from bot.operator.stores import open_beside
from bot.settings import load_store_settings
from bot.tables.keeping.retention import DAY, forget_old, old_tables
from bot.ui.wire.clock import LoopClock

__all__ = ["purge"]


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
