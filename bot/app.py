"""The bot on Discord: gateway events in, the house's parts wired together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import discord
import structlog
from discord.ext import commands

from bot.chores.backroom import Backroom
from bot.tables.blocking import BlockStore
from bot.tables.care.caretaking import Caretaker
from bot.tables.care.shrinking import Shrinking, ShrinkingStore
from bot.tables.care.upkeep import UpkeepStore
from bot.tables.keeping.retention import Forgetting, Retention
from bot.tables.limits import Limits
from bot.tables.ports import MessageStore, PeopleStore, ServerStore, SignsOfLife, TableShelf
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.clicks.house import House
from bot.ui.clicks.router import Router
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook, ensure_emojis
from bot.ui.showing.boards import Boards
from bot.ui.showing.contacts import Contacts
from bot.ui.showing.pages import Pages
from bot.ui.showing.posts import Posts
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher, late_tables
from bot.ui.showing.redrawing import Redrawing
from bot.ui.showing.reminders import Reminders
from bot.ui.showing.threads import Threads
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.commands import CatalogueTranslator, sync_if_changed
from bot.ui.wire.courier import Courier
from bot.ui.wire.passes import Passes
from bot.ui.wire.studio import Studio
from cogs import GAMES, add_cogs, make_faces

__all__ = ["Gobelet", "ShardedGobelet", "Store"]

_log = structlog.get_logger(__name__)
_BEAT = 30.0
"""Seconds between two signs of life while tables are live."""


class Store(
    TableShelf,
    MessageStore,
    PeopleStore,
    ServerStore,
    SignsOfLife,
    BlockStore,
    UpkeepStore,
    Forgetting,
    ShrinkingStore,
    Protocol,
):
    """Everything that the bot keeps."""


class Gobelet(commands.Bot):
    """One process of the bot.

    `grace`: how many seconds a stop waits for work under way. `new_seed` makes the secret seed of a table.
    `limits`: how many tables may be open. `retention`: after how many days closed tables are forgotten, None
    for never. `games`: the faces of the games that can be played.
    """

    def __init__(
        self,
        store: Store,
        grace: float = 5.0,
        new_seed: Callable[[], Seed] = Seed.new,
        limits: Limits | None = None,
        retention: int | None = None,
        games: Sequence[type[Face]] = GAMES,
        **options: Any,
    ) -> None:
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
            **options,
        )
        self.store = store
        self.tasks = Tasks()
        self._grace = grace
        self._new_seed = new_seed
        self._limits = limits or Limits()
        self._clock = LoopClock()
        self._games = games
        self._retention = Retention(store, self._clock, self.tasks, retention)
        rules = {game.spec.name: game.spec.rules for game in games}
        self._shrinking = Shrinking(store, rules, self._clock, self.tasks)
        self._away_since: int | None = None
        self._woken = False
        self._heart: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self.house: House
        self.caretaker: Caretaker
        self.router: Router

    async def setup_hook(self) -> None:
        """Make the parts and connect them; runs once, after the login and before the gateway."""
        specs = [game.spec for game in self._games]
        signs = {spec.name: spec.sign for spec in specs if spec.sign is not None}
        book = await ensure_emojis(self, self.store, signs)
        self.house = self._furnish(book)
        self.router = self.house.router
        await add_cogs(self, self.house)
        await self.tree.set_translator(CatalogueTranslator())
        await sync_if_changed(self.tree, self.store)
        await self._learn_blocks()
        self._away_since = await self.store.last_beat()
        self.house.tables.deadlines.hold()
        self._heart = asyncio.create_task(self._beat(), name="signs of life")
        self._retention.start()
        self._shrinking.start()

    def _furnish(self, book: EmojiBook) -> House:
        shown: dict[str, Face] = make_faces(book, self._games)
        rules = {game.spec.name: game.spec.rules for game in self._games}
        tables = Tables(self.store, rules, self._clock, self._new_seed, self.tasks, self._limits)
        studio, passes = Studio(self.tasks), Passes()
        posts, pages = Posts(self.store), Pages(tables, shown)
        people = Contacts(self.store, posts)
        courier = Courier(self, people, studio, passes)
        private = Private(tables, posts, pages, people, courier, shown, self._server_name, self.tasks)
        reminders = Reminders(tables, posts, people, courier, shown, self.tasks)
        threads = Threads(tables, courier, shown)
        boards = Boards(tables, posts, pages, courier, shown, reminders, threads, self.tasks)
        publisher = Publisher(tables, self.store, boards, private, posts, pages, shown, studio, self.tasks)
        tables.after_commit.add(lambda done: publisher.publish_soon(done.table.id))
        tables.on_look.add(publisher.publish_soon)
        tables.on_reminder.add(reminders.remind_soon)
        self.caretaker = Caretaker(tables, self.store, self._clock, self.tasks)
        self.caretaker.on_reminder.add(reminders.remind_host_soon)
        store = self.store
        router = Router(
            tables, publisher, private, posts, shown, people, store, store, self.tasks, studio, passes
        )
        return House(
            tables,
            publisher,
            private,
            pages,
            posts,
            router,
            courier,
            people=people,
            servers=self.store,
            decks=self.store,
            upkeep=self.store,
            faces=shown,
            tasks=self.tasks,
            studio=studio,
            passes=passes,
            redrawing=Redrawing(tables, publisher, store, self.tasks),
            backroom=Backroom(),
        )

    def _server_name(self, guild_id: int) -> str:
        guild = self.get_guild(guild_id)
        return guild.name if guild is not None else ""

    # -- the connection --------------------------------------------------------------------------------

    async def on_ready(self) -> None:
        """Go on after a new connection; see which servers the bot is on."""
        await self._come_back()
        await self.caretaker.here({guild.id for guild in self.guilds}, self.hears_of)

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
            _log.info("ready", tables=len(lives))
        tables.deadlines.release()
        await self.store.beat(self._clock.now())
        self.caretaker.start()

    def hears_of(self, guild_id: int) -> bool:
        """Whether Discord tells this process about a server."""
        del guild_id
        return True

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            await self._learn_blocks()
            if self._away_since is not None or not len(self.house.tables.deadlines):
                continue
            try:
                await self.store.beat(self._clock.now())
            except Exception:  # a disk that is full now may have room in half a minute
                _log.exception("no sign of life stored")

    async def _learn_blocks(self) -> None:
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
        await self.caretaker.arrived(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server; an outage of Discord's does not count."""
        if not guild.unavailable:
            await self.caretaker.departed(guild.id)

    # -- the end ---------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Stop the bot, once everything that is being written and shown is finished."""
        for task in (self._heart, self._catching_up):
            if task is not None:
                task.cancel()
        if self._heart is not None and not self.is_closed():
            self._heart.cancel()
            self._retention.stop()
            self._shrinking.stop()
            self.house.tables.deadlines.hold()
            self.caretaker.stop()
            self.router.stop()
            await self.tasks.drain(self._grace)
            if self._woken:
                await self.store.beat(self._clock.now())
        await super().close()


class ShardedGobelet(Gobelet, commands.AutoShardedBot):
    """The same bot with several shards of the connection (`shard_count`, `shard_ids`)."""

    def hears_of(self, guild_id: int) -> bool:
        """Whether Discord tells this process about a server: it may have only some of the shards."""
        ids, count = self.shard_ids, self.shard_count
        return ids is None or count is None or (guild_id >> 22) % count in ids  # type: ignore[redundant-expr]
