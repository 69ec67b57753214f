"""Which tables and columns a move takes along."""

import sqlite3
from dataclasses import dataclass

LEFT_BEHIND = frozenset({"migrations", "processes", "turns"})
"""What says something of one database, or of the processes that run on it, and nothing of the games."""


@dataclass(frozen=True, slots=True)
class Part:
    """A table in SQL: its name, its columns, those of its primary key, and those which alone have texts."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def listing(self) -> str:
        """The columns as a statement lists them, in the quotes that both databases know."""
        return ", ".join(f'"{column}"' for column in self.columns)

    @property
    def order(self) -> str:
        """The columns of the primary key as a statement lists them."""
        return ", ".join(f'"{column}"' for column in self.key)


def read_layout(file: sqlite3.Connection) -> tuple[Part, ...]:
    """All parts of a SQLite file. A PostgreSQL database with the same migrations has the same."""
    found = file.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    )
    return tuple(_read_part(file, name) for (name,) in found.fetchall() if name not in LEFT_BEHIND)


def _read_part(file: sqlite3.Connection, name: str) -> Part:
    found = file.execute("SELECT name, type, pk FROM pragma_table_info(?)", (name,)).fetchall()
    columns = tuple(column for column, _, _ in found)
    key = tuple(column for _, column in sorted((place, column) for column, _, place in found if place))
    return Part(name, columns, key, tuple(column for column, kind, _ in found if kind == "TEXT"))
