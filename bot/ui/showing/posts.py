"""Where the messages of tables are. Read from the store once for each table at home, and remembered."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import structlog

from bot.tables.homes import EVERYTHING, Alone, Homes, Slots
from bot.tables.model import Status, Table
from bot.tables.ports import Audience, MessageStore, Posted, Spot
from bot.tables.service import Tables
from bot.ui.frame.face import Face
from bot.ui.showing.memory import Memory
from bot.ui.wire.courier import Courier, Obstacle, Undelivered

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


# Opens a thread for a table if its host wanted one: when the game begins, under the lobby's message.

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
