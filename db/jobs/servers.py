"""Settings of Discord servers, and small facts that the bot keeps for itself."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from db.codec import dump

__all__ = ["read_fact", "read_server", "write_fact", "write_server"]


def read_server(connection: sqlite3.Connection, guild_id: int) -> Mapping[str, Any]:
    """Read the settings of a server; empty if there are none."""
    row = connection.execute("SELECT settings FROM servers WHERE guild_id = ?", (guild_id,)).fetchone()
    settings: dict[str, Any] = {} if row is None else json.loads(row["settings"])
    return settings


def write_server(connection: sqlite3.Connection, guild_id: int, settings: Mapping[str, Any]) -> None:
    """Replace the settings of a server."""
    row = (guild_id, dump(dict(settings)))
    connection.execute("INSERT OR REPLACE INTO servers (guild_id, settings) VALUES (?, ?)", row)


def read_fact(connection: sqlite3.Connection, key: str) -> str | None:
    """Read a fact that the bot has stored; None if there is none."""
    row = connection.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row["value"])


def write_fact(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Store a fact of the bot in place of the last value."""
    connection.execute("INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)", (key, value))
