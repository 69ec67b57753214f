"""Private messages: one that lives for each person at a table.

It is redrawn until its decision is made. A new decision that its reader must hear of gets a new message, and
the earlier one is deleted; at the end of the table the last one says how it ended.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

import discord

from bot.tables.keeping.ledger import Locks
from bot.tables.model import Denied, Person, Reach, Seat, Status, Table
from bot.tables.ports import PeopleStore, Posted
from bot.tables.service import Tables
from bot.tables.sight import Look, Sight
from bot.tables.tasks import Tasks
from bot.texts import Texts
from bot.ui.frame import letters
from bot.ui.frame.drawn import aside_page
from bot.ui.frame.face import Face
from bot.ui.pages.page import Page
from bot.ui.showing.contacts import Manner, manner_of, texts_of
from bot.ui.showing.letterbox import Greetings, Letterbox, wants_letters
from bot.ui.showing.memory import Servers
from bot.ui.showing.pages import (
    DONE,
    GONE,
    HELD,
    OVER,
    Pages,
    PageWithDigest,
    find_stage,
    is_decision,
    is_due,
    is_there,
)
from bot.ui.showing.posts import BOARD, SETTLED, Posts, is_ping, ping_key
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.responder import LIFE, Responder
from engines.core.clicks import moment_of


class Due(Enum):
    """What has to be done about somebody's private message."""

    NOTHING = "nothing"
    GREET = "greet"
    SAY_UNREAD = "say that the table cannot be read"
    SAY_CLOSED = "say that there was no game"
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
        self._letterbox = Letterbox(tables, posts, courier)
        self._greetings = Greetings(tables, people, self._letterbox, faces, servers)
        self.asides = Asides(tables, pages, people, courier, servers, tasks)

    async def server(self, table: Table) -> str:
        """The name of a table's server; "" if nobody knows it."""
        return await self.servers.name(table.guild_id)

    # -- what a click shows ----------------------------------------------------------------------------

    async def answer(self, responder: Responder, table_id: int) -> Table | None:
        """Answer a click on a private message by redrawing it.

        Returns the table as it shows it now; None if none was redrawn.
        """
        message, user_id = responder.interaction.message, responder.interaction.user.id
        async with self._locks.of((table_id, user_id)):
            look = await self._tables.look(table_id)
            panel = await self._panel_of(look, user_id)
            if panel is None or message is None:
                return None
            mine = (await self._posts.of(look.table)).get(user_id)
            if mine is not None and mine.channel_id != message.channel.id:
                mine = None
            newer = mine is not None and is_there(mine) and mine.message_id > message.id
            if newer:
                manner = await self._manner(look, user_id)
                panel = self._pages.last_words(look, look.sight_for(user_id), manner)
            if not await responder.update(panel.page):
                return None
            seat = look.table.seat_of(user_id)
            if seat is not None and not newer and self._tables.is_home(look.table):
                # Who clicks is here: their next decision needs no message of its own, which would call them.
                stage = find_stage(look, seat, self._faces, mine)
                await self._adopt(look.table, user_id, mine, (message.channel.id, message.id), panel, stage)
            return look.table

    async def _adopt(
        self,
        table: Table,
        user_id: int,
        mine: Posted | None,
        place: tuple[int, int],
        panel: PageWithDigest,
        stage: str,
    ) -> None:
        """Note the message that was clicked as the one that lives, in this stage.

        It may be unknown: a crash can happen after sending it and before noting it. `place` is its channel id
        and message id, `panel` what it shows now.
        """
        if mine is not None and place == (mine.channel_id, mine.message_id):
            self._posts.note(replace(mine, key=stage, digest=panel.digest))
            return
        with contextlib.suppress(Undelivered):
            await self._letterbox.take_away(mine)
        now = self._tables.now()
        await self._posts.add(Posted(table.id, user_id, *place, stage, panel.digest, now))

    async def _panel_of(self, look: Look, user_id: int) -> PageWithDigest | None:
        sight = look.sight_for(user_id)
        if sight.seat is None:
            return None
        return self._pages.panel(look, sight, await self._manner(look, user_id))

    async def _manner(self, look: Look, user_id: int) -> Manner:
        return await manner_of(self._people, self.servers, user_id, look.table)

    def delete_if_unknown(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Delete, in the background, a clicked private message that is not this user's current one.

        Not one that is younger than a minute: it may just not be noted yet.
        """
        message = interaction.message
        if message is None or interaction.guild_id is not None or message.flags.ephemeral:
            return
        if moment_of(message.id) + SETTLED < self._tables.now():
            work = self._delete_unknown(table_id, interaction.user.id, message)
            self._tasks.spawn(work, f"forget {message.id}")

    async def _delete_unknown(self, table_id: int, user_id: int, message: discord.Message) -> None:
        async with self._locks.of((table_id, user_id)):
            mine = None
            with contextlib.suppress(Denied):  # of no table at all
                table = await self._tables.table(table_id)
                if table.private or not self._tables.is_home(table):
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

    async def try_again(self, table_id: int, user_id: int) -> bool:
        """Write again to somebody at a table who has opened their private messages.

        Returns whether it arrived. Raises Undelivered.
        """
        async with self._locks.of((table_id, user_id)):
            table = await self._tables.table(table_id)
            seat, mine = table.seat_of(user_id), (await self._posts.of(table)).get(user_id)
            if seat is None:
                return False
            person = _person(seat, user_id)
            if person.reach is Reach.DM and is_there(mine):
                return True
            return await self._greetings.greet(table, person, mine)

    # -- bringing them up to date ----------------------------------------------------------------------

    async def list_work(self, look: Look) -> list[Coroutine[Any, Any, None]]:
        """Find whose private messages are behind what this look shows: what brings each up to date.

        Each raises Undelivered if it should be tried again later.
        """
        posts = await self._posts.of(look.table)
        strangers = posts.keys() - {BOARD} - {person.user_id for person in look.table.people()}
        return [self._bring_one_up_to_date(look, user_id) for user_id in strangers] + [
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
        if due is not Due.FOLLOW or mine is None or mine.key != find_stage(look, seat, self._faces, mine):
            return due is not Due.NOTHING
        manner = await self._manner(look, person.user_id or 0)
        return self._pages.panel(look, look.sight(seat.name), manner).digest != mine.digest

    def _find_due(self, look: Look, seat: Seat, person: Person, mine: Posted | None) -> Due:
        """What has to be done about the message `mine` of somebody at a seat."""
        if mine is None and not wants_letters(self._faces[look.table.game]):
            return Due.NOTHING
        if look.table.status is Status.LOBBY:
            new = person.reach is Reach.UNKNOWN and _may_reach(look.table, person)
            return Due.GREET if new else Due.NOTHING
        sight = look.sight(seat.name)
        if sight.observation is None:  # closed before the game began, or not to be read
            if mine is None or not is_there(mine) or is_ping(mine) or mine.key == OVER:
                return Due.NOTHING
            return Due.SAY_CLOSED if sight.unread is None else Due.SAY_UNREAD
        if person.left and not seat.left:  # who has left their team sees its panel no more
            return Due.NOTHING if mine is None else Due.TAKE_BACK
        stage, reachable = find_stage(look, seat, self._faces, mine), _may_reach(look.table, person)
        if mine is not None and is_ping(mine) and not (reachable and is_decision(stage)):
            stands = seat.name in sight.to_act and mine.key == ping_key(look.table)
            return Due.NOTHING if stands else Due.TAKE_BACK
        return Due.FOLLOW if is_due(stage, mine, reachable=reachable) else Due.NOTHING

    async def _bring_one_up_to_date(self, look: Look, user_id: int) -> None:
        async with self._locks.of((look.table.id, user_id)):
            look = await self._tables.look_again(look)
            seat, mine = look.table.seat_of(user_id), (await self._posts.of(look.table)).get(user_id)
            try:
                if seat is not None:
                    await self._catch_up(look, seat, _person(seat, user_id), mine)
                elif mine is not None:  # who has left a lobby is no part of the table any more
                    await self._letterbox.take_back(mine)
            except Undelivered as failure:
                await self._handle_failure(look.table, user_id, failure)

    async def _catch_up(self, look: Look, seat: Seat, person: Person, mine: Posted | None) -> None:
        """Do what is due about the message `mine` of somebody at a seat. Raises Undelivered."""
        due = self._find_due(look, seat, person, mine)
        if due is Due.GREET:
            await self._greetings.greet(look.table, person, mine)
        elif due is Due.FOLLOW:
            await self._follow(look, seat, person, mine)
        elif mine is None:
            return
        elif due is Due.TAKE_BACK:
            await self._letterbox.take_back(mine)
        elif due is Due.SAY_UNREAD:
            incident, t = look.sight().unread or "", await texts_of(self._people, mine.audience)
            page = letters.unreadable_notice(look.table, incident, t)
            await self._letterbox.redraw(mine, PageWithDigest(page), DONE)
        elif due is Due.SAY_CLOSED:
            manner, face = await self._manner(look, mine.audience), self._faces[look.table.game]
            page = letters.no_game_notice(look.table, face, manner.server, manner.texts)
            await self._letterbox.redraw(mine, PageWithDigest(page), OVER)

    async def _follow(self, look: Look, seat: Seat, person: Person, mine: Posted | None) -> None:
        """Bring the private message of a player to its stage, or send the one that is due."""
        stage = find_stage(look, seat, self._faces, mine)
        called = mine is not None and mine.key == stage
        if mine is not None and not called and (not is_decision(stage) or person.reach is Reach.BUTTON):
            await self._settle(look, seat, mine, DONE if is_decision(stage) else stage)
            return
        table, user_id = look.table, person.user_id or 0
        panel = self._pages.panel(look, look.sight(seat.name), await self._manner(look, user_id))
        if mine is not None and called:
            await self._letterbox.redraw(mine, panel, stage)
            return
        await self._letterbox.send(table, user_id, mine, panel.page, stage, stage, panel.digest)

    async def remind(self, table_id: int, user_id: int, reminder: Page) -> None:
        """Call somebody back who is awaited: the reminder takes the place of their private message.

        Below it stands what they have to decide. Raises Undelivered.
        """
        async with self._locks.of((table_id, user_id)):
            look = await self._tables.look(table_id)
            table, seat = look.table, look.table.seat_of(user_id)
            if seat is None or seat.name not in look.sight().to_act:
                return
            mine = (await self._posts.of(table)).get(user_id)
            stage = find_stage(look, seat, self._faces, mine)
            occasion = f"remind:{table.alarm.key if table.alarm else ''}"
            if not is_decision(stage):  # what may be pressed stands on the board alone
                await self._letterbox.send(table, user_id, mine, reminder, occasion, ping_key(table), "")
                return
            panel = self._pages.panel(look, look.sight(seat.name), await self._manner(look, user_id))
            page = replace(panel.page, blocks=(reminder.blocks[0], *panel.page.blocks))
            await self._letterbox.send(table, user_id, mine, page, occasion, stage, panel.digest)

    async def _settle(self, look: Look, seat: Seat, mine: Posted, stage: str) -> None:
        """Bring a message for which no decision is awaited any more to its stage.

        One that was clicked lately says what came of it, which costs nothing; else its reader plays in the
        channel, and it goes away. The end of a table, a pause, and that its reader has left are always told.
        """
        if stage in (DONE, HELD) and not seat.left and self._is_spare(look.table, mine):
            await self._letterbox.take_away(mine)
            self._posts.note(replace(mine, key=GONE, digest=""))
            return
        manner = await self._manner(look, mine.audience)
        words = self._pages.at_stage(stage, look, look.sight(seat.name), manner)
        await self._letterbox.redraw(mine, words, stage)

    def _is_spare(self, table: Table, mine: Posted) -> bool:
        return table.status is Status.PLAYING and not self._courier.may_edit_freely(mine.message_id)

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


def _may_reach(table: Table, person: Person) -> bool:
    """Whether a private message may arrive beside the board; not where that is one itself."""
    return not table.private and person.reach is not Reach.BUTTON


def _person(seat: Seat, user_id: int) -> Person:
    return next(person for person in seat.people if person.user_id == user_id)


# Asides: the panels that people opened in the channel, and that they alone see there.
#
# An aside can be changed only by the token of the click that it answered, in the process that has it and
# for some minutes. So nothing of it is stored: what it shows is remembered that long, and brought up to
# date whenever a panel that was opened now would show something else. Nobody can tell beforehand how long
# that goes well: each aside says as of when it is true, and the last edit that its token allows, that it
# ends.

FOLLOWED: Final = LIFE - 30.0
"""Seconds after the last click on an aside in which it is brought up to date; then it says that this ends."""
_TABLES: Final = 1024
"""The asides of so many tables are remembered: of those where one was shown or redrawn last."""
_BETWEEN: Final = 0.05
"""Seconds between two tables that are looked at because nobody tells this process of their changes."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What an aside was made of: the digest of the panel then, and the timer of its last edit."""

    digest: str
    ends: asyncio.TimerHandle


class Asides:
    """Shows people their panels in the channel, and keeps these as true as panels opened now.

    There is one a person and table at most. It is redrawn when its reader's panel has changed and at the end
    of the table, which it tells as a private message does; so a panel shows whom it does not call nothing
    that others change at every step. What is opened from it (a choice that is put together) stays until then.
    """

    def __init__(
        self,
        tables: Tables,
        pages: Pages,
        people: PeopleStore,
        courier: Courier,
        servers: Servers,
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._pages = pages
        self._people = people
        self._courier = courier
        self._servers = servers
        self._tasks = tasks
        self._locks = Locks()
        self._shown: OrderedDict[int, dict[int, Shown]] = OrderedDict()
        """What each aside shows that is brought up to date, by table and who sees it."""

    # -- what a click shows ----------------------------------------------------------------------------

    async def show(self, responder: Responder, table_id: int) -> bool:
        """Show somebody their panel, in the place of what they had opened before.

        Returns whether they have one: not without a seat, nor before the game.
        """
        return await self._show_panel(responder, table_id, redraw=False)

    async def answer(self, responder: Responder, table_id: int) -> bool:
        """Answer a click on an aside by redrawing it as its reader's panel. Returns whether they have one."""
        return await self._show_panel(responder, table_id, redraw=True)

    async def show_opened(self, responder: Responder, sight: Sight, page: Page) -> None:
        """Show somebody the page that a verb of their game has opened: in the clicked panel, or as one."""
        message, user_id = responder.interaction.message, responder.interaction.user.id
        async with self._locks.of((sight.table.id, user_id)):
            look = await self._tables.look(sight.table.id)
            manner = await self._manner(look, user_id)
            panel = self._pages.panel(look, sight, manner)
            redraw = message is not None and message.flags.ephemeral
            await self._put(responder, sight, page, panel.digest, manner.texts, redraw=redraw)

    async def _show_panel(self, responder: Responder, table_id: int, *, redraw: bool) -> bool:
        user_id = responder.interaction.user.id
        async with self._locks.of((table_id, user_id)):
            look = await self._tables.look(table_id)
            sight = look.sight_for(user_id)
            if sight.seat is None:
                return False
            manner = await self._manner(look, user_id)
            panel = self._pages.aside(look, sight, manner)
            await self._put(responder, sight, panel.page, panel.digest, manner.texts, redraw=redraw)
            return True

    async def _put(
        self, responder: Responder, sight: Sight, page: Page, made_of: str, t: Texts, *, redraw: bool
    ) -> None:
        """Show a page that was made of this sight; that is noted first, to be followed from there on.

        `made_of` is the digest of the panel in this sight.
        """
        table, user_id = sight.table, responder.interaction.user.id
        self._note(table.id, user_id, "" if table.status is Status.CLOSED else made_of)
        said = aside_page(page, sight, self._tables.now(), t)
        if redraw:
            await responder.update(said, _kind(table.id))
        else:
            await responder.show(said, _kind(table.id))
        if (await self._tables.look(table.id)).sight_for(user_id) is not sight:
            self._follow_soon(table.id, user_id)  # what has changed before it was noted told it nothing

    # -- when the table has changed --------------------------------------------------------------------

    def follow_soon(self, table_id: int) -> None:
        """Redraw, in the background, the asides of a table that are behind."""
        for user_id in self._shown.get(table_id, ()):
            self._follow_soon(table_id, user_id)

    async def catch_up(self) -> None:
        """Look for asides that are behind at tables of whose changes this process is not told."""
        for table_id in list(self._shown):
            self.follow_soon(table_id)
            await asyncio.sleep(_BETWEEN)

    def _follow_soon(self, table_id: int, user_id: int, *, ends: bool = False) -> None:
        self._tasks.spawn(self._follow(table_id, user_id, ends=ends), f"follow aside {table_id} {user_id}")

    async def _follow(self, table_id: int, user_id: int, *, ends: bool) -> None:
        """Bring an aside up to date, which is noted first: whatever Discord says, it is tried once.

        `ends`: this is the last time, which it says.
        """
        async with self._locks.of((table_id, user_id)):
            before = self._shown.get(table_id, {}).get(user_id)
            if before is None:
                return
            try:
                look = await self._tables.look(table_id)
            except Denied:  # it was deleted
                self._forget(table_id, user_id)
                return
            sight, manner = look.sight_for(user_id), await self._manner(look, user_id)
            if sight.observation is None:
                return
            if sight.seat is None:  # who has left their team: its secrets are theirs no more
                self._forget(table_id, user_id)
                await self._courier.take_back_aside(user_id, _kind(table_id))
                return
            panel, closed = self._pages.aside(look, sight, manner), look.table.status is Status.CLOSED
            if panel.digest == before.digest and not ends:
                return
            if ends or closed or not self._courier.may_edit_aside(user_id, _kind(table_id)):
                self._forget(table_id, user_id)
            else:
                self._shown[table_id][user_id] = replace(before, digest=panel.digest)
            page = aside_page(panel.page, sight, self._tables.now(), manner.texts, ends=ends)
            await self._courier.edit_aside(user_id, _kind(table_id), page)

    def _note(self, table_id: int, user_id: int, made_of: str) -> None:
        """Remember what an aside is made of; "" to forget it, as nothing will change in it any more."""
        self._forget(table_id, user_id)
        if not made_of:
            return
        ends = asyncio.get_running_loop().call_later(FOLLOWED, self._end, table_id, user_id)
        self._shown.setdefault(table_id, {})[user_id] = Shown(made_of, ends)
        self._shown.move_to_end(table_id)
        if len(self._shown) > _TABLES:
            self._forget_all(next(iter(self._shown)))

    def _end(self, table_id: int, user_id: int) -> None:
        self._follow_soon(table_id, user_id, ends=True)

    def _forget_all(self, table_id: int) -> None:
        for user_id in list(self._shown.get(table_id, ())):
            self._forget(table_id, user_id)

    def _forget(self, table_id: int, user_id: int) -> None:
        there = self._shown.get(table_id, {})
        if (shown := there.pop(user_id, None)) is not None:
            shown.ends.cancel()
        if not there:
            self._shown.pop(table_id, None)

    async def _manner(self, look: Look, user_id: int) -> Manner:
        return await manner_of(self._people, self._servers, user_id, look.table)


def _kind(table_id: int) -> str:
    """The kind of aside that the panel at a table is: a person is shown one at most."""
    return f"panel of {table_id}"
