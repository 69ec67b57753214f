"""The keeper of this process's slots: gives signs of life, takes what is its share, lets go what is not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

import structlog

from bot.homes.leases import Leases
from bot.homes.ports import Beat, Gateway, Process, Residents, Roster, SlotStore
from bot.homes.sharing import is_superseded, share
from bot.homes.taking import Taking
from bot.meters import count
from bot.tables.ports import Clock
from bot.tables.tasks import Tasks

__all__ = ["Keeper", "Terms"]

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
