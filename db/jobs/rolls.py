"""What was rolled at tables that are over, summed up where it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.insight.dice import Rolled
from db.sql import Row, Sql

__all__ = ["read_all_rolled", "read_rolled", "write_rolled"]

PUT = """
    INSERT INTO rolls (table_id, guild_id, game, ones, twos, threes, fours, fives, sixes, others)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET
        ones = excluded.ones, twos = excluded.twos, threes = excluded.threes, fours = excluded.fours,
        fives = excluded.fives, sixes = excluded.sixes, others = excluded.others
"""
ROLLED = """
    SELECT game, count(*) AS tables, sum(ones) AS ones, sum(twos) AS twos, sum(threes) AS threes,
           sum(fours) AS fours, sum(fives) AS fives, sum(sixes) AS sixes, sum(others) AS others
    FROM rolls WHERE guild_id = ? GROUP BY game
"""
ALL_ROLLED = ROLLED.replace("WHERE guild_id = ? ", "")
FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def write_rolled(connection: Sql, table_id: int, guild_id: int, game: str, rolled: Rolled) -> None:
    """Write what was rolled at a table, in the place of what is kept of it."""
    connection.execute(PUT, (table_id, guild_id, game, *rolled.faces, rolled.others))


def read_rolled(connection: Sql, guild_id: int) -> Mapping[str, Rolled]:
    """What was rolled on a server, by games."""
    return by_game(connection.execute(ROLLED, (guild_id,)))


def read_all_rolled(connection: Sql) -> Mapping[str, Rolled]:
    """What was rolled anywhere, by games; it is read through as a whole."""
    return by_game(connection.execute(ALL_ROLLED))


def by_game(rows: Iterable[Row]) -> Mapping[str, Rolled]:
    # PostgreSQL sums up into decimals.
    return {
        row["game"]: Rolled(tuple(int(row[face]) for face in FACES), int(row["others"]), row["tables"])
        for row in rows
    }
