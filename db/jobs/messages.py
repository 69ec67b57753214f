"""The messages of tables on Discord, one for each audience."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from bot.tables.ports import Audience, Posted, Spot
from db.codec import posted_of

__all__ = ["forget_posted", "list_boards", "list_posted", "note_posted", "note_redrawn"]


def list_posted(connection: sqlite3.Connection, table_id: int) -> Mapping[Audience, Posted]:
    """Find the table's current message for each audience."""
    rows = connection.execute("SELECT * FROM messages WHERE table_id = ?", (table_id,))
    return {row["audience"]: posted_of(row) for row in rows}


def list_boards(connection: sqlite3.Connection) -> tuple[Spot, ...]:
    """List where the public messages of all tables are that are not closed."""
    rows = connection.execute(
        "SELECT messages.table_id, messages.channel_id, messages.message_id "
        "FROM tables JOIN messages ON messages.table_id = tables.id "
        "WHERE tables.status <> 'closed' AND messages.audience = 0"
    )
    return tuple(Spot(*row) for row in rows)


def note_posted(connection: sqlite3.Connection, posted: Posted) -> None:
    """Store the current message of this audience in place of the last one."""
    connection.execute(
        "INSERT OR REPLACE INTO messages "
        "(table_id, audience, channel_id, message_id, key, digest, posted_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            posted.table_id,
            posted.audience,
            posted.channel_id,
            posted.message_id,
            posted.key,
            posted.digest,
            posted.posted_at,
        ),
    )


def note_redrawn(connection: sqlite3.Connection, posted: Posted) -> None:
    """Store what this message shows now, and for what; nothing happens if the audience has another one."""
    connection.execute(
        "UPDATE messages SET key = ?, digest = ? WHERE table_id = ? AND audience = ? AND message_id = ?",
        (posted.key, posted.digest, posted.table_id, posted.audience, posted.message_id),
    )


def forget_posted(connection: sqlite3.Connection, table_id: int, audience: Audience) -> None:
    """Delete the note of this audience's message: the message is gone."""
    connection.execute("DELETE FROM messages WHERE table_id = ? AND audience = ?", (table_id, audience))
