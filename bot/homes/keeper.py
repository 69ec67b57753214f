"""The keeper of this process's slots: gives signs of life, takes what is its share, lets go what is not."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial

import structlog

from bot.homes.leases import Leases
from bot.homes.ports import Beat, Gateway, Lease, Process, Residents, Roster, ShardClosed, SlotStore
from bot.meters import count
from bot.tables.ports import Clock
from bot.tables.tasks import Tasks

_log = structlog.get_logger(__name__)
_LATER = 50
"""So many ms after the end of somebody's lease we look whether it was renewed."""
_SOON = 5.0
"""Seconds until we look again where something is amiss: people wait until then."""
_DEAF = 4
"""A process that hears nothing of Discord for so many leases lets others try."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How slots are held: for `lease` seconds, with a sign of life every `every` seconds."""

    lease: float = 15.0
    every: float = 5.0


class Keeper:
    """Keeps the slots of one process. Without a `gateway`, slots are taken as they are.

    `on_superseded` is called once all slots that were given to this process are held by later ones.
    """

    def __init__(
        self,
        store: SlotStore,
        leases: Leases,
        residents: Residents,
        gateway: Gateway | None,
        process: Process,
        terms: Terms,
        clock: Clock,
        tasks: Tasks,
        on_superseded: Callable[[], None],
    ) -> None:
        self._store = store
        self._leases = leases
        self._residents = residents
        self._gateway = gateway
        self._me = process
        self._terms = terms
        self._clock = clock
        self._tasks = tasks
        self._on_superseded = on_superseded
        self._taking = Taking(store, leases, gateway, tasks, self._beat, self._let_in, self.poke)
        self._turn = asyncio.Lock()
        self._poked = False
        self._heart: asyncio.Task[None] | None = None
        self._away: dict[int, int] = {}
        """Since when (ms UTC) nobody can act in slots that are held."""
        self._outside: set[int] = set()
        """Slots that are held, but whose tables could not come home yet."""
        self._new: set[int] = set()
        """Slots that were just taken, whose tables have yet to come home."""
        self._arriving = asyncio.Lock()
        self._beaten_at = 0
        self._next_end: int | None = None
        self._gone = False
        self._failing = False
        self._superseded = False
        self._alone = asyncio.Event()
        """Set when nobody is there to take what this process holds."""

    @property
    def settled(self) -> bool:
        """Whether this process holds all that is its share, and people can act there."""
        return not (self._leases.lapsed or len(self._taking) or self._away or self._outside)

    # -- from the start to the end ---------------------------------------------------------------------

    async def start(self) -> None:
        """Join the others, and begin to take slots; OtherCount."""
        if not self._leases.shared:
            self._residents.pause(self._leases.some(range(self._leases.count)))
        started = await self._store.join(self._beat(), alone=not self._leases.shared)
        self._me = replace(self._me, started=started)
        await self.look()
        self._heart = asyncio.create_task(self._look_for_ever(), name="signs of life")

    async def hand_over(self, seconds: float) -> bool:
        """Have others take over, for at most so long; whether they have taken everything."""
        self._me = replace(self._me, leaving=True)
        self._taking.stop()
        if self._leases.shared and self._heart is not None:
            try:
                async with asyncio.timeout(seconds):
                    await self.look_safely()
                    await self._alone.wait()
            except TimeoutError:
                _log.warning("slots not taken over in time", slots=len(self._leases.held))
        return self._leases.shared and not self._leases.held

    async def leave(self) -> None:
        """Give back what is left, and be gone."""
        if self._heart is not None:
            self._heart.cancel()
        async with self._turn:
            self._gone = True
            await self._store.give_back(self._beat(), tuple(self._leases.held))
            await self._store.leave(self._me.holder)

    def poke(self) -> None:
        """Something has changed among the processes, or at the gateway: look at it at once."""
        if not self._poked and self._heart is not None:
            self._poked = True
            self._tasks.spawn(self.look_safely(), "look at the slots")

    def cut(self, slot: int) -> None:
        """Nobody can act in a slot: the connection of its shard is lost. `poke` when it is there again."""
        if slot in self._leases.held and slot not in self._away:
            self._away[slot] = self._clock.now()
            self._residents.pause(self._leases.some({slot}))

    # -- looking at the slots --------------------------------------------------------------------------

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._pause())
            if self._leases.shared or self._residents.busy or self._failing or not self.settled:
                await self.look_safely()

    def _pause(self) -> float:
        """How many seconds until the next sign of life: sooner if somebody may be dead by then."""
        if self._failing or not self.settled:
            return min(self._terms.every, _SOON)
        if self._next_end is None or not self._leases.shared:
            return self._terms.every
        return min(self._terms.every, (self._next_end + _LATER) / 1000)

    async def look_safely(self) -> None:
        """See who holds what, as `look` does; what goes wrong is logged, and tried again soon."""
        self._poked = False
        try:
            await self.look()
            self._failing = False
        except Exception:  # the store may be back at the next sign of life
            if not self._failing:
                _log.exception("no sign of life stored")
            self._failing = True
            if self._leases.lapsed:
                self._pause_all()

    async def look(self) -> None:
        """Give a sign of life, and see who holds what: let go what is lost, take what is missing."""
        async with self._turn:
            if self._gone:
                return
            moment, lapsed = self._leases.moment(), self._leases.lapsed
            held = dict(self._leases.held)  # what is taken meanwhile may not stand in the answer
            beat = self._beat()
            roster = await self._store.beat(beat)
            self._leases.learn(roster)
            lapsed = lapsed or self._leases.lapsed  # the answer may have been long in coming
            self._let_go(held, roster, lapsed=lapsed)
            if lapsed:
                self._pause_all()
            self._leases.renew(moment)
            self._beaten_at, self._next_end = beat.now, roster.next_end
            for slot in tuple(self._outside):
                await self._welcome({slot})
            if await self._resume():
                await self._store.beat(self._beat())
            shares = share(roster, self._leases.count)
            await self._take_up(roster, shares)
            self._see_whether_to_go(roster, shares)

    def _beat(self) -> Beat:
        hearing = frozenset(
            slot for slot in self._leases.held if slot not in self._away and self._hears(slot)
        )
        lease, now = round(self._terms.lease * 1000), self._clock.now()
        me = replace(self._me, leaving=True) if self._is_deaf(now - _DEAF * lease) else self._me
        return Beat(me, self._leases.count, hearing, lease, now)

    def _is_deaf(self, since: int) -> bool:
        """Whether nothing was heard since then (ms UTC) in any slot that is held: others may hear better."""
        held = self._leases.held
        return bool(held) and all(
            not self._hears(slot) and self._away.get(slot, since) < since for slot in held
        )

    def _hears(self, slot: int) -> bool:
        return self._gateway is None or self._gateway.hears(slot)

    def _pause_all(self) -> None:
        """Others may have taken what is held; until we know, nothing may happen there by itself."""
        new = self._leases.held.keys() - self._away.keys()
        if new:
            self._away.update(dict.fromkeys(new, self._beaten_at))
            self._residents.pause(self._leases.some(new))

    async def _resume(self) -> bool:
        """Go on in the slots in which people can act again; whether there were any."""
        resumed = False
        for since in sorted(set(self._away.values())):
            slots = {slot for slot, cut_at in self._away.items() if cut_at == since and self._hears(slot)}
            if not slots:
                continue
            for slot in slots:
                del self._away[slot]  # one that is cut again meanwhile is away since then
            try:
                await self._residents.resume(self._leases.some(slots), since)
            except BaseException:
                self._away.update(dict.fromkeys(slots, since))
                raise
            self._release(slots)
            resumed = True
        return resumed

    async def _let_in(self, slot: int) -> None:
        """Let the tables of a slot come home that was just taken, with those of all taken meanwhile."""
        self._new.add(slot)
        async with self._arriving:
            slots, self._new = self._new & self._leases.held.keys(), set()
            if slots:
                await self._welcome(slots)

    async def _welcome(self, slots: set[int]) -> None:
        """Let the tables of slots that are held come home."""
        try:
            await self._residents.arrive(self._leases.some(slots))
        except BaseException as error:  # a store that is gone now may be back at the next sign of life
            self._outside |= slots & self._leases.held.keys()
            if not isinstance(error, Exception):
                raise
            _log.exception("tables not come home", slots=sorted(slots))
            return
        self._outside -= slots
        lost = slots - self._leases.held.keys()
        if lost:
            self._residents.depart(self._leases.some(lost))
        for slot in slots - lost:
            if not self._hears(slot):
                self.cut(slot)
        self._release(slots - lost)

    def _release(self, slots: set[int]) -> None:
        """Let the clocks of these slots run, but not where people could act and cannot any more."""
        if here := slots - self._away.keys():
            self._residents.release(self._leases.some(here))

    def _let_go(self, held: Mapping[int, int], roster: Roster, *, lapsed: bool) -> None:
        tokens = {lease.slot: lease.token for lease in roster.leases if lease.holder == self._me.holder}
        lost = {slot for slot, token in held.items() if tokens.get(slot) != token}
        if not lost:
            return
        if lapsed:
            count("lease_lost", by=len(lost))
        for slot in lost:
            self._leases.drop(slot)
            self._away.pop(slot, None)
            self._outside.discard(slot)
        self._residents.depart(self._leases.some(lost))
        _log.info("slots are home elsewhere", slots=sorted(lost), lapsed=lapsed)
        self._taking.close(lost)

    async def _take_up(self, roster: Roster, shares: Mapping[int, str]) -> None:
        """Take what is our share; give back what a task that was cut short has taken all the same."""
        ours = {lease.slot: lease for lease in roster.leases if lease.slot not in self._leases.held}
        wanted = {slot for slot in ours if shares.get(slot) == self._me.holder}
        stray = {slot for slot, lease in ours.items() if lease.holder == self._me.holder} - wanted
        if stray:
            await self._store.give_back(self._beat(), stray)
        self._taking.want({slot: ours[slot].token for slot in wanted})

    def _see_whether_to_go(self, roster: Roster, shares: Collection[int]) -> None:
        if self._me.leaving:
            if not any(slot in shares for slot in self._leases.held):
                self._alone.set()
        elif is_superseded(roster, self._me) and not self._superseded:
            self._superseded = True
            self._on_superseded()


# Who should hold which slots: each process works it out for itself, from the same rows.


def share(roster: Roster, count: int) -> Mapping[int, str]:
    """Who should hold each of `count` slots; a slot that nobody should hold is left out.

    A slot that operators gave to processes goes to the last of them that was started; all others are shared
    out evenly among the processes that take any. Who holds what is within their share keeps it. A process
    that is leaving gets nothing.
    """
    staying = sorted(
        (process for process in roster.processes if not process.leaving),
        key=lambda process: (process.started, process.holder),
    )
    given = {slot: process.holder for process in staying for slot in process.pinned or () if slot < count}
    free = {slot: None for slot in range(count) if slot not in given}
    takers = [process.holder for process in staying if process.pinned is None]
    return {**given, **_share_out(free, takers, roster.leases)}


def _share_out(slots: Collection[int], takers: Collection[str], leases: Iterable[Lease]) -> dict[int, str]:
    """Share these slots out evenly: who holds the most has one more, if they cannot all have as many."""
    if not takers:
        return {}
    held: dict[str, list[int]] = {taker: [] for taker in takers}
    for lease in sorted(leases, key=lambda lease: lease.slot):
        if lease.slot in slots and lease.holder in held:
            held[lease.holder].append(lease.slot)
    least, more = divmod(len(slots), len(takers))
    by_number = sorted(takers, key=lambda taker: -len(held[taker]))  # stable: the oldest of equals first
    room = {taker: least + (place < more) for place, taker in enumerate(by_number)}
    shares = {slot: taker for taker in takers for slot in held[taker][: room[taker]]}
    left = iter([slot for slot in slots if slot not in shares])
    for taker in takers:
        for _ in range(room[taker] - len(held[taker])):
            shares[next(left)] = taker
    return shares


def is_superseded(roster: Roster, me: Process) -> bool:
    """Whether all slots that were given to this process are held by later ones, so that it may go.

    They must have been given them, too: who takes any slot gives this one back.
    """
    later = {
        process.holder
        for process in roster.processes
        if process.pinned is not None and (process.started, process.holder) > (me.started, me.holder)
    }
    holders = {lease.holder for lease in roster.leases if lease.slot in (me.pinned or ())}
    return me.pinned is not None and bool(holders) and holders <= later


# Taking slots: open the shard of Discord's gateway, take the slot in the store, let its tables come home.
#
# In this order, so that a slot is heard by two processes for a moment, and never by none.


class Taking:
    """The slots that are being taken, each in a task of its own.

    Without a `gateway`, slots are taken as they are. `beat` makes a sign of life. `on_taken` is awaited for
    each slot that is held from then on, `on_missed` called when somebody else was quicker.
    """

    def __init__(
        self,
        store: SlotStore,
        leases: Leases,
        gateway: Gateway | None,
        tasks: Tasks,
        beat: Callable[[], Beat],
        on_taken: Callable[[int], Awaitable[None]],
        on_missed: Callable[[], None],
    ) -> None:
        self._store = store
        self._leases = leases
        self._gateway = gateway
        self._tasks = tasks
        self._beat = beat
        self._on_taken = on_taken
        self._on_missed = on_missed
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._tokens: dict[int, int] = {}
        self._closing: dict[int, asyncio.Task[None]] = {}
        self._opened: set[int] = set()

    def __len__(self) -> int:
        return len(self._under_way)

    def __contains__(self, slot: int) -> bool:
        return slot in self._under_way

    def want(self, tokens: Mapping[int, int]) -> None:
        """These slots, which have these tokens now, and no others shall be taken."""
        self._tokens = dict(tokens)
        for slot in self._under_way.keys() - tokens.keys() - self._leases.held.keys():
            self._under_way[slot].cancel()
        self.close(self._opened - self._leases.held.keys() - tokens.keys())
        for slot in sorted(tokens.keys() - self._under_way.keys()):
            task = self._tasks.spawn(self._take(slot), f"take slot {slot}")
            self._under_way[slot] = task
            task.add_done_callback(partial(self._end, slot))

    def _end(self, slot: int, _task: asyncio.Task[None]) -> None:
        self._under_way.pop(slot, None)

    def stop(self) -> None:
        """Take nothing more."""
        for slot in self._under_way.keys() - self._leases.held.keys():
            self._under_way[slot].cancel()

    def close(self, slots: AbstractSet[int]) -> None:
        """Leave the shards of these slots, in the background: Discord may be long in saying goodbye."""
        self._opened.difference_update(slots)
        if self._gateway is not None:
            for slot in slots:
                task = self._tasks.spawn(self._gateway.close(slot), f"leave shard {slot}")
                self._closing[slot] = task

    async def _take(self, slot: int) -> None:
        try:
            if self._gateway is not None:
                if slot in self._closing:
                    await asyncio.wait({self._closing.pop(slot)})
                await self._gateway.open(slot)
                self._opened.add(slot)
            alone = not self._leases.shared
            taken = await self._store.take(self._beat(), slot, self._tokens[slot], alone=alone)
        except ShardClosed:
            return
        except Exception:  # a store that is gone now may be back at the next sign of life
            _log.warning("slot not taken", slot=slot, exc_info=True)
            return
        if taken is None:
            self._on_missed()
            return
        self._leases.add(slot, taken.token)
        _log.info("slot taken", slot=slot, deadlines_moved=taken.moved, by_ms=taken.away)
        await self._on_taken(slot)
