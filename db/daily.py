"""The daily challenge in the store: the port of bot/tables/daily over either database."""

from collections.abc import Mapping, Sequence
from functools import partial

from bot.tables.daily.model import Attempt, DailyStore, Given, Line, Promise
from bot.tables.proof.dice import Seed
from db.door import Door
from db.evenings import Read
from db.jobs import daily


class KeptDaily(DailyStore):
    """The seeds of days, and people's attempts. Any method may raise StoreError."""

    def __init__(self, door: Door, read: Read) -> None:
        self._door = door
        self._read = read

    async def promises(self, days: Sequence[str]) -> Mapping[str, Promise]:
        """The seeds of those of these days that have one."""
        return await self._read(lambda connection: daily.read_promises(connection, days))

    async def promise(self, seeds: Mapping[str, Seed], now: int) -> Mapping[str, Promise]:
        """Keep the seeds of days that have none yet; what stands for each of them, whoever was first."""
        return await self._door.write(lambda connection: daily.keep_promises(connection, seeds, now))

    async def attempt(self, day: str, discipline: str, user_id: int) -> Attempt | None:
        """Somebody's attempt, None before it is begun."""
        return await self._read(partial(daily.read_attempt, day=day, discipline=discipline, user_id=user_id))

    async def attempts(self, day: str, user_id: int) -> Sequence[Attempt]:
        """All of somebody's attempts of a day, by the names of the disciplines."""
        return await self._read(lambda connection: daily.list_attempts(connection, day, user_id))

    async def begin_attempt(self, attempt: Attempt) -> Attempt:
        """Begin an attempt: the one that stands, whichever of two was first."""
        return await self._door.write(lambda connection: daily.begin_attempt(connection, attempt))

    async def note_given(self, attempt: Attempt, given: Given, clock: int) -> bool:
        """Note the next answer of an attempt; False if it has gone on since."""
        return await self._door.write(lambda connection: daily.note_given(connection, attempt, given, clock))

    async def attempts_on(self, day: str, discipline: str, guild_id: int, count: int) -> Sequence[Line]:
        """The attempts begun on a server that have all of `count` answers, best first."""
        return await self._read(
            partial(daily.list_lines, day=day, discipline=discipline, guild_id=guild_id, count=count)
        )

    async def days_played(self, user_id: int, first: str, last: str) -> int:
        """On how many days from `first` to `last` somebody has begun an attempt."""
        return await self._read(lambda connection: daily.count_days(connection, user_id, first, last))
