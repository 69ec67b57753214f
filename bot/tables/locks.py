"""One lock a table, kept only while somebody holds or awaits it."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

__all__ = ["Locks"]


class Locks:
    """Locks by table id. They keep order and save retries; correctness rests on the store's versions."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, table_id: int) -> asyncio.Lock:
        """The lock of this table, made at need."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def __len__(self) -> int:
        return len(self._locks)
