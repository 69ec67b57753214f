"""What a week was on a server, and the channels in which servers wish to be told of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import partial
from typing import Final, NamedTuple

from bot.insight.ladders import Apart, Asked
from bot.insight.model import BOARD, Finished, InsightStore
from bot.insight.rating import Ratings, Scale
from bot.insight.standing import Seasons, Window

FEWEST: Final = 3
"""Of a week with fewer rated tables nothing is told."""


@dataclass(frozen=True, slots=True)
class Weekly:
    """A server is told of its week in a channel, on a weekday (0 is Monday) at an hour by its clocks.

    The next time is `next_at` (ms UTC). `trouble` says why nothing is posted any more, None if it is.
    """

    guild_id: int
    channel_id: int
    weekday: int
    hour: int
    next_at: int
    trouble: str | None = None


class Best(NamedTuple):
    """Who has collected most in a game, in half points: all who have as many; and its rated tables."""

    game: str
    tables: int
    people: tuple[int, ...]
    halves: int


class Rise(NamedTuple):
    """Whose rating in a game has risen, and by how much."""

    game: str
    user_id: int
    change: int


@dataclass(frozen=True, slots=True)
class Week:
    """A week that began at `since` (ms UTC): the games that were played, and the best rise in any of them."""

    since: int
    games: tuple[Best, ...]
    rise: Rise | None

    @property
    def tables(self) -> int:
        """How many rated tables ended in it."""
        return sum(best.tables for best in self.games)

    @property
    def people(self) -> frozenset[int]:
        """Everybody who is named."""
        named = {user_id for best in self.games for user_id in best.people}
        return frozenset(named if self.rise is None else named | {self.rise.user_id})


def next_post(now: int, weekday: int, hour: int, zone: tzinfo) -> int:
    """The next moment (ms UTC) after `now` at which it is this hour of this weekday by a place's clocks."""
    here = datetime.fromtimestamp(now / 1000, zone)
    first = here.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    for days in range(9):
        at = _to_utc(first + timedelta(days=days))
        if (first + timedelta(days=days)).weekday() == weekday and at > now:
            return at
    raise AssertionError("every weekday comes within nine days")


def begin_of_week(at: int, zone: tzinfo) -> int:
    """The moment (ms UTC) a week before `at` by a place's clocks, which may have been put forward or back."""
    return _to_utc(datetime.fromtimestamp(at / 1000, zone).replace(fold=0) - timedelta(days=7))


def _to_utc(local: datetime) -> int:
    return round(local.timestamp() * 1000)


class Weeks:
    """Sums up the weeks of servers, beside the event loop."""

    def __init__(self, store: InsightStore, apart: Apart) -> None:
        self._store = store
        self._apart = apart

    async def sum_up(self, games: Sequence[Asked], since: int, until: int) -> Week | None:
        """What a server's games were between two moments (ms UTC); None with too few tables to tell of it.

        Nobody is named who wishes to stand in no list.
        """
        counts = {asked: await self._count(asked, since, until) for asked in games}
        played = [asked for asked, tables in counts.items() if tables]
        if sum(counts.values()) < FEWEST:
            return None
        sums: list[tuple[Asked, _Sum]] = []
        for asked in played:
            counted = _Sum(asked.beta, since, until)
            async for tables in self._store.results(asked.guild_id, asked.game):
                await self._apart(partial(counted.add, tables))
            sums.append((asked, counted))
        people = {user_id for _, counted in sums for user_id in counted.people()}
        hidden = await self._store.declined(BOARD, sorted(people))
        rises = [rise for asked, counted in sums for rise in counted.rises(asked.game, hidden)]
        best = max(rises, key=lambda rise: (rise.change, -rise.user_id), default=None)
        return Week(since, tuple(counted.best(asked.game, hidden) for asked, counted in sums), best)

    async def names(self, guild_id: int, week: Week) -> Mapping[int, str]:
        """What the people are called who are named; who has just been erased is left out."""
        return await self._store.names(guild_id, sorted(week.people))

    async def _count(self, asked: Asked, since: int, until: int) -> int:
        """How many rated tables of a game ended between two moments."""
        found = 0
        async for tables in self._store.results(asked.guild_id, asked.game, since):
            found += sum(table.compared and table.ended_at < until for table in tables)
        return found


class _Sum:
    """One game's tables up to `until`, those from `since` on (ms UTC) being the week's."""

    def __init__(self, beta: float, since: int, until: int) -> None:
        self._scale = Scale(beta)
        self._ratings = Ratings(beta)
        self._since, self._until = since, until
        self._seasons = Seasons({Window.WEEK: since})
        self._shown: dict[int, int] = {}
        self._tables = 0

    def add(self, tables: Iterable[Finished]) -> None:
        """Count the next tables, in the order of their ends."""
        for table in tables:
            if table.ended_at >= self._until or not table.compared:
                continue
            if table.ended_at >= self._since:
                self._tables += 1
                for user_id in _people(table):
                    self._shown.setdefault(user_id, self._scale.show(self._ratings.of(user_id)))
                self._seasons.add(table)
            self._ratings.add(table)

    def people(self) -> Iterable[int]:
        """Everybody who has played in the week."""
        return self._shown

    def best(self, game: str, hidden: frozenset[int]) -> Best:
        """Who has collected most, of those who may be named."""
        points = {
            user_id: mine.halves
            for user_id, mine in self._seasons.people(Window.WEEK).items()
            if user_id not in hidden
        }
        most = max(points.values(), default=0)
        people = tuple(sorted(user_id for user_id, halves in points.items() if halves == most > 0))
        return Best(game, self._tables, people, most)

    def rises(self, game: str, hidden: frozenset[int]) -> Iterable[Rise]:
        """Whose rating says something and has risen, of those who may be named."""
        for user_id, before in self._shown.items():
            now = self._ratings.of(user_id)
            change = self._scale.show(now) - before
            if now.sure and change > 0 and user_id not in hidden:
                yield Rise(game, user_id, change)


def _people(table: Finished) -> Iterable[int]:
    return (person for seat in table.seats for person in seat.people if person is not None)
