"""Opening a database file: one connection that writes, one that only reads."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from db.files import make_file
from db.migrate import migrate
from db.moved import refuse_left
from db.sqlite.connection import Connection
from db.sqlite.schema import SqliteSchema, recognise

__all__ = ["open_connections"]


async def open_connections(path: Path, busy_ms: int) -> tuple[Connection, Connection]:
    """Open the file (made if it is missing), bring its schema up to date, and return writer and reader.

    Raises StoreError, without changing anything, for a file that is not ours, damaged, or too new.
    """
    make_file(path)
    writer = await Connection.open(path, busy_ms)
    try:
        await writer.run(lambda connection: prepare_writer(connection, str(path)))
        reader = await Connection.open(path, busy_ms)
    except BaseException:
        await writer.close()
        raise
    await reader.run(prepare_reader)
    return writer, reader


def prepare_writer(connection: sqlite3.Connection, path: str) -> None:
    """Prepare the connection that writes: check the file, make commits durable, update the schema."""
    connection.row_factory = sqlite3.Row
    recognise(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # an answered action survives a power cut
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA recursive_triggers = ON")  # else REPLACE would slip past the log's triggers
    migrate(SqliteSchema(connection))
    refuse_left(connection, path)


def prepare_reader(connection: sqlite3.Connection) -> None:
    """Prepare a connection that only reads."""
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA query_only = ON")
