"""What Discord's servers are called: for those who write of one of which the gateway does not tell them."""

from __future__ import annotations

from collections.abc import Mapping

from db.sql import Sql

__all__ = ["note_server_names", "read_server_name"]

NOTE = """
    INSERT INTO guild_names (guild_id, name) VALUES (?, ?)
    ON CONFLICT (guild_id) DO UPDATE SET name = excluded.name WHERE guild_names.name <> excluded.name
"""


def read_server_name(connection: Sql, guild_id: int) -> str | None:
    """Read the name of a server; None if it was never noted."""
    row = connection.execute("SELECT name FROM guild_names WHERE guild_id = ?", (guild_id,)).fetchone()
    return None if row is None else str(row["name"])


def note_server_names(connection: Sql, names: Mapping[int, str]) -> None:
    """Store what these servers are called now; in order, so that two who do so never wait for each other."""
    connection.executemany(NOTE, sorted(names.items()))
