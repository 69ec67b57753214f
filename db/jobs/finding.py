"""Finding tables, and the notes about them that no game makes: published, warned, deadlines moved."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.homes import Slots
from bot.tables.ports import Live
from db.codec import ALARM_COLUMNS, live_of
from db.jobs.by_slot import in_slots
from db.sql import Rows, Sql, Statement, ignore, marks

__all__ = [
    "find_guild",
    "find_latest",
    "find_table",
    "find_version",
    "list_behind",
    "list_live",
    "list_played_by_computers",
    "list_tables_of",
    "list_undivided",
    "mark_warned",
    "note_published",
    "shift_alarms",
]


SELECT_LIVE = (
    f"SELECT id, guild_id, status, version, published, {', '.join(ALARM_COLUMNS)} "
    "FROM tables WHERE id IN (SELECT id FROM tables WHERE status <> 'closed' "
    "UNION ALL SELECT id FROM tables WHERE status = 'closed' AND published < version)"
)
PLAYED_BY_COMPUTERS = """
    SELECT id FROM tables WHERE status <> 'closed' AND status = 'playing' AND (
        EXISTS (SELECT 1 FROM seat_people WHERE table_id = tables.id AND level IS NOT NULL) OR
        EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND autopilot IS NOT NULL)
    )
"""
BEHIND = (
    " AND (published < version"
    " OR alarm_stopped_at IS NULL AND (alarm_at < :before OR alarm_settle_at < :before))"
)
FIND_LATEST = """
    SELECT max(id) FROM (
        SELECT id, game, status FROM tables WHERE home_id = ? UNION ALL
        SELECT id, game, status FROM tables WHERE channel_id = ?
    ) AS found WHERE TRUE
"""
LIST_UNDIVIDED = """
    SELECT tables.id FROM tables JOIN setups ON setups.table_id = tables.id
    WHERE status <> 'closed' AND game IN ({games}) AND setups.deck IS NULL
"""
SHIFT_ALARMS = """
    UPDATE tables SET
        alarm_at = CASE WHEN moved.at < :soonest THEN :soonest + moved.place * :apart ELSE moved.at END,
        alarm_opened_at = alarm_opened_at + moved.by,
        version = version + 1
    FROM (
        SELECT id, by, alarm_at + by AS at, row_number() OVER (ORDER BY alarm_at + by, id) - 1 AS place
        FROM (
            SELECT id, alarm_at, CASE
                WHEN alarm_opened_at > :since AND alarm_opened_at <= :now THEN :now - alarm_opened_at
                WHEN :since < :now THEN :now - :since ELSE 0
            END AS by
            FROM tables
            WHERE status <> 'closed' AND alarm_at IS NOT NULL AND alarm_stopped_at IS NULL{slots}
        ) AS running
    ) AS moved WHERE moved.id = tables.id AND (moved.by > 0 OR moved.at < :soonest)
"""
NOTE_PUBLISHED = "UPDATE tables SET published = :version WHERE id = :id AND published < :version"
WARN = """
    UPDATE tables SET alarm_warned = :number, version = version + 1,
        published = CASE WHEN published = version THEN version + 1 ELSE published END
    WHERE id = :id AND alarm_key = :key AND alarm_warned < :number RETURNING version
"""


def list_live(connection: Sql, slots: Slots) -> list[Live]:
    """List every table in these slots that is not closed, or whose last state is not published."""
    # Two partial indexes hold these tables alone, however many have been closed in the past.
    found = connection.execute(f"{SELECT_LIVE}{in_slots(slots)} ORDER BY id")
    return [live_of(*row) for row in found]


def list_played_by_computers(connection: Sql, slots: Slots) -> list[int]:
    """List every table in these slots that is being played, and where a computer plays a seat."""
    found = connection.execute(f"{PLAYED_BY_COMPUTERS}{in_slots(slots)} ORDER BY id")
    return [row["id"] for row in found]


def list_behind(connection: Sql, before: int, slots: Slots) -> list[Live]:
    """List those of `list_live` that are not published, or whose deadline passed before this time."""
    found = connection.execute(f"{SELECT_LIVE}{BEHIND}{in_slots(slots)} ORDER BY id", {"before": before})
    return [live_of(*row) for row in found]


def find_version(connection: Sql, table_id: int) -> int | None:
    """The version of a table as it stands; None if there is none."""
    row = connection.execute("SELECT version FROM tables WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else int(row["version"])


def find_table(connection: Sql, game: str, channel_id: int) -> int | None:
    """The id of the live table of this game that is played or was opened in this channel, if any."""
    row = connection.execute(
        "SELECT max(id) FROM ("
        "SELECT id FROM tables WHERE game = ?1 AND home_id = ?2 AND status <> 'closed' UNION ALL "
        "SELECT id FROM tables WHERE game = ?1 AND channel_id = ?2 AND status <> 'closed') AS found",
        (game, channel_id),
    ).fetchone()
    newest: int | None = row[0]
    return newest


def find_guild(connection: Sql, table_id: int) -> int | None:
    """The server of a table, None if there is no such table."""
    row = connection.execute("SELECT guild_id FROM tables WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else int(row[0])


def find_latest(connection: Sql, game: str | None, channel_id: int, closed: bool) -> int | None:
    """The id of the newest table of this game (any game if None) in this channel, None if there is none.

    With `closed`, only closed tables count.
    """
    question: str = FIND_LATEST
    values: list[int | str] = [channel_id, channel_id]
    if game is not None:
        question, values = f"{question} AND game = ?", [*values, game]
    if closed:
        question = f"{question} AND status = 'closed'"
    row = connection.execute(question, values).fetchone()
    newest: int | None = row[0]
    return newest


def list_tables_of(connection: Sql, user_id: int) -> list[int]:
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


def list_undivided(connection: Sql, games: Sequence[str]) -> list[int]:
    """List the live tables of these games whose setups have no deck apart."""
    rows = connection.execute(LIST_UNDIVIDED.format(games=marks(games)), tuple(games))
    return [row["id"] for row in rows]


def note_published(table_id: int, version: int) -> Statement[None]:
    """Note that people see at least this version of the table; a lower version changes nothing."""
    return Statement(NOTE_PUBLISHED, {"id": table_id, "version": version}, ignore)


def mark_warned(table_id: int, key: str, number: int) -> Statement[int | None]:
    """Note that this deadline's reminder is sent, and return the table's new version.

    None if it was already, or if another deadline runs now. What was published still is: nothing shows it.
    """
    return Statement(WARN, {"id": table_id, "key": key, "number": number}, read_version)


def read_version(rows: Rows) -> int | None:
    row = rows.fetchone()
    return None if row is None else int(row["version"])


def shift_alarms(connection: Sql, since: int, now: int, soonest: int, apart: int, slots: Slots) -> int:
    """Move open deadlines in these slots by the time from `since` until `now`, and return how many.

    A decision that opened in between moves by the time since then. Deadlines that would pass before `soonest`
    pass from then on, one every `apart` ms. Clocks that a host has stopped are left alone. Times in ms UTC.
    """
    times = {"since": since, "now": now, "soonest": soonest, "apart": apart}
    return connection.execute(SHIFT_ALARMS.format(slots=in_slots(slots)), times).rowcount
