"""Brings up to date what people see: the board in the channel, the panels in private messages.

Only committed tables are shown. Each table has at most one publishing task, which shows the newest state and
ends when nothing has changed since; many actions in a short time thus make one edit. What fails is tried
again for a while, and what a crash left undone is done at the next start.
"""

import asyncio
import contextlib
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.meters import put, timer
from bot.tables.model import Denied, Status
from bot.tables.ports import Live, TableStore
from bot.tables.service import Tables
from bot.tables.sight import Look
from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.pages.page import Sketch
from bot.ui.showing.boards import Boards
from bot.ui.showing.pages import Pages
from bot.ui.showing.posts import Posts, wants_thread
from bot.ui.showing.private import Private
from bot.ui.wire.courier import Obstacle, Undelivered
from bot.ui.wire.responder import Responder
from bot.ui.wire.studio import Studio
from engines.core.records import Refusal

_log = structlog.get_logger(__name__)
_GATHER = 0.04
"""Seconds to wait before the first edit: changes gather, and the answer to the click goes first."""
_BETWEEN, _MANY, _REST = 0.05, 20, 1.0
"""Seconds between two tables that are brought up to date after a start; longer while many are under way."""
_RETRIES = (2.0, 5.0, 15.0, 60.0)


@dataclass(slots=True)
class Work:
    """What the publishing task of a table still has to do.

    `dirty`: something newer has to be shown; `anew`: the board has to be posted anew; `news`: something has
    changed since the last `take`; `doubtful`: whatever was shown, it has to be shown again; `since`: when
    people began to see an older state (the loop's time).
    """

    dirty: bool = True
    anew: bool = False
    news: bool = False
    doubtful: bool = False
    nap: asyncio.Task[None] | None = None
    since: float = field(default_factory=lambda: asyncio.get_running_loop().time())

    def note(self, anew: bool) -> None:
        """Note that there is something newer to show; this ends a `rest`."""
        self.dirty, self.anew, self.news = True, self.anew or anew, True
        if self.nap is not None:
            self.nap.cancel()

    def take(self) -> bool:
        """Begin to show the newest state. Returns whether the board has to be posted anew."""
        anew, self.dirty, self.anew, self.news = self.anew, False, False, False
        return anew

    def put_back(self, anew: bool) -> None:
        """Note that what was taken could not be shown, and still has to be."""
        self.dirty, self.anew = True, self.anew or anew

    async def rest(self, seconds: float) -> bool:
        """Wait for so many seconds, or until the next change. Returns whether there was a change."""
        if not self.news:
            self.nap = asyncio.create_task(asyncio.sleep(seconds), name="rest")
            try:
                await asyncio.wait((self.nap,))
            finally:
                self.nap.cancel()
                self.nap = None
        return self.news


class Publisher:
    """Brings every audience's message of a table up to date, where this process is home to it."""

    def __init__(
        self,
        tables: Tables,
        store: TableStore,
        boards: Boards,
        private: Private,
        posts: Posts,
        pages: Pages,
        faces: Mapping[str, Face],
        studio: Studio,
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._store = store
        self._private = private
        self._posts = posts
        self._pages = pages
        self._faces = faces
        self._studio = studio
        self._tasks = tasks
        self._work: dict[int, Work] = {}
        self.boards = boards

    # -- who asks --------------------------------------------------------------------------------------

    def publish_soon(self, table_id: int, anew: bool = False) -> None:
        """Show a table's newest state soon; `anew`: post its board anew at the bottom of the channel.

        Where this process is not its home, the home is asked to.
        """
        work = self._work.get(table_id)
        if work is not None:
            work.note(anew)
            return
        self._work[table_id] = Work(anew=anew)
        self._tasks.spawn(self._publish_until_clean(table_id), f"publish {table_id}")

    async def come_back(self, guild_id: int) -> None:
        """The bot may show something again on a server: boards say that there is a pause, which could not."""
        for live in await self._store.live():
            if live.guild_id == guild_id and live.status is Status.PAUSED:
                self.publish_soon(live.table_id)

    def show_again(self, table_id: int) -> None:
        """Show a table's newest state soon, whatever its messages seem to show: another has drawn there."""
        self.publish_soon(table_id)
        self._work[table_id].doubtful = True

    def measure(self) -> None:
        """Tell the operator for how long the table that is furthest behind has been so."""
        now = asyncio.get_running_loop().time()
        put("behind_seconds", max((now - work.since for work in self._work.values()), default=0.0))

    async def catch_up(self, table_ids: Iterable[int]) -> None:
        """Show these tables' newest states, slowly: there may be thousands, and people play meanwhile."""
        for table_id in table_ids:
            self.publish_soon(table_id)
            await asyncio.sleep(_BETWEEN if len(self._work) < _MANY else _REST)

    async def answer(self, responder: Responder, table_id: int) -> None:
        """Answer a click by redrawing the clicked message, which does not count towards the channel's limit.

        It may be the board, a private message or an ephemeral panel; all other messages follow in the
        background. Raises nothing: the action is committed, so the clicker must not be told of a failure.
        """
        message = responder.interaction.message
        if message is None:
            return
        try:
            if message.flags.ephemeral:
                await self._private.asides.answer(responder, table_id)
                return
            if responder.interaction.guild_id is None and not (await self._tables.table(table_id)).private:
                shown = await self._private.answer(responder, table_id)
            else:
                shown = await self.boards.answer(responder, table_id, message.id)
            if shown is not None and not self._tables.is_home(shown):
                await self._tables.wake_home(shown)  # it may have drawn something newer there before
        except Exception:
            _log.exception("answer not shown", table=table_id, interaction=responder.interaction.id)

    # -- the loop --------------------------------------------------------------------------------------

    async def _publish_until_clean(self, table_id: int) -> None:
        work = self._work[table_id]
        failures, note_shown = 0, timer("publish_seconds")
        put("behind_tables", len(self._work))
        try:
            await asyncio.sleep(_GATHER)
            while work.dirty:
                await self._tasks.precedence.let_pass()
                anew = work.take()
                try:
                    await self._publish(table_id, anew, work)
                    note_shown()
                    failures, note_shown = 0, timer("publish_seconds")
                    work.since = asyncio.get_running_loop().time()
                    continue
                except Undelivered as failure:
                    why, hopeless = failure.obstacle.value, failure.obstacle is not Obstacle.LATER
                except Exception:  # a disk that is full now may have room in a few seconds
                    _log.exception("publishing failed", table=table_id)
                    why, hopeless = "trouble of our own", False
                if hopeless or failures >= len(_RETRIES):
                    _log.warning("not published", table=table_id, why=why)
                    return
                work.put_back(anew)
                failures = 0 if await work.rest(_RETRIES[failures]) else failures + 1
        finally:
            del self._work[table_id]
            put("behind_tables", len(self._work))

    async def _publish(self, table_id: int, anew: bool, work: Work) -> None:
        """Show the newest state to everybody, and note which version has been published.

        If the channel may not be edited yet, only private messages are sent: nobody has to wait for their
        dice. Raises Undelivered if it should be tried again later.
        """
        try:
            look = await self._tables.look(table_id)
        except Denied:
            return
        table = look.table
        self._private.asides.follow_soon(table_id)
        if not self._tables.is_home(table):
            await self._tables.wake_home(table)
            return
        if work.doubtful:
            work.doubtful = False
            for post in (await self._posts.doubt(table)).values():
                self._studio.gallery.forget(post.message_id)
        if pause := self.boards.seconds_to_wait(table):
            await _all_of(await self._private.list_work(look))
            if await work.rest(pause):
                work.anew = work.anew or anew
                return
            look = await self._tables.look_again(look)
        if wants_thread(table):  # private messages shall lead there
            look = await self.boards.open_thread(look)
        letters = await self._private.list_work(look)
        await _all_of([self.boards.bring_up_to_date(look, anew), *letters])
        if not self._tables.is_home(table):
            await self._tables.wake_home(table)  # its new home may have shown something newer before us
            return
        self._store.note_published(table_id, table.version)
        if table.status is Status.CLOSED:
            self._posts.release(table_id)
        else:
            await self._draw_ahead(await self._tables.look(table_id))

    async def _draw_ahead(self, look: Look) -> None:
        """Begin to paint what the next action will probably show, if the game guesses one."""
        sight = look.sight()
        if sight.table.status is not Status.PLAYING or sight.observation is None:
            return
        face = self._faces[sight.table.game]
        if (likely := face.guess_next(sight)) is None:
            return
        with contextlib.suppress(Denied, Refusal):  # the table has moved on
            coming = await self._tables.foresee(look.table.id, *likely)
            for block in self._pages.game_board(coming, texts_for(sight.table.manners.locale)).blocks:
                if isinstance(block, Sketch):
                    self._studio.paint_ahead(block.drawing)


def late_tables(lives: Sequence[Live]) -> list[Live]:
    """Which of these tables may not show how they stand, in the order in which they should be shown.

    What people were not shown at all comes first, then those of which only the deadline was moved (which is
    one new version), by what passes soonest; then those that are paused, whose board may have been forbidden.
    """
    late = [live for live in lives if live.published < live.version]
    paused = [live for live in lives if live.published == live.version and live.status is Status.PAUSED]
    return [*sorted(late, key=_urgency), *paused]


def _urgency(live: Live) -> tuple[int, int]:
    """Where a table that is behind stands among others: less is more urgent."""
    moved = live.published + 1 == live.version and live.alarm is not None and live.alarm.stopped_at is None
    return (live.alarm.at if moved and live.alarm is not None else 0), live.table_id


async def _all_of(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Do all of this side by side; then raise the first error, if there was any."""
    if len(work) == 1:
        await work[0]
        return
    for failure in await asyncio.gather(*work, return_exceptions=True):
        if failure is not None:
            raise failure
