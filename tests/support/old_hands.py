"""A real store of people who have all played before: nobody gets more time than the rules say."""

from __future__ import annotations

from collections.abc import Sequence

from db.store import SqliteStore

__all__ = ["OldHands"]


class OldHands(SqliteStore):
    """SQLite, where everybody has finished every game."""

    async def finished(self, game: str, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
        return frozenset(user_ids)
