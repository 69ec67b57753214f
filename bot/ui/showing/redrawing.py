"""Redraws the boards that show a name which was erased: in the background, slowly, one by one."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

import structlog

from bot.tables.model import Alarm, Denied, Status, Table
from bot.tables.ports import ServerStore
from bot.tables.service import Tables
from bot.tables.tasks import Committed, Tasks
from bot.ui.showing.boards import Boards
from bot.ui.showing.pages import Pages
from bot.ui.showing.posts import Posts
from bot.ui.showing.publisher import Publisher
from bot.ui.wire.courier import Undelivered

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

    `renamed` are told of a table that is over before its board is drawn again.
    Each process redraws those that it is home to, and leaves the others on the list.
    """

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        facts: ServerStore,
        tasks: Tasks,
        renamed: Sequence[Callable[[int], Awaitable[None]]] = (),
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._renamed = renamed
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
                    for tell in self._renamed:
                        await tell(table_id)
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


# Renews boards when a step of a countdown begins: the least of all edits, after whatever people did.


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


# A planned stop, told where people play at that moment: a line on the board, taken back by the next start.
#
# The board is edited where it stands; nothing is posted for it. The line says since when the bot is away,
# so that it stays true however long that takes. Which tables were told is stored before they are, so that
# whatever happens in between, the next start finds them.

_STOPPED: Final = "told of stop "
"""What the facts begin with, each of a board; its table's number follows."""
RECENT: Final = 10 * 60_000
"""Where nobody has moved for so long (ms), nobody waits for an answer, and nothing is told."""
_MOST: Final = 250
"""So many tables are told at most, those that moved last: Discord takes some 50 requests a second."""
_AT_ONCE: Final = 10
_PAUSES: Final = (0.0, 2.0, 10.0, 60.0)
"""Seconds before each try to take the line back."""


class StopNotice:
    """Tells the tables in play that the bot stops for a while, and takes that back once it is there again."""

    def __init__(
        self, tables: Tables, boards: Boards, posts: Posts, pages: Pages, facts: ServerStore, tasks: Tasks
    ) -> None:
        self._tables = tables
        self._boards = boards
        self._posts = posts
        self._pages = pages
        self._facts = facts
        self._tasks = tasks
        self._moved: OrderedDict[int, int] = OrderedDict()
        """When each table that is in play moved last (ms UTC), in that order."""
        self._lock = asyncio.Lock()
        self._taking_back: set[int] = set()
        self._at_once = asyncio.Semaphore(_AT_ONCE)

    def note(self, done: Committed) -> None:
        """Note that people move at a table; a deadline that passes shows that nobody does."""
        if done.table.status is not Status.PLAYING:
            self._moved.pop(done.table.id, None)
        elif done.kinds and "expire" not in done.kinds:
            self._moved[done.table.id] = done.table.changed_at
            self._moved.move_to_end(done.table.id)
        if len(self._moved) > _MOST:
            self._moved.popitem(last=False)

    # -- the stop --------------------------------------------------------------------------------------

    def tell_soon(self) -> None:
        """Begin to tell them; whatever is drawn of them from then on has the line."""
        now = self._tables.now()
        playing = [table_id for table_id, at in reversed(self._moved.items()) if now - at < RECENT]
        if playing:
            self._tasks.spawn(self._tell(playing, now), "tell of the stop")

    async def _tell(self, table_ids: list[int], now: int) -> None:
        async with self._lock:
            await asyncio.gather(*(self._facts.set_fact(f"{_STOPPED}{each}", "") for each in table_ids))
            self._pages.stopped = dict.fromkeys(table_ids, now)
        await asyncio.gather(*map(self._tell_one, table_ids))
        _log.info("tables told of the stop", tables=len(table_ids))

    async def _tell_one(self, table_id: int) -> None:
        try:
            await asyncio.sleep(self._boards.seconds_to_wait(await self._tables.table(table_id)))
            async with self._at_once:
                await self._boards.refresh(table_id)
        except (Denied, Undelivered) as failure:
            _log.info("table not told of the stop", table=table_id, why=str(failure))
        except Exception:  # one board must not keep the others from being told
            _log.exception("table not told of the stop", table=table_id)

    # -- the next start --------------------------------------------------------------------------------

    async def take_back_soon(self) -> None:
        """Take the line off the boards that have it, in the background; tables that are not at home wait."""
        told = [table_id for table_id in await self._told() if table_id not in self._taking_back]
        if told:
            self._taking_back.update(told)
            self._tasks.spawn(self._take_back(told), "take the stop back")

    async def _take_back(self, table_ids: Iterable[int]) -> None:
        try:
            for table_id in table_ids:
                done = await self._redraw(table_id)
                self._taking_back.discard(table_id)
                if not done:
                    continue
                async with self._lock:
                    if self._pages.stopped:
                        return  # the next stop has begun, and the next start goes on
                    await self._facts.drop_fact(f"{_STOPPED}{table_id}")
        finally:  # whatever is left is for the next start, or the next slot that comes home
            self._taking_back.difference_update(table_ids)

    async def _redraw(self, table_id: int) -> bool:
        """Redraw a board, whatever it shows by our notes: the stop may have cut them short.

        Returns whether nothing more is to be done, which is so unless another process has to do it.
        """
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            try:
                table = await self._tables.table(table_id)
                if not self._tables.is_home(table):
                    return False
                posted = await self._posts.board(table)
                if posted is not None:
                    self._posts.note(replace(posted, digest=""))
                    await self._boards.refresh(table_id)
                return True
            except Denied:
                return True
            except Undelivered:
                continue
            except Exception:  # a store that is away now may be back at the next try
                _log.exception("stop not taken back yet", table=table_id)
        _log.warning("stop not taken back", table=table_id)
        return True

    async def _told(self) -> list[int]:
        return [int(key.removeprefix(_STOPPED)) for key in await self._facts.facts(_STOPPED)]
