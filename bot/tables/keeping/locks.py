"""One lock a table (or one of its messages), kept only while somebody holds or awaits it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

__all__ = ["Locks"]


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
