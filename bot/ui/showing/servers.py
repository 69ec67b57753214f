"""What servers are called: private messages name theirs, also where another process hears of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from bot.tables.homes import is_private
from bot.ui.showing.memory import Memory

__all__ = ["NameStore", "Servers"]

_NAMES = 4096
"""How many servers' names are remembered."""


class NameStore(Protocol):
    """Keeps what servers are called."""

    async def server_name(self, guild_id: int) -> str | None:
        """The name of a server, None where nobody has noted it."""
        ...

    async def note_server_names(self, names: Mapping[int, str]) -> None:
        """Store what these servers are called now."""
        ...


class Servers:
    """Names servers. `heard` knows those of which the gateway tells this process, "" the others.

    With a `store`, processes tell each other: what one of them notes, all know. Where there is no gateway,
    `ask` asks Discord, and gives "" if it does not say.
    """

    def __init__(
        self,
        heard: Callable[[int], str],
        store: NameStore | None = None,
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
