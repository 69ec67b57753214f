"""Asides: the panels that people opened in the channel, and that they alone see there.

An aside can be changed only by the token of the click that it answered, in the process that has it and for
some minutes. So nothing of it is stored; its stage (see bot.ui.showing.stages) stays in memory that long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from bot.tables.errors import Denied
from bot.tables.keeping.locks import Locks
from bot.tables.look import Look
from bot.tables.ports import PeopleStore
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.tables.tasks import Tasks
from bot.ui.frame.face import Face
from bot.ui.pages.page import Page, strip_links
from bot.ui.showing.contacts import Manner, manner_of
from bot.ui.showing.pages import Pages
from bot.ui.showing.servers import Servers
from bot.ui.showing.stages import DONE, GONE, OVER, find_aside_stage, is_awaited, is_decision
from bot.ui.wire.courier import Courier
from bot.ui.wire.responder import Responder

__all__ = ["Asides"]

_TABLES: Final = 1024
"""The asides of so many tables are remembered: of those where one was shown or redrawn last."""
_BETWEEN: Final = 0.05
"""Seconds between two tables that are looked at because nobody tells this process of their changes."""


class Asides:
    """Shows people their panels in the channel, and redraws these when what they say is over.

    There is one a person and table at most. It is redrawn when its decision has been made, when what it kept
    has come to light, and at the end of the table; never for less. In private messages, and for who plays
    alone against computers, it also follows from one decision to the next, as a private message would
    beside a board elsewhere.
    """

    def __init__(
        self,
        tables: Tables,
        pages: Pages,
        people: PeopleStore,
        courier: Courier,
        faces: Mapping[str, Face],
        servers: Servers,
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._pages = pages
        self._people = people
        self._courier = courier
        self._faces = faces
        self._servers = servers
        self._tasks = tasks
        self._locks = Locks()
        self._stages: OrderedDict[int, dict[int, str]] = OrderedDict()
        """The stage of each aside, by table and who sees it."""

    # -- what a click shows ----------------------------------------------------------------------------

    async def show(self, responder: Responder, table_id: int) -> bool:
        """Show somebody their panel, in the place of what they had opened before.

        Returns whether they have one: not without a seat, nor before the game.
        """
        return await self._show_panel(responder, table_id, redraw=False)

    async def answer(self, responder: Responder, table_id: int) -> None:
        """Answer a click on an aside by redrawing it as its reader's panel, if they have one."""
        await self._show_panel(responder, table_id, redraw=True)

    async def show_opened(self, responder: Responder, sight: Sight, page: Page) -> None:
        """Show somebody the page that a verb of their game has opened: in the clicked panel, or as one."""
        message = responder.interaction.message
        async with self._locks.of((sight.table.id, responder.interaction.user.id)):
            await self._put(responder, sight, page, redraw=message is not None and message.flags.ephemeral)

    async def _show_panel(self, responder: Responder, table_id: int, *, redraw: bool) -> bool:
        user_id = responder.interaction.user.id
        async with self._locks.of((table_id, user_id)):
            look = await self._tables.look(table_id)
            sight = look.sight_for(user_id)
            if sight.seat is None:
                return False
            panel = self._pages.panel(look, sight, await self._manner(look, user_id))
            await self._put(responder, sight, strip_links(panel.page), redraw=redraw)
            return True

    async def _put(self, responder: Responder, sight: Sight, page: Page, *, redraw: bool) -> None:
        """Show a page that was made of this sight; its stage is noted first, to be followed from there on."""
        table, user_id = sight.table, responder.interaction.user.id
        self._note(table.id, user_id, find_aside_stage(sight, self._faces[table.game]))
        if redraw:
            await responder.update(page, _kind(table.id))
        else:
            await responder.show(page, _kind(table.id))

    # -- when the table has changed --------------------------------------------------------------------

    def follow_soon(self, look: Look) -> None:
        """Redraw, in the background, the asides of a table that are behind what this look shows."""
        table_id = look.table.id
        for user_id, stage in self._stages.get(table_id, {}).items():
            if self._find_next(look, user_id, stage) is not None:
                self._tasks.spawn(self._follow(table_id, user_id), f"follow aside {table_id} {user_id}")

    async def catch_up(self) -> None:
        """Look for asides that are behind at tables of whose changes this process is not told."""
        for table_id in list(self._stages):
            for user_id in list(self._stages.get(table_id, ())):
                if not self._courier.may_edit_aside(user_id, _kind(table_id)):
                    self._note(table_id, user_id, GONE)
            if table_id not in self._stages:
                continue
            try:
                self.follow_soon(await self._tables.look(table_id))
            except Denied:  # it was deleted
                self._stages.pop(table_id, None)
            await asyncio.sleep(_BETWEEN)

    async def _follow(self, table_id: int, user_id: int) -> None:
        """Bring an aside to its stage, which is noted first: whatever Discord says, it is tried once."""
        async with self._locks.of((table_id, user_id)):
            before = self._stages.get(table_id, {}).get(user_id)
            try:
                look = await self._tables.look(table_id)
            except Denied:  # it was deleted
                return
            stage = None if before is None else self._find_next(look, user_id, before)
            if stage is None:
                return
            self._note(table_id, user_id, stage)
            if stage == GONE:
                await self._courier.take_back_aside(user_id, _kind(table_id))
            elif self._courier.may_edit_aside(user_id, _kind(table_id)):
                sight, manner = look.sight_for(user_id), await self._manner(look, user_id)
                page = self._pages.at_stage(stage, look, sight, manner).page
                await self._courier.edit_aside(user_id, _kind(table_id), strip_links(page))

    def _find_next(self, look: Look, user_id: int, before: str) -> str | None:
        """The stage that an aside has to be brought to; None if it may stay as it is.

        GONE for somebody who has left their team, whose secrets are no longer theirs.
        """
        sight = look.sight_for(user_id)
        if sight.observation is None:
            return None
        if sight.seat is None:
            return GONE
        stage = find_aside_stage(sight, self._faces[sight.table.game])
        quiet = look.table.private or look.table.alone  # one reader, whom nobody hurries but computers
        again = quiet and is_decision(stage) and not is_awaited(stage)
        if stage == before or (before == DONE and stage != OVER and not again):
            return None
        return DONE if is_awaited(stage) else stage

    def _note(self, table_id: int, user_id: int, stage: str) -> None:
        """Remember the stage of an aside, or forget it if nothing will change in it any more."""
        stages = self._stages.setdefault(table_id, {})
        self._stages.move_to_end(table_id)
        if stage in (OVER, GONE):
            stages.pop(user_id, None)
        else:
            stages[user_id] = stage
        if not stages:
            del self._stages[table_id]
        elif len(self._stages) > _TABLES:
            self._stages.popitem(last=False)

    async def _manner(self, look: Look, user_id: int) -> Manner:
        return await manner_of(self._people, self._servers, user_id, look.table)


def _kind(table_id: int) -> str:
    """The kind of aside that the panel at a table is: a person is shown one at most."""
    return f"panel of {table_id}"
