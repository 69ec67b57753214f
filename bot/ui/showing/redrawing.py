"""Redraws the boards that show a name which was erased: in the background, slowly, one by one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import structlog

from bot.tables.errors import Denied
from bot.tables.model import Status
from bot.tables.ports import ServerStore
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.showing.publisher import Publisher
from bot.ui.wire.courier import Undelivered

__all__ = ["REDRAWN", "Redrawing"]

_log = structlog.get_logger(__name__)
_FACT = "redraw"
REDRAWN = 50
"""How many boards of one person are redrawn, the newest first: Discord rations edits of old messages."""
_BETWEEN = 1.0
"""Seconds between two boards."""
_RETRIES = (5.0, 30.0, 120.0)


class Redrawing:
    """Keeps a list of the boards that still show an erased name; it is stored, so it survives a crash."""

    def __init__(self, tables: Tables, publisher: Publisher, facts: ServerStore, tasks: Tasks) -> None:
        self._tables = tables
        self._publisher = publisher
        self._facts = facts
        self._tasks = tasks
        self._lock = asyncio.Lock()

    async def note(self, table_ids: Sequence[int]) -> list[int]:
        """Note, before a name is erased, the tables to redraw: the newest of these, which are returned."""
        wanted = list(table_ids[:REDRAWN])
        async with self._lock:
            waiting = await self._waiting()
            await self._keep([*waiting, *(table_id for table_id in wanted if table_id not in waiting)])
        return wanted

    def start(self, table_ids: Sequence[int]) -> None:
        """Redraw these boards in the background, once the name is erased."""
        if table_ids:
            self._tasks.spawn(self._redraw(table_ids), f"redraw {len(table_ids)} boards")

    async def go_on(self) -> None:
        """Redraw, when the bot starts, the boards that are still on the list."""
        self.start(await self._waiting())

    async def _redraw(self, table_ids: Sequence[int]) -> None:
        for table_id in table_ids:
            await self._one(table_id)
            async with self._lock:
                await self._keep([waiting for waiting in await self._waiting() if waiting != table_id])
            await asyncio.sleep(_BETWEEN)

    async def _one(self, table_id: int) -> None:
        """Redraw one board, trying again a few times; one that cannot be redrawn stays as it is."""
        for rest in (*_RETRIES, None):
            try:
                table = await self._tables.table(table_id)
                if table.status is not Status.CLOSED:
                    self._publisher.publish_soon(table_id)
                    return
                await self._publisher.boards.refresh(table_id)
                return
            except Denied:
                return
            except Undelivered as failure:
                why = failure.obstacle.value
            except Exception:
                _log.exception("redrawing failed", table=table_id)
                why = "trouble of our own"
            if rest is None:
                _log.warning("not redrawn", table=table_id, why=why)
                return
            await asyncio.sleep(rest)

    async def _waiting(self) -> list[int]:
        return [int(table_id) for table_id in json.loads(await self._facts.fact(_FACT) or "[]")]

    async def _keep(self, table_ids: list[int]) -> None:
        await self._facts.set_fact(_FACT, json.dumps(table_ids))
