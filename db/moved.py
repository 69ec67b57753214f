"""What a store remembers of a move: that it was left, from what it was filled, or that it is half done.

A store that was left must not be run again by mistake: its tables go on elsewhere.
"""

from __future__ import annotations

from db.errors import StoreError
from db.jobs.servers import read_fact, write_fact
from db.sql import Sql

__all__ = [
    "finish",
    "is_unfinished",
    "note_filled",
    "note_left",
    "note_unfinished",
    "read_filled",
    "refuse_left",
    "reopen",
]

LEFT = "moved_to"
FILLED = "moved_from"
UNFINISHED = "being_restored"


def refuse_left(connection: Sql, path: str) -> None:
    """Raise StoreError: `moved` to another store, or `unfinished`, as a restore was cut short."""
    place = read_fact(connection, LEFT)
    if place is not None:
        raise StoreError("moved", path=path, to=place)
    if is_unfinished(connection):
        raise StoreError("unfinished", path=path)


def note_left(connection: Sql, place: str) -> None:
    """Note that everything was moved to `place`, the name of a store without a secret in it."""
    write_fact(connection, LEFT, place)


def reopen(connection: Sql) -> bool:
    """Let a store be used again that was left, and say whether it was."""
    return connection.execute("DELETE FROM facts WHERE key = ?", (LEFT,)).rowcount == 1


def note_filled(connection: Sql, origin: str) -> None:
    """Note what this store was filled from: the source's name and counts."""
    write_fact(connection, FILLED, origin)


def read_filled(connection: Sql) -> str | None:
    """What this store was filled from; None if it was not."""
    return read_fact(connection, FILLED)


def note_unfinished(connection: Sql) -> None:
    """Note that this store holds what a backup held, and is not ready for a bot yet."""
    write_fact(connection, UNFINISHED, "")


def is_unfinished(connection: Sql) -> bool:
    """Whether it still is not ready."""
    return read_fact(connection, UNFINISHED) is not None


def finish(connection: Sql) -> None:
    """Note that it is ready."""
    connection.execute("DELETE FROM facts WHERE key = ?", (UNFINISHED,))
