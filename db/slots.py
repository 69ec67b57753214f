"""The part of the store that says which process holds what; see bot.homes.ports.SlotStore."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol, TypeVar

from bot.homes.ports import Beat, Roster, Taken
from db.door import Door
from db.jobs import slots
from db.sql import Sql

T = TypeVar("T")


class Read(Protocol):
    """Runs a job that only reads, in one snapshot of the database."""

    def __call__(self, job: Callable[[Sql], Any], /) -> Awaitable[Any]:
        """Run it and return its result."""
        ...


class KeptSlots:
    """Processes and slots, each call in a transaction of its own; any method may raise StoreError."""

    def __init__(self, door: Door, read: Read) -> None:
        self._door = door
        self._read = read

    async def count_slots(self, now: int) -> int | None:
        """How many slots the processes that are alive share; None where nobody is alive."""
        count: int | None = await self._read(lambda connection: slots.count_slots(connection, now))
        return count

    async def join(self, beat: Beat, *, alone: bool) -> int:
        """Note a new process and make the slots that are missing; OtherCount. Returns when it has started."""
        return await self._door.write(lambda connection: slots.join(connection, beat, alone=alone))

    async def beat(self, beat: Beat) -> Roster:
        """Renew a process and what it holds still, and return how things stand then."""
        return await self._door.write(lambda connection: slots.renew(connection, beat))

    async def take(self, beat: Beat, slot: int, token: int, *, alone: bool) -> Taken | None:
        """Take a slot whose token is still this one, and move its deadlines if nobody heard Discord there."""
        return await self._door.write(
            lambda connection: slots.take(connection, beat, slot, token, alone=alone)
        )

    async def give_back(self, beat: Beat, numbers: Collection[int]) -> None:
        """Let others have these slots at once, as far as this process holds them."""
        await self._door.write(lambda connection: slots.give_back(connection, beat, numbers))

    async def leave(self, holder: str) -> None:
        """Forget a process that is no more."""
        await self._door.write(lambda connection: slots.leave(connection, holder))

    async def take_turn(self, bucket: int, every: int, now: int) -> int:
        """Take the next turn of a bucket, in which things are done one at a time; how many ms to wait."""
        return await self._door.write(lambda connection: slots.take_turn(connection, bucket, every, now))
