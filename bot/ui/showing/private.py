"""Private messages: one a person and decision, redrawn while it is awaited, left without buttons after it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.tables.locks import Locks
from bot.tables.model import Person, Reach, Seat, Status, Table
from bot.tables.ports import MessageStore, PeopleStore, Posted
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.texts import Texts, texts_for
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.pages.layout import digest
from bot.ui.pages.page import Page, spent
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.responder import Responder

__all__ = ["Private"]

_DONE = "done"
"""Key of a private message that awaits nothing any more."""
_PING = "ping"
"""Key of a reminder posted in the channel for who has no private messages."""


class Private:
    """What each person of a table gets for themselves.

    `server_name(guild_id)` names a server in private messages.
    """

    def __init__(
        self,
        tables: Tables,
        messages: MessageStore,
        people: PeopleStore,
        courier: Courier,
        faces: Mapping[str, Face],
        server_name: Callable[[int], str],
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._messages = messages
        self._people = people
        self._courier = courier
        self._faces = faces
        self._server_name = server_name
        self._tasks = tasks
        self._locks = Locks()

    async def page(self, table_id: int, user_id: int) -> Page | None:
        """The panel of this user, in their language; None for a stranger or before the game."""
        sight = await self._tables.sight(table_id, user_id)
        if sight.seat is None:
            return None
        face, server = self._faces[sight.table.game], self.server(sight.table)
        return face.panel(sight, await self.texts(user_id), server)

    def server(self, table: Table) -> str:
        """The name of the server that a table is played on; "" where we are not any more."""
        return self._server_name(table.guild_id)

    async def texts(self, user_id: int) -> Texts:
        """The language that this user's Discord speaks, as far as we know."""
        contact = await self._people.contact(user_id)
        return texts_for(contact.locale if contact else None)

    async def answer(self, responder: Responder, table_id: int, user_id: int) -> None:
        """Redraw the panel that was clicked, ephemeral or by private message, as the answer to the click."""
        message = responder.interaction.message
        async with self._locks.of((table_id, user_id)):
            panel = await self.page(table_id, user_id)
            if panel is None or message is None:
                return
            if message.flags.ephemeral:
                await responder.update(panel)
                return
            sight = await self._tables.sight(table_id, user_id)
            key = self._faces[sight.table.game].wants_panel(sight)
            mine = (await self._messages.posted(table_id)).get(user_id)
            if mine is None or mine.channel_id != message.channel.id:
                newer = ended = False
            else:
                newer = mine.message_id > message.id
                # Another decision gets another message, though it was this one's click that led to it.
                ended = mine.message_id == message.id and key is not None and mine.key not in (key, _DONE)
            if newer or ended:
                panel = spent(panel)
            if await responder.update(panel) and not newer:
                await self._adopt(table_id, user_id, message, panel, None if ended else key)

    async def _adopt(
        self, table_id: int, user_id: int, message: discord.Message, panel: Page, key: str | None
    ) -> None:
        """The message that was clicked goes on as that of the awaited decision, if there is one.

        A crash may have made us forget it, between its sending and our note of it.
        """
        channel_id, now = message.channel.id, self._tables.now()
        await self._messages.note_posted(
            Posted(table_id, user_id, channel_id, message.id, key or _DONE, digest(panel), now)
        )

    def touched(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """A button of the past was pressed: in a private message that we do not know, it goes away."""
        message = interaction.message
        if message is not None and interaction.guild_id is None and not message.flags.ephemeral:
            work = self._forget_unknown(table_id, interaction.user.id, message)
            self._tasks.spawn(work, f"forget {message.id}")

    async def _forget_unknown(self, table_id: int, user_id: int, message: discord.Message) -> None:
        async with self._locks.of((table_id, user_id)):
            mine = (await self._messages.posted(table_id)).get(user_id)
            if mine is None or mine.message_id != message.id:
                with contextlib.suppress(Undelivered):
                    await self._courier.delete(message.channel.id, message.id)

    async def bring_up_to_date(self, table_id: int) -> None:
        """Send, redraw or retire each private message; raises Undelivered where it must be tried again."""
        table = await self._tables.table(table_id)
        users = [p.user_id for p in table.people() if p.user_id is not None and p.join_id is not None]
        work = [self._one(table_id, user_id) for user_id in users]
        results = await asyncio.gather(*work, return_exceptions=True)
        for failure in results:
            if failure is not None:
                raise failure

    def writes(self, table: Table) -> bool:
        """Whether this table's game has any use for private messages."""
        return self._faces[table.game].spec.greeting is not None

    async def greet(self, table: Table, person: Person) -> bool:
        """Find out by a real message whether private messages arrive; remember and return it."""
        if person.user_id is None or not self.writes(table):
            return False
        server = self.server(table)
        page = letters.greeting(table, self._faces[table.game], server, await self.texts(person.user_id))
        purpose = f"{table.id}:{person.user_id}:greeting:{person.join_id}"
        reach = Reach.DM
        try:
            await self._courier.whisper(person.user_id, page, purpose)
        except Undelivered as failure:
            if failure.obstacle is Obstacle.LATER:
                raise
            reach = Reach.BUTTON
        await self._tables.note_reach(table.id, person.user_id, reach)
        return reach is Reach.DM

    async def welcome(self, responder: Responder, table_id: int, user_id: int) -> None:
        """Tell who has just sat down, and gets no private messages, how to open them."""
        with contextlib.suppress(Undelivered):  # the publisher tries again
            await self._one(table_id, user_id)
        table = await self._tables.table(table_id)
        if any(person.user_id == user_id and person.reach is Reach.BUTTON for person in table.people()):
            await responder.show(letters.unreached(table, responder.texts))

    def remind_soon(self, table_id: int) -> None:
        """A deadline of this table is near: say so, in the background."""
        self._tasks.spawn(self.remind(table_id), f"remind {table_id}")

    async def remind(self, table_id: int) -> None:
        """Warn those who are awaited that their time runs out."""
        sight = await self._tables.sight(table_id)
        table, posted = sight.table, await self._messages.posted(table_id)
        board = posted.get(0)
        for name in sight.to_act:
            for person in table.seat(name).people:
                if person.user_id is None or person.left:
                    continue
                try:
                    if person.reach is Reach.BUTTON or not self.writes(table):
                        await self._ping(table, person.user_id)
                    else:
                        t = await self.texts(person.user_id)
                        face = self._faces[table.game]
                        page = letters.reminder(table, face, name, board.message_id if board else None, t)
                        key = table.alarm.key if table.alarm else ""
                        await self._courier.whisper(
                            person.user_id, page, f"{table.id}:{person.user_id}:remind:{key}"
                        )
                except Undelivered:
                    continue  # a reminder that cannot be delivered changes nothing

    def remind_host_soon(self, table_id: int) -> None:
        """Nobody has acted at this table for days: tell its host, in the background."""
        self._tasks.spawn(self.tell_host_of_rest(table_id), f"rest {table_id}")

    async def tell_host_of_rest(self, table_id: int) -> None:
        """Tell the host, if there is one, that the table will close."""
        table = await self._tables.table(table_id)
        if table.host_id is None or table.closes_at is None:
            return
        face, t = self._faces.get(table.game), await self.texts(table.host_id)
        title = table.game if face is None else face.spec.title
        page = letters.resting(table, title, t)
        with contextlib.suppress(Undelivered):  # the board says the same
            await self._courier.whisper(table.host_id, page, f"{table.id}:rest:{table.closes_at}")

    async def tell_host_of_pause(self, table: Table) -> None:
        """Tell the host why the table stands still and how it goes on."""
        if table.host_id is None:
            return
        t = await self.texts(table.host_id)
        page = letters.paused(table, self._faces[table.game], t)
        try:
            await self._courier.whisper(table.host_id, page, f"{table.id}:paused:{table.version}")
        except Undelivered:
            return  # `statut` says the same to whoever asks

    async def _one(self, table_id: int, user_id: int) -> None:
        async with self._locks.of((table_id, user_id)):
            table = await self._tables.table(table_id)
            seat = table.seat_of(user_id)
            if seat is None:
                return
            person = next(person for person in seat.people if person.user_id == user_id)
            try:
                if table.status is not Status.LOBBY:
                    mine = (await self._messages.posted(table_id)).get(user_id)
                    await self._panel(table, seat, person, mine)
                elif person.reach is Reach.UNKNOWN:
                    await self.greet(table, person)
            except Undelivered as failure:
                await self._failed(table, person, failure)

    async def _panel(self, table: Table, seat: Seat, person: Person, mine: Posted | None) -> None:
        user_id = person.user_id
        if user_id is None:
            return
        t = await self.texts(user_id)
        sight = await self._tables.sight_of(table.id, seat.name)
        if sight.observation is None:
            if sight.unread is not None and mine is not None and not mine.key.startswith(_PING):
                await self._redraw(mine, letters.unread(table, sight.unread, t), None)
            return  # closed before the game began: there was never a panel
        face = self._faces[table.game]
        if person.left and not seat.left:
            await self._take_back(mine)
            return
        live = table.status is Status.PLAYING and not seat.left
        key = face.wants_panel(sight) if live else None
        server = self.server(table)
        if mine is not None and mine.key.startswith(_PING):
            if seat.name not in sight.to_act or mine.key != _ping_key(table):
                await self._courier.delete(mine.channel_id, mine.message_id)
                await self._messages.forget_posted(table.id, user_id)
            return
        page = face.panel(sight, t, server)
        if mine is not None and mine.key != _DONE:
            mine = await self._redraw(mine, page, key)
        if key is None or person.reach is Reach.BUTTON or (mine is not None and mine.key == key):
            return
        purpose = f"{table.id}:{user_id}:{key}"
        channel_id, message_id = await self._courier.whisper(user_id, page, purpose)
        posted = Posted(table.id, user_id, channel_id, message_id, key, digest(page), self._tables.now())
        await self._messages.note_posted(posted)

    async def _take_back(self, mine: Posted | None) -> None:
        """Who has left their team sees its panel no more."""
        if mine is not None:
            await self._courier.delete(mine.channel_id, mine.message_id)
            await self._messages.forget_posted(mine.table_id, mine.audience)

    async def _redraw(self, mine: Posted, page: Page, key: str | None) -> Posted:
        """Redraw the message of the awaited decision, or of one that is over: a last time, without buttons.

        A message whose own click led to the next decision shows it already, and goes on as its message.
        """
        if key is None:  # what may be pressed now stands on the board; nobody would redraw it here
            page = spent(replace(page, farewell=()))
        current = digest(page)
        if key is None or mine.key == key or mine.digest == current:
            kept = replace(mine, key=key or _DONE, digest=current)
        else:
            page = spent(page)
            kept = replace(mine, key=_DONE, digest=digest(page))
        if mine.digest != kept.digest:
            await self._courier.edit(mine.channel_id, mine.message_id, page)
        if kept != mine:
            await self._messages.note_posted(kept)
        return kept

    async def _ping(self, table: Table, user_id: int) -> None:
        page = letters.ping(table, user_id, texts_for(table.manners.locale))
        key = _ping_key(table)
        purpose = f"{table.id}:{user_id}:{key}"
        message_id = await self._courier.post(table.channel_id, page, purpose, ping=user_id)
        posted = Posted(table.id, user_id, table.channel_id, message_id, key, "", self._tables.now())
        await self._messages.note_posted(posted)

    async def _failed(self, table: Table, person: Person, failure: Undelivered) -> None:
        """A private message did not arrive: that is an ordinary case."""
        if person.user_id is None or failure.obstacle is Obstacle.LATER:
            raise failure
        if failure.obstacle is Obstacle.NOT_HERE:
            await self._tables.gone(table.id, person.user_id)
        elif failure.obstacle in (Obstacle.MESSAGE_GONE, Obstacle.CHANNEL_GONE):
            await self._messages.forget_posted(table.id, person.user_id)
        else:
            await self._tables.note_reach(table.id, person.user_id, Reach.BUTTON)


def _ping_key(table: Table) -> str:
    """A reminder in the channel stands as long as the same decision is awaited."""
    return f"{_PING} {table.alarm.key if table.alarm else ''}"
