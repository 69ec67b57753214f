"""Taking slots: open the shard of Discord's gateway, take the slot in the store, let its tables come home.

In this order, so that a slot is heard by two processes for a moment, and never by none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial

import structlog

from bot.homes.leases import Leases
from bot.homes.ports import Beat, Gateway, ShardClosed, SlotStore
from bot.tables.tasks import Tasks

__all__ = ["Taking"]

_log = structlog.get_logger(__name__)


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
