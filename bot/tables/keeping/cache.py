"""Tables kept in memory, for as long as this process is home to them: elsewhere they change unheard."""

from __future__ import annotations

from collections import OrderedDict

from bot.tables.homes import Homes, Slots
from bot.tables.model import Held, Status

__all__ = ["CACHED_BYTES", "Cache"]

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
