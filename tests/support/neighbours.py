"""Two processes over one store, in one test: who is home to what, and what they hear of each other."""

from __future__ import annotations

from typing import Any

from bot.tables.homes import EVERYTHING, Slots
from bot.tables.ports import Change, Stored
from tests.support.clock import FakeClock, settled
from tests.support.store import FreshStore
from tests.support.tables import House

NOTHING = Slots(frozenset(), 1)


class Ours:
    """Homes that a test changes as it likes; implements bot.tables.homes.Homes."""

    shared = True
    lapsed = False

    def __init__(self, slots: Slots = NOTHING) -> None:
        self.slots = slots

    def is_home(self, guild_id: int) -> bool:
        return self.slots.have(guild_id)

    def address_of(self, guild_id: int) -> str | None:
        del guild_id
        return None


class Line:
    """One process's way to the store: the others hear of what it commits. Implements what the store does."""

    def __init__(self, store: Any, street: Neighbours, number: int) -> None:
        self._store = store
        self._street = street
        self._number = number

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def commit(self, change: Change) -> Stored:
        stored: Stored = await self._store.commit(change)
        table = stored.table
        self._street.news.append((self._number, table.id, table.version, table.guild_id))
        return stored


class Neighbours:
    """Two houses, the first of which is home to everything; `news` of commits wait there for `deliver`."""

    def __init__(self, store: Any = None, clock: FakeClock | None = None) -> None:
        self.store: Any = FreshStore() if store is None else store
        self.clock = clock or FakeClock()
        self.news: list[tuple[int, int, int, int]] = []
        """Of whom, of which table, which version, of which server."""
        self.homes = (Ours(EVERYTHING), Ours())
        self.houses = tuple(
            House(Line(self.store, self, number), self.clock, homes=homes, wake=self._waker(number))
            for number, homes in enumerate(self.homes)
        )
        self.home, self.away = self.houses
        self.away._interactions, self.away._seeds = self.home._interactions, self.home._seeds

    def _waker(self, number: int) -> Any:
        async def wake(table_id: int, version: int, guild_id: int) -> None:
            self.news.append((number, table_id, version, guild_id))

        return wake

    async def deliver(self) -> None:
        """Let everybody hear what the others have done, and do what follows from it."""
        while self.news:
            news, self.news = self.news, []
            for sender, *what in news:
                for number, house in enumerate(self.houses):
                    if number != sender:
                        house.tables.heard(*what)
            await settled()

    async def swap(self) -> None:
        """The other house is home to everything from here on; both know."""
        for house, homes in zip(self.houses, self.homes, strict=True):
            homes.slots, was = (EVERYTHING if homes.slots is NOTHING else NOTHING), homes.slots
            if was is EVERYTHING:
                house.tables.leave_home(EVERYTHING)
        self.home, self.away = self.away, self.home
        await self.home.tables.come_home(EVERYTHING)
