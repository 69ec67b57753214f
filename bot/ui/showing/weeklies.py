"""Tells servers that wish it of their week: once a week, in the channel that they have chosen.

Whoever is home to the server posts, and commits before that the week is done: rather no post than two.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import structlog

from bot.insight.ladders import Asked
from bot.insight.weekly import Weekly, WeeklyStore, Weeks, begin_of_week, next_post
from bot.tables.evenings.dates import zone_of
from bot.tables.homes import Homes
from bot.tables.model import is_passing
from bot.tables.ports import Cancel, Clock, ServerStore
from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.year import weekly_page
from bot.ui.pages.page import Page
from bot.ui.wire.courier import Courier, Obstacle, Undelivered

_log = structlog.get_logger(__name__)
_FIRST, _AGAIN = 5_000, 60_000
"""So long (ms) after the start we look first, and again where something could not be done."""
_LATEST: Final = 24 * 60 * 60 * 1000
"""A post that was missed for longer (ms) is left out: the next one comes soon enough."""
_SHARED, _ALONE = 60_000, 60 * 60 * 1000
"""So long (ms) between two looks, where other processes may change what is wished, and where none does."""
_RETRIES = (2.0, 10.0)


class Weeklies:
    """All posts of weeks. What servers choose goes through here, and may be read from `store`."""

    def __init__(
        self,
        store: WeeklyStore,
        weeks: Weeks,
        servers: ServerStore,
        courier: Courier,
        faces: Mapping[str, Face],
        homes: Homes,
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self.store = store
        self._weeks = weeks
        self._servers = servers
        self._courier = courier
        self._faces = faces
        self._homes = homes
        self._clock = clock
        self._tasks = tasks
        self._timer: tuple[int, Cancel] | None = None
        """When the next look is, and how it is cancelled."""
        self._stopped = True
        self._busy = asyncio.Lock()

    async def choose(self, guild_id: int, channel_id: int, weekday: int, hour: int) -> Weekly:
        """A server wishes to be told of its week here and then; the first time comes next."""
        zone = zone_of((await self._servers.server(guild_id)).get("zone"))
        next_at = next_post(self._clock.now(), weekday, hour, zone)
        weekly = Weekly(guild_id, channel_id, weekday, hour, next_at)
        await self.store.put_weekly(weekly)
        self._look_by(next_at)
        return weekly

    async def follow_clocks(self, guild_id: int) -> None:
        """A server goes by another time zone from now on: its hour is another moment."""
        weekly = await self.store.weekly(guild_id)
        if weekly is not None and weekly.trouble is None:
            await self.choose(guild_id, weekly.channel_id, weekly.weekday, weekly.hour)

    # -- the clock -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Look soon at what is due; once started, it goes on."""
        self._stopped = False
        self._look_by(self._clock.now() + _FIRST)

    def stop(self) -> None:
        """Look no more."""
        self._stopped = True
        if self._timer is not None:
            self._timer[1]()

    def _look_by(self, at: int) -> None:
        """Look at this moment, unless we do before."""
        if self._stopped or (self._timer is not None and self._timer[0] <= at):
            return
        if self._timer is not None:
            self._timer[1]()
        self._timer = (at, self._clock.call_at(at, self._begin_look))

    def _begin_look(self) -> None:
        self._timer = None
        self._tasks.spawn(self._look(), "look at weeks")

    async def _look(self) -> None:
        """Post what is due, and see when to look again."""
        try:
            async with self._busy:
                await self.look()
        except Exception as error:  # the store may answer in a while
            if not is_passing(error):
                _log.exception("weeks not looked at")
            self._look_by(self._clock.now() + _AGAIN)

    async def look(self) -> None:
        """Tell the servers at home of their week where it is time."""
        now = self._clock.now()
        self._look_by(now + (_SHARED if self._homes.shared else _ALONE))
        for weekly in await self.store.weeklies():
            if weekly.next_at > now:
                self._look_by(weekly.next_at)
                break
            if self._homes.is_home(weekly.guild_id):
                await self._tell(weekly, now)

    # -- telling ---------------------------------------------------------------------------------------

    async def _tell(self, weekly: Weekly, now: int) -> None:
        """Tell a server of the week that is over, if enough was played; note first that it is told."""
        guild_id = weekly.guild_id
        settings = await self._servers.server(guild_id)
        zone = zone_of(settings.get("zone"))
        games = [Asked(guild_id, face.spec.name, face.spec.chance) for face in self._faces.values()]
        late = now - weekly.next_at > _LATEST
        since = begin_of_week(weekly.next_at, zone)
        week = None if late else await self._weeks.sum_up(games, since, weekly.next_at)
        coming = replace(weekly, next_at=next_post(now, weekly.weekday, weekly.hour, zone))
        if not await self.store.turn_weekly(weekly, coming):
            return
        self._look_by(coming.next_at)
        if week is None:
            return
        names = await self._weeks.names(guild_id, week)
        specs = {face.spec.name: face.spec for face in self._faces.values()}
        page = weekly_page(week, specs, names, texts_for(str(settings.get("locale") or "fr")))
        obstacle = await self._post(weekly, page)
        if obstacle is not None:
            await self._fail(coming, obstacle)

    async def _post(self, weekly: Weekly, page: Page) -> Obstacle | None:
        """Post the page of the week that ended when `weekly` was due; why it did not arrive, or None."""
        for rest in (*_RETRIES, None):
            try:
                await self._courier.post(
                    weekly.channel_id, page, f"weekly:{weekly.guild_id}:{weekly.next_at}"
                )
            except Undelivered as failure:
                if failure.obstacle is not Obstacle.LATER or rest is None:
                    return failure.obstacle
                await asyncio.sleep(rest)
            else:
                return None
        return Obstacle.LATER

    async def _fail(self, weekly: Weekly, obstacle: Obstacle) -> None:
        """Tell the operator that a post did not arrive; post no more where it never would."""
        _log.warning("week not told", server=weekly.guild_id, channel=weekly.channel_id, why=obstacle.value)
        if obstacle is not Obstacle.LATER:
            await self.store.turn_weekly(weekly, replace(weekly, trouble=obstacle.value))
