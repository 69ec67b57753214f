"""Tables that rest, and servers that we were taken off: what is asked and deleted without hurry."""

from __future__ import annotations

import sqlite3

from bot.tables.upkeep import Idle
from db.codec import dump

__all__ = [
    "forget_departure",
    "list_departed",
    "list_live_in",
    "list_resting",
    "list_servers",
    "note_departure",
    "purge_some",
]

PURGED_AT_ONCE = 20
"""So many tables go in one transaction: nobody who plays waits long for it."""
IDLE = """
    SELECT id, closes_at, coalesce(
        (SELECT at FROM log WHERE table_id = tables.id AND interaction_id IS NOT NULL
         ORDER BY seq DESC LIMIT 1), created_at) AS acted_at
    FROM tables
"""
"""A line that came with an interaction is a person's, even after they had their data erased."""
RESTING = """
    WHERE id IN (SELECT id FROM tables WHERE status <> 'closed')
      AND (status = 'paused' OR (status = 'playing' AND (pace = 'détente' OR alarm_at IS NULL)))
    ORDER BY id
"""
# In this order: nothing may refer to what is gone. The log gives way only for tables marked as forgotten.
PURGES = (
    "UPDATE tables SET forgotten_at = coalesce(forgotten_at, changed_at) WHERE id IN {tables}",
    "UPDATE tables SET rematch_of = NULL WHERE rematch_of IN {tables}",
    "UPDATE tables SET rematch_id = NULL WHERE rematch_id IN {tables}",
    "DELETE FROM log WHERE table_id IN {tables}",
    "DELETE FROM messages WHERE table_id IN {tables}",
    "DELETE FROM results WHERE table_id IN {tables}",
    "DELETE FROM setups WHERE table_id IN {tables}",
    "DELETE FROM positions WHERE table_id IN {tables}",
    "DELETE FROM seat_people WHERE table_id IN {tables}",
    "DELETE FROM seats WHERE table_id IN {tables}",
    "DELETE FROM tables WHERE id IN {tables}",
)
LAST = ("servers", "decks", "cards_seen", "reports", "departures")
"""What a server has beside its tables."""


def list_resting(connection: sqlite3.Connection) -> list[Idle]:
    """Tables whose end no clock brings, and that are no lobbies, which have one."""
    return [idle_of(row) for row in connection.execute(IDLE + RESTING)]


def list_live_in(connection: sqlite3.Connection, guild_id: int) -> list[Idle]:
    """The live tables of a server, the longest idle first."""
    live = "WHERE guild_id = ? AND status <> 'closed' ORDER BY acted_at, id"
    return [idle_of(row) for row in connection.execute(IDLE + live, (guild_id,))]


def idle_of(row: sqlite3.Row) -> Idle:
    return Idle(row["id"], row["acted_at"], row["closes_at"])


def list_servers(connection: sqlite3.Connection) -> frozenset[int]:
    """Every server of which something is kept."""
    rows = connection.execute(
        "SELECT DISTINCT guild_id FROM tables UNION SELECT guild_id FROM servers "
        "UNION SELECT guild_id FROM decks"
    )
    return frozenset(row["guild_id"] for row in rows)


def note_departure(connection: sqlite3.Connection, guild_id: int, at: int) -> None:
    """Note since when we are not on this server; the first note counts."""
    connection.execute(
        "INSERT INTO departures (guild_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (guild_id, at)
    )


def forget_departure(connection: sqlite3.Connection, guild_id: int) -> bool:
    """We are on this server again; whether we had been away."""
    return connection.execute("DELETE FROM departures WHERE guild_id = ?", (guild_id,)).rowcount == 1


def list_departed(connection: sqlite3.Connection, before: int) -> list[int]:
    """The servers that we have not been on since this time (ms UTC) or longer."""
    rows = connection.execute("SELECT guild_id FROM departures WHERE at <= ? ORDER BY guild_id", (before,))
    return [row["guild_id"] for row in rows]


def purge_some(connection: sqlite3.Connection, guild_id: int) -> int:
    """Delete a few closed tables of a server that we are not on, or at last what it has beside them."""
    if connection.execute("SELECT 1 FROM departures WHERE guild_id = ?", (guild_id,)).fetchone() is None:
        return 0  # it has come back meanwhile
    closed = "SELECT id FROM tables WHERE guild_id = ? AND status = 'closed' ORDER BY id LIMIT ?"
    found = [row["id"] for row in connection.execute(closed, (guild_id, PURGED_AT_ONCE))]
    for statement in PURGES if found else ():
        connection.execute(statement.format(tables="(SELECT value FROM json_each(?))"), (dump(found),))
    left = "SELECT 1 FROM tables WHERE guild_id = ? LIMIT 1"
    if connection.execute(left, (guild_id,)).fetchone() is None:
        for name in LAST:
            purge = f"DELETE FROM {name} WHERE guild_id = ?"  # noqa: S608 - our own names
            connection.execute(purge, (guild_id,))
    return len(found)
