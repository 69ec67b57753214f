"""Tables where nothing happens, and servers that the bot has left: finding them, and deleting the latter."""

from __future__ import annotations

from bot.tables.care.upkeep import Idle
from bot.tables.homes import NOWHERE, is_private
from db.sql import Row, Sql, marks

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
"""How many tables are deleted in one transaction, so that no player waits long."""
IDLE = """
    SELECT id, guild_id, closes_at, coalesce(
        (SELECT at FROM log WHERE table_id = tables.id AND interaction_id IS NOT NULL
         ORDER BY seq DESC LIMIT 1), created_at) AS acted_at
    FROM tables
"""
"""A log line with an interaction is a person's, even once their data is erased."""
RESTING = """
    WHERE id IN (SELECT id FROM tables WHERE status <> 'closed')
      AND (status = 'paused' OR (status = 'playing' AND (pace = 'détente' OR alarm_at IS NULL)))
    ORDER BY id
"""
# In this order, because nothing may refer to a deleted row. A trigger guards logs of tables not forgotten.
PURGES = (
    "UPDATE tables SET forgotten_at = coalesce(forgotten_at, changed_at) WHERE id IN {tables}",
    "UPDATE tables SET rematch_of = NULL WHERE rematch_of IN {tables}",
    "UPDATE tables SET rematch_id = NULL WHERE rematch_id IN {tables}",
    "DELETE FROM archived_people WHERE table_id IN {tables}",
    "DELETE FROM archives WHERE table_id IN {tables}",
    "DELETE FROM log WHERE table_id IN {tables}",
    "DELETE FROM scenes WHERE table_id IN {tables}",
    "DELETE FROM messages WHERE table_id IN {tables}",
    "DELETE FROM tallies WHERE table_id IN {tables}",
    "DELETE FROM digests WHERE table_id IN {tables}",
    "DELETE FROM call_outs WHERE table_id IN {tables}",
    "DELETE FROM results WHERE table_id IN {tables}",
    "DELETE FROM setups WHERE table_id IN {tables}",
    "DELETE FROM positions WHERE table_id IN {tables}",
    "DELETE FROM seat_people WHERE table_id IN {tables}",
    "DELETE FROM seats WHERE table_id IN {tables}",
    "DELETE FROM tables WHERE id IN {tables}",
)
EVENINGS = "SELECT id FROM evenings WHERE guild_id = ?"
LAST = (
    f"UPDATE daily SET guild_id = {NOWHERE} WHERE guild_id = ?",
    f"DELETE FROM evening_people WHERE evening_id IN ({EVENINGS})",
    f"DELETE FROM evening_teams WHERE evening_id IN ({EVENINGS})",
    *(
        f"DELETE FROM {name} WHERE guild_id = ?"
        for name in (
            "evenings",
            "seasons",
            "servers",
            "decks",
            "unfinished_decks",
            "deck_pictures",
            "question_counts",
            "cards_seen",
            "reports",
            "calls",
            "weeklies",
            "guild_names",
            "departures",
        )
    ),
)
"""Where else a server has rows, deleted after its tables; attempts at a daily challenge are people's own."""


def list_resting(connection: Sql) -> list[Idle]:
    """List the running and paused tables that no clock will ever end."""
    return [idle_of(row) for row in connection.execute(IDLE + RESTING)]


def list_live_in(connection: Sql, guild_id: int) -> list[Idle]:
    """List the live tables of a server, those idle longest first."""
    live = "WHERE guild_id = ? AND status <> 'closed' ORDER BY acted_at, id"
    return [idle_of(row) for row in connection.execute(IDLE + live, (guild_id,))]


def idle_of(row: Row) -> Idle:
    return Idle(row["id"], row["guild_id"], row["acted_at"], row["closes_at"])


def list_servers(connection: Sql) -> frozenset[int]:
    """List every server of which something is stored; private messages are none."""
    rows = connection.execute(
        "SELECT DISTINCT guild_id FROM tables UNION SELECT guild_id FROM servers "
        "UNION SELECT guild_id FROM decks UNION SELECT guild_id FROM unfinished_decks "
        "UNION SELECT guild_id FROM evenings UNION SELECT guild_id FROM calls "
        "UNION SELECT guild_id FROM weeklies"
    )
    return frozenset(row["guild_id"] for row in rows if not is_private(row["guild_id"]))


def note_departure(connection: Sql, guild_id: int, at: int) -> None:
    """Note that the bot has not been on this server since `at` (ms UTC); an earlier note stands."""
    connection.execute(
        "INSERT INTO departures (guild_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (guild_id, at)
    )


def forget_departure(connection: Sql, guild_id: int) -> bool:
    """Delete the note that the bot has left this server, and say whether there was one."""
    return connection.execute("DELETE FROM departures WHERE guild_id = ?", (guild_id,)).rowcount == 1


def list_departed(connection: Sql, before: int) -> list[int]:
    """List the servers that the bot left at this time (ms UTC) or before."""
    rows = connection.execute("SELECT guild_id FROM departures WHERE at <= ? ORDER BY guild_id", (before,))
    return [row["guild_id"] for row in rows]


def purge_some(connection: Sql, guild_id: int) -> int:
    """Delete a few closed tables of a server that the bot has left, and at last all else that it has.

    Returns how many tables were deleted.
    """
    if connection.execute("SELECT 1 FROM departures WHERE guild_id = ?", (guild_id,)).fetchone() is None:
        return 0  # it has come back meanwhile
    closed = "SELECT id FROM tables WHERE guild_id = ? AND status = 'closed' ORDER BY id LIMIT ?"
    found = [row["id"] for row in connection.execute(closed, (guild_id, PURGED_AT_ONCE))]
    for statement in PURGES if found else ():
        connection.execute(statement.format(tables=f"({marks(found)})"), found)
    left = "SELECT 1 FROM tables WHERE guild_id = ? LIMIT 1"
    if connection.execute(left, (guild_id,)).fetchone() is None:
        for statement in LAST:
            connection.execute(statement, (guild_id,))
    return len(found)
