"""Finding tables, and the notes about them that make no new version: published, warned, deadlines moved."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from bot.tables.ports import Live
from db.codec import ALARM_COLUMNS, dump, live_of

__all__ = [
    "find_guild",
    "find_latest",
    "find_table",
    "list_live",
    "list_tables_of",
    "list_undivided",
    "mark_warned",
    "note_published",
    "shift_alarms",
]


SELECT_LIVE = (
    f"SELECT id, status, version, published, {', '.join(ALARM_COLUMNS)} FROM tables "  # noqa: S608 - our names
    "WHERE id IN (SELECT id FROM tables WHERE status <> 'closed' "
    "UNION ALL SELECT id FROM tables WHERE status = 'closed' AND published < version) ORDER BY id"
)
SHIFT_ALARMS = """
    UPDATE tables SET
        alarm_at = CASE WHEN moved.at < :soonest THEN :soonest + moved.place * :apart ELSE moved.at END,
        alarm_opened_at = alarm_opened_at + moved.by
    FROM (
        SELECT id, by, alarm_at + by AS at, row_number() OVER (ORDER BY alarm_at + by, id) - 1 AS place
        FROM (
            SELECT id, alarm_at, max(0, :now - CASE
                WHEN alarm_opened_at > :since AND alarm_opened_at <= :now THEN alarm_opened_at ELSE :since
            END) AS by
            FROM tables WHERE status <> 'closed' AND alarm_at IS NOT NULL AND alarm_stopped_at IS NULL
        )
    ) AS moved WHERE moved.id = tables.id
"""


def list_live(connection: sqlite3.Connection) -> list[Live]:
    """List every table that is not closed, and the closed ones whose last state is not published."""
    # Two partial indexes hold these tables alone, however many have been closed in the past.
    return [live_of(*row) for row in connection.execute(SELECT_LIVE)]


def find_table(connection: sqlite3.Connection, game: str, channel_id: int) -> int | None:
    """The id of the live table of this game that is played or was opened in this channel, if any."""
    row = connection.execute(
        "SELECT max(id) FROM ("
        "SELECT id FROM tables WHERE game = ?1 AND home_id = ?2 AND status <> 'closed' UNION ALL "
        "SELECT id FROM tables WHERE game = ?1 AND channel_id = ?2 AND status <> 'closed')",
        (game, channel_id),
    ).fetchone()
    newest: int | None = row[0]
    return newest


def find_guild(connection: sqlite3.Connection, table_id: int) -> int | None:
    """The server of a table, None if there is no such table."""
    row = connection.execute("SELECT guild_id FROM tables WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else int(row[0])


def find_latest(
    connection: sqlite3.Connection, game: str | None, channel_id: int, closed: bool
) -> int | None:
    """The id of the newest table of this game (any game if None) in this channel, None if there is none.

    With `closed`, only closed tables count.
    """
    row = connection.execute(
        "SELECT max(id) FROM ("
        "SELECT id, game, status FROM tables WHERE home_id = ?2 UNION ALL "
        "SELECT id, game, status FROM tables WHERE channel_id = ?2) "
        "WHERE (?1 IS NULL OR game = ?1) AND (NOT ?3 OR status = 'closed')",
        (game, channel_id, closed),
    ).fetchone()
    newest: int | None = row[0]
    return newest


def list_tables_of(connection: sqlite3.Connection, user_id: int) -> list[int]:
    """List the live tables where this user sits (and has not left) or is the host, newest first."""
    rows = connection.execute(
        "SELECT tables.id FROM seat_people AS people "
        "JOIN seats ON seats.table_id = people.table_id AND seats.ordinal = people.ordinal "
        "JOIN tables ON tables.id = people.table_id "
        "WHERE people.user_id = ?1 AND NOT seats.has_left AND NOT people.has_left "
        "AND tables.status <> 'closed' "
        "UNION SELECT id FROM tables WHERE host_id = ?1 AND status <> 'closed' ORDER BY 1 DESC",
        (user_id,),
    )
    return [row["id"] for row in rows]


def list_undivided(connection: sqlite3.Connection, games: Sequence[str]) -> list[int]:
    """List the live tables of these games whose setups have no deck apart."""
    rows = connection.execute(
        "SELECT tables.id FROM tables JOIN setups ON setups.table_id = tables.id "
        "WHERE status <> 'closed' AND game IN (SELECT value FROM json_each(?)) AND setups.deck IS NULL",
        (dump(list(games)),),
    )
    return [row["id"] for row in rows]


def note_published(connection: sqlite3.Connection, table_id: int, version: int) -> None:
    """Note that people see at least this version of the table; a lower version changes nothing."""
    shown = "UPDATE tables SET published = ?2 WHERE id = ?1 AND published < ?2"
    connection.execute(shown, (table_id, version))


def mark_warned(connection: sqlite3.Connection, table_id: int, key: str, number: int) -> bool:
    """Note that this deadline's reminder is sent; False if it was already, or another deadline runs now."""
    warned = "UPDATE tables SET alarm_warned = ?3 WHERE id = ?1 AND alarm_key = ?2 AND alarm_warned < ?3"
    return connection.execute(warned, (table_id, key, number)).rowcount == 1


def shift_alarms(connection: sqlite3.Connection, since: int, now: int, soonest: int, apart: int) -> int:
    """Move open deadlines by the time from `since` until `now`, and return how many were moved.

    A decision that opened in between moves by the time since then. Deadlines that would pass before `soonest`
    pass from then on, one every `apart` ms. Clocks that a host has stopped are left alone. Times in ms UTC.
    """
    times = {"since": since, "now": now, "soonest": soonest, "apart": apart}
    return connection.execute(SHIFT_ALARMS, times).rowcount
