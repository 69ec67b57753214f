"""When a store takes the place of another: what must be known of the present one, what is taken over from it.

It goes back to a copy of itself, or all is moved elsewhere; then it remembers that it was left, or what it
was filled from.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from db.errors import StoreError
from db.jobs.servers import read_fact, write_fact
from db.sql import Sql, marks

FINGERPRINTS = "SELECT id, version, last_seq, changed_at, commitment FROM tables"
LASTING: Mapping[str, tuple[int, str]] = {
    "wishes": (21, "user_id, key, value"),
    "calls": (22, "guild_id, game, user_id, least, from_hour, until_hour, channel_id, kept_at"),
    "called": (22, "user_id, at"),
    "weeklies": (22, "guild_id, channel_id, weekday, hour, next_at, trouble"),
    "daily_seeds": (23, "day, seed, at"),
    "daily": (23, "user_id, day, discipline, name, guild_id, step, score, ms, detail, at"),
}
"""What never goes back: by table, the first version of the schema that has it, and its columns.

That is what people wish and what was sent because they did; what was promised of days, and who has had their
attempt.
"""
READ = {name: f"SELECT {columns} FROM {name}" for name, (_, columns) in LASTING.items()}
CLEAR = {name: f"DELETE FROM {name}" for name in LASTING}
WRITE = {
    name: f"INSERT INTO {name} ({columns}) VALUES ({marks(columns.split(','))})"
    for name, (_, columns) in LASTING.items()
}
Fingerprint = tuple[int, int, int, str]
"""Tells whether a table is unchanged: version, number of the last log line, last change, commitment."""


@dataclass(frozen=True, slots=True)
class Present:
    """What must be known of the store that is replaced.

    `fingerprints` are its tables' by id, `numbers` the highest ids that it has given, by SQL table. `nobody`
    are the places (table, ordinal, person) of people who had their data erased, `known` the users with a
    contact. `lasting` are the rows of what never goes back, by SQL table, without what it could not know.
    """

    fingerprints: Mapping[int, Fingerprint]
    numbers: Mapping[str, int]
    nobody: frozenset[tuple[int, int, int]]
    known: frozenset[int]
    lasting: Mapping[str, tuple[tuple[Any, ...], ...]] = field(default_factory=dict)


def read_present(connection: Sql, numbers: Mapping[str, int], version: int) -> Present:
    """Read what must be known of this store.

    `numbers` are the highest ids that it has given, `version` is that of its schema.
    """
    fingerprints = _fingerprints_of(connection.execute(FINGERPRINTS).fetchall())
    places = connection.execute("SELECT table_id, ordinal, person FROM seat_people WHERE user_id IS NULL")
    known = connection.execute("SELECT user_id FROM contacts").fetchall()
    nobody = frozenset((table_id, ordinal, person) for table_id, ordinal, person in places.fetchall())
    lasting = {
        name: tuple(tuple(row) for row in connection.execute(READ[name]).fetchall())
        for name, (since, _) in LASTING.items()
        if version >= since
    }
    return Present(fingerprints, numbers, nobody, frozenset(user_id for (user_id,) in known), lasting)


def list_live_fingerprints(connection: Sql) -> dict[int, Fingerprint]:
    """The fingerprints of all tables that are not closed, by id."""
    return _fingerprints_of(
        connection.execute(f"{FINGERPRINTS} WHERE status <> 'closed' ORDER BY id").fetchall()
    )


def _fingerprints_of(rows: Iterable[tuple[int, int, int, int, str]]) -> dict[int, Fingerprint]:
    return {table_id: (version, seq, at, promise) for table_id, version, seq, at, promise in rows}


def is_continued_by(connection: Sql, present: Present) -> bool:
    """Whether the present store has all tables of this copy: then it is a later state of the same one."""
    copied = _fingerprints_of(connection.execute(FINGERPRINTS).fetchall())
    return all(
        table_id in present.fingerprints and present.fingerprints[table_id][-1] == fingerprint[-1]
        for table_id, fingerprint in copied.items()
    )


def list_erased(connection: Sql, present: Present) -> list[int]:
    """The users in this copy who had their data erased since, in the present store."""
    # Only where seats no longer move: once a game has begun, or a lobby has been closed.
    rows = connection.execute(
        "SELECT table_id, ordinal, person, user_id FROM seat_people "
        "JOIN tables ON tables.id = table_id WHERE user_id IS NOT NULL "
        "AND (status = 'closed' OR table_id IN (SELECT table_id FROM setups))"
    )
    erased = {
        user_id
        for table_id, ordinal, person, user_id in rows.fetchall()
        if (table_id, ordinal, person) in present.nobody
    }
    # Only an erasure deletes a contact.
    reached = {user_id for (user_id,) in connection.execute("SELECT user_id FROM contacts").fetchall()}
    return sorted(erased | (reached - present.known))


def take_lasting(connection: Sql, present: Present) -> None:
    """Have what never goes back stand in this copy as in the present store.

    Who has hidden since stays hidden, what was promised stays promised, nobody has a second attempt.
    """
    for name, rows in present.lasting.items():
        connection.execute(CLEAR[name])
        connection.executemany(WRITE[name], rows)


# What is remembered of a move. A store that was left must not be run by mistake: its tables go on elsewhere.

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
