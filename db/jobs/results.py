"""Results of ended games: a row for each person, written in the transaction that closes the table.

Computers have none.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Table
from db.sql import Sql, marks

__all__ = ["list_finished", "note_results"]

ADD_RESULT = (
    "INSERT INTO results (table_id, ordinal, person, user_id, game, guild_id, ended_at, won, place) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


LIST_FINISHED = """
    SELECT DISTINCT results.user_id FROM results JOIN tables ON tables.id = results.table_id
    WHERE results.user_id IN ({people}) AND results.game = ? AND results.guild_id = ?
      AND tables.ending = 'over'
"""


def list_finished(connection: Sql, game: str, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
    """List those of these users who have sat at a table of this game on this server that came to its end."""
    asked = LIST_FINISHED.format(people=marks(user_ids))
    rows = connection.execute(asked, (*user_ids, game, guild_id))
    return frozenset(row["user_id"] for row in rows)


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
        if person.computer is None
    ]
    connection.executemany(ADD_RESULT, rows)


def place_of(seat: str, winners: Sequence[str]) -> int | None:
    """A seat's place: 1 for a winner, the first one behind them for all others; None when nobody won."""
    if not winners:
        return None
    return 1 if seat in winners else 1 + len(winners)
