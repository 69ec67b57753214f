"""A planned stop, told where people play at that moment: a line on the board, taken back by the next start.

The board is edited where it stands; nothing is posted for it. The line says since when the bot is away, so
that it stays true however long that takes. Which tables were told is stored before they are, so that whatever
happens in between, the next start finds them.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import structlog

from bot.tables.errors import Denied
from bot.tables.model import Status
from bot.tables.ports import ServerStore
from bot.tables.service import Tables
from bot.tables.subscribers import Committed
from bot.tables.tasks import Tasks
from bot.ui.showing.boards import Boards
from bot.ui.showing.pages import Pages
from bot.ui.showing.posts import Posts
from bot.ui.wire.courier import Undelivered

__all__ = ["RECENT", "StopNotice"]

_log = structlog.get_logger(__name__)
_FACT: Final = "told of stop "
"""What the facts begin with, each of a board; its table's number follows."""
RECENT: Final = 10 * 60_000
"""Where nobody has moved for so long (ms), nobody waits for an answer, and nothing is told."""
_MOST: Final = 250
"""So many tables are told at most, those that moved last: Discord takes some 50 requests a second."""
_AT_ONCE: Final = 10
_PAUSES: Final = (0.0, 2.0, 10.0, 60.0)
"""Seconds before each try to take the line back."""


class StopNotice:
    """Tells the tables in play that the bot stops for a while, and takes that back once it is there again."""

    def __init__(
        self, tables: Tables, boards: Boards, posts: Posts, pages: Pages, facts: ServerStore, tasks: Tasks
    ) -> None:
        self._tables = tables
        self._boards = boards
        self._posts = posts
        self._pages = pages
        self._facts = facts
        self._tasks = tasks
        self._moved: OrderedDict[int, int] = OrderedDict()
        """When each table that is in play moved last (ms UTC), in that order."""
        self._lock = asyncio.Lock()
        self._taking_back: set[int] = set()
        self._at_once = asyncio.Semaphore(_AT_ONCE)

    def note(self, done: Committed) -> None:
        """Note that people move at a table; a deadline that passes shows that nobody does."""
        if done.table.status is not Status.PLAYING:
            self._moved.pop(done.table.id, None)
        elif done.kinds and "expire" not in done.kinds:
            self._moved[done.table.id] = done.table.changed_at
            self._moved.move_to_end(done.table.id)
        if len(self._moved) > _MOST:
            self._moved.popitem(last=False)

    # -- the stop --------------------------------------------------------------------------------------

    def tell_soon(self) -> None:
        """Begin to tell them; whatever is drawn of them from then on has the line."""
        now = self._tables.now()
        playing = [table_id for table_id, at in reversed(self._moved.items()) if now - at < RECENT]
        if playing:
            self._tasks.spawn(self._tell(playing, now), "tell of the stop")

    async def _tell(self, table_ids: list[int], now: int) -> None:
        async with self._lock:
            await asyncio.gather(*(self._facts.set_fact(f"{_FACT}{each}", "") for each in table_ids))
            self._pages.stopped = dict.fromkeys(table_ids, now)
        await asyncio.gather(*map(self._tell_one, table_ids))
        _log.info("tables told of the stop", tables=len(table_ids))

    async def _tell_one(self, table_id: int) -> None:
        try:
            await asyncio.sleep(self._boards.seconds_to_wait(await self._tables.table(table_id)))
            async with self._at_once:
                await self._boards.refresh(table_id)
        except (Denied, Undelivered) as failure:
            _log.info("table not told of the stop", table=table_id, why=str(failure))
        except Exception:  # one board must not keep the others from being told
            _log.exception("table not told of the stop", table=table_id)

    # -- the next start --------------------------------------------------------------------------------

    async def take_back_soon(self) -> None:
        """Take the line off the boards that have it, in the background; tables that are not at home wait."""
        told = [table_id for table_id in await self._told() if table_id not in self._taking_back]
        if told:
            self._taking_back.update(told)
            self._tasks.spawn(self._take_back(told), "take the stop back")

    async def _take_back(self, table_ids: Iterable[int]) -> None:
        try:
            for table_id in table_ids:
                done = await self._redraw(table_id)
                self._taking_back.discard(table_id)
                if not done:
                    continue
                async with self._lock:
                    if self._pages.stopped:
                        return  # the next stop has begun, and the next start goes on
                    await self._facts.drop_fact(f"{_FACT}{table_id}")
        finally:  # whatever is left is for the next start, or the next slot that comes home
            self._taking_back.difference_update(table_ids)

    async def _redraw(self, table_id: int) -> bool:
        """Redraw a board, whatever it shows by our notes: the stop may have cut them short.

        Returns whether nothing more is to be done, which is so unless another process has to do it.
        """
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            try:
                table = await self._tables.table(table_id)
                if not self._tables.is_home(table):
                    return False
                posted = await self._posts.board(table)
                if posted is not None:
                    self._posts.note(replace(posted, digest=""))
                    await self._boards.refresh(table_id)
                return True
            except Denied:
                return True
            except Undelivered:
                continue
            except Exception:  # a store that is away now may be back at the next try
                _log.exception("stop not taken back yet", table=table_id)
        _log.warning("stop not taken back", table=table_id)
        return True

    async def _told(self) -> list[int]:
        return [int(key.removeprefix(_FACT)) for key in await self._facts.facts(_FACT)]
