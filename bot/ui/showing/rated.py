"""What a table has changed in the ratings, for its board."""

from __future__ import annotations

from collections.abc import Mapping

from bot.insight.ladders import Asked, Ladders
from bot.insight.trails import Change
from bot.tables.evenings.moments import zone_of
from bot.tables.model import Table
from bot.tables.ports import ServerStore
from bot.ui.frame.face import Face

__all__ = ["RatingChanges"]


class RatingChanges:
    """Asks the ladders that `/classement` shows: both say the same, and count each table once."""

    def __init__(self, ladders: Ladders, servers: ServerStore, faces: Mapping[str, Face]) -> None:
        self._ladders = ladders
        self._servers = servers
        self._faces = faces

    async def of(self, table: Table) -> Mapping[int, Change]:
        """What a table that counts has changed, by user id, without those who wish to stand in no list.

        The first time after a start all the tables of the server are counted.
        """
        settings = await self._servers.server(table.guild_id)
        asked = Asked(table.guild_id, table.game, self._faces[table.game].spec.chance)
        return await self._ladders.changes(asked, zone_of(settings.get("zone")), table.id)
