"""Where the messages of tables are. Read from the store once for each table at home, and remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.tables.homes import EVERYTHING, Alone, Homes, Slots
from bot.tables.model import Status, Table
from bot.tables.ports import Audience, MessageStore, Posted, Spot
from bot.ui.showing.memory import Memory

__all__ = ["BOARD", "SETTLED", "Posts", "is_ping", "ping_key"]

BOARD: Audience = 0
"""The audience of the public message."""
SETTLED = 60_000
"""So long (ms) after a message was sent it is noted, or never will be."""
_PING = "ping"
"""The key of a reminder that is posted in the channel for somebody who gets no private messages."""
_TABLES = 1024
"""How many tables' messages are remembered."""


class Posts:
    """Knows the messages of every table. Every change of where a message is must go through here.

    Messages of a table are changed at its home alone; elsewhere they are read anew each time.
    """

    def __init__(self, store: MessageStore, homes: Homes | None = None) -> None:
        self._store = store
        self._homes: Homes = homes or Alone()
        self._memory: Memory[int, Mapping[Audience, Posted]] = Memory(store.posted, _TABLES)

    async def of(self, table: Table) -> Mapping[Audience, Posted]:
        """The current message of each audience; a closed table's are remembered until its `release`."""
        unknown = table.status is Status.CLOSED and table.id not in self._memory
        if unknown or not self._homes.is_home(table.guild_id):
            return await self._store.posted(table.id)
        return await self._memory.of(table.id)

    async def board(self, table: Table) -> Posted | None:
        """The public message, if there is one."""
        return (await self.of(table)).get(BOARD)

    async def boards(self, slots: Slots = EVERYTHING) -> Sequence[Spot]:
        """Where the public message of every table in these slots is that is not closed."""
        return await self._store.boards(slots)

    async def doubt(self, table: Table) -> Mapping[Audience, Posted]:
        """Believe no more that a table's messages show what they were last given: another has drawn there.

        Returns these messages.
        """
        posted = await self.of(table)
        self._memory.put(table.id, lambda rows: {who: replace(row, digest="") for who, row in rows.items()})
        return posted

    async def add(self, posted: Posted) -> None:
        """Store where an audience's new message is; it replaces the one that was known."""
        try:
            await self._store.note_posted(posted)
        except BaseException:  # it may have been written all the same: only the store knows
            self._memory.drop(posted.table_id)
            raise
        self._memory.put(posted.table_id, lambda rows: {**rows, posted.audience: posted})

    def note(self, posted: Posted) -> None:
        """Note what a known message shows now; the store has it soon (see `MessageStore.note_redrawn`)."""
        self._store.note_redrawn(posted)
        self._memory.put(posted.table_id, lambda rows: {**rows, posted.audience: posted})

    async def forget(self, table_id: int, audience: Audience) -> None:
        """Forget an audience's message, which does not exist any more."""
        try:
            await self._store.forget_posted(table_id, audience)
        except BaseException:
            self._memory.drop(table_id)
            raise
        self._memory.put(table_id, lambda rows: {who: row for who, row in rows.items() if who != audience})

    def release(self, table_id: int) -> None:
        """Remember nothing more of a closed table: all that it will ever show has been published."""
        self._memory.drop(table_id)

    def clear(self) -> None:
        """Read everything from the store again, because something else has written there."""
        self._memory.clear()

    def __len__(self) -> int:
        return len(self._memory)


def ping_key(table: Table) -> str:
    """The key of a reminder in the channel; it changes when another decision is awaited."""
    return f"{_PING} {table.alarm.key if table.alarm else ''}"


def is_ping(posted: Posted) -> bool:
    """Whether this message is a reminder in the channel."""
    return posted.key.startswith(_PING)
