"""Renews boards when a step of a countdown begins: the least of all edits, after whatever people did."""

from __future__ import annotations

import asyncio

import structlog

from bot.tables.errors import Denied
from bot.tables.model import Alarm, Status, Table
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.showing.boards import Boards
from bot.ui.wire.courier import Undelivered

__all__ = ["Countdown"]

_log = structlog.get_logger(__name__)


class Countdown:
    """Has the board of a table show how much time is left, unless an edit since then has shown it already.

    Only where its home is, only where the channel has edits to spare, and never by a new message. A step that
    finds no room before the deadline is left out: Discord itself counts down beside it.
    """

    def __init__(self, tables: Tables, boards: Boards, tasks: Tasks) -> None:
        self._tables = tables
        self._boards = boards
        self._tasks = tasks

    def renew_soon(self, table_id: int) -> None:
        """Renew, in the background, the board of a table at which a step has begun."""
        self._tasks.spawn(self._renew(table_id), f"count down {table_id}")

    async def _renew(self, table_id: int) -> None:
        try:
            if await self._find_room(table_id):
                await self._boards.refresh(table_id)
        except (Denied, Undelivered) as failure:
            _log.info("countdown not shown", table=table_id, why=str(failure))

    async def _find_room(self, table_id: int) -> bool:
        """Wait until the channel has an edit to spare. Returns whether the countdown still runs then."""
        counted: str | None = None
        while True:
            await self._tasks.precedence.let_pass()
            table = await self._tables.table(table_id)
            alarm = self._running(table)
            if alarm is None or counted not in (None, alarm.key):
                return False
            pause = self._boards.seconds_to_spare(table)
            if not pause:
                return True
            if self._tables.now() + pause * 1000 >= alarm.at:
                return False
            counted = alarm.key
            await asyncio.sleep(pause)

    def _running(self, table: Table) -> Alarm | None:
        """The clock of a table at home while it runs; that of a race only once people were shown it."""
        alarm = table.alarm
        if table.status is not Status.PLAYING or alarm is None or not self._tables.is_home(table):
            return None
        return None if alarm.unseen or alarm.stopped_at is not None else alarm
