"""The gateway's shards one by one: opened and closed while the bot runs, as its slots come and go.

discord.py opens all its shards at the start and keeps them; its parts can do more, and are used here one
shard at a time. Its own count of shards that are ready is for a set that never changes, and it is not used:
`on_ready` never comes, `on_shard_ready` does. Where a part has no public door, a test says when it changes.
"""

import asyncio
from typing import Any

import discord
import structlog
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.homes.ports import ShardClosed

_log = structlog.get_logger(__name__)
TURN = 5.5
"""Seconds from one shard's turn to identify itself to the next one's. Discord asks for five, and not every
shard is equally quick to connect once it is its turn."""
_AGAIN = 5.0
"""Seconds until a turn that could not be asked for is asked for again."""


class ShardedBot(commands.AutoShardedBot):
    """A bot whose `gateway` opens and closes its shards. `connect` opens none, and waits for the end."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.gateway = Shards(self)
        self._next_turn = 0.0
        self._had_turn: set[int] = set()
        """The shards whose turn came before they connected, and which may identify themselves at once."""
        self._failed: set[int] = set()
        """The shards that were not connected at the last try."""

    async def launch_shards(self) -> None:
        """Open none: `gateway` does."""

    async def connect_shard(self, shard_id: int) -> None:
        """Connect a shard when it is its turn; try again while that fails, and while the shard is wanted.

        The turn comes first: nothing is read from a line that waits for one, and discord.py and Discord take
        such a line for dead after a minute.
        """
        while self.gateway.wants(shard_id):
            await self._take_turn(shard_id)
            if not self.gateway.wants(shard_id):
                return
            self._had_turn.add(shard_id)
            self._failed.discard(shard_id)
            await super().launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard_id)
            if shard_id not in self._failed:
                return

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Note that a shard was not connected. Here discord.py would try again, each try within the last."""
        del gateway, initial
        self._failed.add(shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of a shard that has none yet: one that identifies itself anew."""
        del initial  # which one is the first is known here
        if shard_id in self._had_turn:
            self._had_turn.remove(shard_id)
        elif shard_id is not None:
            await self._take_turn(shard_id)

    async def _take_turn(self, shard_id: int) -> None:
        """Wait for a shard's turn, for as long as it is wanted."""
        while self.gateway.wants(shard_id):
            try:
                await self.await_turn(shard_id)
                break
            except Exception:  # whoever gives turns may be away for a moment
                _log.warning("no turn for a shard yet", shard=shard_id, exc_info=True)
                await asyncio.sleep(_AGAIN)

    async def await_turn(self, shard_id: int) -> None:
        """Wait until a shard may identify itself: one at a time may, as Discord asks of most bots."""
        del shard_id  # they are all equal
        now = asyncio.get_running_loop().time()
        turn = max(now, self._next_turn)
        self._next_turn = turn + TURN
        await asyncio.sleep(turn - now)

    async def close(self) -> None:
        """Open no more shards, and close the bot."""
        self.gateway.stop()
        await super().close()


class Shards:
    """Opens and closes the shards of a bot, whose `shard_count` is known by then."""

    def __init__(self, bot: ShardedBot) -> None:
        self._bot = bot
        self._wanted: dict[int, asyncio.Future[bool]] = {}
        """The shards that shall be open; whoever waits for one is told by its future whether it is ready."""
        self._launching: dict[int, asyncio.Task[None]] = {}
        self._hearing: set[int] = set()
        for event in ("ready", "resumed", "disconnect"):
            bot.add_listener(getattr(self, f"_on_{event}"), f"on_shard_{event}")

    def wants(self, slot: int) -> bool:
        """Whether a shard shall be open."""
        return slot in self._wanted

    def hears(self, slot: int) -> bool:
        """Whether a shard is ready, and its connection stands."""
        return slot in self._hearing

    async def open(self, slot: int) -> None:
        """Open a shard, and wait until it is ready, with its servers known. If cancelled, it is closed again.

        Raises ShardClosed if it is closed meanwhile.
        """
        ready = self._wanted.get(slot)
        if ready is None:
            ready = self._wanted[slot] = asyncio.get_running_loop().create_future()
            before = self._launching.get(slot)
            self._launching[slot] = asyncio.create_task(self._launch(slot, before), name=f"shard {slot}")
        try:
            opened = await asyncio.shield(ready)
        except asyncio.CancelledError:
            if self._wanted.get(slot) is ready:
                await self.close(slot)
            raise
        if not opened:
            raise ShardClosed(slot)

    async def close(self, slot: int) -> None:
        """Close a shard and forget its servers. It is not connected again unless it is opened."""
        ready = self._wanted.pop(slot, None)
        if ready is not None:
            if not ready.done():
                ready.set_result(False)
            await self._leave(slot)

    def stop(self) -> None:
        """Open no more shards: the bot is closed."""
        for launching in self._launching.values():
            launching.cancel()
        for ready in self._wanted.values():
            if not ready.done():
                ready.set_result(False)
        self._wanted.clear()

    async def _launch(self, slot: int, before: asyncio.Task[None] | None) -> None:
        if before is not None:  # it may not have noticed yet that it was not wanted for a while
            await asyncio.wait({before})
            there = self._bot.get_shard(slot)
            if there is not None and not there.is_closed():
                return
        connection = self._bot._connection  # noqa: SLF001 - AutoShardedClient.launch_shards sets it, too
        connection.shard_count = self._bot.shard_count
        await self._bot.connect_shard(slot)
        if not self.wants(slot):
            await self._leave(slot)

    async def _leave(self, slot: int) -> None:
        self._hearing.discard(slot)
        shard = self._bot.get_shard(slot)
        if shard is not None:
            await _end(shard)
        for guild in [each for each in self._bot.guilds if each.shard_id == slot]:
            self._bot._connection._remove_guild(guild)  # noqa: SLF001 - nobody tells us any more of them

    # -- what discord.py tells of its shards ----------------------------------------------------------------

    async def _on_ready(self, slot: int) -> None:
        ready = self._wanted.get(slot)
        if ready is not None:
            self._hearing.add(slot)
            if not ready.done():
                ready.set_result(True)

    async def _on_resumed(self, slot: int) -> None:
        if self.wants(slot):
            self._hearing.add(slot)

    async def _on_disconnect(self, slot: int) -> None:
        self._hearing.discard(slot)


async def _end(shard: discord.ShardInfo) -> None:
    """Disconnect a shard for good: one that is just connecting again ends as soon as it is connected."""
    parent: Any = shard._parent  # noqa: SLF001 - the public way leaves alone what is connecting again
    parent.launch = lambda: asyncio.ensure_future(parent.close())
    await parent.disconnect()
