"""Memory: what a server costs the process, and a table in play (startup measures tables that nobody plays).

Resident memory of the real process before and after many more of them; a server has 40 channels and 25 roles.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

from bench.bots import Watched, play_of
from bench.crowds import Crowd
from bench.startup import megabytes
from bench.whole import ROOT, Row
from playground.channels import Channel
from playground.dispatches import Dispatch
from playground.guilds import role
from playground.world import World

__all__ = ["make_server", "measure"]

SERVERS = 400
TABLES = 60
WARM = 60
"""Tables at play before, so that what is kept once for all tables is there: fonts, letters, names."""
CHANNELS, ROLES = 40, 25
GAMES = ("tasse",)


def make_server(world: World) -> dict[str, Any]:
    """What Discord tells of one more server: nobody has ever played there."""
    told = deepcopy(world.guild_create(world.guild_id))
    told["id"] = str(world.snowflakes())
    told["roles"] = [role(int(told["id"]), "@everyone", 0, 0)]
    told["roles"] += [role(world.snowflakes(), f"rôle {n}", 0, n) for n in range(1, ROLES)]
    channels = (Channel(world.snowflakes(), f"salon-{n}", "text") for n in range(CHANNELS))
    told["channels"] = [world.channel_json(channel) for channel in channels]
    told["threads"] = []
    return told


async def _a_server(bot: Watched, servers: int) -> float:
    """Kilobytes for one more server."""
    world, gateway = bot.play.world, bot.play.server.gateway
    told = [make_server(world) for _ in range(servers)]
    before = megabytes(bot.pid)
    for each in told:
        gateway.dispatch(Dispatch("GUILD_CREATE", each))
    await _still(bot)
    return (megabytes(bot.pid) - before) * 1024 / servers


async def _a_table(bot: Watched, tables: int) -> float:
    """Kilobytes for one more table in play."""
    crowd = Crowd(bot)
    await crowd.fill(GAMES, WARM)
    await crowd.press(GAMES, WARM, at_once=4)
    await bot.settle()
    before = megabytes(bot.pid)
    await crowd.fill(GAMES, WARM + tables)
    await crowd.press(GAMES, tables, at_once=4)
    await bot.settle()
    return (megabytes(bot.pid) - before) * 1024 / tables


async def _still(bot: Watched) -> None:
    """Wait until the process has nothing more to do."""
    while True:
        before = bot.spent().cpu
        await asyncio.sleep(0.5)
        if bot.spent().cpu - before < 0.03:
            return


async def _measure(servers: int, tables: int) -> list[Row]:
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bot = Watched(play_of(folder / "bot", ROOT))
        stack.push_async_callback(bot.play.close)
        await bot.play.open()
        await _still(bot)
        bare = megabytes(bot.pid)
        server, table = await _a_server(bot, servers), await _a_table(bot, tables)
    return [
        ("memory of the process, one server", f"{bare:.0f} MB"),
        (f"memory per empty server ({CHANNELS} channels, {ROLES} roles)", f"{server:.1f} kB"),
        ("memory per table in play", f"{table:.1f} kB"),
    ]


def measure(servers: int = SERVERS, tables: int = TABLES) -> list[Row]:
    """Printable rows."""
    return asyncio.run(_measure(servers, tables))
