"""What the homes need from the outside. db/ implements it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from bot.tables.homes import Slots


@dataclass(frozen=True, slots=True)
class Wake:
    """News of a table for its home: `holder`, another process, has changed it to this version.

    Every commit sends one, in its transaction. A process is not told of its own.
    """

    holder: str
    table_id: int
    version: int
    guild_id: int


class Wakes(Protocol):
    """How processes tell each other that something has changed. News may be lost, but `on_missed` says so."""

    @property
    def hears(self) -> bool:
        """Whether what other processes change is heard at this moment."""

    async def listen(
        self,
        on_wake: Callable[[Wake], None],
        on_slots: Callable[[], None],
        on_missed: Callable[[], None],
    ) -> None:
        """Hear what other processes change, from now on.

        `on_slots`: who holds which slots has changed. `on_missed`: the connection was lost and is there
        again; anything may have happened meanwhile. The listeners must not block.
        """

    async def wake(self, wake: Wake) -> None:
        """Tell a table's home that it should look at the table, where no commit has."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process that shares the store.

    `holder`: its name, another one at each start; `address`: where others reach it ("host:port"); `started`
    puts processes in their order. `pinned`: the slots that its operator gave it, None for any. `leaving`: it
    is being stopped, or has not heard Discord for long, and wants its slots taken.
    """

    holder: str
    address: str
    started: int
    pinned: frozenset[int] | None = None
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Lease:
    """Who holds a slot ("" is nobody); the token grows each time the slot changes hands."""

    slot: int
    holder: str
    token: int


@dataclass(frozen=True, slots=True)
class Roster:
    """The processes that are alive, and all slots as they were held at that moment.

    `next_end`: in how many ms the first of these processes counts as dead, unless it gives a sign of life.
    """

    processes: tuple[Process, ...] = ()
    leases: tuple[Lease, ...] = ()
    next_end: int | None = None


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life of a process: it holds its slots for `lease` more ms, and hears Discord in `hearing`."""

    process: Process
    count: int
    hearing: frozenset[int]
    lease: int
    now: int
    """In ms UTC; a store with a clock of its own goes by that one."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A slot that was taken: its new token, and how many deadlines were moved, by how much (ms)."""

    token: int
    moved: int
    away: int


class ShardClosed(Exception):
    """A shard was closed before it was ready."""


class OtherCount(Exception):
    """Other processes are alive, and share `count` slots, which is another number than asked for."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class SlotStore(Protocol):
    """Who is alive and holds which slots. Each call is one transaction."""

    async def count_slots(self, now: int) -> int | None:
        """How many slots the processes that are alive share; None where nobody is alive."""

    async def join(self, beat: Beat, *, alone: bool) -> int:
        """Note a new process, and make the slots that are missing; OtherCount. Returns when it has started.

        `alone`: nobody else can be alive, whatever the store says.
        """

    async def beat(self, beat: Beat) -> Roster:
        """Renew this process and what it holds still. Returns how things stand then."""

    async def take(self, beat: Beat, slot: int, token: int, *, alone: bool) -> Taken | None:
        """Take a slot whose token is still this one; None if it is not.

        If nobody heard Discord there until now, the open deadlines of its tables move by that time: no
        deadline passes unheard. `alone`: a commit is a sign of life, too.
        """

    async def give_back(self, beat: Beat, slots: Collection[int]) -> None:
        """Let others have these slots at once, as far as this process holds them."""

    async def leave(self, holder: str) -> None:
        """This process is no more."""

    async def take_turn(self, bucket: int, every: int, now: int) -> int:
        """Take the next turn of those who may do something one at a time, `every` ms; how many ms to wait."""


class Gateway(Protocol):
    """Discord's gateway, a shard for each slot."""

    async def open(self, slot: int) -> None:
        """Connect this shard; returns when it is ready. If cancelled, the shard is closed again.

        Raises ShardClosed if it is closed meanwhile.
        """

    async def close(self, slot: int) -> None:
        """Leave this shard, if it is open."""

    def hears(self, slot: int) -> bool:
        """Whether this shard is ready and connected now."""


class Residents(Protocol):
    """The tables of the slots that come home here, and all that shows them."""

    @property
    def busy(self) -> bool:
        """Whether any clock runs."""

    async def arrive(self, slots: Slots) -> None:
        """These slots are home here from now on: arm their clocks, show what is behind.

        Like after `resume`, what was paused stays so until `release`.
        """

    def depart(self, slots: Slots) -> None:
        """These slots are home here no more."""

    def pause(self, slots: Slots) -> None:
        """Nobody can act in these slots for a while: nothing may ring."""

    def release(self, slots: Slots) -> None:
        """People can act in these slots: what is due may ring."""

    async def resume(self, slots: Slots, since: int) -> None:
        """People can act again in these slots, where they could not since then (ms UTC)."""

    async def look_over(self, slots: Slots) -> None:
        """News may have been lost: see what is behind in these slots."""
