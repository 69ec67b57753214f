"""Where every click, choice and form arrives: parsed, asked of the tables, answered. Nothing escapes.

What the verb means is decided here for the verbs that all games share (the lobby's, `hand`, `rematch`…), and
by the game's face for its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
import structlog

from bot.tables.errors import Denied
from bot.tables.model import Ask, Status, Table
from bot.tables.ports import PeopleStore, ServerStore
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui import lobby
from bot.ui.face import Face
from bot.ui.guard import guarded
from bot.ui.ids import Target, parse
from bot.ui.page import Form
from bot.ui.people import note_locale
from bot.ui.private import Private
from bot.ui.publisher import Publisher, about_table
from bot.ui.responder import Responder
from bot.ui.studio import Studio
from engines.core.errors import Refusal

__all__ = ["Click", "Router"]

_log = structlog.get_logger(__name__)
_FREE_OF_TURN = 0
"""What panels that belong to no turn are drawn for."""


class Click:
    """One click, choice or form on its way through the house."""

    def __init__(self, responder: Responder, target: Target, values: tuple[str, ...]) -> None:
        self.responder = responder
        self.target = target
        self.values = values
        self.user = responder.interaction.user

    @property
    def ask(self) -> Ask:
        """Who asks, when, and for which turn."""
        interaction = self.responder.interaction
        drawn = None if self.target.drawn == _FREE_OF_TURN else self.target.drawn
        may = interaction.guild_id is not None and interaction.permissions.manage_messages
        return Ask(self.user.id, self.user.display_name, interaction.id, drawn, may)


Handler = Callable[[Click], Awaitable[None]]


class Router:
    """Answers every component interaction of ours. One per process."""

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        private: Private,
        faces: Mapping[str, Face],
        people: PeopleStore,
        servers: ServerStore,
        tasks: Tasks,
        studio: Studio,
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._private = private
        self._faces = faces
        self._people = people
        self._servers = servers
        self._tasks = tasks
        self._studio = studio
        self._stopping = False
        self._shared: dict[str, Handler] = {
            "join": self._join,
            "quit": self._quit,
            "begin": self._begin,
            "options": self._options,
            "option": self._option,
            "remove": self._remove,
            "rules": self._rules,
            "hand": self._hand,
            "knock": self._knock,
            "rematch": self._rematch,
        }

    def handle(self, verb: str, handler: Handler) -> None:
        """Let another part of the house answer a verb of its own."""
        self._shared[verb] = handler

    async def clicked(
        self, interaction: discord.Interaction[Any], target: Target, values: tuple[str, ...]
    ) -> None:
        """Answer a click on a button or a choice in a list."""
        await self._answer(interaction, target, values)

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a form. Heard as a raw interaction, so that a restart in between does no harm."""
        data: Any = interaction.data or {}
        target = parse(str(data.get("custom_id", "")))
        if target is None or target.kind != "m":
            return
        await self._answer(interaction, target, tuple(_entered(data.get("components", ()))))

    async def strange(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click on a button that is none of ours: from another version of the bot, or forged."""

        async def refuse() -> None:
            raise Denied("stale")

        async with Responder(interaction, self._studio) as responder:
            await guarded(responder, refuse)

    def stop(self) -> None:
        """From now on clicks are only told that the bot is restarting."""
        self._stopping = True

    async def _answer(
        self, interaction: discord.Interaction[Any], target: Target, values: tuple[str, ...]
    ) -> None:
        async with Responder(interaction, self._studio) as responder:
            with self._tasks.here():
                await guarded(responder, lambda: self._handle(Click(responder, target, values)))

    async def _handle(self, click: Click) -> None:
        if self._stopping:
            raise Denied("restarting")
        handler = self._shared.get(click.target.verb, self._game_verb)
        try:
            await self._check_server(click)
            await handler(click)
        except Denied as denied:
            if denied.reason == "stale":
                self._publisher.changed(click.target.table_id)
                self._private.touched(click.responder.interaction, click.target.table_id)
            about = await about_table(self._tables, self._publisher, click.target.table_id)
            raise Denied(denied.reason, **{**about, **denied.params}) from denied
        except Refusal as refusal:
            table = await self._tables.table(click.target.table_id)
            sentence = self._faces[table.game].refusal(refusal, click.responder.texts)
            if sentence is None:
                about = await about_table(self._tables, self._publisher, table.id)
                raise Denied(refusal.reason, **{**about, **refusal.params}) from refusal
            await click.responder.say(sentence)

    async def _check_server(self, click: Click) -> None:
        """After an older backup came back, a number may mean another table: never one of another server."""
        server = click.responder.interaction.guild_id
        if click.target.table_id and server is not None:
            table = await self._tables.table(click.target.table_id)
            if table.guild_id != server:
                raise Denied("no_such_table")

    # -- the verbs of a game ---------------------------------------------------------------------------

    async def _game_verb(self, click: Click) -> None:
        target = click.target
        table = await self._tables.table(target.table_id)
        face = self._faces[table.game]
        action = face.action(target.verb, target.arg, click.values)
        if action is not None:
            await self._tables.act(click.ask, table.id, action)
            await self._publisher.answer(click.responder, table.id, click.user.id)
            return
        sight = await self._tables.sight(table.id, click.user.id)
        if sight.seat is None:
            raise Denied("not_at_table")
        if table.status is not Status.PLAYING:
            raise Denied("closed" if table.status is Status.CLOSED else "paused")
        if click.target.drawn != table.turn:
            raise Denied("stale")
        opened = face.opens(target.verb, target.arg, sight, click.responder.texts)
        if opened is None:
            raise Denied("stale")
        if isinstance(opened, Form):
            await click.responder.ask(opened)
        else:
            await click.responder.show(opened)

    # -- the verbs of every table ----------------------------------------------------------------------

    async def _join(self, click: Click) -> None:
        await note_locale(self._people, click.user.id, str(click.responder.interaction.locale))
        table = await self._tables.join(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id, click.user.id)
        await self._private.welcome(click.responder, table.id, click.user.id)

    async def _quit(self, click: Click) -> None:
        table = await self._tables.quit(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id, click.user.id)

    async def _begin(self, click: Click) -> None:
        table = await self._tables.begin(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, table.id, click.user.id)

    async def _options(self, click: Click) -> None:
        table = await self._tables.table(click.target.table_id)
        await self._show_options(click, table, redraw=click.target.arg != "")

    async def _option(self, click: Click) -> None:
        table = await self._tables.table(click.target.table_id)
        face = self._faces[table.game]
        specs = face.options(table, click.responder.texts, await self._allowed(table))
        name, value = lobby.chosen(specs, click.target.arg, click.values)
        table = await self._tables.set_option(click.ask, table.id, name, value)
        await self._show_options(click, table, redraw=True)

    async def _remove(self, click: Click) -> None:
        seat = click.values[0] if click.values else click.target.arg
        table = await self._tables.remove(click.ask, click.target.table_id, seat)
        await self._show_options(click, table, redraw=True)

    async def _show_options(self, click: Click, table: Table, redraw: bool) -> None:
        face, t = self._faces[table.game], click.responder.texts
        may = click.user.id == table.host_id or click.ask.moderator
        specs = face.options(table, t, await self._allowed(table))
        page = lobby.options_page(table, face, specs, may, click.target.arg, t)
        if redraw:
            await click.responder.update(page)
        else:
            await click.responder.show(page)

    async def _rules(self, click: Click) -> None:
        name, _, number = click.target.arg.partition(".")
        if click.target.table_id:
            name = (await self._tables.table(click.target.table_id)).game
        if name not in self._faces:
            raise Denied("stale")
        pages = self._faces[name].rules(click.responder.texts)
        page = pages[min(int(number) if number.isdecimal() else 0, len(pages) - 1)]
        if click.target.table_id:
            await click.responder.show(page)
        else:
            await click.responder.update(page)

    async def _hand(self, click: Click) -> None:
        table_id = click.target.table_id
        table = await self._tables.table(table_id)
        if table.seat_of(click.user.id) is None:
            raise Denied("not_at_table")
        page = await self._private.page(table_id, click.user.id)
        if page is None:
            raise Denied("not_begun")
        await click.responder.show(page)

    async def _knock(self, click: Click) -> None:
        """Somebody has opened their private messages: try again."""
        table = await self._tables.table(click.target.table_id)
        seat = table.seat_of(click.user.id)
        if seat is None:
            raise Denied("not_at_table")
        person = next(person for person in seat.people if person.user_id == click.user.id)
        if await self._private.greet(table, person):
            await click.responder.say(click.responder.texts("Vos messages privés arrivent : c’est réglé."))
        else:
            raise Denied("dm_closed")

    async def _rematch(self, click: Click) -> None:
        await note_locale(self._people, click.user.id, str(click.responder.interaction.locale))
        table = await self._tables.rematch(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id, click.user.id)
        await self._private.welcome(click.responder, table.id, click.user.id)

    async def _allowed(self, table: Table) -> frozenset[str]:
        settings = await self._servers.server(table.guild_id)
        return frozenset(name for name, on in settings.items() if on is True)


def _entered(components: Any) -> list[str]:
    """The texts of a submitted form, in order (label or row around each field)."""
    fields = [
        inner for outer in components for inner in (outer.get("component"), *outer.get("components", ()))
    ]
    return [str(field["value"]) for field in fields if field is not None and "value" in field]
