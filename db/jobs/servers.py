"""Settings of Discord servers, and small facts that the bot keeps for itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from db.codec import dump
from db.sql import Sql

__all__ = ["drop_fact", "list_facts", "read_fact", "read_server", "write_fact", "write_server"]

WRITE_SERVER = (
    "INSERT INTO servers (guild_id, settings) VALUES (?, ?) "
    "ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings"
)
WRITE_FACT = (
    "INSERT INTO facts (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


def read_server(connection: Sql, guild_id: int) -> Mapping[str, Any]:
    """Read the settings of a server; empty if there are none."""
    row = connection.execute("SELECT settings FROM servers WHERE guild_id = ?", (guild_id,)).fetchone()
    settings: dict[str, Any] = {} if row is None else json.loads(row["settings"])
    return settings


def write_server(connection: Sql, guild_id: int, settings: Mapping[str, Any]) -> None:
    """Replace the settings of a server."""
    row = (guild_id, dump(dict(settings)))
    connection.execute(WRITE_SERVER, row)


def read_fact(connection: Sql, key: str) -> str | None:
    """Read a fact that the bot has stored; None if there is none."""
    row = connection.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row["value"])


def write_fact(connection: Sql, key: str, value: str) -> None:
    """Store a fact of the bot in place of the last value."""
    connection.execute(WRITE_FACT, (key, value))


def list_facts(connection: Sql, prefix: str) -> Mapping[str, str]:
    """List the facts that the bot has stored under keys that begin with this."""
    found = connection.execute(
        "SELECT key, value FROM facts WHERE substr(key, 1, CAST(? AS INTEGER)) = ?", (len(prefix), prefix)
    )
    return {row["key"]: row["value"] for row in found}


def drop_fact(connection: Sql, key: str) -> None:
    """Delete a fact, if there is one."""
    connection.execute("DELETE FROM facts WHERE key = ?", (key,))
