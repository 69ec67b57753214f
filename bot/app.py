"""The bot on Discord: gateway events in, the house's parts wired together."""

import asyncio
from typing import Any

import discord
import structlog
from discord.ext import commands

from bot.cluster import Cluster, Sharing, choose_count
from bot.furnishing import Care, Wishes, furnish
from bot.homecoming import Homecoming
from bot.ops.health import Troubled
from bot.tables.tasks import Subscribers, Tasks
from bot.ui.clicks.house import House
from bot.ui.clicks.router import Router
from bot.ui.pages.emojis import ensure_emojis
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.commands import sync_if_changed
from bot.ui.wire.shards import ShardedBot
from cogs import add_cogs
from db.store import Store

_log = structlog.get_logger(__name__)
_EVERY = 30.0
"""Seconds between two looks at what may have changed without our hearing of it."""
_AT_LEAST = 5.0
"""Seconds (of the wished ones) that are left for work under way, however long others took to take over."""


class Gobelet(ShardedBot):
    """One process of the bot; `sharing` says what part of the work it is given."""

    def __init__(
        self, store: Store, wishes: Wishes | None = None, sharing: Sharing | None = None, **options: Any
    ) -> None:
        self._sharing = sharing or Sharing.alone()
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks aloud
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
            shard_count=self._sharing.count,
            **options,
        )
        self.store = store
        self.tasks = Tasks()
        self._wishes = wishes or Wishes()
        self._clock = LoopClock()
        self.on_awake: Subscribers[int] = Subscribers("awake")
        """Told once, how many tables there are: from then on people are heard and served."""
        self.on_stopping: Subscribers[None] = Subscribers("stopping")
        """Told once, when a stop begins, whoever wants it: nobody new is served from then on."""
        self._heart: asyncio.Task[None] | None = None
        self._stopping = False
        self.house: House
        self.care: Care
        self.router: Router
        self.cluster: Cluster
        self._homecoming: Homecoming

    async def setup_hook(self) -> None:
        """Make the parts and connect them; runs once, after the login and before the gateway."""
        specs = [game.spec for game in self._wishes.games]
        signs = {spec.name: spec.sign for spec in specs if spec.sign is not None}
        store, clock, tasks = self.store, self._clock, self.tasks
        async with store.locked("emojis"):
            book = await ensure_emojis(self, store, signs)
        self.shard_count = await choose_count(self._sharing, store, self, clock.now())
        self.cluster = cluster = Cluster(self, store, self._sharing, self.shard_count, clock, tasks)
        shared, gateway = cluster.homes.shared, self._sharing.gateway
        self.house, self.care = furnish(
            self, store, clock, tasks, book, self._wishes, cluster.homes, cluster.wake, gateway=gateway
        )
        self._homecoming = Homecoming(
            self, self.house, self.care, self.on_awake, shared=shared, gateway=gateway
        )
        self.router = self.house.router
        await add_cogs(self, self.house, self._wishes.features)
        await self.tell_commands()
        await self.learn_blocks()
        self._heart = asyncio.create_task(self._look_around(), name="look around")

    async def tell_commands(self) -> None:
        """Send the slash commands to Discord if they have changed since some process last did."""
        async with self.store.locked("commands"):
            await sync_if_changed(self.tree, self.store)

    async def launch_shards(self) -> None:
        """Begin to take slots, and with each the shard of its servers: the bot is about to hear Discord."""
        gateway = self.gateway if self._sharing.gateway else None
        await self.cluster.start(self.house.tables, self._homecoming, gateway, self._give_way)
        self._stand_by()

    def _stand_by(self) -> None:
        """Where others hold everything, or were quicker to take it, be there for when one of them dies."""
        if self.cluster.keeper is not None and self.cluster.keeper.settled:
            self._homecoming.wake_up(0)

    # -- the connection --------------------------------------------------------------------------------

    async def await_turn(self, shard_id: int) -> None:
        """Wait for this shard's turn, among those of all processes."""
        shared = self.cluster.homes.shared
        await (self.cluster.await_turn(shard_id) if shared else super().await_turn(shard_id))

    async def on_shard_ready(self, _shard_id: int) -> None:
        """Go on after a new connection."""
        self.cluster.look()

    async def on_shard_resumed(self, _shard_id: int) -> None:
        """Go on after a connection that was resumed."""
        self.cluster.look()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Hold the deadlines of these servers while there is no connection: nobody can act."""
        if not self.is_closed():
            self.cluster.cut(shard_id)

    def _give_way(self) -> None:
        """Another process, started later, has taken all that was given to this one."""
        _log.info("a later process has taken all shards of this one, which stops")
        self._going = asyncio.create_task(self.close(), name="give way")

    async def check_connection(self) -> None:
        """Raise Troubled if this process does not serve what it should."""
        keeper = self.cluster.keeper if self._heart is not None else None
        if keeper is None or not keeper.settled:
            raise Troubled("not connected")

    async def check_news(self) -> None:
        """Raise Troubled if this process does not hear what others change."""
        if self.store.wakes is not None and not self.store.wakes.hears:
            raise Troubled("not heard")

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            self.house.publisher.measure()
            await self.learn_blocks()
            if self.cluster.homes.shared:
                self._stand_by()
                try:
                    await self.house.tables.sweep(self.cluster.homes.slots)
                except Exception:  # the store may answer in half a minute
                    _log.exception("tables not looked over")

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
        if not self._sharing.gateway:
            self._note_talk(interaction)
        if interaction.type is discord.InteractionType.component:
            await self.router.answer_click(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.router.answer_form(interaction)

    def _note_talk(self, interaction: discord.Interaction[Any]) -> None:
        """Learn from an interaction whether somebody has written in its channel: nothing else tells of it."""
        newest = getattr(interaction.channel, "last_message_id", None)
        if interaction.channel_id is not None and newest is not None:
            self.house.publisher.boards.whereabouts.note_newest(interaction.channel_id, newest)

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

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Find out whether the bot may see and write again where it could not."""
        may = [_may_show(channel) for channel in (before, after)]
        if may == [False, True]:
            await self.house.publisher.come_back(after.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Find out whether the thread of a table was deleted."""
        self.house.publisher.boards.whereabouts.note_deleted_channel(payload.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is on a server, perhaps again."""
        await self.care.caretaker.arrived(guild.id)
        await self.house.private.servers.note({guild.id: guild.name})

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Note what a server is called from now on."""
        if before.name != after.name:
            await self.house.private.servers.note({after.id: after.name})

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server; an outage of Discord's does not count."""
        if not guild.unavailable:
            await self.care.caretaker.departed(guild.id)

    # -- the end ---------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Stop the bot, once others have taken over, and all that is being written and shown is finished."""
        try:
            if not self._stopping:
                self._stopping = True
                self.on_stopping.tell(None)
                if self._heart is not None and not self.is_closed():
                    await self._wind_up()
        finally:
            if self._heart is not None:  # there are all parts
                await self.care.thinking.close()
            await super().close()

    async def _wind_up(self) -> None:
        loop, grace = asyncio.get_running_loop(), self._wishes.grace
        end = loop.time() + grace
        taken_over = await self.cluster.hand_over(grace)
        assert self._heart is not None
        self._heart.cancel()
        self._homecoming.stop()
        self.care.stop()
        for chore in self.house.hooks.chores:
            chore.stop()
        self.house.tables.hold(self.cluster.homes.slots)
        await self.care.close()
        await self.cluster.close_doors()  # whatever the others hear from now on, they do themselves
        self.router.stop()
        if not taken_over:
            self.house.stop_notice.tell_soon()
        await self.tasks.drain(max(end - loop.time(), min(grace, _AT_LEAST)))
        await self.cluster.leave()


def _may_show(channel: discord.abc.GuildChannel) -> bool:
    """Whether the bot may show a board there, as far as is known."""
    may = channel.permissions_for(channel.guild.me)
    return may.view_channel and may.send_messages
