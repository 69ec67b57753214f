"""The way from a wish to a committed table: load, change, commit, one at a time per table.

A cache spares the reload; it can never do harm, for every commit names the version that it expects, and a
table found stale is loaded anew. Where other processes act on the same tables, nobody is refused by what the
cache has either, before the store was asked whether it is the newest.
"""

import asyncio
import dataclasses
from collections import OrderedDict
from collections.abc import AsyncIterator, Hashable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from random import Random
from weakref import WeakValueDictionary

from bot import meters
from bot.tables.asks import Ask, Plan, Transition, line
from bot.tables.homes import EVERYTHING, Alone, Homes, Slots
from bot.tables.keeping.codec import pack, size_of_setup, unpack, weigh
from bot.tables.keeping.retention import refuse_forgotten
from bot.tables.limits import Limits, TooMany
from bot.tables.model import Broken, Denied, Held, Status, Table, Vault
from bot.tables.ports import Change, Clock, Duplicate, Entry, Occupied, Stale, TableStore, Unsure
from bot.tables.tasks import Aside, Committed, Subscribers
from bot.tables.timing import advance
from engines.core.game import AnyGame
from engines.core.records import Refusal
from engines.core.replacing import replace

# Tables kept in memory, for as long as this process is home to them: elsewhere they change unheard.

CACHED_BYTES = 32 * 1024 * 1024
"""How much text the cached tables may have been read from, all together; in memory it is some times more."""


class Cache:
    """The live tables at home that were used last; `most` bounds what they weigh (see `Held.weight`)."""

    def __init__(self, homes: Homes, most: int = CACHED_BYTES) -> None:
        self._homes = homes
        self._most = most
        self._tables: OrderedDict[int, Held] = OrderedDict()
        self._weight = 0

    def get(self, table_id: int) -> Held | None:
        """The table as it was kept, unless this process is not its home any more."""
        held = self._tables.get(table_id)
        if held is None:
            return None
        if not self._homes.is_home(held.table.guild_id):
            self.forget(table_id)
            return None
        self._tables.move_to_end(table_id)
        return held

    def keep(self, held: Held) -> None:
        """Keep a table in place of what was known of it; a closed one, or one not at home, is forgotten."""
        table = held.table
        self.forget(table.id)
        if table.status is Status.CLOSED or not self._homes.is_home(table.guild_id):
            return
        self._tables[table.id] = held
        self._weight += held.weight
        while self._weight > self._most and len(self._tables) > 1:
            self._weight -= self._tables.popitem(last=False)[1].weight

    def forget(self, table_id: int) -> None:
        """Load this table anew."""
        held = self._tables.pop(table_id, None)
        self._weight -= 0 if held is None else held.weight

    def forget_older(self, table_id: int, version: int) -> None:
        """Load this table anew, unless this version of it, or a newer one, is kept."""
        held = self._tables.get(table_id)
        if held is not None and held.table.version < version:
            self.forget(table_id)

    def forget_all(self, slots: Slots) -> None:
        """Load all tables in these slots anew."""
        for table_id, held in list(self._tables.items()):
            if slots.have(held.table.guild_id):
                self.forget(table_id)

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._tables

    def __len__(self) -> int:
        return len(self._tables)


_TRIES = 6
_PAUSE, _PAUSE_LOST = 0.002, 0.1
"""Seconds to rest before the second try, at most; twice as long before each that follows. The longer one is
for a store that was lost, so that it has some three seconds to come back."""
_ANSWERS = (Denied, Refusal, Broken, Duplicate, Occupied, TooMany)
"""What a try may end with that another one would not change."""

_HEAVY = 400_000
"""Characters of a setup (with a large deck of a server's own) from which it is read beside the loop."""


class Ledger:
    """Loads tables, applies transitions, commits them.

    `chance` says how long it rests between two tries. `keep` bounds its cache (see CACHED_BYTES), `limits`
    how many tables are opened. `on_lost` tells of a table (its number) where the store was lost while it
    committed: whether it has changed, nobody was told.
    """

    def __init__(
        self,
        store: TableStore,
        games: Mapping[str, AnyGame],
        clock: Clock,
        chance: Random,
        keep: int = CACHED_BYTES,
        limits: Limits | None = None,
        homes: Homes | None = None,
    ) -> None:
        self._store = store
        self._limits = limits
        self.known = games
        self._clock = clock
        self._chance = chance
        self._homes = homes or Alone()
        self._locks = Locks()
        self._cache = Cache(self._homes, keep)
        self._aside = Aside("tables")
        self.on_lost: Subscribers[int] = Subscribers("lost")

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
        sown = replace(plan, vault=Vault(seed))
        lost = False
        for attempt in range(_TRIES):
            try:
                return (await self._commit(None, sown))[1]
            except Unsure:
                lost = True
            except Duplicate as again:
                if lost:
                    self.on_lost.tell(again.table_id)
                raise
            except Exception as error:
                if not lost or isinstance(error, _ANSWERS) or attempt == _TRIES - 1:
                    raise
            await self._rest(attempt, lost=lost)
        raise Denied("busy")

    async def change(
        self, table_id: int, transition: Transition, ask: Ask | None = None
    ) -> tuple[Held, Committed | None]:
        """Apply a transition, which grants this `ask`, to the newest version and commit it.

        None as plan changes nothing. Returns the table as it is then, and what was committed, if anything
        was. Raises what the transition refuses with, Broken where the rules fail in it.
        """
        lost = False
        async with self._locks.one(table_id):
            try:
                for attempt in range(_TRIES):
                    try:
                        return await self._try(table_id, transition, ask)
                    except Stale:
                        pass
                    except Unsure:
                        lost = True
                    except Exception as error:
                        if not lost or isinstance(error, _ANSWERS) or attempt == _TRIES - 1:
                            raise
                    await self._rest(attempt, lost=lost)
            finally:
                if lost:
                    self.on_lost.tell(table_id)
        raise Denied("busy")

    async def _try(
        self, table_id: int, transition: Transition, ask: Ask | None
    ) -> tuple[Held, Committed | None]:
        """One try, under the table's lock; Stale where somebody else was ahead."""
        cached = table_id in self._cache
        held = await self.held(table_id)
        refuse_forgotten(held.table)
        if table_id not in self._cache:
            cached = False
            self._cache.keep(held)
        try:
            plan = self._planned(held, transition)
        except (Denied, Refusal, Broken):
            if cached:
                await self._check_newest(held)
            raise
        if plan is None:
            if cached:
                await self._check_newest(held)
            return held, None
        try:
            return await self._commit(held, plan, ask)
        except BaseException:
            # Cut short, it may have been written all the same: only the store knows.
            self._cache.forget(table_id)
            raise

    async def _check_newest(self, held: Held) -> None:
        """Stale where another process has changed a table that the cache had."""
        if await self.catch_up(held.table.id):
            raise Stale

    async def catch_up(self, table_id: int) -> bool:
        """Whether another process has changed a table since the cache has it; then it is loaded anew."""
        held = self._cache.get(table_id) if self._homes.shared else None
        if held is None or await self._store.version(table_id) == held.table.version:
            return False
        meters.count("reloaded_before_refusal")
        self._cache.forget(table_id)
        return True

    async def renew(self, table_id: int, version: int) -> Held:
        """The table at this version, which another process has made, or newer; Denied("no_such_table")."""
        async with self._locks.one(table_id):
            self._cache.forget_older(table_id, version)
            held = await self.held(table_id)
            if table_id not in self._cache:
                self._cache.keep(held)
            return held

    def forget(self, table_id: int, version: int) -> None:
        """There is this version of a table: what is kept of older ones is not used any more."""
        self._cache.forget_older(table_id, version)

    def forget_all(self, slots: Slots = EVERYTHING) -> None:
        """Load all tables in these slots anew: anything may have happened to them."""
        self._cache.forget_all(slots)

    @asynccontextmanager
    async def alone(self, table_id: int) -> AsyncIterator[None]:
        """Keep our own changes of this table out until the end of the block, then load it anew."""
        async with self._locks.one(table_id):
            try:
                yield
            finally:
                self._cache.forget(table_id)

    async def mark_warned(self, table_id: int, key: str, number: int) -> bool:
        """Note that this reminder of a deadline is sent, between two changes; False if it was already."""
        async with self._locks.one(table_id):
            held = self._cache.get(table_id)
            self._cache.forget(table_id)  # whatever happens: only the store knows
            version, lost = await self._mark_warned(table_id, key, number)
            if version is None:
                return lost and await self._is_warned(table_id, key, number)
            alarm = None if held is None else held.table.alarm
            if held is not None and alarm is not None and held.table.version + 1 == version:
                table = replace(held.table, version=version, alarm=replace(alarm, warned=number))
                self._cache.keep(dataclasses.replace(held, table=table))
            return True

    async def _mark_warned(self, table_id: int, key: str, number: int) -> tuple[int | None, bool]:
        """What the store says, and whether it was away for a while, so that it may say so of our own note."""
        for attempt in range(_TRIES):
            try:
                return await self._store.mark_warned(table_id, key, number), attempt > 0
            except Exception:
                if attempt == _TRIES - 1:
                    raise
            await self._rest(attempt, lost=True)
        raise AssertionError

    async def _is_warned(self, table_id: int, key: str, number: int) -> bool:
        alarm = (await self.held(table_id)).table.alarm
        return alarm is not None and alarm.key == key and alarm.warned >= number

    @asynccontextmanager
    async def still(self, slots: Slots = EVERYTHING) -> AsyncIterator[None]:
        """Keep all our own changes out until the end of the block, then load the tables in these slots anew.

        For what the store rewrites in many tables: whoever changes one of them at the same time would have to
        try again.
        """
        async with self._locks.all():
            try:
                yield
            finally:
                self._cache.forget_all(slots)

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
        stored = await self._store.commit(Change(expected, packed, lines, plan.turned, plan.asked, limits))
        weight = weigh(packed, game) if before is None or begins else before.weight
        held = Held(stored.table, vault, last_seq, weight)
        self._cache.keep(held)
        return held, Committed(held.table, tuple(entry.kind for entry in lines))

    async def _rest(self, attempt: int, *, lost: bool) -> None:
        """Let others go first: by chance, so that two who were in each other's way do not meet again."""
        if attempt + 1 < _TRIES:
            longest = (_PAUSE_LOST if lost else _PAUSE) * 2**attempt
            await asyncio.sleep(longest * self._chance.uniform(0.5, 1))


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


# One lock a table (or one of its messages), kept only while somebody holds or awaits it.


class OneLock:
    """The lock of one key, to be held by `async with`; nobody gets it while somebody holds all."""

    __slots__ = ("_lock", "_open")

    def __init__(self, lock: asyncio.Lock, is_open: asyncio.Event) -> None:
        self._lock = lock
        self._open = is_open

    async def __aenter__(self) -> None:
        while not self._open.is_set():
            await self._open.wait()
        await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


class Locks:
    """Locks by key. They keep order and save retries; correctness rests on the store's versions."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._whole = asyncio.Lock()
        self._open = asyncio.Event()
        self._open.set()

    def of(self, key: Hashable) -> asyncio.Lock:
        """The lock of this key, made at need."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def one(self, key: Hashable) -> OneLock:
        """Hold this lock (`async with`), and keep `all` out meanwhile."""
        return OneLock(self.of(key), self._open)

    @asynccontextmanager
    async def all(self) -> AsyncIterator[None]:
        """Hold every lock: wait for whoever holds one, and let nobody else into `one` until the end."""
        async with self._whole, AsyncExitStack() as stack:
            self._open.clear()
            stack.callback(self._open.set)
            for lock in list(self._locks.values()):
                await stack.enter_async_context(lock)
            yield

    def __len__(self) -> int:
        return len(self._locks)
