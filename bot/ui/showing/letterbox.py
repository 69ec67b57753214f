"""Sends, redraws and deletes the private message of a person at a table, and notes each time where it is."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.model import Table
from bot.tables.ports import Posted
from bot.tables.service import Tables
from bot.ui.pages.page import strip_buttons
from bot.ui.showing.pages import PageWithDigest
from bot.ui.showing.posts import Posts
from bot.ui.wire.courier import Courier

__all__ = ["Letterbox", "is_awaiting"]

_DONE = "done"
"""The key of a private message for which no decision is awaited any more."""


class Letterbox:
    """Changes private messages. All methods but `adopt` raise Undelivered if Discord does not take it."""

    def __init__(self, tables: Tables, posts: Posts, courier: Courier) -> None:
        self._tables = tables
        self._posts = posts
        self._courier = courier

    async def send(self, table: Table, user_id: int, panel: PageWithDigest, key: str) -> None:
        """Send a new message for a decision, which `key` names."""
        purpose = f"{table.id}:{user_id}:{key}"
        channel_id, message_id = await self._courier.whisper(user_id, panel.page, purpose)
        now = self._tables.now()
        await self._posts.note(Posted(table.id, user_id, channel_id, message_id, key, panel.digest, now))

    async def redraw(self, mine: Posted, panel: PageWithDigest, key: str | None) -> Posted:
        """Redraw a message; if its decision is over, a last time and without buttons.

        `key` names the decision that is awaited now, None for none. A message that shows the next decision
        already, because a click on it led there, becomes the message of that decision. Returns the message
        as it is noted now.
        """
        if key is None:  # what may be pressed now stands on the board; nobody would redraw it here
            panel = PageWithDigest(strip_buttons(replace(panel.page, farewell=())))
        if key is None or mine.key == key or mine.digest == panel.digest:
            kept = replace(mine, key=key or _DONE, digest=panel.digest)
        else:
            panel = PageWithDigest(strip_buttons(panel.page))
            kept = replace(mine, key=_DONE, digest=panel.digest)
        if mine.digest != kept.digest:
            await self._courier.edit(mine.channel_id, mine.message_id, panel.page)
        if kept != mine:
            await self._posts.note(kept)
        return kept

    async def adopt(
        self, table: Table, user_id: int, place: tuple[int, int], panel: PageWithDigest, key: str | None
    ) -> None:
        """Note the message that was clicked as that of the decision `key` (None: of none).

        It may be unknown: a crash can happen after sending it and before noting it. `place` is its channel id
        and message id, `panel` what it shows now.
        """
        now = self._tables.now()
        await self._posts.note(Posted(table.id, user_id, *place, key or _DONE, panel.digest, now))

    async def take_back(self, mine: Posted) -> None:
        """Delete a message that its reader should not see any more."""
        await self._courier.delete(mine.channel_id, mine.message_id)
        await self._posts.forget(mine.table_id, mine.audience)


def is_awaiting(posted: Posted | None) -> bool:
    """Whether there is a private message, and a decision was awaited when it was last drawn."""
    return posted is not None and posted.key != _DONE
