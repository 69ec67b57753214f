"""Remembers values of the store, for as long as only this process writes them."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Generic, TypeVar

from bot.tables.homes import is_private
from bot.tables.keeping.ledger import Locks
from bot.tables.ports import ServerStore

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


# What servers are called: private messages name theirs, also where another process hears of it.

_NAMES = 4096
"""How many servers' names are remembered."""


class Servers:
    """Names servers. `heard` knows those of which the gateway tells this process, "" the others.

    With a `store`, processes tell each other: what one of them notes, all know. Where there is no gateway,
    `ask` asks Discord, and gives "" if it does not say.
    """

    def __init__(
        self,
        heard: Callable[[int], str],
        store: ServerStore | None = None,
        ask: Callable[[int], Awaitable[str]] | None = None,
    ) -> None:
        self._heard = heard
        self._store = store
        self._ask = ask
        self._memory: Memory[int, str] = Memory(self._read, _NAMES)

    async def name(self, guild_id: int) -> str:
        """What a server is called; "" where nobody knows, and for private messages."""
        if is_private(guild_id):
            return ""
        heard = self._heard(guild_id)
        if heard or (self._store is None and self._ask is None):
            return heard
        name = await self._memory.of(guild_id)
        if not name:
            self._memory.drop(guild_id)  # somebody may know it the next time
        return name

    async def note(self, names: Mapping[int, str]) -> None:
        """Note what these servers are called now, for those who do not hear of them."""
        if self._store is not None and names:
            await self._store.note_server_names(names)

    def clear(self) -> None:
        """Read everything from the store again, because another process may have written there."""
        self._memory.clear()

    async def _read(self, guild_id: int) -> str:
        known = None if self._store is None else await self._store.server_name(guild_id)
        if known or self._ask is None:
            return known or ""
        name = await self._ask(guild_id)
        if name:
            await self.note({guild_id: name})
        return name
