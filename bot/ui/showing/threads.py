"""Opens a thread for a table if its host wanted one: when the game begins, under the lobby's message."""

from __future__ import annotations

from collections.abc import Mapping

import structlog

from bot.tables.model import Status, Table
from bot.tables.ports import Posted
from bot.tables.service import Tables
from bot.ui.frame.face import Face
from bot.ui.wire.courier import Courier, Obstacle, Undelivered

__all__ = ["Threads", "wants_thread"]

_log = structlog.get_logger(__name__)
_EXISTS = 160004


class Threads:
    """Opens the threads of tables."""

    def __init__(self, tables: Tables, courier: Courier, faces: Mapping[str, Face]) -> None:
        self._tables = tables
        self._courier = courier
        self._faces = faces

    async def open_if_wanted(self, table: Table, board: Posted | None) -> None:
        """Move a table that has just begun into a thread of its own.

        If the bot may not open a thread, the table goes on in its channel. Raises Undelivered if it should be
        tried again later.
        """
        if board is None or not wants_thread(table):
            return
        title = f"{self._faces[table.game].spec.title} n° {table.id}"
        try:
            thread_id = await self._courier.open_thread(board.channel_id, board.message_id, title)
        except Undelivered as failure:
            if failure.obstacle is Obstacle.LATER and failure.code != _EXISTS:
                raise
            if failure.code != _EXISTS:
                _log.info("no thread", table=table.id, why=failure.obstacle.value)
                await self._tables.without_thread(table.id)
                return
            thread_id = board.message_id  # a message's thread has the message's own id
        await self._tables.move(table.id, thread_id)


def wants_thread(table: Table) -> bool:
    """Whether a table has begun that is to have a thread of its own, and is not there yet."""
    playing = table.status is Status.PLAYING
    return playing and table.manners.thread and table.channel_id == table.home_id
