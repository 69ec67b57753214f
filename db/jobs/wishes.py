"""What people wish others to see of them, and not to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.insight.wishes import NO
from db.sql import Sql, marks

__all__ = ["list_declined", "note_wishes", "read_wishes"]

READ = "SELECT key, value FROM wishes WHERE user_id = ? ORDER BY key"
NOTE = """
    INSERT INTO wishes (user_id, key, value) VALUES (?, ?, ?)
    ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value
"""
DECLINED = f"SELECT user_id FROM wishes WHERE user_id IN ({{people}}) AND key = ? AND value = '{NO}'"


def read_wishes(connection: Sql, user_id: int) -> Mapping[str, str]:
    """What somebody has wished, by the names of the wishes."""
    return {row["key"]: row["value"] for row in connection.execute(READ, (user_id,))}


def note_wishes(connection: Sql, user_id: int, wished: Mapping[str, str]) -> None:
    """Note wishes in place of earlier ones of the same names; others stay."""
    connection.executemany(NOTE, [(user_id, key, value) for key, value in sorted(wished.items())])


def list_declined(connection: Sql, key: str, user_ids: Sequence[int]) -> frozenset[int]:
    """Those of these users whose wish of this name is "no"."""
    asked = DECLINED.format(people=marks(user_ids))
    return frozenset(row["user_id"] for row in connection.execute(asked, (*user_ids, key)))
