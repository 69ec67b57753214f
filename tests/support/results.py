"""Finished tables, written in a line or drawn at random."""

import asyncio
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from random import Random

from bot.insight.model import Finished, InsightStore, Played, Seated

DAY = 24 * 3600 * 1000


def ended(number: int, *seats: int | tuple[int | None, ...], at: int | None = None, why: str | None = None):
    """A table at which these seats (a person, or a team) came in this order, one after the other."""
    people = tuple(seat if isinstance(seat, tuple) else (seat,) for seat in seats)
    placed = tuple(Seated(team, place) for place, team in enumerate(people, 1))
    return Finished(number, "tasse", 1, number * DAY if at is None else at, placed, why)


def random_tables(random: Random, count: int, people: int = 50, erased: float = 0.0) -> list[Finished]:
    """Tables of two to twelve seats with teams of one to four and with ties, some minutes to days apart."""
    tables, at = [], 0
    for number in range(1, count + 1):
        at += random.randrange(60_000, 2 * DAY)
        sizes = [random.choice((1, 1, 1, 2, 3, 4)) for _ in range(random.randint(2, 12))]
        them: list[int | None] = list(random.sample(range(1, people + 1), sum(sizes)))
        seats, place = [], 1
        for index, size in enumerate(sizes):
            place = index + 1 if random.random() < 0.7 else place
            team = tuple(None if random.random() < erased else them.pop() for _ in range(size))
            seats.append(Seated(team, place))
        tables.append(Finished(number, "tasse", 1, at, tuple(seats), None))
    return tables


class MemoryResults:
    """A store of finished tables alone (see bot.insight.model), which notes from when on it was asked."""

    def __init__(self, *tables: Finished) -> None:
        self.tables = list(tables)
        self.read: list[int | None] = []
        self.wished: dict[int, dict[str, str]] = {}

    def erase(self, user_id: int) -> None:
        self.tables = [
            one._replace(seats=tuple(_erase(seat, user_id) for seat in one.seats)) for one in self.tables
        ]

    async def results(
        self, guild_id: int, game: str, since: int | None = None
    ) -> AsyncIterator[Sequence[Finished]]:
        await asyncio.sleep(0)
        self.read.append(since)
        found = self._results(guild_id, game, since)
        for start in range(0, len(found), 7):
            yield found[start : start + 7]
            await asyncio.sleep(0)

    def _results(self, guild_id: int, game: str, since: int | None = None) -> Sequence[Finished]:
        found = [
            one
            for one in self.tables
            if (one.guild_id, one.game) == (guild_id, game) and one.ended_at >= (since or 0)
        ]
        return sorted(found, key=lambda one: (one.ended_at, one.table_id))

    async def results_mark(self, guild_id: int, game: str, until: int | None = None) -> Hashable:
        await asyncio.sleep(0)
        here = [one for one in self.tables if (one.guild_id, one.game) == (guild_id, game)]
        return frozenset(one for one in here if until is None or one.ended_at <= until)

    async def names(self, guild_id: int, user_ids: Sequence[int]) -> Mapping[int, str]:
        del guild_id
        return {user_id: f"Nom {user_id}" for user_id in user_ids}

    async def played(self, user_id: int, guild_id: int, game: str) -> Sequence[Played]:
        return [
            Played(one, seat.place == 1)
            for one in self._results(guild_id, game)
            for seat in one.seats
            if user_id in seat.people
        ]

    async def players(self, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        here = [one for one in self.tables if one.guild_id == guild_id]
        known = {person for one in here for seat in one.seats for person in seat.people}
        return frozenset(user_ids) & known

    async def wishes(self, user_id: int) -> Mapping[str, str]:
        return self.wished.get(user_id, {})

    async def wish(self, user_id: int, wished: Mapping[str, str]) -> None:
        self.wished.setdefault(user_id, {}).update(wished)

    async def declined(self, key: str, user_ids: Sequence[int]) -> frozenset[int]:
        return frozenset(one for one in user_ids if self.wished.get(one, {}).get(key) == "no")


async def read_results(
    store: InsightStore, guild_id: int, game: str, since: int | None = None
) -> list[Finished]:
    """All that the store tells, in one list."""
    return [one async for some in store.results(guild_id, game, since) for one in some]


def _erase(seat: Seated, user_id: int) -> Seated:
    return seat._replace(people=tuple(None if person == user_id else person for person in seat.people))
