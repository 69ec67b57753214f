"""A database of an earlier version, moved to the loopback Discord: its channels, its people, its hour."""

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing

from playground.channels import Channel
from playground.people import Person
from tests.support.wire import Play

__all__ = ["inherit"]

_AWAY = 60_000
"""How long ago (ms) the earlier version was killed."""
_OF_TABLES = ("seats", "seat_people", "setups", "positions", "log", "messages", "results", "tables")
_TIMES = {
    "tables": (
        "created_at",
        "changed_at",
        "alarm_at",
        "alarm_opened_at",
        "alarm_settle_at",
        "alarm_stopped_at",
    ),
    "log": ("at",),
}


def inherit(play: Play, script: str, tables: Sequence[int]) -> dict[int, tuple[Channel, list[Person]]]:
    """Give the bot these tables of a database that an earlier version left, killed in mid-game.

    Each is played in a channel of its own by people who are here now; what was posted elsewhere is forgotten.
    Returns the channels with their people, in the order of seats, by the numbers of the tables.
    """
    homes = {}
    with closing(sqlite3.connect(play.database, isolation_level=None)) as connection:
        connection.executescript(script)
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        _forget_the_rest(connection, tables)
        for table_id in tables:
            homes[table_id] = _settle(play, connection, table_id)
        _bring_to_now(connection)
        for _, sql in triggers:
            connection.execute(sql)
    play.database.chmod(0o600)
    return homes


def _forget_the_rest(connection: sqlite3.Connection, tables: Sequence[int]) -> None:
    kept = ", ".join(map(str, tables))
    connection.execute("DELETE FROM messages")
    connection.execute("DELETE FROM contacts")
    connection.execute("UPDATE tables SET rematch_of = NULL, rematch_id = NULL, locale = 'fr'")
    connection.execute("UPDATE seat_people SET reach = 'dm'")
    for name in _OF_TABLES:
        column = "id" if name == "tables" else "table_id"
        connection.execute(f"DELETE FROM {name} WHERE {column} NOT IN ({kept})")


def _settle(play: Play, connection: sqlite3.Connection, table_id: int) -> tuple[Channel, list[Person]]:
    channel = play.world.add_channel(f"table-{table_id}")
    connection.execute(
        "UPDATE tables SET guild_id = ?, home_id = ?, channel_id = ?, published = 0 WHERE id = ?",
        (play.world.guild_id, channel.id, channel.id, table_id),
    )
    seated = "SELECT user_id FROM seat_people WHERE table_id = ? ORDER BY ordinal, person"
    people = []
    for place, (user_id,) in enumerate(connection.execute(seated, (table_id,)).fetchall()):
        (person,) = play.people(f"T{table_id}P{place}")
        people.append(person)
        for statement in (
            "UPDATE seat_people SET name = ?1, user_id = ?2 WHERE table_id = ?3 AND user_id = ?4",
            "UPDATE log SET user_id = ?2 WHERE table_id = ?3 AND user_id = ?4 AND ?1 IS NOT NULL",
            "UPDATE tables SET host_id = ?2 WHERE id = ?3 AND host_id = ?4 AND ?1 IS NOT NULL",
        ):
            connection.execute(statement, (person.name, person.id, table_id, user_id))
    return channel, people


def _bring_to_now(connection: sqlite3.Connection) -> None:
    kept = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    life = {"beats": ("at",)} if "beats" in kept else {"slots": ("heard_at",)}
    signs = " UNION ".join(f"SELECT {column} AS at FROM {name}" for name, (column,) in life.items())
    (last,) = connection.execute(f"SELECT max(at) FROM ({signs} UNION SELECT at FROM log)").fetchone()
    by = round(time.time() * 1000) - _AWAY - last
    for name, columns in {**_TIMES, **life}.items():
        for column in columns:
            connection.execute(f"UPDATE {name} SET {column} = {column} + ? WHERE {column} IS NOT NULL", (by,))
