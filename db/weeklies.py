"""Where servers are told of their week: the port of bot/insight/weekly.py over either database."""

from collections.abc import Sequence

from bot.insight.weekly import Weekly, WeeklyStore
from db.door import Door
from db.evenings import Read
from db.jobs import servers


class KeptWeeklies(WeeklyStore):
    """What servers have chosen. Any method may raise StoreError."""

    def __init__(self, door: Door, read: Read) -> None:
        self._door = door
        self._read = read

    async def weekly(self, guild_id: int) -> Weekly | None:
        """What a server has chosen, if it has."""
        return await self._read(lambda connection: servers.read_weekly(connection, guild_id))

    async def put_weekly(self, weekly: Weekly) -> None:
        """Note it in the place of what it had chosen before."""
        await self._door.write(lambda connection: servers.put_weekly(connection, weekly))

    async def drop_weekly(self, guild_id: int) -> bool:
        """A server wishes to be told no more; whether it was."""
        return await self._door.write(lambda connection: servers.drop_weekly(connection, guild_id))

    async def weeklies(self) -> Sequence[Weekly]:
        """All that are without trouble, the next one leading."""
        return await self._read(servers.list_weeklies)

    async def turn_weekly(self, before: Weekly, after: Weekly) -> bool:
        """Change what still stands as `before`; False where it does not."""
        return await self._door.write(lambda connection: servers.turn_weekly(connection, before, after))
