"""Tables that ended long ago lose their logs, where the operator wishes it; their results stay."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

__all__ = ["find_old", "forget"]

STRETCH = 500
"""How many tables are looked at in one go: who reads meanwhile does not wait for all of them."""

FORGET = (
    "DELETE FROM log WHERE table_id = ?",
    "DELETE FROM setups WHERE table_id = ?",
    "DELETE FROM messages WHERE table_id = ?",
    "UPDATE positions SET position = NULL, scenes = '[]' WHERE table_id = ?",
)


def find_old(
    connection: sqlite3.Connection, after: int, before: int, guild_id: int | None
) -> tuple[list[int], int | None]:
    """Closed tables with a log that changed last before this time (ms UTC), in a stretch of numbers.

    The stretch begins behind `after`; where the next one begins is given back too, None at the end.
    """
    (last,) = connection.execute("SELECT max(id) FROM tables").fetchone()
    rows = connection.execute(
        "SELECT id FROM tables WHERE id > ?1 AND id <= ?2 AND status = 'closed' AND forgotten_at IS NULL "
        "AND changed_at < ?3 AND (?4 IS NULL OR guild_id = ?4)",
        (after, after + STRETCH, before, guild_id),
    )
    found = [row["id"] for row in rows]
    return found, after + STRETCH if after + STRETCH < (last or 0) else None


def forget(connection: sqlite3.Connection, table_ids: Sequence[int], now: int) -> int:
    """Drop logs, games and the places of messages of closed tables, at this time (ms UTC); of how many.

    Each gets a new version, so that nobody who has read it before can write its game back.
    """
    mark = (
        "UPDATE tables SET forgotten_at = ?2, version = version + 1, published = version + 1, "
        "draft = NULL, offer = NULL WHERE id = ?1 AND status = 'closed' AND forgotten_at IS NULL"
    )
    forgotten = 0
    for table_id in table_ids:
        if connection.execute(mark, (table_id, now)).rowcount == 0:
            continue
        forgotten += 1
        for statement in FORGET:
            connection.execute(statement, (table_id,))
    return forgotten
