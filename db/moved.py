"""What a store remembers of a move: that it was left, or from what it was filled.

A store that was left must not be run again by mistake: its tables go on elsewhere.
"""

from db.errors import StoreError
from db.jobs.servers import read_fact, write_fact
from db.sql import Sql

LEFT = "moved_to"
FILLED = "moved_from"


def refuse_left(connection: Sql, path: str) -> None:
    """Raise StoreError `moved` if all has gone to another store."""
    place = read_fact(connection, LEFT)
    if place is not None:
        raise StoreError("moved", path=path, to=place)


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
