"""Private messages: one for each person and decision. It is redrawn until the decision is made."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.tables.errors import Denied
from bot.tables.keeping.locks import Locks
from bot.tables.look import Look
from bot.tables.model import Person, Reach, Seat, Status, Table
from bot.tables.ports import PeopleStore
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.pages.page import Page, strip_buttons
from bot.ui.showing.contacts import texts_of
from bot.ui.showing.greetings import Greetings
from bot.ui.showing.letterbox import Letterbox, is_awaiting
from bot.ui.showing.pages import Pages, PageWithDigest
from bot.ui.showing.posts import Posts
from bot.ui.showing.reminders import is_ping, ping_key
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.responder import Responder

__all__ = ["Private"]


class Private:
    """Shows each person at a table what they alone may see.

    `server_name(guild_id)` names a server in private messages.
    """

    def __init__(
        self,
        tables: Tables,
        posts: Posts,
        pages: Pages,
        people: PeopleStore,
        courier: Courier,
        faces: Mapping[str, Face],
        server_name: Callable[[int], str],
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._posts = posts
        self._pages = pages
        self._people = people
        self._courier = courier
        self._faces = faces
        self._server_name = server_name
        self._tasks = tasks
        self._locks = Locks()
        self._letterbox = Letterbox(tables, posts, courier)
        self.greetings = Greetings(tables, people, courier, faces, server_name)

    def server(self, table: Table) -> str:
        """The name of a table's server; "" if the bot is not there any more."""
        return self._server_name(table.guild_id)

    # -- what a click shows ----------------------------------------------------------------------------

    async def page(self, table_id: int, user_id: int) -> Page | None:
        """The panel of this user, in their language; None if they have no seat, or before the game."""
        panel = await self._panel_of(await self._tables.look(table_id), user_id)
        return None if panel is None else panel.page

    async def answer(self, responder: Responder, table_id: int) -> None:
        """Answer a click on a panel, ephemeral or in a private message, by redrawing it."""
        message, user_id = responder.interaction.message, responder.interaction.user.id
        async with self._locks.of((table_id, user_id)):
            look = await self._tables.look(table_id)
            panel = await self._panel_of(look, user_id)
            if panel is None or message is None:
                return
            if message.flags.ephemeral:
                await responder.update(panel.page)
                return
            key = self._faces[look.table.game].wants_panel(look.sight_for(user_id))
            mine = (await self._posts.of(look.table)).get(user_id)
            if mine is None or mine.channel_id != message.channel.id:
                newer = ended = False
            else:
                newer = mine.message_id > message.id
                # Another decision gets another message, though it was this one's click that led to it.
                ended = mine.message_id == message.id and is_awaiting(mine) and key not in (None, mine.key)
            if newer or ended:
                panel = PageWithDigest(strip_buttons(panel.page))
            if await responder.update(panel.page) and not newer:
                place = (message.channel.id, message.id)
                await self._letterbox.adopt(look.table, user_id, place, panel, None if ended else key)

    async def _panel_of(self, look: Look, user_id: int) -> PageWithDigest | None:
        sight = look.sight_for(user_id)
        if sight.seat is None:
            return None
        t = await texts_of(self._people, user_id)
        return self._pages.panel(look, sight, t, self.server(look.table))

    def delete_if_unknown(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Delete, in the background, a clicked private message that is not this user's current one."""
        message = interaction.message
        if message is not None and interaction.guild_id is None and not message.flags.ephemeral:
            work = self._delete_unknown(table_id, interaction.user.id, message)
            self._tasks.spawn(work, f"forget {message.id}")

    async def _delete_unknown(self, table_id: int, user_id: int, message: discord.Message) -> None:
        async with self._locks.of((table_id, user_id)):
            mine = None
            with contextlib.suppress(Denied):  # of no table at all
                mine = (await self._posts.of(await self._tables.table(table_id))).get(user_id)
            if mine is None or mine.message_id != message.id:
                with contextlib.suppress(Undelivered):
                    await self._courier.delete(message.channel.id, message.id)

    async def welcome(self, responder: Responder, table_id: int, user_id: int) -> None:
        """Tell somebody who has just sat down how to open their private messages, if they are closed."""
        with contextlib.suppress(Undelivered):  # the publisher tries again
            await self._bring_one_up_to_date(table_id, user_id)
        table = await self._tables.table(table_id)
        if any(person.user_id == user_id and person.reach is Reach.BUTTON for person in table.people()):
            await responder.show(letters.closed_dm_notice(table, responder.texts))

    # -- bringing them up to date ----------------------------------------------------------------------

    async def bring_up_to_date(self, table_id: int) -> None:
        """Send, redraw or delete private messages as the table's newest state asks for.

        Raises Undelivered if it should be tried again later.
        """
        table = await self._tables.table(table_id)
        users = [p.user_id for p in table.people() if p.user_id is not None and p.join_id is not None]
        work = [self._bring_one_up_to_date(table_id, user_id) for user_id in users]
        results = await asyncio.gather(*work, return_exceptions=True)
        for failure in results:
            if failure is not None:
                raise failure

    async def _bring_one_up_to_date(self, table_id: int, user_id: int) -> None:
        async with self._locks.of((table_id, user_id)):
            look = await self._tables.look(table_id)
            seat = look.table.seat_of(user_id)
            if seat is None:
                return
            person = next(person for person in seat.people if person.user_id == user_id)
            try:
                if look.table.status is not Status.LOBBY:
                    await self._follow(look, seat, person, user_id)
                elif person.reach is Reach.UNKNOWN:
                    await self.greetings.greet(look.table, person)
            except Undelivered as failure:
                await self._handle_failure(look.table, user_id, failure)

    async def _follow(self, look: Look, seat: Seat, person: Person, user_id: int) -> None:
        """Bring the private message of a player up to date, or send the one that is due."""
        table, sight = look.table, look.sight(seat.name)
        mine = (await self._posts.of(table)).get(user_id)
        if sight.observation is None:
            if sight.unread is not None and mine is not None and not is_ping(mine):
                unread = letters.unreadable_notice(table, sight.unread, await texts_of(self._people, user_id))
                await self._letterbox.redraw(mine, PageWithDigest(unread), None)
            return  # closed before the game began: there was never a panel
        if person.left and not seat.left:  # who has left their team sees its panel no more
            if mine is not None:
                await self._letterbox.take_back(mine)
            return
        if mine is not None and is_ping(mine):
            if seat.name not in sight.to_act or mine.key != ping_key(table):
                await self._letterbox.take_back(mine)
            return
        live = table.status is Status.PLAYING and not seat.left
        key = self._faces[table.game].wants_panel(sight) if live else None
        due = key is not None and person.reach is not Reach.BUTTON
        if not due and not is_awaiting(mine):
            return
        panel = self._pages.panel(look, sight, await texts_of(self._people, user_id), self.server(table))
        if mine is not None and is_awaiting(mine):
            mine = await self._letterbox.redraw(mine, panel, key)
        if key is not None and due and (mine is None or mine.key != key):
            await self._letterbox.send(table, user_id, panel, key)

    async def _handle_failure(self, table: Table, user_id: int, failure: Undelivered) -> None:
        """Note why a private message did not arrive. Raises the failure if it should be tried again later."""
        if failure.obstacle is Obstacle.LATER:
            raise failure
        if failure.obstacle is Obstacle.NOT_HERE:
            await self._tables.gone(table.id, user_id)
        elif failure.obstacle in (Obstacle.MESSAGE_GONE, Obstacle.CHANNEL_GONE):
            await self._posts.forget(table.id, user_id)
        else:
            await self._tables.note_reach(table.id, user_id, Reach.BUTTON)
