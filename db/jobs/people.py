"""What is kept about a user: how to reach them, the export of all their data, and its erasure."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from bot.tables.homes import NOWHERE, describe_place
from bot.tables.ports import Contact, Entry
from db.codec import contact_of
from db.jobs.archive import list_archived_lines
from db.kept import Kept, asks, reads, writes
from db.sql import Row, Sql

READ_CONTACT = "SELECT user_id, dm_channel_id, open, locale FROM contacts WHERE user_id = ?"
NOTE_CONTACT = """
    INSERT INTO contacts (user_id, dm_channel_id, open, locale) VALUES (?, ?, ?, ?)
    ON CONFLICT (user_id) DO UPDATE SET
        dm_channel_id = excluded.dm_channel_id, open = excluded.open, locale = excluded.locale
"""
# Draws are left out of the log's lines: they are the table's, and secret while it is played.
EXPORTS = {
    "seats": """
        SELECT tables.id AS "table", game, guild_id AS server, home_id AS channel, created_at AS opened_at,
               seats.name AS seat, title, seats.has_left OR people.has_left AS "left", people.name, join_id,
               reach
        FROM seat_people AS people
        JOIN seats ON seats.table_id = people.table_id AND seats.ordinal = people.ordinal
        JOIN tables ON tables.id = people.table_id
        WHERE people.user_id = ? ORDER BY tables.id
    """,
    "log": """
        SELECT table_id AS "table", seq, kind, at, seat, interaction_id, payload
        FROM log WHERE user_id = ? ORDER BY table_id, seq
    """,
    "messages": """
        SELECT table_id AS "table", channel_id, message_id, posted_at
        FROM messages WHERE audience = ? AND audience <> 0 ORDER BY table_id
    """,
    "results": """
        SELECT results.table_id AS "table", results.game, won, place, rank, results.ended_at, unrated, facts
        FROM results
        LEFT JOIN digests ON digests.table_id = results.table_id
        LEFT JOIN tallies ON tallies.table_id = results.table_id AND tallies.ordinal = results.ordinal
        WHERE results.user_id = ? ORDER BY results.table_id
    """,
    "reports": """
        SELECT guild_id AS server, deck, card, question, reason, at FROM reports WHERE user_id = ? ORDER BY id
    """,
    "evenings": """
        SELECT evenings.id AS evening, guild_id AS server, channel_id AS channel, title, starts_at, stage,
               people.name, people.place, people.team, coalesce(teams.name, '') AS team_name, remind
        FROM evening_people AS people JOIN evenings ON evenings.id = people.evening_id
        LEFT JOIN evening_teams AS teams ON teams.evening_id = evenings.id AND teams.number = people.team
        WHERE people.user_id = ? ORDER BY evenings.id
    """,
    "evenings_hosted": """
        SELECT id AS evening, guild_id AS server, channel_id AS channel, title, words, starts_at, stage
        FROM evenings WHERE host_id = ? ORDER BY id
    """,
    "wishes": "SELECT key, value FROM wishes WHERE user_id = ? ORDER BY key",
    "calls": """
        SELECT guild_id AS server, game, least, from_hour, until_hour, channel_id AS channel, kept_at
        FROM calls WHERE user_id = ? ORDER BY guild_id, game
    """,
    "called": "SELECT at FROM called WHERE user_id = ?",
    "daily": """
        SELECT day, discipline, name, guild_id AS server, score, ms, detail, at FROM daily
        WHERE user_id = ? ORDER BY day, discipline
    """,
    "openings": "SELECT guild_id AS server, at FROM openings WHERE user_id = ? ORDER BY at",
    "blocks": "SELECT reason, at FROM blocks WHERE kind = 'user' AND id = ?",
}
READERS: Mapping[str, Callable[[Any], Any]] = {
    "remind": bool,
    "left": bool,
    "won": bool,
    "payload": json.loads,
    "detail": json.loads,
    "facts": lambda text: None if text is None else json.loads(text),
    "server": describe_place,
}
# A channel of private messages is somebody's, as a user's id is: erased tables do not tell theirs any more.
OWN_TABLES = """
    SELECT id FROM tables WHERE guild_id < 0 AND status = 'closed' AND (host_id = ?1 OR id IN
        (SELECT table_id FROM seat_people WHERE user_id = ?1))
"""
# Openings are deleted after an hour anyway, and blocks stay until the operator lifts them.
# A change that somebody prepares meanwhile must not write a name back, nor whoever packs a log: so the tables
# get new versions first; what was published still is. The name of a team was given by its people, and may be
# one of theirs.
ERASURES = (
    """
        UPDATE tables SET version = version + 1,
            published = CASE WHEN published = version THEN version + 1 ELSE published END
        WHERE host_id = ?1 OR id IN (
            SELECT table_id FROM seat_people WHERE user_id = ?1 UNION
            SELECT table_id FROM log WHERE user_id = ?1 UNION
            SELECT table_id FROM archived_people WHERE user_id = ?1
        )
    """,
    f"DELETE FROM cards_seen WHERE guild_id IN (SELECT guild_id FROM tables WHERE id IN ({OWN_TABLES}))",
    f"UPDATE results SET guild_id = {NOWHERE} WHERE table_id IN ({OWN_TABLES})",
    f"DELETE FROM messages WHERE table_id IN ({OWN_TABLES})",
    f"UPDATE tables SET guild_id = {NOWHERE}, home_id = 0, channel_id = 0 WHERE id IN ({OWN_TABLES})",
    """
        UPDATE seats SET title = '' WHERE (table_id, ordinal) IN
            (SELECT table_id, ordinal FROM seat_people WHERE user_id = ?)
    """,
    "UPDATE seat_people SET user_id = NULL, name = '' WHERE user_id = ?",
    "UPDATE log SET user_id = NULL WHERE user_id = ?",
    "UPDATE archived_people SET user_id = NULL WHERE user_id = ?",
    "UPDATE tables SET host_id = NULL WHERE host_id = ?",
    """
        UPDATE digests SET changes = changes + 1
        WHERE table_id IN (SELECT table_id FROM results WHERE user_id = ?)
    """,
    "UPDATE results SET user_id = NULL WHERE user_id = ?",
    "DELETE FROM messages WHERE audience = ? AND audience <> 0",
    "DELETE FROM contacts WHERE user_id = ?",
    "DELETE FROM wishes WHERE user_id = ?",
    "DELETE FROM calls WHERE user_id = ?",
    "DELETE FROM called WHERE user_id = ?",
    "DELETE FROM daily WHERE user_id = ?",
    "DELETE FROM reports WHERE user_id = ?",
    """
        UPDATE evenings SET version = version + 1
        WHERE id IN (SELECT evening_id FROM evening_people WHERE user_id = ?)
    """,
    """
        UPDATE evening_teams SET name = '' WHERE (evening_id, number) IN
            (SELECT evening_id, team FROM evening_people WHERE user_id = ?)
    """,
    "UPDATE evening_people SET user_id = NULL, name = '', join_id = 0 WHERE user_id = ?",
    """
        UPDATE evenings SET host_id = NULL, title = 'Soirée', words = '', version = version + 1
        WHERE host_id = ?
    """,
)


def read_contact(connection: Sql, user_id: int) -> Contact | None:
    """Read how to reach this user; None when nothing is known."""
    row = connection.execute(READ_CONTACT, (user_id,)).fetchone()
    return None if row is None else contact_of(row)


def note_contact(connection: Sql, contact: Contact) -> None:
    """Store how to reach a user in place of what was known."""
    connection.execute(
        NOTE_CONTACT,
        (contact.user_id, contact.dm_channel_id, contact.open, contact.locale),
    )


def export(connection: Sql, user_id: int) -> Mapping[str, Any]:
    """Collect everything stored about this user as JSON-able data; EXPORTS names its parts."""
    contact = read_contact(connection, user_id)
    hosted = connection.execute("SELECT id FROM tables WHERE host_id = ? ORDER BY id", (user_id,))
    found: dict[str, Any] = {
        "user_id": user_id,
        "contact": None
        if contact is None
        else {"dm_channel_id": contact.dm_channel_id, "open": contact.open, "locale": contact.locale},
        "hosted": [row["id"] for row in hosted],
    }
    for part, query in EXPORTS.items():
        found[part] = [plain_row(row) for row in connection.execute(query, (user_id,))]
    packed = [plain_line(*line) for line in list_archived_lines(connection, user_id)]
    found["log"] = sorted(found["log"] + packed, key=lambda line: (line["table"], line["seq"]))
    return found


def plain_row(row: Row) -> dict[str, Any]:
    """A row as JSON-able data, flags as booleans."""
    return {
        name: READERS[name](value) if name in READERS else value
        for name, value in zip(row.keys(), row, strict=True)
    }


def plain_line(table_id: int, entry: Entry) -> dict[str, Any]:
    """A packed log line as JSON-able data, like a row of the log."""
    return {
        "table": table_id,
        "seq": entry.seq,
        "kind": entry.kind,
        "at": entry.at,
        "seat": entry.seat,
        "interaction_id": entry.interaction_id,
        "payload": entry.payload,
    }


def list_tables_sat(connection: Sql, user_id: int) -> list[int]:
    """List every table where this user has a seat, closed ones and those they have left too, newest first."""
    sat = "SELECT DISTINCT table_id FROM seat_people WHERE user_id = ? ORDER BY table_id DESC"
    return [row["table_id"] for row in connection.execute(sat, (user_id,))]


def erase(connection: Sql, user_id: int) -> int:
    """Erase this user: delete their data, make their seats and log lines anonymous.

    Returns at how many tables they sat.
    """
    sat = "SELECT count(DISTINCT table_id) FROM seat_people WHERE user_id = ?"
    (tables,) = connection.execute(sat, (user_id,)).fetchone()
    for statement in ERASURES:
        connection.execute(statement, (user_id,))
    return int(tables)


class KeptPeople(Kept):
    """What is known of people, and their right to have it or to have it erased."""

    contact = asks(read_contact)
    note_contact = writes(note_contact)
    export = reads(export)
    list_tables_sat = reads(list_tables_sat)
    erase = writes(erase)
