"""Many tables made of a few: their rows are copied under other numbers, in SQL."""

from __future__ import annotations

import sqlite3

__all__ = ["multiply"]

KEPT = ("tables", "seats", "seat_people", "setups", "positions", "scenes", "log", "messages", "results")
PACKED = ("archives", "archived_people")
APART = 1_000_000
"""What lies between the interactions and the channels of one copy and the next."""


def multiply(connection: sqlite3.Connection, tables: int, times: int) -> None:
    """Copy the first `tables` tables until there are `times` as many."""
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("CREATE TEMP TABLE copies (n INTEGER)")
    connection.executemany("INSERT INTO copies VALUES (?)", ((n,) for n in range(1, times)))
    connection.execute("BEGIN")
    for name in (*KEPT, *PACKED):
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        listed = ", ".join(f'"{column}"' for column in columns)
        values = ", ".join(shift(name, column, tables) for column in columns)
        whose = "id" if name == "tables" else "table_id"
        connection.execute(
            f"INSERT INTO {name} ({listed}) SELECT {values} FROM {name}, copies WHERE {whose} <= {tables}"  # noqa: S608
        )
    connection.execute("COMMIT")
    connection.execute("DROP TABLE temp.copies")


def shift(name: str, column: str, tables: int) -> str:
    """What stands in this column of a copy."""
    if (name, column) == ("log", "id"):
        return "NULL"
    if column == "table_id" or (name, column) == ("tables", "id"):
        return f'"{column}" + n * {tables}'
    if column == "interaction_id" or (name == "tables" and column in ("home_id", "channel_id")):
        return f'"{column}" + n * {APART}'
    return f'"{column}"'
