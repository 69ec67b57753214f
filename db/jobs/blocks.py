"""The operator's list of blocked users and servers."""

from __future__ import annotations

from bot.tables.blocking import Block, Blocked
from db.sql import Sql

__all__ = ["list_blocks", "put_block", "take_block"]


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
