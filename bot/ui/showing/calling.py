"""Calls people to tables that wait for them: one message a table, which names exactly those who wished it.

Whom a table calls is committed before anything is sent. A process that dies in between has called nobody, and
nobody is called in its place: rather no call than two.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Protocol

import structlog

from bot.tables.calls import Call, CallOut, CallStore, choose_called, has_room, list_present
from bot.tables.evenings.dates import hour_at, zone_of
from bot.tables.homes import Slots
from bot.tables.model import Denied, Status, Table
from bot.tables.playing.lobby import find_removed
from bot.tables.ports import Clock, ServerStore, TableStore
from bot.tables.service import Tables
from bot.tables.tasks import Committed, Tasks
from bot.texts import texts_for
from bot.ui.frame.callers import call_page
from bot.ui.frame.face import Face
from bot.ui.showing.posts import Posts
from bot.ui.wire.courier import Courier, Obstacle, Undelivered

_log = structlog.get_logger(__name__)
_GATHER = 5_000
"""So long (ms) after a change at a table that waits we look whom it calls: several often come at once."""
_RENEWED = 24 * 60 * 60 * 1000
"""A wish is renewed at most once within this time (ms)."""
_RETRIES = (2.0, 10.0)
"""Seconds before a call is sent again: what has arrived is not sent twice (see `Courier.post`)."""


class Shown(Protocol):
    """What is known of who sees a channel."""

    def __call__(self, guild_id: int, channel_id: int, /) -> bool:
        """Whether everybody on the server does, as far as is known."""


class Store(TableStore, ServerStore, Protocol):
    """What is asked of the store, besides the wishes."""


class Calling:
    """Has each table at home call those who wish to play there, once; takes the call back when it begins.

    New wishes go through here; what is wished may be read from `calls`, and ended there.
    """

    def __init__(
        self,
        calls: CallStore,
        store: Store,
        tables: Tables,
        posts: Posts,
        courier: Courier,
        faces: Mapping[str, Face],
        shown: Shown,
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self.calls = calls
        self._store = store
        self._tables = tables
        self._posts = posts
        self._courier = courier
        self._faces = faces
        self._shown = shown
        self._clock = clock
        self._tasks = tasks
        self._soon: set[int] = set()
        """The tables that are looked at in a moment."""
        self._out: dict[int, CallOut] = {}
        """The calls that stand, of tables at home."""
        self._sending: set[int] = set()
        self._told: set[int] = set()
        """The channels of which the operator knows that no call can be posted there."""

    def attend(self) -> None:
        """From now on, hear of the tables."""
        self._tables.after_commit.add(self._hear)
        self._tables.on_home.add(lambda slots: self._tasks.spawn(self.tidy(slots), "tidy calls"))
        self._tables.on_sweep.add(lambda slots: self._tasks.spawn(self.tidy(slots), "tidy calls"))
        self._tables.on_leaving.add(lambda _: self._out.clear())  # what stays at home is learnt again soon

    async def wish(self, call: Call) -> None:
        """Note a wish; the tables that wait for people on its server may call for it."""
        await self.calls.put_call(call)
        for table_id in await self.calls.waiting_tables(call.guild_id, call.game):
            if self._tables.homes.is_home(call.guild_id):
                self._look_soon(table_id)
            else:
                await self._tables.wake_home(await self._tables.table(table_id))

    async def tidy(self, slots: Slots) -> None:
        """Learn which calls of these slots stand, and take back those whose table waits no more."""
        for out in await self.calls.call_outs(slots):
            with suppress(Denied):  # it has just been deleted
                waits = (await self._tables.table(out.table_id)).status is Status.LOBBY
                self._out[out.table_id] = out
                if not waits:
                    await self._take_back(out.table_id)

    # -- what is heard ---------------------------------------------------------------------------------

    def _hear(self, done: Committed) -> None:
        table = done.table
        if table.status is Status.LOBBY:
            if not table.private:
                self._look_soon(table.id)
        elif table.id in self._out:
            self._tasks.spawn(self._take_back(table.id), f"take back call {table.id}")

    def _look_soon(self, table_id: int) -> None:
        if table_id not in self._soon:
            self._soon.add(table_id)
            self._clock.call_at(self._clock.now() + _GATHER, lambda: self._begin_look(table_id))

    def _begin_look(self, table_id: int) -> None:
        self._soon.discard(table_id)
        self._tasks.spawn(self._look(table_id), f"call to {table_id}")

    # -- calling ---------------------------------------------------------------------------------------

    async def _look(self, table_id: int) -> None:
        """Have a table that waits call people, if there are enough; note who plays all the same."""
        try:
            table = await self._tables.table(table_id)
        except Denied:
            return
        if table.status is not Status.LOBBY or not self._tables.is_home(table):
            return
        wishes = await self.calls.calls_for(table.guild_id, table.game)
        if not wishes:
            return
        present, now = frozenset(list_present(table)), self._clock.now()
        sitting = [
            call.user_id for call in wishes if call.user_id in present and call.kept_at < now - _RENEWED
        ]
        if sitting:
            await self.calls.renew_calls(table.guild_id, table.game, sitting, now)
        if table_id in self._out or not has_room(table, self._tables.game(table.game)):
            return
        called = choose_called(len(present), await self._free(table, wishes, now))
        board = await self._posts.board(table) if called else None
        if board is not None:
            await self._call(table, called, board.message_id, now)

    async def _free(self, table: Table, wishes: Sequence[Call], now: int) -> list[Call]:
        """Those who may be called to a table: not who has a place there, or was sent away, or is blocked."""
        settings = await self._store.server(table.guild_id)
        hour = hour_at(now, zone_of(settings.get("zone")))
        here = (table.channel_id, table.home_id)
        seen_by_all = self._shown(table.guild_id, table.channel_id)
        free = [
            call
            for call in wishes
            if call.may_be_called(now, hour)
            and table.seat_of(call.user_id) is None
            and (seen_by_all or call.channel_id in here)
            and not self._is_blocked(call)
        ]
        removed = find_removed(await self._store.log(table.id)) if free else ()
        return [call for call in free if call.user_id not in removed]

    def _is_blocked(self, call: Call) -> bool:
        try:
            self._tables.blocklist.refuse(call.user_id, call.guild_id)
        except Denied:
            return True
        return False

    async def _call(self, table: Table, called: Sequence[Call], board: int, now: int) -> None:
        """Call these people, unless something came in between."""
        out = CallOut(table.id, table.channel_id)
        if not await self.calls.call_out(out, called, now):
            return
        self._out[table.id] = out
        self._sending.add(table.id)
        try:
            message_id = await self._post(table, called, board)
            if message_id is not None:
                self._out[table.id] = out._replace(message_id=message_id)
                await self.calls.note_call_out(table.id, message_id)
        finally:
            self._sending.discard(table.id)
        if (await self._tables.table(table.id)).status is not Status.LOBBY:
            await self._take_back(table.id)

    async def _post(self, table: Table, called: Sequence[Call], board: int) -> int | None:
        """Post the call; None where that cannot be done, of which the operator is told once a channel."""
        people = tuple(call.user_id for call in called)
        spec, t = self._faces[table.game].spec, texts_for(table.manners.locale)
        page = call_page(table, spec, people, board, t)
        for rest in (*_RETRIES, None):
            try:
                return await self._courier.post(table.channel_id, page, f"call:{table.id}", people)
            except Undelivered as failure:
                why = failure.obstacle
            if why is not Obstacle.LATER or rest is None:
                break
            await asyncio.sleep(rest)
        if table.channel_id not in self._told:
            self._told.add(table.channel_id)
            _log.warning("call not posted", table=table.id, channel=table.channel_id, why=why.value)
        return None

    async def _take_back(self, table_id: int) -> None:
        """Delete the call of a table that waits no more; one that is being sent goes when it is there."""
        if table_id in self._sending or (out := self._out.pop(table_id, None)) is None:
            return
        if out.message_id is not None:
            try:
                await self._courier.delete(out.channel_id, out.message_id)
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    self._out[table_id] = out  # the next look at what stands tries again
                    return
        await self.calls.drop_call_out(table_id)
