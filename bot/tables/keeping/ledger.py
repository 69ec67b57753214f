"""The way from a wish to a committed table: load, change, commit, one at a time per table.

A cache spares the reload; it can never do harm, for every commit names the version that it expects, and a
table found stale is loaded anew.
"""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

from bot.tables.aside import Aside
from bot.tables.asks import Ask
from bot.tables.errors import Broken, Denied
from bot.tables.keeping.codec import pack, size_of_setup, unpack, weigh
from bot.tables.keeping.locks import Locks
from bot.tables.keeping.retention import refuse_forgotten
from bot.tables.limits import Limits
from bot.tables.model import Held, Status, Table, Vault
from bot.tables.plan import Plan, Transition, line
from bot.tables.ports import Change, Clock, Entry, Stale, TableStore
from bot.tables.subscribers import Committed
from bot.tables.timing import advance
from engines.core.errors import Refusal
from engines.core.game import AnyGame
from engines.core.replacing import replace

__all__ = ["Ledger"]

_TRIES = 4
CACHED_BYTES = 32 * 1024 * 1024
"""How much text the cached tables may have been read from, all together; in memory it is some times more."""

_HEAVY = 400_000
"""Characters of a setup (with a large deck of a server's own) from which it is read beside the loop."""


class Ledger:
    """Loads tables, applies transitions, commits them.

    `keep` bounds its cache (see CACHED_BYTES), `limits` how many tables are opened.
    """

    def __init__(
        self,
        store: TableStore,
        games: Mapping[str, AnyGame],
        clock: Clock,
        keep: int = CACHED_BYTES,
        limits: Limits | None = None,
    ) -> None:
        self._store = store
        self._limits = limits
        self.known = games
        self._clock = clock
        self._locks = Locks()
        self._cache: OrderedDict[int, Held] = OrderedDict()
        self._keep_at_most = keep
        self._weight = 0
        self._aside = Aside("tables")

    def game(self, name: str) -> AnyGame:
        """The rules of this name; Denied("unknown_game")."""
        try:
            return self.known[name]
        except KeyError:
            raise Denied("unknown_game", game=name) from None

    async def held(self, table_id: int) -> Held:
        """The table as last committed; Denied("no_such_table")."""
        held = self._cache.get(table_id)
        if held is not None:
            self._cache.move_to_end(table_id)
            return held
        # Not kept: what was read outside the lock may be older than what somebody commits meanwhile.
        stored = await self._store.load(table_id)
        if stored is None:
            raise Denied("no_such_table")
        if size_of_setup(stored) > _HEAVY:
            return await self._aside.run(partial(unpack, stored, self.known))
        return unpack(stored, self.known)

    async def create(self, plan: Plan, seed: bytes) -> Committed:
        """Commit a new table; Duplicate, Occupied or TooMany as the store says."""
        new = Held(plan.table, Vault(seed))
        return (await self._commit(None, replace(plan, vault=new.vault)))[1]

    async def change(
        self, table_id: int, transition: Transition, ask: Ask | None = None
    ) -> tuple[Held, Committed | None]:
        """Apply a transition, which grants this `ask`, to the newest version and commit it.

        None as plan changes nothing. Returns the table as it is then, and what was committed, if anything
        was. Raises what the transition refuses with, Broken where the rules fail in it.
        """
        async with self._locks.one(table_id):
            for _ in range(_TRIES):
                held = await self.held(table_id)
                refuse_forgotten(held.table)
                if table_id not in self._cache:
                    self._keep(held)
                plan = self._planned(held, transition)
                if plan is None:
                    return held, None
                try:
                    return await self._commit(held, plan, ask)
                except Stale:
                    self._forget(table_id)
                except BaseException:
                    # Cut short, it may have been written all the same: only the store knows.
                    self._forget(table_id)
                    raise
        raise Denied("busy")

    @asynccontextmanager
    async def alone(self, table_id: int) -> AsyncIterator[None]:
        """Keep changes of this table out until the end of the block, then load it anew; see `still`."""
        async with self._locks.one(table_id):
            try:
                yield
            finally:
                self._forget(table_id)

    async def mark_warned(self, table_id: int, key: str, number: int) -> bool:
        """Note that this reminder of a deadline is sent, between two changes; False if it was already."""
        async with self._locks.one(table_id):
            held = self._cache.get(table_id)
            self._forget(table_id)  # whatever happens: only the store knows
            marked = await self._store.mark_warned(table_id, key, number)
            alarm = None if held is None else held.table.alarm
            if marked and held is not None and alarm is not None and alarm.key == key:
                table = replace(held.table, alarm=replace(alarm, warned=number))
                self._keep(dataclasses.replace(held, table=table))
            return marked

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """Keep all changes out until the end of the block, then load every table anew.

        For what the store rewrites without a new version: a change that began earlier would undo it.
        """
        async with self._locks.all():
            try:
                yield
            finally:
                self._cache.clear()
                self._weight = 0

    def _planned(self, held: Held, transition: Transition) -> Plan | None:
        try:
            return transition(held, self.rules(held.table))
        except (Denied, Refusal):
            raise
        except Exception as error:
            raise Broken from error

    def rules(self, table: Table) -> AnyGame:
        """The rules of a table; where they are gone, any will do: its state is not read, and nobody asks."""
        return self.known.get(table.game) or next(iter(self.known.values()))

    async def _commit(
        self, before: Held | None, plan: Plan, ask: Ask | None = None
    ) -> tuple[Held, Committed]:
        if plan.vault is None:
            raise ValueError("a plan without its vault cannot be committed")
        now, game = self._clock.now(), self.rules(plan.table)
        seq = 0 if before is None else before.last_seq
        told = (*_changed_rules(before, game), *plan.lines)
        lines = tuple(replace(entry, seq=seq + i, at=now) for i, entry in enumerate(told, start=1))
        last_seq = seq + len(lines)
        taken = sum(len(entry.draws) for entry in lines)
        clicked_at = None if ask is None or ask.click is None else ask.at
        vault = _by_our_rules(plan.vault, game)
        after = Held(plan.table, vault)
        table = advance(before, after, taken, game, now, clicked_at, aside=plan.aside)
        held = Held(table, vault, last_seq)
        expected = None if before is None else before.table
        begins = before is None or before.table.status is Status.LOBBY
        packed = pack(held, game, begins=begins)
        limits = self._limits if before is None else None
        stored = await self._store.commit(Change(expected, packed, lines, plan.turned, limits))
        weight = weigh(packed) if before is None or begins else before.weight
        held = Held(stored.table, vault, last_seq, weight)
        self._keep(held)
        return held, Committed(held.table, tuple(entry.kind for entry in lines))

    def _keep(self, held: Held) -> None:
        self._forget(held.table.id)
        if held.table.status is Status.CLOSED:
            return
        self._cache[held.table.id] = held
        self._weight += held.weight
        while self._weight > self._keep_at_most and len(self._cache) > 1:
            self._weight -= self._cache.popitem(last=False)[1].weight

    def _forget(self, table_id: int) -> None:
        held = self._cache.pop(table_id, None)
        self._weight -= 0 if held is None else held.weight


def _by_our_rules(vault: Vault, game: AnyGame) -> Vault:
    """The secrets of a table once a change is written: what could be read is written by our rules."""
    if vault.unread is not None or vault.rules == game.rules_version:
        return vault
    return dataclasses.replace(vault, rules=game.rules_version)


def _changed_rules(before: Held | None, game: AnyGame) -> tuple[Entry, ...]:
    """The log line of a game that was begun by older rules, and goes on by ours from here."""
    if before is None or before.vault.state is None or before.vault.rules == game.rules_version:
        return ()
    return (line("rules", None, None, {"version": game.rules_version}),)
