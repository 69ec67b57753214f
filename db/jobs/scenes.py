"""What the last steps of a table did: each adds a row, and old ones go once nobody is told of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from bot.tables.model import SceneText, Status, Table
from bot.tables.ports import Change
from db.codec import dump
from db.sql import Sql

__all__ = [
    "add_scenes",
    "drop_scenes",
    "list_new",
    "may_drop",
    "parse_scenes",
    "read_scenes",
    "replace_scenes",
]

DROPPED_EVERY = 8
"""Old scenes go with every such version of a table: some at once cost less than one at each step."""
ADD = "INSERT INTO scenes (table_id, version, events, opened_at, rules) VALUES (?, ?, ?, ?, ?)"


def read_scenes(connection: Sql, table_id: int) -> tuple[SceneText, ...]:
    """Read the scenes of a table, oldest first; there may be some more than are told."""
    question = "SELECT version, events, opened_at, rules FROM scenes WHERE table_id = ? ORDER BY version"
    return tuple(SceneText(*row) for row in connection.execute(question, (table_id,)))


def add_scenes(connection: Sql, table_id: int, scenes: Iterable[SceneText]) -> None:
    """Add scenes to those of a table."""
    rows = [(table_id, one.version, one.events, one.opened_at, one.rules) for one in scenes]
    if rows:
        connection.executemany(ADD, rows)


def list_new(change: Change) -> list[SceneText]:
    """List the scenes that the change adds; the store has those of earlier versions."""
    known = -1 if change.before is None else change.before.version
    return [scene for scene in change.after.scenes if scene.version > known]


def may_drop(table: Table) -> bool:
    """Whether it is time to drop scenes: now and then, and at the end."""
    return table.version % DROPPED_EVERY == 0 or table.status is Status.CLOSED


def drop_scenes(connection: Sql, table: Table, told_from: int) -> None:
    """Drop, if it is time, the scenes before the first that is still told."""
    if may_drop(table):
        old = "DELETE FROM scenes WHERE table_id = ? AND version < ?"
        connection.execute(old, (table.id, told_from))


def replace_scenes(connection: Sql, table_id: int, scenes: Sequence[SceneText]) -> None:
    """Put these in the place of all scenes of a table."""
    connection.execute("DELETE FROM scenes WHERE table_id = ?", (table_id,))
    connection.execute("UPDATE positions SET scenes = '[]' WHERE table_id = ?", (table_id,))
    add_scenes(connection, table_id, scenes)


def parse_scenes(text: str, rules: int) -> tuple[SceneText, ...]:
    """The scenes of a table that was closed when they were one text beside its position."""
    try:
        return tuple(
            SceneText(int(version), dump(events), sum(opened_at), rules)
            for version, events, *opened_at in json.loads(text)
        )
    except (ValueError, TypeError):  # damaged: the table is shown without
        return ()
