"""The command `pictures`: how much room the pictures of servers' decks take, in all and by server."""

from __future__ import annotations

import asyncio
from argparse import Namespace

from bot.operator.answers import tell
from bot.operator.stores import open_beside
from bot.settings import StoreSettings, load_store_settings
from bot.tables.pictures import MIB, Use

__all__ = ["weigh_pictures"]


def weigh_pictures(_arguments: Namespace) -> int:
    """Print what all pictures take, what they may take, and a line for each server, the heaviest first."""
    settings = load_store_settings()

    async def work() -> list[str]:
        async with open_beside(settings) as store:
            use = await store.weigh_pictures()
            return [
                _sum(use, settings),
                *(_line(guild_id, one) for guild_id, one in await store.weigh_servers()),
            ]

    return tell(*asyncio.run(work()))


def _sum(use: Use, settings: StoreSettings) -> str:
    most = f"{settings.pictures_mib} MiB in all, {settings.pictures_a_server_mib} MiB a server"
    return f"{_use(use)}; there may be {most}. Those of games that are kept count, too."


def _line(guild_id: int, use: Use) -> str:
    return f"server {guild_id} · {_use(use)}"


def _use(use: Use) -> str:
    return f"{use.pictures} {'picture' if use.pictures == 1 else 'pictures'}, {use.size / MIB:.1f} MiB"
