"""Taking slots: open the shard of Discord's gateway, take the slot in the store, let its tables come home.

In this order, so that a slot is heard by two processes for a moment, and never by none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from functools import partial

import structlog

from bot.homes.leases import Leases
from bot.homes.ports import Beat, Gateway, Residents, SlotStore
from bot.tables.tasks import Tasks

__all__ = ["Taking"]

_log = structlog.get_logger(__name__)


class Taking:
    """The slots that are being taken, each in a task of its own.

    Without a `gateway`, slots are taken as they are. `beat` makes a sign of life. `on_missed` is called when
    somebody else was quicker, `on_trouble` for a slot that is held, but whose tables could not be looked at.
    """

    def __init__(
        self,
        store: SlotStore,
        leases: Leases,
        residents: Residents,
        gateway: Gateway | None,
        tasks: Tasks,
        beat: Callable[[], Beat],
        on_missed: Callable[[], None],
        on_trouble: Callable[[int], None],
    ) -> None:
        self._store = store
        self._leases = leases
        self._residents = residents
        self._gateway = gateway
        self._tasks = tasks
        self._beat = beat
        self._on_missed = on_missed
        self._on_trouble = on_trouble
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._tokens: dict[int, int] = {}
        self._opened: set[int] = set()

    def __len__(self) -> int:
        return len(self._under_way)

    def __contains__(self, slot: int) -> bool:
        return slot in self._under_way

    async def want(self, tokens: Mapping[int, int]) -> None:
        """These slots, which have these tokens now, and no others shall be taken."""
        self._tokens = dict(tokens)
        for slot in self._under_way.keys() - tokens:
            self._under_way[slot].cancel()
        await self.close(self._opened - self._leases.held.keys() - tokens.keys())
        for slot in sorted(tokens.keys() - self._under_way.keys()):
            task = self._tasks.spawn(self._take(slot), f"take slot {slot}")
            self._under_way[slot] = task
            task.add_done_callback(partial(self._end, slot))

    def _end(self, slot: int, _task: asyncio.Task[None]) -> None:
        self._under_way.pop(slot, None)

    def stop(self) -> None:
        """Take nothing more."""
        for task in self._under_way.values():
            task.cancel()

    async def close(self, slots: Collection[int]) -> None:
        """Leave the shards of these slots."""
        for slot in tuple(slots):
            self._opened.discard(slot)
            if self._gateway is not None:
                await self._gateway.close(slot)

    async def _take(self, slot: int) -> None:
        if self._gateway is not None:
            await self._gateway.open(slot)
            self._opened.add(slot)
        taken = await self._store.take(self._beat(), slot, self._tokens[slot], alone=not self._leases.shared)
        if taken is None:
            self._on_missed()
            return
        self._leases.add(slot, taken.token)
        _log.info("slot taken", slot=slot, deadlines_moved=taken.moved, by_ms=taken.away)
        try:
            await self._residents.arrive(self._leases.some({slot}))
        except Exception:  # a store that is gone now may be back in a moment
            _log.exception("tables not come home", slot=slot)
            self._on_trouble(slot)
