"""The way from a wish to a committed table: load, change, commit, one at a time per table.

A small cache spares the reload; it can never do harm, for every commit names the version that it expects,
and a table found stale is loaded anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial

from bot.tables.aside import Aside
from bot.tables.codec import pack, unpack
from bot.tables.errors import Denied
from bot.tables.locks import Locks
from bot.tables.model import Held, Status, Vault
from bot.tables.plan import Plan
from bot.tables.ports import Change, Clock, Stale, TableStore
from bot.tables.record import Record, record_of
from bot.tables.timing import timed
from engines.core.game import AnyGame
from engines.core.replacing import replace

__all__ = ["Ledger"]

_TRIES = 4
_CACHED = 512

Transition = Callable[[Held, AnyGame], Plan | None]


class Ledger:
    """Loads tables, applies transitions, commits them."""

    def __init__(self, store: TableStore, games: Mapping[str, AnyGame], clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._locks = Locks()
        self._aside = Aside("records")
        self._cache: OrderedDict[int, Held] = OrderedDict()

    def game(self, name: str) -> AnyGame:
        """The rules of this name; Denied("unknown_game")."""
        try:
            return self._games[name]
        except KeyError:
            raise Denied("unknown_game", game=name) from None

    async def held(self, table_id: int) -> Held:
        """The table as last committed; Denied("no_such_table", "unknown_game")."""
        held = self._cache.get(table_id)
        if held is not None:
            self._cache.move_to_end(table_id)
            return held
        # Not kept: what was read outside the lock may be older than what somebody commits meanwhile.
        stored = await self._store.load(table_id)
        if stored is None:
            raise Denied("no_such_table")
        self.game(stored.table.game)
        return unpack(stored, self._games)

    async def record(self, table_id: int) -> Record:
        """The table's record, as the store has it; Denied("no_such_table")."""
        stored = await self._store.load(table_id)
        if stored is None:
            raise Denied("no_such_table")
        log = await self._store.log(table_id)
        return await self._aside.run(partial(record_of, stored, log))  # a long game has a long log

    async def create(self, plan: Plan, seed: bytes) -> Held:
        """Commit a new table; Duplicate or Occupied as the store says."""
        new = Held(plan.table, Vault(seed))
        return await self._commit(None, replace(plan, vault=new.vault))

    async def change(self, table_id: int, transition: Transition) -> Held:
        """Apply a transition to the newest version and commit it; None as plan changes nothing."""
        async with self._locks.one(table_id):
            for _ in range(_TRIES):
                held = await self.held(table_id)
                self._keep(held)
                plan = transition(held, self.game(held.table.game))
                if plan is None:
                    return held
                try:
                    return await self._commit(held, plan)
                except Stale:
                    self._cache.pop(table_id, None)
                except BaseException:
                    # Cut short, it may have been written all the same: only the store knows.
                    self._cache.pop(table_id, None)
                    raise
        raise Denied("busy")

    async def mark_warned(self, table_id: int, key: str, number: int) -> bool:
        """Note that this reminder of a deadline is sent, between two changes; False if it was already."""
        async with self._locks.one(table_id):
            self._cache.pop(table_id, None)
            return await self._store.mark_warned(table_id, key, number)

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """No change is under way in here, and every table is loaded anew afterwards.

        For what the store rewrites without a new version: a change that began earlier would undo it.
        """
        async with self._locks.all():
            try:
                yield
            finally:
                self._cache.clear()

    async def _commit(self, before: Held | None, plan: Plan) -> Held:
        if plan.vault is None:
            raise ValueError("a plan without its vault cannot be committed")
        now, game = self._clock.now(), self.game(plan.table.game)
        seq = 0 if before is None else before.last_seq
        lines = tuple(replace(entry, seq=seq + i, at=now) for i, entry in enumerate(plan.lines, start=1))
        last_seq = seq + len(lines)
        taken = sum(len(entry.draws) for entry in lines)
        click = lines[-1].interaction_id if lines else None
        after = Held(plan.table, plan.vault)
        table = timed(before, after, taken, game, now, click, aside=plan.aside)
        held = Held(table, plan.vault, last_seq)
        expected = None if before is None else before.table
        stored = await self._store.commit(Change(expected, pack(held, game), lines, plan.turned))
        if stored.table is not table:
            held = Held(stored.table, plan.vault, last_seq)
        self._keep(held)
        return held

    def _keep(self, held: Held) -> None:
        if held.table.status is Status.CLOSED:
            self._cache.pop(held.table.id, None)
            return
        self._cache[held.table.id] = held
        self._cache.move_to_end(held.table.id)
        while len(self._cache) > _CACHED:
            self._cache.popitem(last=False)
