"""Signs of life: one row that only moves forward."""

from __future__ import annotations

import sqlite3

__all__ = ["last_beat", "note_beat"]


def note_beat(connection: sqlite3.Connection, at: int) -> None:
    """Store a sign of life at this time (ms UTC), unless a later one is known."""
    connection.execute(
        "INSERT INTO beats (id, at) VALUES (1, ?) "
        "ON CONFLICT DO UPDATE SET at = excluded.at WHERE excluded.at > beats.at",
        (at,),
    )


def last_beat(connection: sqlite3.Connection) -> int | None:
    """The latest sign of life in ms UTC."""
    row = connection.execute("SELECT at FROM beats").fetchone()
    return None if row is None else int(row["at"])
