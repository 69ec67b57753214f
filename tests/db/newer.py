"""What a newer program makes of a schema: first this one can play on beside it, later it cannot."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg

from db.migrate import Migration, latest, migrate, migrations
from db.moving.file import read_layout
from db.postgres.schema import PostgresSchema
from db.sqlite.schema import SqliteSchema


def list_tables() -> list[str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        migrate(SqliteSchema(file))
        return [*(part.name for part in read_layout(file)), "processes", "turns"]


NEWER = "".join(f"ALTER TABLE {name} ADD COLUMN mood TEXT;\n" for name in list_tables())
"""Every table has a column more."""
OLDEST = max(step.oldest for step in migrations("postgres"))
"""What every program that may run here had to know."""
EXPAND = Migration(
    latest() + 1, "more", f"-- oldest: {OLDEST}\n{NEWER}CREATE TABLE moods (name TEXT PRIMARY KEY);\n"
)
CONTRACT = Migration(latest() + 2, "less", "ALTER TABLE tables DROP COLUMN pace;\n")


def change_file(path: Path, *steps: Migration) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        assert migrate(SqliteSchema(file), (*migrations("sqlite"), *steps)) == len(steps)


def change_database(url: str, *steps: Migration, applied: int | None = None) -> None:
    with psycopg.connect(url, autocommit=True) as link:
        done = migrate(PostgresSchema(link), (*migrations("postgres"), *steps))
    assert done == (len(steps) if applied is None else applied)
