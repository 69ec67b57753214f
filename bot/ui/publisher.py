"""Makes what people see follow what is stored: the board in the channel, the panels in private messages.

Publishing is a function of the committed table. Each table has at most one publishing task, which renders the
newest state until nothing has changed since; a burst of actions is thus one edit. What fails for a while is
tried again, and whatever a crash left behind is caught up at the next start.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from bot.tables.errors import Denied
from bot.tables.locks import Locks
from bot.tables.model import Status, Table
from bot.tables.ports import Live, MessageStore, Posted, TableStore
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.tables.tasks import Tasks
from bot.texts import Texts, texts_for
from bot.ui import letters, lobby
from bot.ui.courier import Courier, Obstacle, Undelivered
from bot.ui.face import Face
from bot.ui.layout import digest
from bot.ui.pace import EditPace
from bot.ui.page import Page
from bot.ui.private import Private
from bot.ui.responder import Responder
from bot.ui.threads import Threads

__all__ = ["BOARD", "Publisher", "about_table"]

_log = structlog.get_logger(__name__)
BOARD = 0
_GATHER = 0.04
"""Seconds in which changes gather before the first edit, so that a click's own answer goes first."""
_BETWEEN = 0.05
"""Seconds between two boards that are redrawn only for their deadlines."""
_RETRIES = (2.0, 5.0, 15.0, 60.0)
_OLD = 50 * 60 * 1000
"""Age in ms from which a board is posted anew: edits of messages over an hour old are rationed."""
_BURIED = 8
"""Messages under the board from which it is posted anew."""


@dataclass(slots=True)
class _Work:
    dirty: bool = True
    anew: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, anew: bool) -> None:
        """There is something newer to show."""
        self.dirty, self.anew = True, self.anew or anew
        self.news.set()

    def take(self) -> bool:
        """Begin to show what there is; whether the board is to be posted anew."""
        anew, self.dirty, self.anew = self.anew, False, False
        self.news.clear()
        return anew

    async def rest(self, seconds: float) -> bool:
        """Wait so long, but no longer than until the next change; whether there was one."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), seconds)
        return self.news.is_set()


class Publisher:
    """Brings every audience's message of a table up to date."""

    def __init__(
        self,
        tables: Tables,
        store: TableStore,
        messages: MessageStore,
        courier: Courier,
        faces: Mapping[str, Face],
        private: Private,
        threads: Threads,
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._store = store
        self._messages = messages
        self._courier = courier
        self._faces = faces
        self._private = private
        self._threads = threads
        self._tasks = tasks
        self._work: dict[int, _Work] = {}
        self._locks = Locks()
        self._boards: dict[int, tuple[int, int]] = {}
        self._talk: dict[int, int] = {}
        self._pace = EditPace()

    # -- who asks --------------------------------------------------------------------------------------

    def changed(self, table_id: int, anew: bool = False) -> None:
        """A table has changed (or, `anew`, wants its board at the bottom of the channel): show it soon."""
        work = self._work.get(table_id)
        if work is not None:
            work.note(anew)
            return
        self._work[table_id] = _Work(anew=anew)
        self._tasks.spawn(self._publish_until_clean(table_id), f"publish {table_id}")

    def heard(self, channel_id: int) -> None:
        """Somebody talked in a channel: a board there sinks."""
        if channel_id in self._talk:
            self._talk[channel_id] += 1

    def lost(self, message_id: int) -> None:
        """A message was deleted: if it was a board, its table finds out now."""
        known = self._boards.pop(message_id, None)
        if known is not None:
            table_id = known[0]
            self._tasks.spawn(self._lost(table_id, Obstacle.MESSAGE_GONE), f"lost {table_id}")

    def channel_lost(self, channel_id: int) -> None:
        """A channel was deleted: the tables played there find out now."""
        for message_id, (table_id, where) in list(self._boards.items()):
            if where == channel_id:
                del self._boards[message_id]
                self._tasks.spawn(self._lost(table_id, Obstacle.CHANNEL_GONE), f"lost {table_id}")

    async def catch_up(self, lives: Sequence[Live]) -> None:
        """At start: publish what a crash left behind, and know the boards again."""
        for live in lives:
            if live.published < live.version:
                self.changed(live.table_id)
        for board in await self._messages.boards():
            self._boards[board.message_id] = (board.table_id, board.channel_id)
            self._talk.setdefault(board.channel_id, 0)

    async def redraw(self, lives: Sequence[Live]) -> None:
        """Show the deadlines that were moved; without hurry, there may be thousands."""
        for live in lives:
            if live.alarm is not None:
                self.changed(live.table_id)
                await asyncio.sleep(_BETWEEN)

    async def posted(self, table_id: int) -> Posted | None:
        """Where the board is now."""
        return (await self._messages.posted(table_id)).get(BOARD)

    async def open_board(self, responder: Responder, table_id: int) -> bool:
        """Answer the command that opened a table with its board; whether that worked."""
        async with self._locks.of(table_id):
            sight = await self._tables.sight(table_id)
            if BOARD in await self._messages.posted(table_id):
                return False
            page = self._board_page(sight)
            message_id = await responder.post(page)
            if message_id is None:
                return False
            await self._note_board(sight.table, message_id, page)
            return True

    # -- the click's own answer ------------------------------------------------------------------------

    async def answer(self, responder: Responder, table_id: int, user_id: int) -> None:
        """Redraw the clicked message as the answer to its click (which costs nothing of the channel's limit).

        Whether it is the board, a private message or an ephemeral panel; everything else follows by itself.
        """
        message = responder.interaction.message
        if message is None:
            return
        if message.flags.ephemeral or responder.interaction.guild_id is None:
            await self._private.answer(responder, table_id, user_id)
            return
        lock = self._locks.of(table_id)
        try:
            await asyncio.wait_for(lock.acquire(), timeout=1)
        except TimeoutError:
            return  # a slow edit is under way; the loop shows the newest state right after it
        try:
            await self._answer_on_board(responder, table_id, message.id)
        finally:
            lock.release()

    async def _answer_on_board(self, responder: Responder, table_id: int, message_id: int) -> None:
        board = await self.posted(table_id)
        if board is None or board.message_id != message_id:
            return
        sight = await self._tables.sight(table_id)
        if self._wants_new_board(sight.table, board, anew=False):
            return
        page = self._board_page(sight)
        if await responder.update(page):
            await self._messages.note_posted(replace(board, digest=digest(page)))

    # -- the loop --------------------------------------------------------------------------------------

    async def _publish_until_clean(self, table_id: int) -> None:
        work = self._work[table_id]
        failures = 0
        try:
            await asyncio.sleep(_GATHER)
            while work.dirty:
                anew = work.take()
                try:
                    await self._publish(table_id, anew, work)
                    failures = 0
                except Undelivered as failure:
                    if failure.obstacle is not Obstacle.LATER or failures >= len(_RETRIES):
                        _log.warning("not published", table=table_id, why=failure.obstacle.value)
                        return
                    work.dirty, work.anew = True, work.anew or anew
                    failures = 0 if await work.rest(_RETRIES[failures]) else failures + 1
        finally:
            del self._work[table_id]

    async def _publish(self, table_id: int, anew: bool, work: _Work) -> None:
        """Show the newest state to everybody; what is shown later than `version` is shown as well.

        While the channel has had its share of edits, private messages go on: nobody waits for their dice.
        """
        try:
            table = await self._tables.table(table_id)
        except Denied:
            return
        version = table.version
        if pause := self._pace.left(table.channel_id):
            await self._private.bring_up_to_date(table_id)
            if await work.rest(pause):
                work.anew = work.anew or anew
                return
        await asyncio.gather(self._publish_board(table_id, anew), self._private.bring_up_to_date(table_id))
        await self._store.mark_published(table_id, version)

    async def _publish_board(self, table_id: int, anew: bool) -> None:
        async with self._locks.of(table_id):
            board = await self.posted(table_id)
            table = await self._tables.table(table_id)
            try:
                await self._threads.open_if_wanted(table, board)
                await self._show_board(await self._tables.sight(table_id), board, anew)
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    raise
                await self._lost(table_id, failure.obstacle)

    async def _show_board(self, sight: Sight, board: Posted | None, anew: bool) -> None:
        table = sight.table
        if table.status is Status.PAUSED:
            return
        page = self._board_page(sight)
        if board is not None and not self._wants_new_board(table, board, anew):
            if board.digest != digest(page):
                self._pace.note(board.channel_id)
                await self._courier.edit(board.channel_id, board.message_id, page)
                await self._messages.note_posted(replace(board, digest=digest(page)))
            self._know(table, board.message_id)
            return
        purpose = f"{table.id}:board:{table.version}"
        message_id = await self._courier.post(table.channel_id, page, purpose)
        await self._note_board(table, message_id, page)
        if board is not None:
            await self._retire(table, board, message_id)

    async def _note_board(self, table: Table, message_id: int, page: Page) -> None:
        now = self._tables.now()
        await self._messages.note_posted(
            Posted(table.id, BOARD, table.channel_id, message_id, str(table.version), digest(page), now)
        )
        self._talk[table.channel_id] = 0
        self._know(table, message_id)

    def _wants_new_board(self, table: Table, board: Posted, anew: bool) -> bool:
        if board.channel_id != table.channel_id:
            return True
        if table.status is Status.CLOSED:
            return False
        old = self._tables.now() - board.posted_at > _OLD
        return anew or old or self._talk.get(table.channel_id, 0) >= _BURIED

    async def _retire(self, table: Table, board: Posted, newer: int) -> None:
        """The board that was replaced loses its buttons and shows the way to the new one."""
        self._boards.pop(board.message_id, None)
        page = letters.moved(table, self._faces[table.game], newer, self._texts(table))
        try:
            await self._courier.edit(board.channel_id, board.message_id, page)
        except Undelivered as failure:
            _log.info("old board not retired", table=table.id, why=failure.obstacle.value)

    async def _lost(self, table_id: int, obstacle: Obstacle) -> None:
        """The board cannot be shown: the table pauses, and its host is told privately."""
        await self._messages.forget_posted(table_id, BOARD)
        table = await self._tables.table(table_id)
        if table.status is Status.PLAYING:
            table = await self._tables.pause(table_id, obstacle.value)
            await self._private.tell_host_of_pause(table)

    def _board_page(self, sight: Sight) -> Page:
        return self.board_page(sight, self._texts(sight.table))

    def board_page(self, sight: Sight, t: Texts) -> Page:
        """The public message of a table in any language."""
        face = self._faces[sight.table.game]
        if sight.observation is None:
            return lobby.lobby_page(sight.table, face, t)
        return face.board(sight, t)

    def _know(self, table: Table, message_id: int) -> None:
        if table.status is Status.CLOSED:
            self._boards.pop(message_id, None)
        else:
            self._boards[message_id] = (table.id, table.channel_id)
            self._talk.setdefault(table.channel_id, 0)

    def _texts(self, table: Table) -> Texts:
        return texts_for(table.manners.locale)


async def about_table(tables: Tables, publisher: Publisher, table_id: int) -> dict[str, Any]:
    """What a sentence about a table may mention: its game, the way to it, its host, who is awaited."""
    try:
        sight = await tables.sight(table_id)
    except Denied:
        return {}
    table, board = sight.table, await publisher.posted(table_id)
    about: dict[str, Any] = {"game": table.game}
    if board is not None:
        about["link"] = letters.jump(table, board.message_id)
    for person in table.people():
        if person.user_id is not None and person.user_id == table.host_id:
            about["host"] = person.name
    if sight.to_act:
        about["who"] = table.seat(sight.to_act[0]).people[0].name
    return about
