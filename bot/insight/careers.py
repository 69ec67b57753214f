"""What somebody has done in all games of a server, found out when it is asked for; nothing of it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from bot.insight.badges import Badge, Given, give
from bot.insight.ladders import Apart
from bot.insight.model import Played
from bot.insight.ports import ResultStore

__all__ = ["ANY_GAME", "Careers", "Shelves"]

ANY_GAME = ""
"""Instead of a game's name: badges that any game can earn."""

Shelves = Mapping[str, Sequence[Badge]]
"""Badges by the name of the game that earns them."""


class Careers:
    """Looks through everything that somebody has played on a server."""

    def __init__(self, store: ResultStore, apart: Apart) -> None:
        self._store = store
        self._apart = apart

    async def badges(self, guild_id: int, user_id: int, shelves: Shelves) -> Mapping[str, Sequence[Given]]:
        """All these badges, and since when somebody has each."""
        games = await self._played(guild_id, user_id, shelves)
        return await self._apart(partial(_give_all, shelves, user_id, games))

    async def _played(self, guild_id: int, user_id: int, names: Mapping[str, object]) -> Sequence[Played]:
        """The games that somebody has played to their end, one kind of game after the other."""
        found: list[Played] = []
        for name in names:
            if name != ANY_GAME:
                found += await self._store.played(user_id, guild_id, name)
        return found


def _give_all(shelves: Shelves, user_id: int, games: Sequence[Played]) -> Mapping[str, Sequence[Given]]:
    return {
        name: give(badges, user_id, [one for one in games if name in (ANY_GAME, one.table.game)])
        for name, badges in shelves.items()
    }
