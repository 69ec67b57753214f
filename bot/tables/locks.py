"""One lock a table (or one of its messages), kept only while somebody holds or awaits it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

__all__ = ["Locks"]


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

    @asynccontextmanager
    async def one(self, key: Hashable) -> AsyncIterator[None]:
        """Hold this lock, and keep `all` out meanwhile."""
        while not self._open.is_set():
            await self._open.wait()
        async with self.of(key):
            yield

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
