"""The public message of each table: made, redrawn, posted anew, retired, missed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import structlog

from bot.tables.aside import Aside
from bot.tables.caretaking import LEFT
from bot.tables.locks import Locks
from bot.tables.model import Alarm, Status, Table
from bot.tables.ports import MessageStore, Posted
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.tables.tasks import Tasks
from bot.texts import Texts, texts_for
from bot.ui.frame import letters, lobby
from bot.ui.frame.absence import absences
from bot.ui.frame.face import Face
from bot.ui.pages.layout import digest
from bot.ui.pages.page import Page, Row
from bot.ui.showing.pace import EDITS, EditPace
from bot.ui.showing.private import Private
from bot.ui.showing.threads import Threads
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.responder import Responder
from engines.core.moments import moment_of

__all__ = ["BOARD", "Boards"]

_log = structlog.get_logger(__name__)
BOARD = 0
_OLD = 50 * 60 * 1000
"""Age in ms from which a board is posted anew: edits of messages over an hour old are rationed."""
_BURIED = 8
"""Messages under the board from which it is posted anew."""
_IN_A_RACE = 2
"""Of how many edits in a window one may show who is ahead in a race: the rest is for how it ends."""


class Boards:
    """Knows where every board is, and shows on it what there is to see."""

    def __init__(
        self,
        tables: Tables,
        messages: MessageStore,
        courier: Courier,
        faces: Mapping[str, Face],
        private: Private,
        threads: Threads,
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._messages = messages
        self._courier = courier
        self._faces = faces
        self._private = private
        self._threads = threads
        self._tasks = tasks
        self._locks = Locks()
        self._aside = Aside("keepsakes")
        self._known: dict[int, tuple[int, int]] = {}
        self._talk: dict[int, int] = {}
        self._pace = EditPace()

    # -- what is heard of boards -----------------------------------------------------------------------

    def heard(self, channel_id: int) -> None:
        """Somebody talked in a channel: a board there sinks."""
        if channel_id in self._talk:
            self._talk[channel_id] += 1

    def lost(self, message_id: int) -> None:
        """A message was deleted: if it was a board, its table finds out now."""
        known = self._known.pop(message_id, None)
        if known is not None:
            self._tasks.spawn(self._missed(known[0], Obstacle.MESSAGE_GONE), f"lost {known[0]}")

    def channel_lost(self, channel_id: int) -> None:
        """A channel was deleted: the tables played there find out now."""
        self._talk.pop(channel_id, None)
        for message_id, (table_id, where) in list(self._known.items()):
            if where == channel_id:
                del self._known[message_id]
                self._tasks.spawn(self._missed(table_id, Obstacle.CHANNEL_GONE), f"lost {table_id}")

    async def recall(self) -> None:
        """At start: know the boards again."""
        for board in await self._messages.boards():
            self._known[board.message_id] = (board.table_id, board.channel_id)
            self._talk.setdefault(board.channel_id, 0)

    async def posted(self, table_id: int) -> Posted | None:
        """Where the board is now."""
        return (await self._messages.posted(table_id)).get(BOARD)

    # -- what is on them -------------------------------------------------------------------------------

    def page(self, sight: Sight, t: Texts) -> Page:
        """The public message of a table in any language."""
        page = self._drawn(sight, t)
        page = replace(page, blocks=(*page.blocks, *absences(sight, t)))
        if sight.table.closes_at is not None:
            page = replace(page, blocks=(letters.rest(sight.table, t), *page.blocks))
        return page

    def _drawn(self, sight: Sight, t: Texts) -> Page:
        if (incident := sight.unread or sight.table.incident) is not None:
            return letters.unread(sight.table, incident, t)
        face = self._faces[sight.table.game]
        if sight.observation is None:
            return lobby.lobby_page(sight.table, face, t, sight.team, sight.least)
        return face.board(sight, t)

    async def _page(self, sight: Sight) -> Page:
        """The public message as it stands in the channel: a game that is over leaves its keepsake."""
        table, t = sight.table, texts_for(sight.table.manners.locale)
        page = self.page(sight, t)
        if table.status is Status.CLOSED and sight.observation is not None:
            record, face = await self._tables.record(table.id), self._faces[table.game]
            # A long game is played again.
            kept = await self._aside.run(partial(face.keepsake, record, table, t))
            end = len(page.blocks)
            while end and isinstance(page.blocks[end - 1], Row):
                end -= 1  # the buttons stay below
            return replace(page, blocks=(*page.blocks[:end], *kept, *page.blocks[end:]))
        return page

    # -- the click's own answer ------------------------------------------------------------------------

    async def open(self, responder: Responder, table_id: int) -> bool:
        """Answer the command that opened a table with its board; whether that worked."""
        async with self._locks.of(table_id):
            sight = await self._tables.sight(table_id)
            if BOARD in await self._messages.posted(table_id):
                return False
            page = await self._page(sight)
            message_id = await responder.post(page)
            if message_id is None:
                return False
            await self._note(sight.table, message_id, page)
            return True

    async def answer(self, responder: Responder, table_id: int, message_id: int) -> None:
        """Redraw the clicked message, if it is the board, as the answer to its click."""
        lock = self._locks.of(table_id)
        try:
            await asyncio.wait_for(lock.acquire(), timeout=1)
        except TimeoutError:
            return  # a slow edit is under way; the newest state is shown right after it
        try:
            board = await self.posted(table_id)
            if board is None or board.message_id != message_id:
                return
            sight = await self._tables.sight(table_id)
            if self._wants_anew(sight.table, board, anew=False):
                return
            page = await self._page(sight)
            if await responder.update(page):
                await self._messages.note_posted(replace(board, digest=digest(page)))
        finally:
            lock.release()

    # -- bringing them up to date ----------------------------------------------------------------------

    def pause(self, table: Table) -> float:
        """Seconds until the channel of this table may be edited again; 0 when it may."""
        alarm = table.alarm
        now = self._tables.now()
        if alarm is None or not alarm.race or alarm.opened_at > now:
            return self._pace.left(table.channel_id)
        return self._pace.left(table.channel_id, _share(alarm, now))

    async def bring_up_to_date(self, table_id: int, anew: bool) -> None:
        """Show the newest state; raises Undelivered where it must be tried again."""
        async with self._locks.of(table_id):
            board = await self.posted(table_id)
            table = await self._tables.table(table_id)
            if table.ending == LEFT:
                return  # there is nobody to show it to
            try:
                await self._threads.open_if_wanted(table, board)
                await self._show(await self._tables.sight(table_id), board, anew)
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    raise
                await self._missed(table_id, failure.obstacle)

    async def refresh(self, table_id: int) -> None:
        """Draw the board of a closed table anew where it stands; one that is gone stays gone.

        Raises Undelivered where it must be tried again.
        """
        async with self._locks.of(table_id):
            board = await self.posted(table_id)
            page = await self._page(await self._tables.sight(table_id))
            if board is None or board.digest == digest(page):
                return
            self._pace.note(board.channel_id)
            try:
                await self._courier.edit(board.channel_id, board.message_id, page)
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    raise
                _log.info("closed board not redrawn", table=table_id, why=failure.obstacle.value)
                return
            await self._messages.note_posted(replace(board, digest=digest(page)))

    async def _show(self, sight: Sight, board: Posted | None, anew: bool) -> None:
        table = sight.table
        if table.status is Status.PAUSED and not table.halted and table.incident is None:
            return
        page = await self._page(sight)
        if board is not None and not self._wants_anew(table, board, anew):
            if board.digest != digest(page):
                self._pace.note(board.channel_id)
                shown_at = await self._courier.edit(board.channel_id, board.message_id, page)
                await self._messages.note_posted(replace(board, digest=digest(page)))
                await self._shown(table, shown_at)
            self._know(table, board.message_id)
            return
        purpose = f"{table.id}:board:{table.version}"
        message_id = await self._courier.post(table.channel_id, page, purpose)
        await self._note(table, message_id, page)
        await self._shown(table, moment_of(message_id))
        if board is not None:
            await self._retire(table, board, message_id)

    async def _shown(self, table: Table, at: int) -> None:
        """A race that no click on the board opened begins when people see it."""
        if table.alarm is not None and table.alarm.unseen:
            await self._tables.races.show(table.id, table.alarm.key, at)

    async def _note(self, table: Table, message_id: int, page: Page) -> None:
        now = self._tables.now()
        await self._messages.note_posted(
            Posted(table.id, BOARD, table.channel_id, message_id, str(table.version), digest(page), now)
        )
        self._talk[table.channel_id] = 0
        self._know(table, message_id)

    def _wants_anew(self, table: Table, board: Posted, anew: bool) -> bool:
        if board.channel_id != table.channel_id:
            return True
        if table.status is Status.CLOSED:
            return False
        old = self._tables.now() - board.posted_at > _OLD
        return anew or old or self._talk.get(table.channel_id, 0) >= _BURIED

    async def _retire(self, table: Table, board: Posted, newer: int) -> None:
        """The board that was replaced loses its buttons and shows the way to the new one."""
        self._known.pop(board.message_id, None)
        self._stop_listening(board.channel_id)
        page = letters.moved(table, self._faces[table.game], newer, texts_for(table.manners.locale))
        try:
            await self._courier.edit(board.channel_id, board.message_id, page)
        except Undelivered as failure:
            _log.info("old board not retired", table=table.id, why=failure.obstacle.value)

    async def _missed(self, table_id: int, obstacle: Obstacle) -> None:
        """The board cannot be shown: the table pauses, and its host is told privately."""
        self._known = {message: board for message, board in self._known.items() if board[0] != table_id}
        await self._messages.forget_posted(table_id, BOARD)
        table = await self._tables.table(table_id)
        if table.status is Status.PLAYING:
            table = await self._tables.pause(table_id, obstacle.value)
            await self._private.tell_host_of_pause(table)

    def _know(self, table: Table, message_id: int) -> None:
        if table.status is Status.CLOSED:
            self._known.pop(message_id, None)
            self._stop_listening(table.channel_id)
        else:
            self._known[message_id] = (table.id, table.channel_id)
            self._talk.setdefault(table.channel_id, 0)

    def _stop_listening(self, channel_id: int) -> None:
        """Talk in a channel matters no more, unless a board is left there."""
        if all(where != channel_id for _, where in self._known.values()):
            self._talk.pop(channel_id, None)


def _share(alarm: Alarm, now: int) -> int:
    """Of how many edits in a window one may go out in a race; what is still to be seen of it comes first.

    Its beginning takes any: until it is seen, nobody can take part.
    """
    if alarm.unseen:
        return EDITS
    if not alarm.looks:
        return _IN_A_RACE
    return min(EDITS - 1, 1 + sum(alarm.opened_at + look <= now for look in alarm.looks))
