"""Where a table's messages are: rows of the store, read once a table, kept current by who writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.tables.model import Status, Table
from bot.tables.ports import Audience, MessageStore, Posted
from bot.ui.showing.memory import Memory

__all__ = ["BOARD", "Posts"]

BOARD: Audience = 0
"""The audience of the public message."""
_TABLES = 1024
"""How many tables' messages are remembered."""


class Posts:
    """The messages of every table. All that writes where a message is goes through here."""

    def __init__(self, store: MessageStore) -> None:
        self._store = store
        self._memory: Memory[int, Mapping[Audience, Posted]] = Memory(store.posted, _TABLES)

    async def of(self, table: Table) -> Mapping[Audience, Posted]:
        """The current message of each audience. Those of a closed table are not remembered."""
        if table.status is Status.CLOSED:
            self._memory.drop(table.id)
            return await self._store.posted(table.id)
        return await self._memory.of(table.id)

    async def board(self, table: Table) -> Posted | None:
        """The public message, if there is one."""
        return (await self.of(table)).get(BOARD)

    async def boards(self) -> Sequence[Posted]:
        """The public message of every table that is not closed."""
        return await self._store.boards()

    async def note(self, posted: Posted) -> None:
        """Remember (replace) the message of an audience."""
        try:
            await self._store.note_posted(posted)
        except BaseException:  # it may have been written all the same: only the store knows
            self._memory.drop(posted.table_id)
            raise
        self._memory.put(posted.table_id, lambda rows: {**rows, posted.audience: posted})

    async def forget(self, table_id: int, audience: Audience) -> None:
        """The message of this audience is gone."""
        try:
            await self._store.forget_posted(table_id, audience)
        finally:
            self._memory.drop(table_id)

    def clear(self) -> None:
        """Somebody else wrote where messages are: read everything anew."""
        self._memory.clear()

    def __len__(self) -> int:
        return len(self._memory)
