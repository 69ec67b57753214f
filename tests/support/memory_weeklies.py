"""Where servers are told of their week, kept in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence

from bot.insight.weekly import Weekly

__all__ = ["MemoryWeeklies"]


class MemoryWeeklies:
    """The part of `MemoryStore` that is about posts of the week."""

    def __init__(self) -> None:
        self.kept: dict[int, Weekly] = {}

    async def weekly(self, guild_id: int) -> Weekly | None:
        return self.kept.get(guild_id)

    async def put_weekly(self, weekly: Weekly) -> None:
        self.kept[weekly.guild_id] = weekly

    async def drop_weekly(self, guild_id: int) -> bool:
        return self.kept.pop(guild_id, None) is not None

    async def weeklies(self) -> Sequence[Weekly]:
        going = [weekly for weekly in self.kept.values() if weekly.trouble is None]
        return sorted(going, key=lambda weekly: (weekly.next_at, weekly.guild_id))

    async def turn_weekly(self, before: Weekly, after: Weekly) -> bool:
        if self.kept.get(before.guild_id) != before:
            return False
        self.kept[before.guild_id] = after
        return True
