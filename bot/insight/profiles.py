"""Profiles, made when they are asked for, and whether others may look at them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial
from typing import NamedTuple

from bot.insight.badges import ANY_GAME, Badge, Given, Shelves, give, give_all
from bot.insight.ladders import Apart, Asked, Ladders
from bot.insight.model import PROFILE, InsightStore, Played, grants
from bot.insight.profile import Profile, sum_up
from bot.insight.rating import Standing
from bot.insight.years import Year, review


class Looked(NamedTuple):
    """What somebody has done, their rating (None where they have none), and the badges of the game."""

    profile: Profile
    standing: Standing | None
    badges: Sequence[Given] = ()


class Profiles:
    """Makes profiles; nothing of them is kept but what `ladders` keep of ratings."""

    def __init__(self, store: InsightStore, ladders: Ladders, apart: Apart) -> None:
        self._store = store
        self._ladders = ladders
        self._apart = apart

    async def look(self, asked: Asked, zone: tzinfo, user_id: int, badges: Sequence[Badge] = ()) -> Looked:
        """Somebody in a game on a server, which has these badges; `zone` is its time zone (see `Ladders`)."""
        games = await self._store.played(user_id, asked.guild_id, asked.game)
        profile, given = await self._apart(partial(_find_out, user_id, games, badges))
        standing = await self._ladders.standing(asked, zone, user_id) if profile.rated else None
        return Looked(profile, standing, given)

    async def badges(self, guild_id: int, user_id: int, shelves: Shelves) -> Mapping[str, Sequence[Given]]:
        """All these badges, and since when somebody has each on a server."""
        games = await self._played(guild_id, user_id, shelves)
        return await self._apart(partial(give_all, shelves, user_id, games))

    async def year(
        self, asked: Mapping[str, Asked], user_id: int, number: int, zone: tzinfo, shelves: Shelves
    ) -> tuple[Year, tuple[int, int] | None]:
        """A year of somebody in these games of a server, by its days, and what their rating was and became.

        That is None where nothing was rated; it is told of the game that `Year.climb` names.
        """
        (guild_id,) = {one.guild_id for one in asked.values()}
        games = await self._played(guild_id, user_id, asked)
        year = await self._apart(partial(review, user_id, games, number, zone, shelves))
        if year.climb is None:
            return year, None
        name, before, until = year.climb
        path = await self._ladders.path(asked[name], zone, user_id)
        last = len(path) - 1  # somebody who is erased meanwhile has fewer
        return year, (path[min(before, last)], path[min(until, last)])

    async def _played(self, guild_id: int, user_id: int, names: Iterable[str]) -> Sequence[Played]:
        """What somebody has played to its end on a server, one of these games after the other."""
        found: list[Played] = []
        for name in names:
            if name != ANY_GAME:
                found += await self._store.played(user_id, guild_id, name)
        return found

    async def may_see(self, viewer: int, user_id: int, guild_id: int) -> bool:
        """Whether somebody may see another's results: both have played here, and the other lets them."""
        if viewer == user_id:
            return True
        both = await self._store.players(guild_id, (viewer, user_id))
        return len(both) == 2 and grants(await self._store.wishes(user_id), PROFILE)


def _find_out(
    user_id: int, games: Sequence[Played], badges: Sequence[Badge]
) -> tuple[Profile, Sequence[Given]]:
    return sum_up(user_id, games), give(badges, user_id, games)


# All that is made of games that are over when somebody asks for it, in one hand.


@dataclass(frozen=True, slots=True)
class Insight:
    """Rankings, profiles, and what is `kept`: who was at which tables, dice by server, what people wish."""

    ladders: Ladders
    profiles: Profiles
    kept: InsightStore
