"""The verbs of the host's console."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.errors import Denied
from bot.tables.model import Status
from bot.tables.playing.conditions import check_host
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.ui.clicks.click import Click, Handler
from bot.ui.frame.console import PAUSE, RESUME, SURE, confirmation_page, console_page, orders
from bot.ui.frame.face import Face

__all__ = ["HostVerbs"]


class HostVerbs:
    """Carries out what the host, or a moderator, does to a running table. The board follows by itself."""

    namespace = "host"

    def __init__(self, tables: Tables, faces: Mapping[str, Face]) -> None:
        self._tables = tables
        self._faces = faces

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {"console": self._show_console, "order": self._take_order}

    async def _show_console(self, click: Click) -> None:
        """Open the console or, if it was clicked itself, redraw it."""
        sight = await self._sight(click)
        page = console_page(sight, self._faces[sight.table.game], click.responder.texts)
        if click.target.arg:
            await click.responder.update(page)
        else:
            await click.responder.show(page)

    async def _take_order(self, click: Click) -> None:
        """Ask whether the host is sure; once they have said so, carry out the order.

        Raises Denied "in_a_race" (a pause during a race) or "nothing_to_do" (the order is not possible).
        """
        sight, t = await self._sight(click), click.responder.texts
        order, sure, _ = click.target.arg.partition(SURE)
        face = self._faces[sight.table.game]
        words = orders(sight, face, t).get(order)
        if words is None and order == PAUSE and sight.table.status is Status.PLAYING:
            raise Denied("in_a_race")
        if words is None:
            raise Denied("nothing_to_do")
        if not sure:
            await click.responder.update(confirmation_page(sight, order, words, t))
            return
        await self._obey(click, sight, order)
        await click.responder.update(console_page(await self._sight(click), face, t, done=words[0]))

    async def _obey(self, click: Click, sight: Sight, order: str) -> None:
        table = sight.table
        if order == PAUSE:
            await self._tables.suspend(click.ask, table.id)
        elif order == RESUME:
            await self._tables.resume(click.ask, table.id, table.channel_id)
        else:
            await self._tables.hosting.command(click.ask, table.id, order)

    async def _sight(self, click: Click) -> Sight:
        """The table as everybody sees it, for a clicker who may lead it.

        Raises Denied "not_host" or similar if they may not, "closed", or "not_begun".
        """
        sight = await self._tables.sight(click.target.table_id)
        check_host(sight.table, click.ask)
        if sight.table.status is Status.CLOSED:
            raise Denied("closed")
        if sight.observation is None:
            raise Denied("not_begun")
        return sight
