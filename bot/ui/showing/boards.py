"""The public message of each table: posts it, redraws it, posts it anew further down, copes with its loss."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord
import structlog

from bot.tables.care.caretaking import LEFT
from bot.tables.homes import EVERYTHING, Slots
from bot.tables.keeping.ledger import Locks
from bot.tables.model import Alarm, Denied, Status, Table
from bot.tables.ports import Posted, Spot
from bot.tables.service import Tables
from bot.tables.sight import Look
from bot.tables.tasks import Tasks
from bot.tables.timing import openings
from bot.texts import Texts, texts_for
from bot.ui.frame import letters
from bot.ui.frame.face import Face
from bot.ui.pages.page import Page, Text
from bot.ui.showing.pages import Pages, PageWithDigest
from bot.ui.showing.posts import BOARD, SETTLED, Posts, Threads
from bot.ui.showing.reminders import Reminders
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.responder import Responder
from engines.core.clicks import moment_of

_log = structlog.get_logger(__name__)
EDITS = 4
"""How often messages of a channel may be edited in a window: Discord allows five edits in five seconds."""
_WINDOW = 5.0
"""Seconds."""
_KEPT = 256
"""When more channels than this are known, those without a recent edit are forgotten."""
_OLD = 50 * 60 * 1000
"""An older board (ms) is posted anew: Discord rations edits of messages that are over an hour old."""
_BURIED = 8
"""A board with so many messages below it is posted anew."""
_OVER = "over"
"""The key of a board that was posted at the end of the game."""
_NEWS = 60 * 60 * 1000
"""An end that nobody was told of for so long (ms) is no news: nobody is called for it any more."""
_SPARE = 2
"""How many of a window's edits a countdown may fill up; the others are kept for what people do."""
_IN_A_RACE = 2
"""How many of a window's edits may show who is ahead in a race; the others are kept for its end."""


class EditRation:
    """Says how long to wait before an edit, so that no channel reaches its limit."""

    def __init__(self) -> None:
        self._edits: dict[int, deque[float]] = {}

    def seconds_left(self, channel_id: int, share: int = EDITS) -> float:
        """Seconds to wait before the next edit in this channel; 0 for none.

        `share` is how many edits of a window may be used; fewer than all leave some for more important edits.
        """
        edits = self._edits.get(channel_id)
        if edits is None or len(edits) < share:
            return 0.0
        return max(0.0, edits[-share] + _WINDOW - asyncio.get_running_loop().time())

    def note(self, channel_id: int) -> None:
        """Count an edit that is made now."""
        now = asyncio.get_running_loop().time()
        self._edits.setdefault(channel_id, deque(maxlen=EDITS)).append(now)
        if len(self._edits) > _KEPT:
            self._edits = {
                key: past for key, past in self._edits.items() if past and now - past[-1] < _WINDOW
            }


class Boards:
    """Keeps the board of every table up to date."""

    def __init__(
        self,
        tables: Tables,
        posts: Posts,
        pages: Pages,
        courier: Courier,
        faces: Mapping[str, Face],
        reminders: Reminders,
        threads: Threads,
        tasks: Tasks,
    ) -> None:
        self._tables = tables
        self._posts = posts
        self._pages = pages
        self._courier = courier
        self._faces = faces
        self._reminders = reminders
        self._threads = threads
        self._tasks = tasks
        self._locks = Locks()
        self._ration = EditRation()
        self.whereabouts = Whereabouts(self._miss)

    async def recall(self, slots: Slots = EVERYTHING) -> None:
        """Learn, when these slots come home, where their boards are."""
        self.whereabouts.recall(await self._posts.boards(slots))

    # -- the click's own answer ------------------------------------------------------------------------

    async def open(
        self, responder: Responder, table_id: int, prepare: Callable[[], Awaitable[None]] | None = None
    ) -> bool:
        """Answer the command that opened a table with its board. Returns whether that worked.

        Not where this process is not the table's home, which posts it. `prepare` is done to the table first,
        so that nobody posts it as it was before.
        """
        async with self._locks.of(table_id):
            if prepare is not None:
                await prepare()
            look = await self._tables.look(table_id)
            if not self._tables.is_home(look.table) or await self._posts.board(look.table) is not None:
                return False
            board = await self._pages.board_in_channel(look)
            message_id = await responder.post(board.page)
            if message_id is None:
                return False
            await self._note(look.table, message_id, board)
            return True

    async def answer(self, responder: Responder, table_id: int, message_id: int) -> Table | None:
        """Answer a click on the board by redrawing it; does nothing if another message was clicked.

        Returns the table as it shows now; None if nothing was redrawn.
        """
        lock = self._locks.of(table_id)
        try:
            async with asyncio.timeout(1):
                await lock.acquire()
        except TimeoutError:
            return None  # a slow edit is under way; the newest state is shown right after it
        try:
            look = await self._tables.look(table_id)
            posted = await self._posts.board(look.table)
            if posted is None or posted.message_id != message_id:
                return None
            if self._wants_anew(look.table, posted, anew=False):
                return None
            board = await self._pages.board_in_channel(look)
            if not await responder.update(board.page):
                return None
            if self._tables.is_home(look.table):
                self._posts.note(replace(posted, digest=board.digest))
            return look.table
        finally:
            lock.release()

    def clear_if_unknown(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Take away, in the background, a clicked board that is not the table's current one.

        A crash can happen after a board was posted and before it was noted, or before the earlier one lost
        its buttons. Not one that is younger than a minute: it may just not be noted yet.
        """
        message = interaction.message
        if message is None or message.flags.ephemeral:
            return
        if moment_of(message.id) + SETTLED < self._tables.now():
            self._tasks.spawn(self._clear_unknown(table_id, message), f"forget {message.id}")

    async def _clear_unknown(self, table_id: int, message: discord.Message) -> None:
        async with self._locks.of(table_id):
            try:
                table = await self._tables.table(table_id)
            except Denied:  # of no table at all
                return
            known = await self._posts.of(table) if self._tables.is_home(table) else {}
            board, place = known.get(BOARD), message.channel.id
            others = {each.message_id for each in known.values()}
            if board is None or board.channel_id != place or message.id in others:
                return
            if message.id < board.message_id:
                await self._retire(table, replace(board, message_id=message.id), board.message_id)
                return
            with contextlib.suppress(Undelivered):
                await self._courier.delete(place, message.id)

    # -- bringing them up to date ----------------------------------------------------------------------

    def seconds_to_wait(self, table: Table) -> float:
        """Seconds until the channel of this table may be edited again; 0 when it may."""
        alarm = table.alarm
        now = self._tables.now()
        if alarm is None or not alarm.race or alarm.opened_at > now:
            return self._ration.seconds_left(table.channel_id)
        return self._ration.seconds_left(table.channel_id, _share(alarm, now))

    def seconds_to_spare(self, table: Table) -> float:
        """Seconds until this table's channel has an edit to spare for what nobody waits for; 0 if it has."""
        return self._ration.seconds_left(table.channel_id, _SPARE)

    async def bring_up_to_date(self, look: Look, anew: bool) -> None:
        """Show the newest state. Raises Undelivered if it should be tried again later."""
        async with self._locks.of(look.table.id):
            look = await self._tables.look_again(look)
            if look.table.end.why == LEFT or not look.table.channel_id:
                return  # there is nobody to show it to
            posted = await self._posts.board(look.table)
            try:
                await self._show(look, posted, anew)
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    raise
                await self._go_without(look.table.id, failure.obstacle)

    async def open_thread(self, look: Look) -> Look:
        """Open the thread in which a table is to be played, and look at it again. Raises as above."""
        async with self._locks.of(look.table.id):
            look = await self._tables.look_again(look)
            try:
                await self._threads.open_if_wanted(look.table, await self._posts.board(look.table))
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    raise
                await self._go_without(look.table.id, failure.obstacle)
            return await self._tables.look_again(look)

    async def refresh(self, table_id: int) -> None:
        """Redraw a board where it stands, such as a closed table's; one that was deleted is not posted again.

        Raises Undelivered if it should be tried again later.
        """
        async with self._locks.of(table_id):
            look = await self._tables.look(table_id)
            posted, board = await self._posts.board(look.table), await self._pages.board_in_channel(look)
            if posted is None or posted.digest == board.digest:
                return
            self._ration.note(posted.channel_id)
            try:
                await self._courier.edit(posted.channel_id, posted.message_id, board.page)
            except Undelivered as failure:
                if failure.obstacle is Obstacle.LATER:
                    raise
                _log.info("board not redrawn", table=table_id, why=failure.obstacle.value)
                return
            self._posts.note(replace(posted, digest=board.digest))

    async def _show(self, look: Look, posted: Posted | None, anew: bool) -> None:
        """Edit the board where it stands, or post it anew and take the buttons off the old one."""
        table = look.table
        lost = table.status is Status.PAUSED and not table.halted and table.incident is None
        if lost and posted is None:
            return
        board = await self._pages.board_in_channel(look)
        # A board that is known was lost to the bot alone: others still read it, where it stands.
        if posted is not None and (lost or not self._wants_anew(table, posted, anew)):
            await self._redraw(table, posted, board)
            return
        # Not its version: that grows, too, where a start has moved deadlines. Whoever asks for the board
        # twice gets it twice: the second one takes the place of the first.
        purpose = f"{table.id}:board:{table.changed_at}:{0 if posted is None else posted.message_id}"
        try:
            message_id = await self._post(table, board.page, posted, purpose)
        except Undelivered as failure:
            if posted is None or failure.obstacle is Obstacle.LATER or table.status is not Status.CLOSED:
                raise
            await self._redraw(table, posted, board)  # who may not write there any more may still edit
            return
        await self._note(table, message_id, board)
        await self._open_race(table, moment_of(message_id))
        if posted is not None:
            await self._retire(table, posted, message_id)
        elif table.rematch_of is not None:
            self._tasks.spawn(self._point_at(table.rematch_of), f"rematch {table.id}")

    async def _post(self, table: Table, page: Page, posted: Posted | None, purpose: str) -> int:
        """Post a board; the first one of a rematch, and that of the end, call people once."""
        if posted is not None and table.status is not Status.CLOSED:
            return await self._courier.post(table.channel_id, page, purpose)
        page = with_call(page, table, texts_for(table.manners.locale))
        return await self._courier.post(table.channel_id, page, purpose, people_to_call(table))

    async def _redraw(self, table: Table, posted: Posted, board: PageWithDigest) -> None:
        """Edit the board where it stands, if that would change anything; people see it from then on."""
        shown_at = self._tables.now()
        if posted.digest != board.digest:
            self._ration.note(posted.channel_id)
            shown_at = await self._courier.edit(posted.channel_id, posted.message_id, board.page)
            self._posts.note(replace(posted, digest=board.digest))
        await self._open_race(table, shown_at)
        self.whereabouts.know(table, posted.message_id)

    async def _point_at(self, table_id: int) -> None:
        """Have the board of a table that is over lead to its rematch, which has just been posted."""
        with contextlib.suppress(Denied, Undelivered):  # it says that there is one in any case
            await self.refresh(table_id)

    async def _open_race(self, table: Table, at: int) -> None:
        """Open a race that begins when people see it, not by a click on the board; `at` is in ms UTC."""
        if table.alarm is not None and table.alarm.unseen:
            await self._tables.races.show(table.id, table.alarm.key, at)

    async def _note(self, table: Table, message_id: int, board: PageWithDigest) -> None:
        """Remember the board that was just posted."""
        now = self._tables.now()
        key = _OVER if table.status is Status.CLOSED else str(table.version)
        await self._posts.add(Posted(table.id, BOARD, table.channel_id, message_id, key, board.digest, now))
        self.whereabouts.note_new(table, message_id)

    def _wants_anew(self, table: Table, posted: Posted, anew: bool) -> bool:
        """Whether the board should be posted anew rather than edited where it stands."""
        if posted.channel_id != table.channel_id:
            return True
        if table.status is Status.CLOSED:
            told = posted.key == _OVER or table.end.why != "over" or table.end.rematch_id is not None
            return not told and self._tables.now() - table.changed_at < _NEWS
        old = self._tables.now() - posted.posted_at > _OLD
        return anew or old or self.whereabouts.depth(table.channel_id) >= _BURIED

    async def _retire(self, table: Table, posted: Posted, newer: int) -> None:
        """Take the buttons off the board that was replaced, and let it show the way to the newer one."""
        self.whereabouts.forget(posted)
        page = letters.forwarding(table, self._faces[table.game], newer, texts_for(table.manners.locale))
        try:
            await self._courier.edit(posted.channel_id, posted.message_id, page)
        except Undelivered as failure:
            _log.info("old board not retired", table=table.id, why=failure.obstacle.value)

    def _miss(self, table_id: int, obstacle: Obstacle) -> None:
        """Pause a table whose board was deleted, in the background."""
        self._tasks.spawn(self._go_without(table_id, obstacle), f"lost {table_id}")

    async def _go_without(self, table_id: int, obstacle: Obstacle) -> None:
        """Pause a table whose board cannot be shown, and tell its host privately.

        One that stands still already stays as it is: whoever lets it go on brings the board back. A board
        that only the bot may not reach is remembered: it says that there is a pause as soon as it can.
        """
        if obstacle is not Obstacle.FORBIDDEN:
            self.whereabouts.forget_table(table_id)
            await self._posts.forget(table_id, BOARD)
        table = await self._tables.table(table_id)
        if table.status is not Status.PLAYING:
            return
        try:
            table = await self._tables.pause(table_id, obstacle.value)
        except Denied as denied:  # somebody has paused or ended it meanwhile, or another loss came first
            _log.info("table not paused", table=table_id, why=denied.reason)
            return
        await self._reminders.tell_host_of_pause(table)


def _share(alarm: Alarm, now: int) -> int:
    """How many of a window's edits may be used up to now in a race; the others are kept for what comes.

    All may be used for its beginning: until people see it, nobody can take part.
    """
    if alarm.unseen:
        return EDITS
    moments = openings(alarm)
    if not moments:
        return _IN_A_RACE
    return min(EDITS - 1, 1 + sum(at <= now for at in moments))


# Which messages are boards, and how many messages of other people stand below each.


@dataclass(slots=True)
class _Below:
    """How many messages stand below the board of a channel; `newest` is the newest message known there."""

    newest: int
    count: int = 0


class Whereabouts:
    """Knows where the boards of all live tables at home are.

    `missed(table_id, why)` is called when a board was deleted, alone or with its channel; it must not block.
    """

    def __init__(self, missed: Callable[[int, Obstacle], None]) -> None:
        self._missed = missed
        self._known: dict[int, Spot] = {}
        """Each board, by its message."""
        self._talk: dict[int, _Below] = {}
        """What stands below the board, by channel."""

    # -- what is heard ---------------------------------------------------------------------------------

    def note_talk(self, channel_id: int) -> None:
        """Count a message that somebody wrote in a channel: a board there moves up."""
        if channel_id in self._talk:
            self._talk[channel_id].count += 1

    def note_newest(self, channel_id: int, message_id: int) -> None:
        """Count a message that a click shows to be the newest of its channel, where no other is heard of.

        There may be more that were written since the click before.
        """
        below = self._talk.get(channel_id)
        if below is not None and message_id > below.newest:
            below.newest = message_id
            below.count += 1

    def note_deleted(self, message_id: int) -> None:
        """Call `missed` if a message that was deleted was a board."""
        known = self._known.pop(message_id, None)
        if known is not None:
            self._missed(known.table_id, Obstacle.MESSAGE_GONE)

    def note_deleted_channel(self, channel_id: int) -> None:
        """Call `missed` for every board in a channel that was deleted."""
        self._talk.pop(channel_id, None)
        for board in list(self._known.values()):
            if board.channel_id == channel_id:
                del self._known[board.message_id]
                self._missed(board.table_id, Obstacle.CHANNEL_GONE)

    # -- what is known ---------------------------------------------------------------------------------

    def recall(self, boards: Iterable[Spot]) -> None:
        """Learn where these boards are, which were posted before."""
        for board in boards:
            self._known[board.message_id] = board
            self._listen(board.channel_id, board.message_id)

    def depth(self, channel_id: int) -> int:
        """How many messages stand below the board of a channel."""
        below = self._talk.get(channel_id)
        return 0 if below is None else below.count

    def note_new(self, table: Table, message_id: int) -> None:
        """Note that the board of a table was posted just now, at the bottom of its channel."""
        self._talk[table.channel_id] = _Below(message_id)
        self.know(table, message_id)

    def know(self, table: Table, message_id: int) -> None:
        """Note that this message is the board of a table; that of a closed table is forgotten."""
        if table.status is Status.CLOSED:
            self._known.pop(message_id, None)
            self._stop_listening(table.channel_id)
        else:
            self._known[message_id] = Spot(table.id, table.guild_id, table.channel_id, message_id)
            self._listen(table.channel_id, message_id)

    def forget(self, board: Posted) -> None:
        """Forget a message that is not a board any more."""
        self._known.pop(board.message_id, None)
        self._stop_listening(board.channel_id)

    def forget_table(self, table_id: int) -> None:
        """Forget all boards of a table; messages in its channel are still counted."""
        self._known = {key: board for key, board in self._known.items() if board.table_id != table_id}

    def forget_all(self, slots: Slots) -> None:
        """Forget the boards of these slots; they are recalled, or another process is their home now."""
        gone = [board for board in self._known.values() if slots.have(board.guild_id)]
        self._known = {key: board for key, board in self._known.items() if not slots.have(board.guild_id)}
        left = {board.channel_id for board in self._known.values()}
        for board in gone:
            if board.channel_id not in left:
                self._talk.pop(board.channel_id, None)

    def _listen(self, channel_id: int, message_id: int) -> None:
        """Count the messages in a channel, from this one on."""
        below = self._talk.setdefault(channel_id, _Below(message_id))
        below.newest = max(below.newest, message_id)

    def _stop_listening(self, channel_id: int) -> None:
        """Count no more messages in a channel, unless another board is there."""
        if all(board.channel_id != channel_id for board in self._known.values()):
            self._talk.pop(channel_id, None)


# Whom a new board calls by a mention, once: those who played, and those for whom a rematch keeps a seat.


def people_to_call(table: Table) -> tuple[int, ...]:
    """The users to be called when the board of a table is posted: nobody while it is played.

    Nor in private messages, where a new message calls its reader by itself.
    """
    if table.private:
        return ()
    over = table.status is Status.CLOSED and table.end.why == "over"
    kept = table.status is Status.LOBBY and table.rematch_of is not None
    if not over and not kept:
        return ()
    there = [person for seat in table.seats if not seat.left for person in seat.people if not person.left]
    wanted = (person.user_id for person in there if over or person.join_id is None)
    return tuple(dict.fromkeys(user_id for user_id in wanted if user_id is not None))


def with_call(page: Page, table: Table, t: Texts) -> Page:
    """The page with a line below its title that mentions whoever is called; as it is if nobody is."""
    people = t.list([f"<@{user_id}>" for user_id in people_to_call(table)])
    if not people:
        return page
    if table.status is Status.CLOSED:
        line = t("Merci d’avoir joué, {people} !", people=people)
    else:
        line = t("🔁 Une place vous est gardée : {people}.", people=people)
    return replace(page, blocks=(*page.blocks[:1], Text(line), *page.blocks[1:]))
