"""What the cogs are given: the tables, and all parts that show them."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import discord
from discord.ext.commands import AutoShardedBot

from bot.chores.backroom import Backroom
from bot.insight.profiles import Insight
from bot.tables.advising import Adviser
from bot.tables.asks import Ask
from bot.tables.care.caretaking import UpkeepStore
from bot.tables.decks import DeckStore, Room
from bot.tables.model import Denied, Table
from bot.tables.ports import Clock, ServerStore
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.texts import Texts, texts_for
from bot.ui.clicks import rights
from bot.ui.clicks.click import ask_of
from bot.ui.clicks.router import Router, guard
from bot.ui.frame.face import Face
from bot.ui.showing.contacts import Contacts
from bot.ui.showing.pages import Pages, describe_table
from bot.ui.showing.posts import Posts
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher
from bot.ui.showing.redrawing import Redrawing, StopNotice
from bot.ui.wire.courier import Courier
from bot.ui.wire.responder import NO_GAME, Passes, Responder
from bot.ui.wire.studio import Studio

Interaction = discord.Interaction[Any]


class Chore(Protocol):
    """What a feature does by itself while the bot runs."""

    def start(self) -> None:
        """Begin, or look soon at what has come home; called whenever slots come home here."""
        ...

    def stop(self) -> None:
        """Begin nothing more."""
        ...


@dataclass(frozen=True, slots=True)
class Hooks:
    """Where features add to what the house does by itself and shows."""

    chores: list[Chore] = field(default_factory=list)
    settings: list[Callable[[int, Texts], Awaitable[str]]] = field(default_factory=list)
    """Lines of `/reglages`, of a server."""
    zones: list[Callable[[int], Awaitable[None]]] = field(default_factory=list)
    """Told of a server whose time zone is another one now."""
    coming: list[Callable[[int, Collection[int], Texts], Awaitable[Sequence[str]]]] = field(
        default_factory=list
    )
    """Lines of `/mes-parties`, of a user who sits at these tables: what else they are in for."""
    erasing: list[Callable[[int], Awaitable[None]]] = field(default_factory=list)
    """Told of a user before what is kept about them is erased."""
    renamed: list[Callable[[int], Awaitable[None]]] = field(default_factory=list)
    """Told of a table that is over once a name in it was erased; may raise Undelivered, to be told again."""


@dataclass(frozen=True, slots=True)
class House:
    """The parts of the bot that cogs share. There is one, made by `bot.furnishing`."""

    tables: Tables
    publisher: Publisher
    private: Private
    pages: Pages
    posts: Posts
    router: Router
    courier: Courier
    people: Contacts
    servers: ServerStore
    decks: DeckStore
    room: Room
    upkeep: UpkeepStore
    faces: Mapping[str, Face]
    tasks: Tasks
    studio: Studio
    passes: Passes
    redrawing: Redrawing
    stop_notice: StopNotice
    backroom: Backroom
    adviser: Adviser
    insight: Insight
    store: Any
    """The store. A feature says by its class in db/jobs which part is its own."""
    clock: Clock
    new_seed: Callable[[], Seed]
    hooks: Hooks
    under_way: set[int] = field(default_factory=set)
    """The interactions whose commands are being answered."""

    async def answer(self, interaction: Interaction, work: Callable[[Responder], Awaitable[None]]) -> None:
        """Answer a command: do its work with a responder of its own. Raises nothing.

        If Discord delivers a command twice, only the first delivery is answered; else the second one could be
        refused because of the first.
        """
        if interaction.id in self.under_way:
            return
        self.under_way.add(interaction.id)
        try:
            async with Responder(interaction, self.studio, self.passes, self.tasks.precedence) as responder:
                responder.stopwatch.game = self._game_of(interaction)
                with self.tasks.here():
                    await guard(responder, lambda: work(responder))
        finally:
            self.under_way.discard(interaction.id)

    def _game_of(self, interaction: Interaction) -> str:
        """The game whose command this is, or that it is none's."""
        command = interaction.command
        name = "" if command is None else command.qualified_name.split()[0]
        return name if name in self.faces else NO_GAME

    def refuse_blocked(self, interaction: Interaction) -> None:
        """Raise Denied "blocked" or "server_blocked" if the operator has blocked this person or server."""
        self.tables.blocklist.refuse(interaction.user.id, interaction.guild_id)

    async def table_here(self, interaction: Interaction, game: str) -> Table:
        """The live table of a game in the channel of a command. Raises Denied "no_table_here"."""
        table_id = await self.tables.find(game, interaction.channel_id or 0)
        if table_id is None:
            raise Denied("no_table_here", game=game)
        return await self.tables.table(table_id)

    async def describe_table(self, interaction: Interaction, table_id: int) -> dict[str, Any]:
        """The facts that sentences to somebody about this table may mention (see bot.ui.showing.pages)."""
        texts = texts_for(str(interaction.locale))
        return await describe_table(self.tables, self.posts, table_id, texts)


async def ask_of_command(interaction: Interaction, table: Table | None = None) -> Ask:
    """The ask behind a typed command; `table` is what it is about, None for a table to be opened here."""
    if table is not None:
        await rights.look_up(interaction, table)
    may = table is not None and rights.may_moderate(interaction, table)
    threads = rights.may_open_threads(interaction, table)
    return ask_of(interaction, moderator=may, threads=threads)


Plug: TypeAlias = Callable[[AutoShardedBot, House], None]
"""How a feature is added to a bot (discord.py's) and its house: its commands, verbs, chores and hooks."""
