"""Private messages: one for each person and decision. It is redrawn until the decision is made."""

from __future__ import annotations

import contextlib
from collections.abc import Coroutine, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

import discord

from bot.tables.errors import Denied
from bot.tables.keeping.locks import Locks
from bot.tables.look import Look
from bot.tables.model import Person, Reach, Seat, Status, Table
from bot.tables.ports import PeopleStore, Posted
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.texts import Texts
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.pages.page import Page, strip_buttons
from bot.ui.showing.contacts import texts_of
from bot.ui.showing.greetings import Greetings, wants_letters
from bot.ui.showing.pages import Pages, PageWithDigest
from bot.ui.showing.posts import Posts, is_ping, ping_key
from bot.ui.showing.servers import Servers
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.responder import Responder
from engines.core.moments import moment_of

__all__ = ["Private"]

_DONE = "done"
"""The key of a private message for which no decision is awaited any more."""
_SETTLED = 60_000
"""So long (ms) after a private message was sent it is noted, or never will be."""


class Due(Enum):
    """What has to be done about somebody's private message."""

    NOTHING = "nothing"
    GREET = "greet"
    SAY_UNREAD = "say that the table cannot be read"
    TAKE_BACK = "take back"
    FOLLOW = "follow the game"


class Private:
    """Shows each person at a table what they alone may see."""

    def __init__(
        self,
        tables: Tables,
        posts: Posts,
        pages: Pages,
        people: PeopleStore,
        courier: Courier,
        faces: Mapping[str, Face],
        servers: Servers,
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._posts = posts
        self._pages = pages
        self._people = people
        self._courier = courier
        self._faces = faces
        self.servers = servers
        self._tasks = tasks
        self._locks = Locks()
        self.greetings = Greetings(tables, people, courier, faces, servers)

    async def server(self, table: Table) -> str:
        """The name of a table's server; "" if nobody knows it."""
        return await self.servers.name(table.guild_id)

    # -- what a click shows ----------------------------------------------------------------------------

    async def page(self, table_id: int, user_id: int) -> Page | None:
        """The panel of this user, in their language; None if they have no seat, or before the game."""
        panel = await self._panel_of(await self._tables.look(table_id), user_id)
        return None if panel is None else panel.page

    async def answer(self, responder: Responder, table_id: int) -> Table | None:
        """Answer a click on a panel, ephemeral or in a private message, by redrawing it.

        Returns the table as the private message shows it now; None if none was redrawn.
        """
        message, user_id = responder.interaction.message, responder.interaction.user.id
        async with self._locks.of((table_id, user_id)):
            look = await self._tables.look(table_id)
            panel = await self._panel_of(look, user_id)
            if panel is None or message is None:
                return None
            if message.flags.ephemeral:
                await responder.update(panel.page)
                return None
            sight = look.sight_for(user_id)
            key = self._faces[look.table.game].wants_panel(sight)
            mine = (await self._posts.of(look.table)).get(user_id)
            if mine is not None and mine.channel_id != message.channel.id:
                mine = None
            newer = mine is not None and mine.message_id > message.id
            over = mine is not None and mine.message_id == message.id and _is_over(mine, panel, key)
            if newer or over:
                panel, key = self._pages.last_words(sight, *await self._manner(look, user_id), panel), None
            if not await responder.update(panel.page):
                return None
            if not newer and self._tables.is_home(look.table):
                await self._adopt(look.table, user_id, mine, (message.channel.id, message.id), panel, key)
            return look.table

    async def _adopt(
        self,
        table: Table,
        user_id: int,
        mine: Posted | None,
        place: tuple[int, int],
        panel: PageWithDigest,
        key: str | None,
    ) -> None:
        """Note the message that was clicked as that of the decision `key` (None: of none).

        It may be unknown: a crash can happen after sending it and before noting it. `place` is its channel id
        and message id, `panel` what it shows now.
        """
        key = key or _DONE
        if mine is not None and place == (mine.channel_id, mine.message_id):
            self._posts.note(replace(mine, key=key, digest=panel.digest))
        else:
            now = self._tables.now()
            await self._posts.add(Posted(table.id, user_id, *place, key, panel.digest, now))

    async def _panel_of(self, look: Look, user_id: int) -> PageWithDigest | None:
        sight = look.sight_for(user_id)
        if sight.seat is None:
            return None
        return self._pages.panel(look, sight, *await self._manner(look, user_id))

    async def _manner(self, look: Look, user_id: int) -> tuple[Texts, str]:
        """How a private message to this user is written: in their language, and with the server's name."""
        return await texts_of(self._people, user_id), await self.server(look.table)

    def delete_if_unknown(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Delete, in the background, a clicked private message that is not this user's current one.

        Not one that is younger than a minute: it may just not be noted yet.
        """
        message = interaction.message
        if message is None or interaction.guild_id is not None or message.flags.ephemeral:
            return
        if moment_of(message.id) + _SETTLED < self._tables.now():
            work = self._delete_unknown(table_id, interaction.user.id, message)
            self._tasks.spawn(work, f"forget {message.id}")

    async def _delete_unknown(self, table_id: int, user_id: int, message: discord.Message) -> None:
        async with self._locks.of((table_id, user_id)):
            mine = None
            with contextlib.suppress(Denied):  # of no table at all
                table = await self._tables.table(table_id)
                if not self._tables.is_home(table):
                    return
                mine = (await self._posts.of(table)).get(user_id)
            if mine is None or mine.message_id > message.id:
                with contextlib.suppress(Undelivered):
                    await self._courier.delete(message.channel.id, message.id)

    async def welcome(self, responder: Responder, table_id: int, user_id: int) -> None:
        """Tell somebody who has just sat down how to open their private messages, if they are closed."""
        look = await self._tables.look(table_id)
        if not self._tables.is_home(look.table):
            return
        with contextlib.suppress(Undelivered):  # the publisher tries again
            await self._bring_one_up_to_date(look, user_id)
        table = await self._tables.table(table_id)
        if any(person.user_id == user_id and person.reach is Reach.BUTTON for person in table.people()):
            await responder.show(letters.closed_dm_notice(table, responder.texts))

    # -- bringing them up to date ----------------------------------------------------------------------

    async def list_work(self, look: Look) -> list[Coroutine[Any, Any, None]]:
        """Find whose private messages are behind what this look shows: what brings each up to date.

        Each raises Undelivered if it should be tried again later.
        """
        posts = await self._posts.of(look.table)
        return [
            self._bring_one_up_to_date(look, person.user_id)
            for seat in look.table.seats
            for person in seat.people
            if person.user_id is not None
            and person.join_id is not None
            and await self._is_behind(look, seat, person, posts.get(person.user_id))
        ]

    async def _is_behind(self, look: Look, seat: Seat, person: Person, mine: Posted | None) -> bool:
        """Whether anything has to be done about the message `mine` of somebody at a seat."""
        due = self._find_due(look, seat, person, mine)
        if due is not Due.FOLLOW or mine is None or mine.key != self._key(look, seat):
            return due is not Due.NOTHING
        manner = await self._manner(look, person.user_id or 0)
        return self._pages.panel(look, look.sight(seat.name), *manner).digest != mine.digest

    def _find_due(self, look: Look, seat: Seat, person: Person, mine: Posted | None) -> Due:
        """What has to be done about the message `mine` of somebody at a seat."""
        if mine is None and not wants_letters(self._faces[look.table.game]):
            return Due.NOTHING
        if look.table.status is Status.LOBBY:
            return Due.GREET if person.reach is Reach.UNKNOWN else Due.NOTHING
        sight = look.sight(seat.name)
        if sight.observation is None:  # closed before the game began: there was never a panel
            told = sight.unread is not None and mine is not None and not is_ping(mine)
            return Due.SAY_UNREAD if told else Due.NOTHING
        if person.left and not seat.left:  # who has left their team sees its panel no more
            return Due.NOTHING if mine is None else Due.TAKE_BACK
        if mine is not None and is_ping(mine):
            stands = seat.name in sight.to_act and mine.key == ping_key(look.table)
            return Due.NOTHING if stands else Due.TAKE_BACK
        due = person.reach is not Reach.BUTTON and self._key(look, seat) is not None
        return Due.FOLLOW if due or _is_awaiting(mine) else Due.NOTHING

    def _key(self, look: Look, seat: Seat) -> str | None:
        """The key of the decision for which this seat should have a private message; None for none."""
        live = look.table.status is Status.PLAYING and not seat.left
        return self._faces[look.table.game].wants_panel(look.sight(seat.name)) if live else None

    async def _bring_one_up_to_date(self, look: Look, user_id: int) -> None:
        async with self._locks.of((look.table.id, user_id)):
            look = await self._tables.look_again(look)
            seat = look.table.seat_of(user_id)
            if seat is None:
                return
            person = next(person for person in seat.people if person.user_id == user_id)
            mine = (await self._posts.of(look.table)).get(user_id)
            due = self._find_due(look, seat, person, mine)
            try:
                if due is Due.GREET:
                    await self.greetings.greet(look.table, person)
                elif due is Due.FOLLOW:
                    await self._follow(look, seat, person, mine)
                elif mine is not None and due is Due.TAKE_BACK:
                    await self._courier.delete(mine.channel_id, mine.message_id)
                    await self._posts.forget(look.table.id, user_id)
                elif mine is not None and due is Due.SAY_UNREAD:
                    incident, t = look.sight().unread or "", await texts_of(self._people, user_id)
                    page = letters.unreadable_notice(look.table, incident, t)
                    await self._redraw(mine, PageWithDigest(page), None)
            except Undelivered as failure:
                await self._handle_failure(look.table, user_id, failure)

    async def _follow(self, look: Look, seat: Seat, person: Person, mine: Posted | None) -> None:
        """Bring the private message of a player up to date, or send the one that is due."""
        table, user_id, key = look.table, person.user_id or 0, self._key(look, seat)
        sight, manner = look.sight(seat.name), await self._manner(look, user_id)
        panel = self._pages.panel(look, sight, *manner)
        if mine is not None and _is_over(mine, panel, key):
            mine = await self._redraw(mine, self._pages.last_words(sight, *manner, panel), None)
        elif mine is not None and _is_awaiting(mine):
            # What may be pressed now stands on the board; nobody would redraw it here.
            shown = panel if key is not None else PageWithDigest(strip_buttons(panel.page))
            mine = await self._redraw(mine, shown, key)
        if key is None or person.reach is Reach.BUTTON or (mine is not None and mine.key == key):
            return
        purpose = f"{table.id}:{user_id}:{key}"
        channel_id, message_id = await self._courier.whisper(user_id, panel.page, purpose)
        now = self._tables.now()
        await self._posts.add(Posted(table.id, user_id, channel_id, message_id, key, panel.digest, now))

    async def _redraw(self, mine: Posted, panel: PageWithDigest, key: str | None) -> Posted:
        """Redraw a message if it shows something else, and note that it is for the decision `key` now.

        Returns the message as it is noted.
        """
        kept = replace(mine, key=key or _DONE, digest=panel.digest)
        if mine.digest != kept.digest:
            await self._courier.edit(mine.channel_id, mine.message_id, panel.page)
        if kept != mine:
            self._posts.note(kept)
        return kept

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


def _is_awaiting(posted: Posted | None) -> bool:
    """Whether there is a private message, and a decision was awaited when it was last drawn."""
    return posted is not None and posted.key != _DONE


def _is_over(posted: Posted, panel: PageWithDigest, key: str | None) -> bool:
    """Whether a private message has served, though its reader has another decision (`key`) to make.

    That one gets a message of its own, which calls them, unless this one shows it already.
    """
    return _is_awaiting(posted) and key not in (None, posted.key) and posted.digest != panel.digest
