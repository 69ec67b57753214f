"""Limits on opening tables, in SQL: checked and counted in the transaction that adds the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.limits import HOUR, Limits, Rate, TooMany
from bot.tables.model import Table
from db.sql import Sql

__all__ = ["forget_openings", "note_opening", "refuse_excess"]

LIVE_OF_HOST = "SELECT count(*) FROM tables WHERE host_id = ? AND status <> 'closed'"
LIVE_OF_SERVER = "SELECT count(*) FROM tables WHERE guild_id = ? AND status <> 'closed'"
# The oldest of the openings that fill a rate: when its time is over, there is room again.
OPENED_BY = (
    "SELECT at FROM openings WHERE user_id = ? AND at > ? AND at <= ? ORDER BY at DESC LIMIT 1 OFFSET ?"
)
OPENED_IN = (
    "SELECT at FROM openings WHERE guild_id = ? AND at > ? AND at <= ? ORDER BY at DESC LIMIT 1 OFFSET ?"
)


def refuse_excess(connection: Sql, table: Table, user_id: int, at: int, limits: Limits) -> None:
    """Raise TooMany if this user may not open this table now (ms UTC)."""
    if count(connection, LIVE_OF_HOST, user_id) >= limits.a_host:
        raise TooMany("host_full", limits.a_host)
    if count(connection, LIVE_OF_SERVER, table.guild_id) >= limits.a_server:
        raise TooMany("server_full", limits.a_server)
    refuse_haste(connection, OPENED_BY, user_id, at, limits.of_person, "opening_often")
    refuse_haste(connection, OPENED_IN, table.guild_id, at, limits.of_server, "server_opening_often")


def count(connection: Sql, question: str, whose: int) -> int:
    """The number that this SQL question finds for a user or server."""
    (found,) = connection.execute(question, (whose,)).fetchone()
    return int(found)


def refuse_haste(
    connection: Sql, question: str, whose: int, at: int, rates: Sequence[Rate], reason: str
) -> None:
    """Raise TooMany `reason`, with the time when it is over, if one of these rates is used up."""
    for rate in rates:
        row = connection.execute(question, (whose, at - rate.within, at, rate.most - 1)).fetchone()
        if row is not None:
            raise TooMany(reason, rate.most, row["at"] + rate.within)


def note_opening(connection: Sql, table: Table, user_id: int, at: int) -> None:
    """Count a table opened at `at` (ms UTC), and forget the openings that no longer count."""
    forget_openings(connection, at)
    opened = "INSERT INTO openings (at, user_id, guild_id) VALUES (?, ?, ?)"
    connection.execute(opened, (at, user_id, table.guild_id))


def forget_openings(connection: Sql, now: int) -> None:
    """Forget all openings that are an hour old at `now` (ms UTC)."""
    connection.execute("DELETE FROM openings WHERE at <= ?", (now - HOUR,))
