"""Processes and their slots, in a few words."""

from collections.abc import Collection
from typing import Any

from bot.homes.ports import Beat, Process, Taken

LEASE = 15_000


def beat_of(
    holder: str = "a",
    now: int = 0,
    *,
    count: int = 1,
    hearing: Collection[int] = (),
    pinned: Collection[int] | None = None,
    leaving: bool = False,
) -> Beat:
    """A sign of life of a process that hears Discord in these slots."""
    given = None if pinned is None else frozenset(pinned)
    process = Process(holder, f"{holder}:1", 0, given, leaving)
    return Beat(process, count, frozenset(hearing), LEASE, now)


async def take_all(store: Any, now: int) -> Taken:
    """The only process starts on a store, and is home to all servers from this moment (ms UTC)."""
    beat = beat_of(now=now)
    await store.slots.join(beat, alone=True)
    (lease,) = (await store.slots.beat(beat)).leases
    taken: Taken = await store.slots.take(beat, 0, lease.token, alone=True)
    return taken


async def give_sign(store: Any, now: int) -> None:
    """The only process gives a sign of life."""
    await store.slots.beat(beat_of(now=now, hearing=[0]))
