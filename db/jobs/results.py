"""Results of ended games: a row for each person, written in the transaction that closes the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Table
from db.sql import Sql

__all__ = ["note_results"]

ADD_RESULT = (
    "INSERT INTO results (table_id, ordinal, person, user_id, game, guild_id, ended_at, won, place) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def note_results(connection: Sql, table: Table) -> None:
    """Write the results of a table that closes; nothing if its game never began."""
    begun = "SELECT 1 FROM setups WHERE table_id = ?"
    if connection.execute(begun, (table.id,)).fetchone() is None:
        return
    rows = [
        (
            table.id,
            ordinal,
            rank,
            person.user_id,
            table.game,
            table.guild_id,
            table.changed_at,
            seat.name in table.end.winners,
            place_of(seat.name, table.end.winners),
        )
        for ordinal, seat in enumerate(table.seats)
        for rank, person in enumerate(seat.people)
    ]
    connection.executemany(ADD_RESULT, rows)


def place_of(seat: str, winners: Sequence[str]) -> int | None:
    """A seat's place: 1 for a winner, the first one behind them for all others; None when nobody won."""
    if not winners:
        return None
    return 1 if seat in winners else 1 + len(winners)
