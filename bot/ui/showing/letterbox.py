"""The private message of one person at a table: sent, redrawn, adopted, taken back, and noted each time."""

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
"""Key of a private message that awaits nothing any more."""


class Letterbox:
    """Does with private messages what is due; each method but `adopt` raises Undelivered if that fails."""

    def __init__(self, tables: Tables, posts: Posts, courier: Courier) -> None:
        self._tables = tables
        self._posts = posts
        self._courier = courier

    async def send(self, table: Table, user_id: int, panel: PageWithDigest, key: str) -> None:
        """Send the message of a decision that begins; `key` names the decision."""
        purpose = f"{table.id}:{user_id}:{key}"
        channel_id, message_id = await self._courier.whisper(user_id, panel.page, purpose)
        now = self._tables.now()
        await self._posts.note(Posted(table.id, user_id, channel_id, message_id, key, panel.digest, now))

    async def redraw(self, mine: Posted, panel: PageWithDigest, key: str | None) -> Posted:
        """Redraw the message of the awaited decision, or of one that is over: a last time, without buttons.

        A message whose own click led to the next decision shows it already, and goes on as its message.
        Returns where the message is now, and what it is for.
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
        """The message that was clicked goes on as that of the awaited decision, if there is one.

        A crash may have made us forget it, between its sending and our note of it. `place` is its channel and
        its id, `panel` what it shows since the click.
        """
        now = self._tables.now()
        await self._posts.note(Posted(table.id, user_id, *place, key or _DONE, panel.digest, now))

    async def take_back(self, mine: Posted) -> None:
        """Delete a message that its reader should see no more."""
        await self._courier.delete(mine.channel_id, mine.message_id)
        await self._posts.forget(mine.table_id, mine.audience)


def is_awaiting(posted: Posted | None) -> bool:
    """Whether there is a private message for which a decision was awaited when it was last drawn."""
    return posted is not None and posted.key != _DONE
