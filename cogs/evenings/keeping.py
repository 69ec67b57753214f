"""Keeps evenings going: their message in the channel, letters, Discord's event, their hour, their end.

All of it follows from what the store holds, so a process that dies leaves nothing undone: whoever is home to
the server looks every few seconds. Only that process shows an evening, writes letters and lets it begin.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

import discord
import structlog

from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import DAY, HOUR, Change, Evening, Season, Stage
from bot.tables.evenings.planning import Due, Outcome
from bot.tables.keeping.ledger import Locks
from bot.tables.model import Broken, Denied, Status, is_passing
from bot.tables.ports import Clock, PeopleStore
from bot.tables.service import Tables
from bot.tables.tasks import Committed, Looks, Tasks
from bot.texts import Texts, texts_for
from bot.ui.showing.contacts import texts_of
from bot.ui.wire.courier import Courier, Obstacle, Undelivered
from bot.ui.wire.events import Events
from cogs.evenings.face import PlannedEvening
from db.jobs.evenings import KeptEvenings

_log = structlog.get_logger(__name__)
_FIRST, _AGAIN = 5_000, 10_000
"""So long (ms) after the start we look first, and again where something is still to be done."""
_SHARED, _ALONE = 20_000, HOUR
"""So long (ms) between two looks, where other processes may change evenings, and where nobody else does."""
_BETWEEN = 1.5
"""Seconds between two edits of one message: Discord grants five in five seconds to a whole channel."""
_DRAFTS = DAY
"""So long (ms) a draft is kept."""
_AWAY = (Obstacle.CHANNEL_GONE, Obstacle.FORBIDDEN)


@dataclass(slots=True)
class _Showing:
    """One evening's message: whether it is being drawn, and whether it has to be once more."""

    again: bool = False


class Evenings:
    """All evenings. What changes one goes through here, so that people see it; `store` may be read."""

    def __init__(
        self,
        store: KeptEvenings,
        tables: Tables,
        courier: Courier,
        people: PeopleStore,
        face: PlannedEvening,
        events: Events,
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self.store = store
        self.face = face
        self._tables = tables
        self._courier = courier
        self._people = people
        self._events = events
        self._clock = clock
        self._tasks = tasks
        self._showing: dict[int, _Showing] = {}
        self._busy: set[int] = set()
        self._locks = Locks()
        self._dropped_at = 0
        self._messages: dict[int, int] = {}
        """The evenings that these messages show."""
        self._looks = Looks(clock, tasks, "look at evenings", self.look, first=_FIRST, again=_AGAIN)
        tables.after_commit.add(self._hear)

    # -- what people do --------------------------------------------------------------------------------

    def now(self) -> int:
        """The present, in ms since 1970 UTC."""
        return self._clock.now()

    async def add(self, evening: Evening) -> Evening:
        """Add a draft, in the place of an earlier one of its host in its channel."""
        return await self.store.add(evening)

    async def find(self, evening_id: int) -> Evening:
        """An evening as it stands; Denied "evening_gone"."""
        found = await self.store.load(evening_id)
        if found is None:
            raise Denied("evening_gone")
        return found

    async def change(self, evening_id: int, change: Change) -> Evening:
        """Change an evening, and have it shown. What `change` raises; Denied "evening_gone"."""
        done = await self.store.change(evening_id, change)
        if done is None:
            raise Denied("evening_gone")
        before, after = done
        if after.version > before.version:
            self._attend(after)
        return after

    async def begin(self, evening_id: int) -> Evening:
        """Begin now, for the host: Denied as `planning.begin`, or why the table could not be opened."""
        await self.change(evening_id, planning.begin)
        return await self._open(evening_id)

    async def begin_season(self, guild_id: int, title: str) -> Season:
        """Begin a season of a server."""
        return await self.store.begin_season(guild_id, title, self.now())

    async def lines(self, user_id: int, tables: Collection[int], t: Texts) -> Sequence[str]:
        """A line for each evening that somebody is in for, but those whose table they sit at."""
        mine = await self.store.of_person(user_id)
        coming = [one for one in mine if one.stage.live and one.table_id not in tables]
        return [self.face.line(one, user_id, t) for one in coming]

    async def forget(self, user_id: int) -> None:
        """Take somebody out of all that is still to come, before what is kept about them is erased."""
        for evening in await self.store.of_person(user_id):
            if evening.stage in (Stage.DRAFT, Stage.OPEN):
                await self.change(evening.id, lambda found: registering.forget(found, user_id))

    # -- the clock -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Look at all that is at home here, soon; once started, it goes on."""
        self._looks.start()

    def stop(self) -> None:
        """Look no more."""
        self._looks.stop()

    # -- what the gateway tells ------------------------------------------------------------------------

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted: if it was an evening's, it is posted anew."""
        evening_id = self._messages.pop(payload.message_id, None)
        if evening_id is not None:
            anew = self._post_anew(evening_id, payload.message_id)
            self._tasks.spawn(anew, f"post evening {evening_id} anew")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted, and what was planned there is cancelled."""
        await self.desert(channel.guild.id, channel.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server; an outage of Discord's does not count."""
        if not guild.unavailable:
            await self.desert(guild.id)

    async def desert(self, guild_id: int, channel_id: int | None = None) -> None:
        """This channel is gone, or (None) the whole server: what was planned there is cancelled."""
        for evening in await self.store.of_server(guild_id):
            if evening.stage is Stage.OPEN and channel_id in (None, evening.channel_id):
                with suppress(Denied):  # it has begun, or was cancelled
                    await self.change(evening.id, lambda found: planning.cancel(found, "channel"))

    async def look(self) -> None:
        """Do what is due, and see when to look again. What fails now is tried again soon."""
        now = self.now()
        self._looks.look_by(now + (_SHARED if self._tables.homes.shared else _ALONE))
        if now - self._dropped_at > _ALONE:
            self._dropped_at = now
            await self.store.drop_drafts(now - _DRAFTS)
        for evening in await self.store.at_work():
            self._attend(evening)

    def _attend(self, evening: Evening) -> None:
        """See to one evening in the background, unless somebody does already; and at its next moment."""
        if not self._tables.homes.is_home(evening.guild_id):
            return
        now = self.now()
        if evening.message_id is not None:
            self._messages[evening.message_id] = evening.id
        if evening.shown < evening.version:
            self._show_soon(evening.id)
            self._looks.look_by(now + _AGAIN)
        has_business = self._has_business(evening, now)
        if has_business:
            self._looks.look_by(now + _AGAIN)
        elif (at := planning.next_moment(evening, now)) is not None:
            self._looks.look_by(at)
        if (has_business or evening.stage is Stage.PLAYING) and evening.id not in self._busy:
            self._busy.add(evening.id)
            self._tasks.spawn(self._see_to(evening.id), f"evening {evening.id}")

    def _has_business(self, evening: Evening, now: int) -> bool:
        """Whether something is due; the end of one that is played is heard of, as a rule."""
        return (
            evening.stage is Stage.BEGINNING
            or planning.give_up(evening, now) is not None
            or bool(planning.list_due(evening, now))
        )

    async def _see_to(self, evening_id: int) -> None:
        try:
            await self._step(evening_id)
        except Denied as denied:
            _log.info("evening not attended to", evening=evening_id, why=denied.reason)
        except Exception as error:  # one evening must not keep the others from being seen to
            if not is_passing(error):
                _log.exception("evening not attended to", evening=evening_id)
        finally:
            self._busy.discard(evening_id)

    async def _step(self, evening_id: int) -> None:
        now = self.now()
        evening = await self.find(evening_id)
        if evening.stage is Stage.OPEN and evening.starts_at <= now:
            evening = await self.change(evening_id, lambda found: planning.give_up(found, now))
        if evening.stage is Stage.BEGINNING:
            evening = await self._open(evening_id)
        if evening.stage is Stage.PLAYING:
            await self._end_if_over(evening)
        for due in planning.list_due(evening, now):
            await self._write(evening, due)

    async def _open(self, evening_id: int) -> Evening:
        """Open the table of an evening that begins; Denied, and it waits for its host again."""
        async with self._locks.of(evening_id):
            evening = await self.find(evening_id)
            if evening.stage is not Stage.BEGINNING:
                return evening
            try:
                table_id = await self.face.open_table(evening)
            except (Denied, Broken) as failure:
                why = failure.reason if isinstance(failure, Denied) else "internal"
                await self.change(evening_id, lambda found: planning.go_back(found, why, self.now()))
                raise
            return await self.change(evening_id, lambda found: planning.note_table(found, table_id))

    def _hear(self, done: Committed) -> None:
        """A table has changed: if an evening is played there and it is closed, the evening is over."""
        if done.table.status is Status.CLOSED:
            self._tasks.spawn(self._hear_of_end(done.table.id), f"evening of table {done.table.id}")

    async def _hear_of_end(self, table_id: int) -> None:
        evening = await self.store.of_table(table_id)
        if evening is not None and evening.stage is Stage.PLAYING:
            await self._end_if_over(evening)

    async def _end_if_over(self, evening: Evening) -> None:
        assert evening.table_id is not None, "it is being played"
        try:
            if (await self._tables.table(evening.table_id)).status is not Status.CLOSED:
                return
            outcome = await self.face.outcome(evening)
        except Denied:  # the table is not there any more
            outcome = Outcome({})
        await self.change(evening.id, lambda found: planning.end(found, outcome))

    # -- letters ---------------------------------------------------------------------------------------

    async def _write(self, evening: Evening, due: Due) -> None:
        """Send a letter and note it; one that cannot be delivered is noted, too, and nothing breaks."""
        page = self.face.letter(evening, due, await texts_of(self._people, due.user_id))
        purpose = f"evening:{evening.id}:{due.what}:{due.user_id}:{evening.starts_at}"
        try:
            await self._courier.whisper(due.user_id, page, purpose)
        except Undelivered as failure:
            if failure.obstacle is Obstacle.LATER:
                return
        await self.change(evening.id, lambda found: planning.note_sent(found, due))

    # -- the message and the event ---------------------------------------------------------------------

    def _show_soon(self, evening_id: int) -> None:
        """Have the message show the newest state; what comes while it is drawn is drawn together."""
        if (showing := self._showing.get(evening_id)) is not None:
            showing.again = True
            return
        self._showing[evening_id] = _Showing()
        self._tasks.spawn(self._show(evening_id), f"show evening {evening_id}")

    async def _show(self, evening_id: int) -> None:
        showing = self._showing[evening_id]
        try:
            while True:
                showing.again = False
                await self._draw(evening_id)
                await self._tell_event(evening_id)
                await asyncio.sleep(_BETWEEN)
                if not showing.again:
                    return
        except Undelivered as failure:
            _log.info("evening not shown", evening=evening_id, why=failure.obstacle.value)
        finally:
            del self._showing[evening_id]

    async def _draw(self, evening_id: int) -> None:
        evening = await self.store.load(evening_id)
        if evening is None or evening.stage is Stage.DRAFT or evening.shown >= evening.version:
            return
        page = self.face.announcement(evening, texts_for(evening.locale))
        message_id = evening.message_id
        try:
            if message_id is not None:
                await self._courier.edit(evening.channel_id, message_id, page)
            elif evening.stage.live:
                message_id = await self._courier.post(
                    evening.channel_id, page, f"evening:{evening_id}:{evening.version}"
                )
        except Undelivered as failure:
            if failure.obstacle is Obstacle.MESSAGE_GONE and evening.stage.live:
                await self.store.note_shown(evening_id, evening.shown, None)
                self._showing[evening_id].again = True
                return
            if failure.obstacle in _AWAY and evening.stage is Stage.OPEN:
                with suppress(Denied):  # it has begun, or was cancelled
                    await self.change(evening_id, lambda found: planning.cancel(found, "channel"))
            if failure.obstacle is Obstacle.LATER:
                raise
        if message_id is not None:
            self._messages[message_id] = evening_id
        await self.store.note_shown(evening_id, evening.version, message_id)

    async def _post_anew(self, evening_id: int, message_id: int) -> None:
        """Post the message again that somebody has deleted, if there is still something to show."""

        def renew(found: Evening) -> Evening | None:
            live = found.stage.live and found.message_id == message_id
            return replace(found, message_id=None) if live else None

        await self.change(evening_id, renew)

    async def _tell_event(self, evening_id: int) -> None:
        """Have Discord's event say what the evening says; where none may be made, the message does alone."""
        evening = await self.store.load(evening_id)
        if evening is None or evening.stage is Stage.DRAFT or evening.event_id == 0:
            return
        happening = self.face.happening(evening, texts_for(evening.locale))
        status = _STATUS.get(evening.stage)
        told = f"{status or happening}"
        if told == evening.event_told:
            return
        event_id = evening.event_id
        if event_id is None:
            if status is not None or evening.starts_at <= self.now():
                return
            event_id = await self._events.make(evening.guild_id, happening)
        elif status is not None:
            done = await self._events.turn(evening.guild_id, event_id, status)
            event_id = event_id if done else None
        else:
            done = await self._events.change(evening.guild_id, event_id, happening)
            event_id = event_id if done else None
        if event_id is not None:
            await self.store.note_event(evening_id, event_id, told)


_STATUS: Mapping[Stage, Literal["active", "completed", "canceled"]] = {
    Stage.PLAYING: "active",
    Stage.OVER: "completed",
    Stage.CANCELLED: "canceled",
}
