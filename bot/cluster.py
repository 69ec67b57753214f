"""This process among those that share its store; with a store of its own, it is the only one."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

import discord
import structlog

from bot.homecoming import Homecoming
from bot.homes.forwarding import Forwarder, Receiver, Seal
from bot.homes.keeper import Keeper, Terms
from bot.homes.leases import Leases
from bot.homes.ports import Gateway, OtherCount, Process, Wake
from bot.settings import SettingsError
from bot.tables.ports import Clock
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.wire.intake import Door, Doorway, Intake, divert_interactions
from bot.ui.wire.shards import TURN
from db.store import Store

_log = structlog.get_logger(__name__)
WITHOUT_GATEWAY = 64
"""So many slots there are where no process has a connection to the gateway, unless the operator says."""
_ALONE_EVERY = 30.0
"""Seconds between two signs of life of the only process."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """What part of the work this process is given.

    `holder` names it, differently at each start. `count`: how many slots there are; None for as many as the
    other processes share, or as Discord recommends. `pinned`: which of them it takes, None for its share.
    `gateway`: whether it has a connection to Discord's gateway. `address` is where others reach it, `lease`
    how many seconds without a sign of life its slots stay with it. `door`: where interactions come in by
    HTTP, None for nowhere.
    """

    holder: str
    count: int | None = None
    pinned: frozenset[int] | None = None
    gateway: bool = True
    address: str = "127.0.0.1:0"
    lease: float = 15.0
    door: Door | None = None

    @classmethod
    def alone(cls, count: int | None = None) -> Sharing:
        """The only process."""
        return cls(secrets.token_hex(8), count)


async def choose_count(sharing: Sharing, store: Store, client: discord.AutoShardedClient, now: int) -> int:
    """Choose how many slots there are."""
    if sharing.count is not None:
        return sharing.count
    if store.wakes is not None and (living := await store.slots.count_slots(now)) is not None:
        return living
    if not sharing.gateway:
        return WITHOUT_GATEWAY
    recommended, _, _ = await client.http.get_bot_gateway()
    return recommended


class Cluster:
    """What this process shares with others: slots, wakes, and interactions that are sent on to their home.

    `homes` is known from the start; the rest begins with `start`. Nothing of it costs anything where the
    process is the only one.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        store: Store,
        sharing: Sharing,
        count: int,
        clock: Clock,
        tasks: Tasks,
    ) -> None:
        self._client = client
        self._store = store
        self._sharing = sharing
        self._clock = clock
        self._tasks = tasks
        shared = store.wakes is not None
        moment = asyncio.get_running_loop().time
        self.homes = Leases(sharing.holder, count, sharing.lease, moment, shared=shared)
        self._buckets: int | None = None
        """How many shards may identify themselves at once."""
        self.keeper: Keeper | None = None
        """Keeps the slots, from the start on."""
        seal = Seal(client.http.token or "", clock.now)
        self._forwarder = Forwarder(seal)
        act = divert_interactions(client, lambda payload: self._intake.hear(payload))
        self._intake = Intake(self.homes, store.guild_of, self._forwarder.send, act, tasks, self._find_homes)
        self._receiver = Receiver(seal, self._intake.take)
        door = sharing.door
        self._doorway = None if door is None else Doorway(door, self._intake.hear, clock.now)
        self.residents: Homecoming
        self.tables: Tables

    async def wake(self, table_id: int, version: int, guild_id: int) -> None:
        """Have the home of a table look at it."""
        if self._store.wakes is not None:
            await self._store.wakes.wake(Wake(self._sharing.holder, table_id, version, guild_id))

    async def start(
        self,
        tables: Tables,
        residents: Homecoming,
        gateway: Gateway | None,
        on_superseded: Callable[[], None],
    ) -> None:
        """Join the other processes, and begin to take slots. Raises SettingsError where that cannot be."""
        self.tables, self.residents = tables, residents
        address = self._sharing.address
        if self.homes.shared:
            address = await self._listen()
        every = self._sharing.lease / 3 if self.homes.shared else _ALONE_EVERY
        self.keeper = keeper = Keeper(
            self._store.slots,
            self.homes,
            residents,
            gateway,
            Process(self._sharing.holder, address, 0, self._sharing.pinned),
            Terms(self._sharing.lease, every),
            self._clock,
            self._tasks,
            on_superseded,
        )
        try:
            await keeper.start()
        except OtherCount as other:
            raise SettingsError(
                f"There are {self.homes.count} shards here, and {other.count} for those who run on this "
                "database now: give all processes the same SHARD_COUNT, or stop the others first."
            ) from None
        if self._doorway is not None:
            await self._doorway.open()

    async def _listen(self) -> str:
        """Hear what other processes do, and take what they send on; where this process is reached."""
        wakes = self._store.wakes
        assert wakes is not None
        self.tables.after_commit.add(lambda done: self._intake.learn(done.table.id, done.table.guild_id))
        await wakes.listen(self._on_wake, self.look, self._on_missed)
        try:
            return await self._receiver.open(self._sharing.address)
        except OSError as error:
            raise SettingsError(
                f"HOME_ADDRESS cannot be used ({error.strerror or error}): give an address of this machine."
            ) from None

    async def _find_homes(self) -> None:
        if self.keeper is not None:
            await self.keeper.look_safely()

    def _on_wake(self, wake: Wake) -> None:
        self._intake.learn(wake.table_id, wake.guild_id)
        self.tables.heard(wake.table_id, wake.version, wake.guild_id)

    def _on_missed(self) -> None:
        self._tasks.spawn(self.residents.look_over(self.homes.slots), "look for what was missed")
        self.look()

    async def await_turn(self, shard: int) -> None:
        """Wait until this shard may identify itself: Discord lets one of each bucket do so at a time."""
        if self._buckets is None:
            self._buckets = (await self._client.fetch_session_start_limits()).max_concurrency
        ms = await self._store.slots.take_turn(shard % self._buckets, round(TURN * 1000), self._clock.now())
        await asyncio.sleep(ms / 1000)

    def look(self) -> None:
        """Something has changed among the processes, or at the gateway: look at it at once."""
        if self.keeper is not None:
            self.keeper.poke()

    def cut(self, shard: int) -> None:
        """The connection of a shard is lost."""
        if self.keeper is not None:
            self.keeper.cut(shard)

    # -- the end ---------------------------------------------------------------------------------------

    async def hand_over(self, seconds: float) -> bool:
        """Have the other processes take over, for at most so long; whether they have everything."""
        return self.keeper is not None and await self.keeper.hand_over(seconds)

    async def close_doors(self) -> None:
        """Take nothing more from other processes, or by HTTP."""
        closing = [self._receiver.close()] + ([] if self._doorway is None else [self._doorway.close()])
        await asyncio.gather(*closing)

    async def leave(self) -> None:
        """Give back what is left, and be gone."""
        await self._forwarder.close()
        if self.keeper is None:
            return
        try:
            await self.keeper.leave()
        except Exception:  # the others notice when the lease is over
            _log.exception("slots not given back")
