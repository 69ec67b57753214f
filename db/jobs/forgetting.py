"""Deleting the logs of tables that ended long ago, if the operator wishes; their results stay."""

from __future__ import annotations

from collections.abc import Sequence

from db.sql import Sql

__all__ = ["find_old", "forget"]

STRETCH = 500
"""How many table numbers are searched at once, so that other readers do not wait long."""

FIND_OLD = """
    SELECT id FROM tables
    WHERE id > ? AND id <= ? AND status = 'closed' AND forgotten_at IS NULL AND changed_at < ?
"""
FORGET = (
    "DELETE FROM archived_people WHERE table_id = ?",
    "DELETE FROM archives WHERE table_id = ?",
    "DELETE FROM log WHERE table_id = ?",
    "DELETE FROM scenes WHERE table_id = ?",
    "DELETE FROM setups WHERE table_id = ?",
    "DELETE FROM messages WHERE table_id = ?",
    "UPDATE positions SET position = NULL, scenes = '[]' WHERE table_id = ?",
)


def find_old(connection: Sql, after: int, before: int, guild_id: int | None) -> tuple[list[int], int | None]:
    """Find closed tables that still have a log and last changed before `before` (ms UTC).

    Searches one stretch of table numbers, those behind `after`. Returns the ids found, and the `after` of the
    next stretch, None at the end.
    """
    (last,) = connection.execute("SELECT max(id) FROM tables").fetchone()
    question, values = FIND_OLD, [after, after + STRETCH, before]
    if guild_id is not None:
        question, values = f"{question} AND guild_id = ?", [*values, guild_id]
    found = [row["id"] for row in connection.execute(question, values)]
    return found, after + STRETCH if after + STRETCH < (last or 0) else None


def forget(connection: Sql, table_ids: Sequence[int], now: int) -> int:
    """Delete logs, games and message ids of these tables if they are closed; `now` is ms UTC.

    Returns how many tables that were. Each gets a new version, so that whoever has read it before can no
    longer write its game back.
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
