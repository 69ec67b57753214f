"""Who wishes to be called to tables, and by which messages tables have called."""

from collections.abc import Sequence

from bot.tables.calls import KEPT, QUIET, Call, CallOut
from bot.tables.homes import Slots
from db.jobs.finding import in_slots
from db.kept import Kept, reads, writes
from db.sql import Row, Sql

LIST = """
    SELECT calls.guild_id, calls.game, calls.user_id, least, from_hour, until_hour, channel_id, kept_at,
           called.at AS called_at
    FROM calls LEFT JOIN called ON called.user_id = calls.user_id
"""
OF_PERSON = f"{LIST} WHERE calls.user_id = ? ORDER BY calls.guild_id, calls.game"
FOR_GAME = f"{LIST} WHERE calls.guild_id = ? AND calls.game = ? ORDER BY calls.user_id"
PUT = """
    INSERT INTO calls (guild_id, game, user_id, least, from_hour, until_hour, channel_id, kept_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (guild_id, game, user_id) DO UPDATE SET
        least = excluded.least, from_hour = excluded.from_hour, until_hour = excluded.until_hour,
        channel_id = excluded.channel_id, kept_at = excluded.kept_at
"""
DROP = "DELETE FROM calls WHERE guild_id = ? AND game = ? AND user_id = ?"
FORGET_OLD = "DELETE FROM calls WHERE kept_at <= ?"
FORGET_CALLED = "DELETE FROM called WHERE at <= ?"
RENEW = "UPDATE calls SET kept_at = ? WHERE guild_id = ? AND game = ? AND user_id = ?"
WAITING = "SELECT id FROM tables WHERE guild_id = ? AND game = ? AND status = 'lobby' ORDER BY id"
# Of several processes that would have one table call, the first one finds the row missing.
OUT = """
    INSERT INTO call_outs (table_id, channel_id)
    SELECT id, CAST(? AS BIGINT) FROM tables WHERE id = ? AND status = 'lobby'
    ON CONFLICT DO NOTHING
"""
# Whoever was called meanwhile, for whatever table, is not called again.
CALLED = """
    INSERT INTO called (user_id, at)
    SELECT user_id, CAST(?1 AS BIGINT) FROM calls WHERE guild_id = ?2 AND game = ?3 AND user_id = ?4
    ON CONFLICT (user_id) DO UPDATE SET at = excluded.at WHERE called.at <= ?5
"""
NOTE_OUT = "UPDATE call_outs SET message_id = ? WHERE table_id = ?"
DROP_OUT = "DELETE FROM call_outs WHERE table_id = ?"
# SQLite joins from left to right here: few tables have called, and many have been played.
OUTS = """
    SELECT call_outs.table_id, call_outs.channel_id, call_outs.message_id
    FROM call_outs CROSS JOIN tables WHERE tables.id = call_outs.table_id
"""


class NotAll(Exception):
    """Not everybody can be called who should be: nobody is."""


def list_calls_of(connection: Sql, user_id: int) -> list[Call]:
    """List what somebody wishes, on all servers, in the order of servers and games."""
    return [_call_of(row) for row in connection.execute(OF_PERSON, (user_id,))]


def list_calls_for(connection: Sql, guild_id: int, game: str) -> list[Call]:
    """List who wishes to be called to tables of a game on a server, by their user ids."""
    return [_call_of(row) for row in connection.execute(FOR_GAME, (guild_id, game))]


def _call_of(row: Row) -> Call:
    hours = None if row["from_hour"] is None else (row["from_hour"], row["until_hour"])
    who = (row["guild_id"], row["game"], row["user_id"])
    return Call(*who, row["least"], hours, row["channel_id"], row["kept_at"], row["called_at"])


def put_call(connection: Sql, call: Call) -> None:
    """Note a wish in the place of an earlier one of the same person, game and server.

    Whenever they were called last stays; wishes that have ended by then are deleted, whoever's they are.
    """
    connection.execute(FORGET_OLD, (call.kept_at - KEPT,))
    connection.execute(FORGET_CALLED, (call.kept_at - QUIET,))
    hours = call.hours or (None, None)
    who = (call.guild_id, call.game, call.user_id)
    connection.execute(PUT, (*who, call.least, *hours, call.channel_id, call.kept_at))


def drop_call(connection: Sql, guild_id: int, game: str, user_id: int) -> bool:
    """Delete a wish, and say whether there was one."""
    return connection.execute(DROP, (guild_id, game, user_id)).rowcount > 0


def renew_calls(connection: Sql, guild_id: int, game: str, user_ids: Sequence[int], now: int) -> None:
    """Have the wishes of these people count from `now` (ms UTC)."""
    connection.executemany(RENEW, [(now, guild_id, game, user_id) for user_id in user_ids])


def list_waiting_tables(connection: Sql, guild_id: int, game: str) -> list[int]:
    """List the tables of a game on a server that wait for people."""
    return [row["id"] for row in connection.execute(WAITING, (guild_id, game))]


def try_call_out(connection: Sql, out: CallOut, called: Sequence[Call], now: int) -> None:
    """Note that a table calls these people `now` (ms UTC); raises NotAll, which undoes it, if it cannot."""
    if connection.execute(OUT, (out.channel_id, out.table_id)).rowcount == 0:
        raise NotAll
    for call in sorted(called, key=lambda each: each.user_id):  # in one order, so that nobody waits in a ring
        row = (now, call.guild_id, call.game, call.user_id, now - QUIET)
        if connection.execute(CALLED, row).rowcount == 0:
            raise NotAll


def note_call_out(connection: Sql, table_id: int, message_id: int) -> None:
    """Note the message by which a table calls."""
    connection.execute(NOTE_OUT, (message_id, table_id))


def drop_call_out(connection: Sql, table_id: int) -> None:
    """Forget the message by which a table has called."""
    connection.execute(DROP_OUT, (table_id,))


def list_call_outs(connection: Sql, slots: Slots) -> list[CallOut]:
    """List the messages by which tables in these slots have called."""
    return [CallOut(*row) for row in connection.execute(OUTS + in_slots(slots))]


class KeptCalls(Kept):
    """Who wishes to be called, and what has called."""

    calls_of = reads(list_calls_of)
    calls_for = reads(list_calls_for)
    put_call = writes(put_call)
    drop_call = writes(drop_call)
    renew_calls = writes(renew_calls)
    waiting_tables = reads(list_waiting_tables)
    note_call_out = writes(note_call_out)
    drop_call_out = writes(drop_call_out)
    call_outs = reads(list_call_outs)

    async def call_out(self, out: CallOut, called: Sequence[Call], now: int) -> bool:
        """Note, before it is sent, that a table calls these people `now` (ms UTC): all of them, or nothing.

        False, and nothing is noted, where the table does not wait any more or has called already, or where
        one of them wishes it no more or has been called meanwhile, by whichever process.
        """
        try:
            await self.door.write(lambda connection: try_call_out(connection, out, called, now))
        except NotAll:
            return False
        return True
