"""Going back to a copy of a store: what must be known of the present one, and what is taken over from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from db.sql import Sql

__all__ = [
    "Fingerprint",
    "Present",
    "is_continued_by",
    "list_erased",
    "list_live_fingerprints",
    "read_present",
    "take_days",
    "take_wishes",
]

FINGERPRINTS = "SELECT id, version, last_seq, changed_at, commitment FROM tables"
WISHES_SINCE = 21
"""The version of the schema from which on wishes are kept."""
DAILY_SINCE = 23
"""The version of the schema from which on days have seeds."""
SEEDS = "SELECT day, seed, at FROM daily_seeds ORDER BY day"
ATTEMPTS = """
    SELECT user_id, day, discipline, name, guild_id, step, score, ms, detail, at FROM daily
    ORDER BY user_id, day, discipline
"""
Days = tuple[tuple[tuple[Any, ...], ...], tuple[tuple[Any, ...], ...]]
"""The rows of the daily challenge: seeds, and attempts."""
Fingerprint = tuple[int, int, int, str]
"""Tells whether a table is unchanged: version, number of the last log line, last change, commitment."""


@dataclass(frozen=True, slots=True)
class Present:
    """What must be known of the store that is replaced.

    `fingerprints` are its tables' by id, `numbers` the highest ids that it has given, by SQL table. `nobody`
    are the places (table, ordinal, person) of people who had their data erased, `known` the users with a
    contact. `wishes` are what people wish others to see (user, key, value), None where it could not know any;
    `days` is what the daily challenge has, None likewise.
    """

    fingerprints: Mapping[int, Fingerprint]
    numbers: Mapping[str, int]
    nobody: frozenset[tuple[int, int, int]]
    known: frozenset[int]
    wishes: tuple[tuple[int, str, str], ...] | None = None
    days: Days | None = None


def read_present(connection: Sql, numbers: Mapping[str, int], version: int) -> Present:
    """Read what must be known of this store.

    `numbers` are the highest ids that it has given, `version` is that of its schema.
    """
    fingerprints = fingerprints_of(connection.execute(FINGERPRINTS).fetchall())
    places = connection.execute("SELECT table_id, ordinal, person FROM seat_people WHERE user_id IS NULL")
    known = connection.execute("SELECT user_id FROM contacts").fetchall()
    nobody = frozenset((table_id, ordinal, person) for table_id, ordinal, person in places.fetchall())
    wishes = None
    if version >= WISHES_SINCE:
        rows = connection.execute("SELECT user_id, key, value FROM wishes ORDER BY user_id, key").fetchall()
        wishes = tuple((user_id, key, value) for user_id, key, value in rows)
    days = None if version < DAILY_SINCE else (read_rows(connection, SEEDS), read_rows(connection, ATTEMPTS))
    return Present(fingerprints, numbers, nobody, frozenset(user_id for (user_id,) in known), wishes, days)


def read_rows(connection: Sql, query: str) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(row) for row in connection.execute(query).fetchall())


def list_live_fingerprints(connection: Sql) -> dict[int, Fingerprint]:
    """The fingerprints of all tables that are not closed, by id."""
    return fingerprints_of(
        connection.execute(f"{FINGERPRINTS} WHERE status <> 'closed' ORDER BY id").fetchall()
    )


def fingerprints_of(rows: Iterable[tuple[int, int, int, int, str]]) -> dict[int, Fingerprint]:
    return {table_id: (version, seq, at, promise) for table_id, version, seq, at, promise in rows}


def is_continued_by(connection: Sql, present: Present) -> bool:
    """Whether the present store has all tables of this copy: then it is a later state of the same one."""
    copied = fingerprints_of(connection.execute(FINGERPRINTS).fetchall())
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


def take_wishes(connection: Sql, present: Present) -> None:
    """Have wishes stand in this copy as in the present store: who has hidden since stays hidden."""
    if present.wishes is not None:
        connection.execute("DELETE FROM wishes")
        connection.executemany("INSERT INTO wishes (user_id, key, value) VALUES (?, ?, ?)", present.wishes)


def take_days(connection: Sql, present: Present) -> None:
    """Have the daily challenge stand in this copy as in the present store.

    So what was promised stays promised, nobody has a second attempt, and who was erased since stays so.
    """
    if present.days is None:
        return
    seeds, attempts = present.days
    connection.execute("DELETE FROM daily_seeds")
    connection.executemany("INSERT INTO daily_seeds (day, seed, at) VALUES (?, ?, ?)", seeds)
    connection.execute("DELETE FROM daily")
    connection.executemany(
        "INSERT INTO daily (user_id, day, discipline, name, guild_id, step, score, ms, detail, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        attempts,
    )
