"""The messages of tables on Discord, one for each audience."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.homes import NOWHERE, Slots
from bot.tables.ports import Audience, Posted, Spot
from db.codec import posted_of
from db.jobs.by_slot import in_slots
from db.sql import Sql, Statement, ignore

__all__ = ["forget_posted", "list_boards", "list_posted", "note_posted", "note_redrawn"]

LIST_POSTED = """
    SELECT table_id, audience, channel_id, message_id, key, digest, posted_at
    FROM messages WHERE table_id = ?
"""

# The place of a table whose person had their data erased is told by no message either, however late it came.
NOTE_POSTED = f"""
    INSERT INTO messages (table_id, audience, channel_id, message_id, key, digest, posted_at)
    SELECT CAST(?1 AS BIGINT), CAST(?2 AS BIGINT), CAST(?3 AS BIGINT), CAST(?4 AS BIGINT),
        CAST(?5 AS TEXT), CAST(?6 AS TEXT), CAST(?7 AS BIGINT)
    WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND guild_id = {NOWHERE})
    ON CONFLICT (table_id, audience) DO UPDATE SET
        channel_id = excluded.channel_id, message_id = excluded.message_id, key = excluded.key,
        digest = excluded.digest, posted_at = excluded.posted_at
    WHERE messages.message_id <= excluded.message_id
"""
NOTE_REDRAWN = (
    "UPDATE messages SET key = ?, digest = ? WHERE table_id = ? AND audience = ? AND message_id = ?"
)
FORGET_POSTED = "DELETE FROM messages WHERE table_id = ? AND audience = ?"


def list_posted(connection: Sql, table_id: int) -> Mapping[Audience, Posted]:
    """Find the table's current message for each audience."""
    rows = connection.execute(LIST_POSTED, (table_id,))
    return {row["audience"]: posted_of(row) for row in rows}


def list_boards(connection: Sql, slots: Slots) -> tuple[Spot, ...]:
    """List where the public messages of the tables in these slots are that are not closed."""
    boards = (
        "SELECT messages.table_id, tables.guild_id, messages.channel_id, messages.message_id "
        "FROM tables JOIN messages ON messages.table_id = tables.id "
        "WHERE tables.status <> 'closed' AND messages.audience = 0"
    )
    return tuple(Spot(*row) for row in connection.execute(boards + in_slots(slots)))


def note_posted(posted: Posted) -> Statement[None]:
    """Store the current message of this audience in place of the last one, unless that is newer.

    Discord's numbers grow with time: who comes late with an older message changes nothing.
    """
    values = (
        posted.table_id,
        posted.audience,
        posted.channel_id,
        posted.message_id,
        posted.key,
        posted.digest,
        posted.posted_at,
    )
    return Statement(NOTE_POSTED, values, ignore)


def note_redrawn(posted: Posted) -> Statement[None]:
    """Store what this message shows now, and for what; nothing happens if the audience has another one."""
    values = (posted.key, posted.digest, posted.table_id, posted.audience, posted.message_id)
    return Statement(NOTE_REDRAWN, values, ignore)


def forget_posted(table_id: int, audience: Audience) -> Statement[None]:
    """Delete the note of this audience's message: the message is gone."""
    return Statement(FORGET_POSTED, (table_id, audience), ignore)
