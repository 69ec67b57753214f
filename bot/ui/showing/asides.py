"""Asides: the panels that people opened in the channel, and that they alone see there.

An aside can be changed only by the token of the click that it answered, in the process that has it and for
some minutes. So nothing of it is stored: what it shows is remembered that long, and brought up to date
whenever a panel that was opened now would show something else. Nobody can tell beforehand how long that
goes well: each aside says as of when it is true, and the last edit that its token allows, that it ends.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from bot.tables.errors import Denied
from bot.tables.keeping.locks import Locks
from bot.tables.look import Look
from bot.tables.model import Status
from bot.tables.ports import PeopleStore
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.tables.tasks import Tasks
from bot.texts import Texts
from bot.ui.frame.drawn import aside_page
from bot.ui.pages.page import Page
from bot.ui.showing.contacts import Manner, manner_of
from bot.ui.showing.pages import Pages
from bot.ui.showing.servers import Servers
from bot.ui.wire.courier import Courier
from bot.ui.wire.passes import LIFE
from bot.ui.wire.responder import Responder

__all__ = ["FOLLOWED", "Asides"]

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
