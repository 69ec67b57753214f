"""Where servers are told of their week."""

from __future__ import annotations

from bot.insight.weekly import Weekly
from db.sql import Sql

__all__ = ["drop_weekly", "list_weeklies", "put_weekly", "read_weekly", "turn_weekly"]

LIST = "SELECT guild_id, channel_id, weekday, hour, next_at, trouble FROM weeklies"
OF_SERVER = f"{LIST} WHERE guild_id = ?"
GOING = f"{LIST} WHERE trouble IS NULL ORDER BY next_at, guild_id"
PUT = """
    INSERT INTO weeklies (guild_id, channel_id, weekday, hour, next_at, trouble) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (guild_id) DO UPDATE SET
        channel_id = excluded.channel_id, weekday = excluded.weekday, hour = excluded.hour,
        next_at = excluded.next_at, trouble = excluded.trouble
"""
DROP = "DELETE FROM weeklies WHERE guild_id = ?"
# Of several processes that would post, one finds the moment as it was.
TURN = """
    UPDATE weeklies SET next_at = ?, trouble = ?
    WHERE guild_id = ? AND channel_id = ? AND next_at = ? AND trouble IS NULL
"""


def read_weekly(connection: Sql, guild_id: int) -> Weekly | None:
    """Read what a server has chosen."""
    row = connection.execute(OF_SERVER, (guild_id,)).fetchone()
    return None if row is None else Weekly(*row)


def list_weeklies(connection: Sql) -> list[Weekly]:
    """List all that are without trouble, the next one leading."""
    return [Weekly(*row) for row in connection.execute(GOING)]


def put_weekly(connection: Sql, weekly: Weekly) -> None:
    """Note what a server has chosen in the place of what it had."""
    row = (weekly.guild_id, weekly.channel_id, weekly.weekday, weekly.hour, weekly.next_at, weekly.trouble)
    connection.execute(PUT, row)


def drop_weekly(connection: Sql, guild_id: int) -> bool:
    """Delete what a server has chosen, and say whether it had."""
    return connection.execute(DROP, (guild_id,)).rowcount > 0


def turn_weekly(connection: Sql, before: Weekly, after: Weekly) -> bool:
    """Move what still stands as `before` on to its next moment, or note its trouble; whether it stood."""
    row = (after.next_at, after.trouble, before.guild_id, before.channel_id, before.next_at)
    return connection.execute(TURN, row).rowcount > 0
