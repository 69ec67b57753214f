"""Sends, redraws and deletes private messages, and notes where they are: at most one for each audience."""

from __future__ import annotations

from dataclasses import replace

import structlog

from bot.tables.model import Table
from bot.tables.ports import Posted
from bot.tables.service import Tables
from bot.ui.pages.page import Page
from bot.ui.showing.pages import PageWithDigest
from bot.ui.showing.posts import Posts
from bot.ui.showing.stages import is_there
from bot.ui.wire.courier import Courier, Obstacle, Undelivered

__all__ = ["Letterbox"]

_log = structlog.get_logger(__name__)


class Letterbox:
    """Carries out what was decided about somebody's private message."""

    def __init__(self, tables: Tables, posts: Posts, courier: Courier) -> None:
        self._tables = tables
        self._posts = posts
        self._courier = courier

    async def send(
        self,
        table: Table,
        user_id: int,
        mine: Posted | None,
        page: Page,
        occasion: str,
        stage: str,
        digest: str = "",
    ) -> None:
        """Send a new private message, which calls its reader, in the place of `mine`; note its stage.

        `occasion` is what it is sent for: it is sent once for that. A crash in between leaves `mine` noted,
        so that all this is done again, and nothing twice. Raises Undelivered.
        """
        # Of the one before it, too: a message that was deleted must not come back by its nonce.
        purpose = f"{table.id}:{user_id}:{occasion}:{0 if mine is None else mine.message_id}"
        place = await self._courier.whisper(user_id, page, purpose)
        await self.take_away(mine)
        now = self._tables.now()
        await self._posts.add(Posted(table.id, user_id, *place, stage, digest, now))

    async def redraw(self, mine: Posted, panel: PageWithDigest, stage: str) -> None:
        """Redraw a message if it shows something else, and note the stage that it is in now.

        Raises Undelivered.
        """
        kept = replace(mine, key=stage, digest=panel.digest)
        if mine.digest != kept.digest:
            await self._courier.edit(mine.channel_id, mine.message_id, panel.page)
        if kept != mine:
            self._posts.note(kept)

    async def take_away(self, mine: Posted | None) -> None:
        """Delete a message that has served, if it is there. Raises Undelivered to be tried again later."""
        if mine is None or not is_there(mine):
            return
        try:
            await self._courier.delete(mine.channel_id, mine.message_id)
        except Undelivered as failure:
            if failure.obstacle is Obstacle.LATER:
                raise
            _log.info("private message not deleted", table=mine.table_id, why=failure.obstacle.value)

    async def take_back(self, mine: Posted) -> None:
        """Delete a message of somebody who has no part in the table any more. Raises Undelivered."""
        await self.take_away(mine)
        await self._posts.forget(mine.table_id, mine.audience)
