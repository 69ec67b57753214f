"""The wishes to be called in the store: the port of bot/tables/calls.py over either database."""

from collections.abc import Sequence

from bot.tables.calls import Call, CallOut, CallStore
from bot.tables.homes import Slots
from db.door import Door
from db.evenings import Read
from db.jobs import calls


class KeptCalls(CallStore):
    """Who wishes to be called, and what has called. Any method may raise StoreError."""

    def __init__(self, door: Door, read: Read) -> None:
        self._door = door
        self._read = read

    async def calls_of(self, user_id: int) -> Sequence[Call]:
        """What somebody wishes, on all servers."""
        return await self._read(lambda connection: calls.list_calls_of(connection, user_id))

    async def calls_for(self, guild_id: int, game: str) -> Sequence[Call]:
        """Who wishes to be called to tables of a game on a server."""
        return await self._read(lambda connection: calls.list_calls_for(connection, guild_id, game))

    async def put_call(self, call: Call) -> None:
        """Note a wish in the place of an earlier one of the same person, game and server."""
        await self._door.write(lambda connection: calls.put_call(connection, call))

    async def drop_call(self, guild_id: int, game: str, user_id: int) -> bool:
        """Delete a wish; whether there was one."""
        return await self._door.write(lambda connection: calls.drop_call(connection, guild_id, game, user_id))

    async def renew_calls(self, guild_id: int, game: str, user_ids: Sequence[int], now: int) -> None:
        """These people have sat down at a table `now` (ms UTC)."""
        await self._door.write(
            lambda connection: calls.renew_calls(connection, guild_id, game, user_ids, now)
        )

    async def waiting_tables(self, guild_id: int, game: str) -> Sequence[int]:
        """The tables of a game on a server that wait for people."""
        return await self._read(lambda connection: calls.list_waiting_tables(connection, guild_id, game))

    async def call_out(self, out: CallOut, called: Sequence[Call], now: int) -> bool:
        """Note that a table calls all these people `now` (ms UTC); False, and nothing is, if it cannot."""
        try:
            await self._door.write(lambda connection: calls.try_call_out(connection, out, called, now))
        except calls.NotAll:
            return False
        return True

    async def note_call_out(self, table_id: int, message_id: int) -> None:
        """The message by which a table calls is there."""
        await self._door.write(lambda connection: calls.note_call_out(connection, table_id, message_id))

    async def drop_call_out(self, table_id: int) -> None:
        """The message by which a table has called is there no more."""
        await self._door.write(lambda connection: calls.drop_call_out(connection, table_id))

    async def call_outs(self, slots: Slots) -> Sequence[CallOut]:
        """The messages by which tables in these slots have called."""
        return await self._read(lambda connection: calls.list_call_outs(connection, slots))
