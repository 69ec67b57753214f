"""Where interactions come in, from the gateway, by HTTP or from another process; they go to their home.

Private messages arrive at one shard whatever the table's server is, and over HTTP anything arrives anywhere.
An interaction is acted on by the process that is home to the table's server: it has the table in memory, and
shows it. If there is no such process, or it does not say soon that it has taken the interaction, whoever has
heard it acts on it: a table may be changed from anywhere.

Whoever wakes from a long sleep finds what was clicked meanwhile, and takes itself for its home. Others have
answered that, and some of it by a refusal: so it asks first who is home now.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from bot import meters
from bot.homes.forwarding import PATIENCE
from bot.tables.homes import Homes, private_place
from bot.tables.tasks import Tasks
from bot.ui.pages.ids import parse
from bot.ui.wire.raw import Act, Payload

__all__ = ["Intake"]

_log = structlog.get_logger(__name__)
_REMEMBERED = 8192
"""How many interactions are known again: those of a minute and more, for as many as one process can take."""


class Intake:
    """Has each interaction acted on once by this process, or by its home.

    `guild_of` tells the server of a table, None if there is no such table. `send` sends an interaction to a
    home at an address, and says whether it was taken there. `act` reads an interaction and answers it.
    `find_homes` asks the store who is home to what.
    """

    def __init__(
        self,
        homes: Homes,
        guild_of: Callable[[int], Awaitable[int | None]],
        send: Callable[[str, Payload], Awaitable[bool]],
        act: Act,
        tasks: Tasks,
        find_homes: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._homes = homes
        self._guild_of = guild_of
        self._send = send
        self._read = act
        self._tasks = tasks
        self._find_homes = find_homes
        self._finding: asyncio.Task[None] | None = None
        self._settled: OrderedDict[int, None] = OrderedDict()
        self._guilds: OrderedDict[int, int] = OrderedDict()

    def hear(self, payload: Payload) -> None:
        """Take what Discord tells this process."""
        if not self._homes.shared:
            self._act(payload)
        elif int(payload["id"]) in self._settled:
            meters.count("duplicate")  # two processes with the same shard hear all twice
        elif self._is_for_here(payload):
            self._act(payload)
        else:
            self._tasks.spawn(self._pass_on(payload), "pass on")

    def learn(self, table_id: int, guild_id: int) -> None:
        """Note the server of a table, so that the store need not be asked."""
        self._guilds[table_id] = guild_id
        self._guilds.move_to_end(table_id)
        if len(self._guilds) > _REMEMBERED:
            self._guilds.popitem(last=False)

    async def take(self, payload: Payload) -> bool:
        """Take what another process has heard; False if this one is not home to its table."""
        guild_id = await self._find_guild(payload)
        if guild_id is None or not self._homes.is_home(guild_id):
            return False
        self._act(payload)
        return True

    def _is_for_here(self, payload: Payload) -> bool:
        """Whether it is known at once that nobody else need hear of this."""
        if self._homes.lapsed:
            return False
        guild_id = _read_guild(payload)
        if guild_id is None:
            return not _read_table(payload)
        return self._homes.address_of(guild_id) is None

    async def _pass_on(self, payload: Payload) -> None:
        """Send it to its home; act here if there is none, or if it does not take it."""
        await self._know_homes()
        guild_id = await self._find_guild(payload)
        address = None if guild_id is None else self._homes.address_of(guild_id)
        if address is not None and await self._send(address, payload):
            self._settle(payload)
        else:
            self._act(payload)

    async def _know_homes(self) -> None:
        """Ask who is home to what if that is not known any more: once for all who wait, and not for long."""
        if not self._homes.lapsed:
            return
        if self._finding is None or self._finding.done():
            self._finding = self._tasks.spawn(self._find_homes(), "find homes")
        await asyncio.wait({self._finding}, timeout=PATIENCE)

    def _act(self, payload: Payload) -> None:
        """Act on it, unless that was done already: here, or at its home."""
        if self._settle(payload):
            self._read(payload)
        else:
            meters.count("duplicate")

    def _settle(self, payload: Payload) -> bool:
        """Note that it is done with. False if it was so already."""
        number, before = int(payload["id"]), len(self._settled)
        self._settled[number] = None
        if before == len(self._settled):
            return False
        if before == _REMEMBERED:
            self._settled.popitem(last=False)
        return True

    async def _find_guild(self, payload: Payload) -> int | None:
        """The server whose table an interaction is about; None if that cannot be told soon."""
        guild_id, table_id = _read_guild(payload), _read_table(payload)
        if guild_id is not None or not table_id:
            return guild_id
        if table_id in self._guilds:  # a table never changes its server
            self._guilds.move_to_end(table_id)
            return self._guilds[table_id]
        try:
            async with asyncio.timeout(PATIENCE):
                guild_id = await self._guild_of(table_id)
        except Exception as error:
            _log.warning("home of a table not found", error=type(error).__name__)
            return None
        if guild_id is not None:
            self.learn(table_id, guild_id)
        return guild_id


def _read_guild(payload: Payload) -> int | None:
    """The server (or private messages) where somebody clicked or typed; None where only the table says it."""
    guild_id, channel_id = payload.get("guild_id"), payload.get("channel_id")
    if guild_id is not None:
        return int(guild_id)
    return None if channel_id is None or _read_table(payload) else private_place(int(channel_id))


def _read_table(payload: Payload) -> int:
    """The table that was clicked; 0 if it is none, or a command."""
    target = parse(str((payload.get("data") or {}).get("custom_id", "")))
    return 0 if target is None else target.table_id
