"""Remembers values of the store, for as long as only this process writes them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from bot.tables.keeping.locks import Locks

__all__ = ["Memory"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memory(Generic[K, V]):
    """Values by key, read by `read` when first needed; the `most` values that were used last are kept.

    Call `put` or `drop` after every write to the store: a value that was being read meanwhile is read again.
    Call `clear` when another process may have written.
    """

    def __init__(self, read: Callable[[K], Awaitable[V]], most: int) -> None:
        self._read = read
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._reading: set[K] = set()
        self._overtaken: set[K] = set()
        self._locks = Locks()

    async def of(self, key: K) -> V:
        """The value of a key, read if it is not remembered. Raises what `read` raises."""
        if key not in self._values:
            async with self._locks.of(key):
                if key not in self._values:
                    return await self._learn(key)
        self._values.move_to_end(key)
        return self._values[key]

    def put(self, key: K, change: Callable[[V], V]) -> None:
        """Change a key's value as the store has changed it; nothing happens if it is not remembered."""
        self._overtake(key)
        if key in self._values:
            self._values[key] = change(self._values[key])

    def drop(self, key: K) -> None:
        """Forget the value of a key."""
        self._overtake(key)
        self._values.pop(key, None)

    def clear(self) -> None:
        """Forget all values."""
        self._overtaken |= self._reading
        self._values.clear()

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    async def _learn(self, key: K) -> V:
        self._reading.add(key)
        try:
            while True:
                value = await self._read(key)
                if key not in self._overtaken:
                    break
                self._overtaken.discard(key)
        finally:
            self._reading.discard(key)
            self._overtaken.discard(key)
        self._values[key] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)
        return value

    def _overtake(self, key: K) -> None:
        if key in self._reading:
            self._overtaken.add(key)
