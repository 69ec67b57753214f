"""Processes that share slots: each with a gateway and tables that note what is done to them."""

import asyncio
import sqlite3
from collections.abc import Collection
from typing import Any

from bot.homes.keeper import Keeper, Terms
from bot.homes.leases import Leases
from bot.homes.ports import Beat, Process, Roster, Taken
from bot.tables.homes import Slots
from bot.tables.tasks import Tasks
from db.jobs.slots import KeptSlots
from tests.support.clock import FakeClock
from tests.support.slots import LEASE
from tests.support.store import FreshStore
from tests.support.waiting import settled


class WatchedSlots(KeptSlots):
    """The real slots of a fresh store, which can be away (`broken`).

    `moved` has the slots whose deadlines were moved, and by how many ms.
    """

    def __init__(self) -> None:
        store = FreshStore()
        super().__init__(store.door, store._reader)
        self.sql = store.sql
        self.moved: list[tuple[int, int]] = []
        self.broken: Exception | None = None

    async def join(self, beat: Beat, *, alone: bool) -> int:
        self._ask()
        return await super().join(beat, alone=alone)

    async def beat(self, beat: Beat) -> Roster:
        self._ask()
        return await super().beat(beat)

    async def take(self, beat: Beat, slot: int, token: int, *, alone: bool) -> Taken | None:
        self._ask()
        taken = await super().take(beat, slot, token, alone=alone)
        if taken is not None and taken.away:
            self.moved.append((slot, taken.away))
        return taken

    async def give_back(self, beat: Beat, numbers: Collection[int]) -> None:
        self._ask()
        await super().give_back(beat, numbers)

    async def leave(self, holder: str) -> None:
        self._ask()
        await super().leave(holder)

    def _ask(self) -> None:
        if self.broken is not None:
            raise self.broken

    @property
    def rows(self) -> dict[int, sqlite3.Row]:
        """The slots as they are stored."""
        return {row["slot"]: row for row in self.sql.execute("SELECT * FROM slots")}

    @property
    def processes(self) -> set[str]:
        """Who has given a sign of life, and has not left."""
        return {row["holder"] for row in self.sql.execute("SELECT holder FROM processes")}

    def put(self, slot: int, **parts: object) -> None:
        """Put something else where these parts of a slot are stored."""
        for column, value in parts.items():
            self.sql.execute(f"UPDATE slots SET {column} = ? WHERE slot = ?", (value, slot))


class FakeGateway:
    """Shards that are ready when the test says so; `slow` ones wait for `get_ready`."""

    def __init__(self) -> None:
        self.hearing: set[int] = set()
        self.slow: dict[int, asyncio.Event] = {}
        self.opening: list[int] = []
        self.closed: list[int] = []

    async def open(self, slot: int) -> None:
        self.opening.append(slot)
        if slot in self.slow:
            await self.slow[slot].wait()
        self.hearing.add(slot)

    async def close(self, slot: int) -> None:
        self.hearing.discard(slot)
        self.closed.append(slot)

    def hears(self, slot: int) -> bool:
        return slot in self.hearing


class FakeTables:
    """Notes what happens to slots, in order."""

    busy = True

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.paused: set[int] = set()
        self.calls: list[frozenset[int]] = []
        """The slots that came home together."""
        self.broken: Exception | None = None
        self.open = asyncio.Event()
        self.open.set()

    async def arrive(self, slots: Slots) -> None:
        await self.open.wait()
        self._note("arrive", slots)
        self.calls.append(slots.numbers)

    def depart(self, slots: Slots) -> None:
        self._note("depart", slots)

    def pause(self, slots: Slots) -> None:
        self._note("pause", slots)
        self.paused |= slots.numbers

    def release(self, slots: Slots) -> None:
        self.paused -= slots.numbers

    async def resume(self, slots: Slots, since: int) -> None:
        await self.open.wait()
        self._note("resume", slots, since)

    async def look_over(self, slots: Slots) -> None:
        self._note("look_over", slots)

    def _note(self, what: str, slots: Slots, *more: int) -> None:
        if self.broken is not None:
            raise self.broken
        self.told += [(what, slot, *more) for slot in sorted(slots.numbers)]


class Member:
    """A process; `members` share `slots` and a clock."""

    def __init__(
        self,
        name: str,
        slots: WatchedSlots,
        clock: FakeClock,
        count: int = 4,
        *,
        pinned: frozenset[int] | None = None,
        shared: bool = True,
        gateway: bool = True,
    ) -> None:
        self.gateway, self.tables, self.tasks = FakeGateway(), FakeTables(), Tasks()
        self.leases = Leases(name, count, LEASE / 1000, lambda: clock.now() / 1000, shared=shared)
        self.superseded = 0
        self.keeper = Keeper(
            slots,
            self.leases,
            self.tables,
            self.gateway if gateway else None,
            Process(name, f"{name}:1", 0, pinned),
            Terms(LEASE / 1000, 3600),
            clock,
            self.tasks,
            self._note_superseded,
        )

    def _note_superseded(self) -> None:
        self.superseded += 1

    @property
    def held(self) -> set[int]:
        return set(self.leases.held)

    async def start(self) -> None:
        await self.keeper.start()
        await settled()


async def look_round(*members: Member, times: int = 4) -> None:
    """All give signs of life, a few times."""
    for _ in range(times):
        for member in members:
            await member.keeper.look()
            await settled()
