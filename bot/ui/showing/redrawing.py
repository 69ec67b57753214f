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
from bot.ui.showing.cards import Cards
from bot.ui.showing.publisher import Publisher
from bot.ui.wire.courier import Undelivered

__all__ = ["REDRAWN", "Redrawing"]

_log = structlog.get_logger(__name__)
_FACT = "redraw "
"""What the facts begin with, each of a board; its table's number follows."""
_OLD_FACT = "redraw"
"""Where versions before 0.4.0 kept all of them, as a list."""
REDRAWN = 50
"""How many boards of one person are redrawn, the newest first: Discord rations edits of old messages."""
_BETWEEN = 1.0
"""Seconds between two boards."""
_RETRIES = (5.0, 30.0, 120.0)


class Redrawing:
    """Keeps a list of the boards that still show an erased name; it is stored, so it survives a crash.

    With a board the cards that were shared of its game are drawn again.
    Each process redraws those that it is home to, and leaves the others on the list.
    """

    def __init__(
        self, tables: Tables, publisher: Publisher, cards: Cards, facts: ServerStore, tasks: Tasks
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._cards = cards
        self._facts = facts
        self._tasks = tasks
        self._under_way: set[int] = set()

    async def note(self, table_ids: Sequence[int]) -> list[int]:
        """Note, before a name is erased, the tables to redraw: the newest of these, which are returned."""
        wanted = list(table_ids[:REDRAWN])
        for table_id in wanted:
            await self._facts.set_fact(f"{_FACT}{table_id}", "")
        return wanted

    def start(self, table_ids: Sequence[int]) -> None:
        """Redraw these boards in the background, once the name is erased."""
        if table_ids:
            self._tasks.spawn(self._redraw(table_ids), f"redraw {len(table_ids)} boards")

    async def go_on(self) -> None:
        """Redraw, when tables come home, the boards that are still on the list."""
        old = json.loads(await self._facts.fact(_OLD_FACT) or "[]")
        if old:
            await self.note([int(table_id) for table_id in old])
            await self._facts.drop_fact(_OLD_FACT)
        waiting = [int(key.removeprefix(_FACT)) for key in await self._facts.facts(_FACT)]
        self.start(sorted(waiting, reverse=True))

    async def _redraw(self, table_ids: Sequence[int]) -> None:
        for table_id in table_ids:
            if table_id in self._under_way:
                continue
            self._under_way.add(table_id)
            try:
                if await self._one(table_id):
                    await self._facts.drop_fact(f"{_FACT}{table_id}")
                    await asyncio.sleep(_BETWEEN)
            finally:
                self._under_way.discard(table_id)

    async def _one(self, table_id: int) -> bool:
        """Redraw one board, trying again a few times; one that cannot be redrawn stays as it is.

        Returns False for one that is left to its home.
        """
        for rest in (*_RETRIES, None):
            try:
                table = await self._tables.table(table_id)
                if not self._tables.is_home(table):
                    return False
                if table.status is Status.CLOSED:
                    await self._cards.refresh(table_id)
                    await self._publisher.boards.refresh(table_id)
                else:
                    self._publisher.publish_soon(table_id)
                return True
            except Denied:
                return True
            except Undelivered as failure:
                why = failure.obstacle.value
            except Exception:
                _log.exception("redrawing failed", table=table_id)
                why = "trouble of our own"
            if rest is None:
                _log.warning("not redrawn", table=table_id, why=why)
                break
            await asyncio.sleep(rest)
        return True
