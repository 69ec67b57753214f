"""Settings of Discord servers, and small facts that the bot keeps for itself."""

import json
from collections.abc import Mapping
from typing import Any

from bot.insight.weekly import Weekly
from bot.tables.limits import Block, Blocked
from db.codec import dump
from db.kept import Kept, asks, reads, writes
from db.sql import Sql

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


# What Discord's servers are called: for those who write of one of which the gateway does not tell them.

NAMES = """
    INSERT INTO guild_names (guild_id, name) VALUES (?, ?)
    ON CONFLICT (guild_id) DO UPDATE SET name = excluded.name WHERE guild_names.name <> excluded.name
"""


def read_server_name(connection: Sql, guild_id: int) -> str | None:
    """Read the name of a server; None if it was never noted."""
    row = connection.execute("SELECT name FROM guild_names WHERE guild_id = ?", (guild_id,)).fetchone()
    return None if row is None else str(row["name"])


def note_server_names(connection: Sql, names: Mapping[int, str]) -> None:
    """Store what these servers are called now; in order, so that two who do so never wait for each other."""
    connection.executemany(NAMES, sorted(names.items()))


# The operator's list of blocked users and servers.


def list_blocks(connection: Sql) -> list[Block]:
    """List all blocks, sorted by kind and id."""
    rows = connection.execute("SELECT kind, id, reason, at FROM blocks ORDER BY kind, id")
    return [Block(row["kind"], row["id"], row["reason"], row["at"]) for row in rows]


def put_block(connection: Sql, block: Block) -> None:
    """Add a block, or replace it."""
    connection.execute(
        "INSERT INTO blocks (kind, id, reason, at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (kind, id) DO UPDATE SET reason = excluded.reason, at = excluded.at",
        (block.kind, block.id, block.reason, block.at),
    )


def take_block(connection: Sql, kind: Blocked, whom: int) -> bool:
    """Lift a block, and say whether there was one."""
    return connection.execute("DELETE FROM blocks WHERE kind = ? AND id = ?", (kind, whom)).rowcount > 0


class KeptServers(Kept):
    """Settings and names of servers, small facts of the bot, and the operator's list of the blocked."""

    server = asks(read_server)
    set_server = writes(write_server)
    server_name = asks(read_server_name)
    note_server_names = writes(note_server_names)
    fact = asks(read_fact)
    set_fact = writes(write_fact)
    facts = asks(list_facts)
    drop_fact = writes(drop_fact)
    blocks = reads(list_blocks)
    block = writes(put_block)
    unblock = writes(take_block)


# Where servers are told of their week.

LIST = "SELECT guild_id, channel_id, weekday, hour, next_at, trouble FROM weeklies"
OF_SERVER = f"{LIST} WHERE guild_id = ?"
GOING = f"{LIST} WHERE trouble IS NULL ORDER BY next_at, guild_id"
PUT = """
    INSERT INTO weeklies (guild_id, channel_id, weekday, hour, next_at, trouble) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (guild_id) DO UPDATE SET
        channel_id = excluded.channel_id, weekday = excluded.weekday, hour = excluded.hour,
        next_at = excluded.next_at, trouble = excluded.trouble
"""
DROP = "DELETE FROM weeklies WHERE guild_id = ?"
# Of several processes that would post, one finds the moment as it was.
TURN = """
    UPDATE weeklies SET next_at = ?, trouble = ?
    WHERE guild_id = ? AND channel_id = ? AND next_at = ? AND trouble IS NULL
"""


def read_weekly(connection: Sql, guild_id: int) -> Weekly | None:
    """Read what a server has chosen."""
    row = connection.execute(OF_SERVER, (guild_id,)).fetchone()
    return None if row is None else Weekly(*row)


def list_weeklies(connection: Sql) -> list[Weekly]:
    """List all that are without trouble, the next one leading."""
    return [Weekly(*row) for row in connection.execute(GOING)]


def put_weekly(connection: Sql, weekly: Weekly) -> None:
    """Note what a server has chosen in the place of what it had."""
    row = (weekly.guild_id, weekly.channel_id, weekly.weekday, weekly.hour, weekly.next_at, weekly.trouble)
    connection.execute(PUT, row)


def drop_weekly(connection: Sql, guild_id: int) -> bool:
    """Delete what a server has chosen, and say whether it had."""
    return connection.execute(DROP, (guild_id,)).rowcount > 0


def turn_weekly(connection: Sql, before: Weekly, after: Weekly) -> bool:
    """Move what still stands as `before` on to its next moment, or note its trouble.

    False where it does not stand so, or another process was quicker.
    """
    row = (after.next_at, after.trouble, before.guild_id, before.channel_id, before.next_at)
    return connection.execute(TURN, row).rowcount > 0


class KeptWeeklies(Kept):
    """Where servers are told of their week."""

    weekly = reads(read_weekly)
    put_weekly = writes(put_weekly)
    drop_weekly = writes(drop_weekly)
    weeklies = reads(list_weeklies)
    turn_weekly = writes(turn_weekly)
