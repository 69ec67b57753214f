"""Signs of life: one row with the time of the last one; lines of the log count as signs of life too."""

from __future__ import annotations

import sqlite3

from db.jobs.limits import forget_openings

__all__ = ["last_beat", "note_beat"]


def note_beat(connection: sqlite3.Connection, at: int) -> None:
    """Store a sign of life at this time (ms UTC), unless a later one is stored."""
    connection.execute(
        "INSERT INTO beats (id, at) VALUES (1, ?) "
        "ON CONFLICT DO UPDATE SET at = excluded.at WHERE excluded.at > beats.at",
        (at,),
    )
    forget_openings(connection, at)


def last_beat(connection: sqlite3.Connection) -> int | None:
    """The latest sign of life in ms UTC, None if there never was one."""
    row = connection.execute(
        "SELECT max(at) AS at FROM (SELECT at FROM beats UNION ALL "
        "SELECT at FROM log WHERE id = (SELECT max(id) FROM log))"
    ).fetchone()
    return None if row["at"] is None else int(row["at"])
