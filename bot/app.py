"""The bot on Discord: gateway events in, the house's parts wired together."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import structlog
from discord.ext import commands

from bot.furnishing import Care, Store, Wishes, furnish
from bot.ops.health import Troubled
from bot.tables.subscribers import Subscribers
from bot.tables.tasks import Tasks
from bot.ui.clicks.house import House
from bot.ui.clicks.router import Router
from bot.ui.pages.emojis import ensure_emojis
from bot.ui.showing.publisher import late_tables
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.commands import CatalogueTranslator, sync_if_changed
from bot.ui.wire.traffic import count_requests
from cogs import add_cogs

__all__ = ["Gobelet", "ShardedGobelet"]

_log = structlog.get_logger(__name__)
_BEAT = 30.0
"""Seconds between two signs of life while tables are live."""


class Gobelet(commands.Bot):
    """One process of the bot."""

    def __init__(self, store: Store, wishes: Wishes | None = None, **options: Any) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30.0,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=0.5,
            http_trace=count_requests(),
            **options,
        )
        self.store = store
        self.tasks = Tasks()
        self._wishes = wishes or Wishes()
        self._clock = LoopClock()
        self._away_since: int | None = None
        self._woken = False
        self.on_awake: Subscribers[int] = Subscribers("awake")
        """Told once, how many tables there are: from then on people are heard and served."""
        self._heart: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self.house: House
        self.care: Care
        self.router: Router

    async def setup_hook(self) -> None:
        """Make the parts and connect them; runs once, after the login and before the gateway."""
        specs = [game.spec for game in self._wishes.games]
        signs = {spec.name: spec.sign for spec in specs if spec.sign is not None}
        book = await ensure_emojis(self, self.store, signs)
        self.house, self.care = furnish(self, self.store, self._clock, self.tasks, book, self._wishes)
        self.router = self.house.router
        await add_cogs(self, self.house)
        await self.tree.set_translator(CatalogueTranslator())
        await sync_if_changed(self.tree, self.store)
        await self.learn_blocks()
        self._away_since = await self.store.last_beat()
        self.house.tables.deadlines.hold()
        self._heart = asyncio.create_task(self._beat(), name="signs of life")
        self.care.retention.start()
        self.care.shrinking.start()

    # -- the connection --------------------------------------------------------------------------------

    async def on_ready(self) -> None:
        """Go on after a new connection; see which servers the bot is on."""
        await self._come_back()
        await self.care.caretaker.here({guild.id for guild in self.guilds}, self.hears_of)

    async def on_resumed(self) -> None:
        """Go on after a connection that was resumed."""
        await self._come_back()

    async def on_disconnect(self) -> None:
        """Hold all deadlines while there is no connection: nobody can act."""
        if self._away_since is None and self._woken and not self.is_closed():
            self._away_since = self._clock.now()
            self.house.tables.deadlines.hold()

    async def _come_back(self) -> None:
        since, self._away_since = self._away_since, None
        tables, publisher = self.house.tables, self.house.publisher
        first, self._woken = not self._woken, True
        if first or since is not None:
            lives = await tables.came_back(since)
            if self._catching_up is not None:
                self._catching_up.cancel()  # what it had left is among these
            late = late_tables(lives, moved=since is not None)
            self._catching_up = asyncio.create_task(publisher.catch_up(late), name="catch up")
        if first:
            await publisher.boards.recall()
            await self.house.redrawing.go_on()
            await self.house.stop_notice.take_back_soon()
            _log.info("ready", tables=len(lives))
        tables.deadlines.release()
        await self.store.beat(self._clock.now())
        self.care.caretaker.start()
        if first:
            self.on_awake.tell(len(lives))

    async def check_connection(self) -> None:
        """Raise Troubled if this process does not hear what Discord has to say."""
        if not self._woken or self._away_since is not None:
            raise Troubled("not connected")

    def hears_of(self, guild_id: int) -> bool:
        """Whether Discord tells this process about a server."""
        del guild_id
        return True

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            await self.learn_blocks()
            if self._away_since is not None or not len(self.house.tables.deadlines):
                continue
            try:
                await self.store.beat(self._clock.now())
            except Exception:  # a disk that is full now may have room in half a minute
                _log.exception("no sign of life stored")

    async def learn_blocks(self) -> None:
        """Read the operator's list of blocks again; if that fails, the list stays as it was."""
        try:
            self.house.tables.blocklist.learn(await self.store.blocks())
        except Exception:  # a file that is locked now may be read in half a minute
            _log.exception("list of blocks not read")

    # -- what is heard ---------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer clicks, choices and forms; discord.py passes commands on by itself.

        It is told of no view and no form: what was pressed says all by its custom id, in messages of any age.
        """
        if interaction.type is discord.InteractionType.component:
            await self.router.answer_click(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.router.answer_form(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count the messages below a board; their content is never asked for nor read."""
        if self.user is None or message.author.id != self.user.id:
            self.house.publisher.boards.whereabouts.note_talk(message.channel.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Find out whether a board was deleted."""
        self.house.publisher.boards.whereabouts.note_deleted(payload.message_id)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Find out whether boards were deleted."""
        for message_id in payload.message_ids:
            self.house.publisher.boards.whereabouts.note_deleted(message_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Find out whether the channel of a table was deleted."""
        self.house.publisher.boards.whereabouts.note_deleted_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Find out whether the thread of a table was deleted."""
        self.house.publisher.boards.whereabouts.note_deleted_channel(payload.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is on a server, perhaps again."""
        await self.care.caretaker.arrived(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server; an outage of Discord's does not count."""
        if not guild.unavailable:
            await self.care.caretaker.departed(guild.id)

    # -- the end ---------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Stop the bot, once everything that is being written and shown is finished."""
        for task in (self._heart, self._catching_up):
            if task is not None:
                task.cancel()
        if self._heart is not None and not self.is_closed():
            self._heart.cancel()
            self.care.stop()
            self.house.tables.deadlines.hold()
            self.router.stop()
            if self._woken:
                self.house.stop_notice.tell_soon()
            await self.tasks.drain(self._wishes.grace)
            if self._woken:
                await self.store.beat(self._clock.now())
        await super().close()


class ShardedGobelet(Gobelet, commands.AutoShardedBot):
    """The same bot with several shards of the connection (`shard_count`, `shard_ids`)."""

    def hears_of(self, guild_id: int) -> bool:
        """Whether Discord tells this process about a server: it may have only some of the shards."""
        ids, count = self.shard_ids, self.shard_count
        return ids is None or count is None or (guild_id >> 22) % count in ids  # type: ignore[redundant-expr]
