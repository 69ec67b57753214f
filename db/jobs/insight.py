"""How tables ended, for ratings and standings: read in pieces, so that no other reader waits long."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from bot.insight.model import Attended, Finished, Played, Seated
from db.sql import Row, Sql, marks

__all__ = [
    "ASKED_AT_ONCE",
    "FIRST",
    "NAMED_AT_ONCE",
    "Mark",
    "Place",
    "list_attended",
    "list_played",
    "list_players",
    "list_results",
    "read_mark",
    "read_names",
]

PIECE: Final = 250
"""How many tables are read at once."""
NAMED_AT_ONCE: Final = 50
"""How many people's names are."""
ASKED_AT_ONCE: Final = 500
"""Of how many people something is asked at once."""

# The tables first, and then those who sat there: of each piece no more is looked at than it has.
RESULTS = """
    SELECT ended.table_id, ended.ended_at, ended.unrated, results.ordinal, results.rank, results.user_id
    FROM (
        SELECT table_id, ended_at, unrated FROM digests
        WHERE guild_id = :guild AND game = :game AND (ended_at, table_id) > (:at, :table)
        ORDER BY ended_at, table_id LIMIT :most
    ) AS ended
    JOIN results ON results.table_id = ended.table_id
    ORDER BY ended.ended_at, ended.table_id, results.ordinal, results.person
"""
PLAYED = """
    SELECT ended.table_id, ended.ended_at, ended.unrated, results.ordinal, results.rank, results.user_id,
           results.won, tallies.facts
    FROM (
        SELECT digests.table_id, digests.ended_at, unrated
        FROM digests JOIN tables ON tables.id = digests.table_id
        WHERE digests.guild_id = :guild AND digests.game = :game AND tables.ending = 'over'
          AND (digests.ended_at, digests.table_id) > (:at, :table)
          AND digests.table_id IN (SELECT table_id FROM results WHERE user_id = :user AND game = :game)
        ORDER BY digests.ended_at, digests.table_id LIMIT :most
    ) AS ended
    JOIN results ON results.table_id = ended.table_id
    LEFT JOIN tallies ON tallies.table_id = results.table_id AND tallies.ordinal = results.ordinal
        AND results.user_id = :user
    ORDER BY ended.ended_at, ended.table_id, results.ordinal, results.person
"""
PLAYERS = "SELECT DISTINCT user_id FROM results WHERE user_id IN ({people}) AND guild_id = ?"
MARK = """
    SELECT count(*) AS tables, coalesce(sum(changes), 0) AS changes FROM digests
    WHERE guild_id = ? AND game = ? AND ended_at <= ?
"""
NAME = """
    SELECT people.name FROM seat_people AS people JOIN tables ON tables.id = people.table_id
    WHERE people.user_id = ? AND tables.guild_id = ? ORDER BY people.table_id DESC LIMIT 1
"""
ATTENDED = """
    SELECT results.table_id, results.game, results.ended_at, results.place, results.rank
    FROM results JOIN tables ON tables.id = results.table_id
    WHERE results.user_id = :user AND results.guild_id = :guild AND tables.forgotten_at IS NULL
    ORDER BY results.ended_at DESC, results.table_id DESC LIMIT :most OFFSET :skipped
"""

TABLE: Final = itemgetter(0, 1, 2)
PERSON: Final = itemgetter(3, 4, 5)
"""The columns that are the same in all rows of a table, and those of each person."""


class Place(NamedTuple):
    """Where reading goes on: behind the table that ended then (ms UTC)."""

    ended_at: int
    table_id: int


FIRST: Final = Place(-1, 0)


class Mark(NamedTuple):
    """How many tables there are, and how often something about them has changed."""

    tables: int
    changes: int


def list_results(
    connection: Sql, guild_id: int, game: str, behind: Place
) -> tuple[list[Finished], Place | None]:
    """List a piece of the tables of a game on a server, in the order of their ends, and where to go on.

    That is None at the end.
    """
    asked = {"guild": guild_id, "game": game, "at": behind.ended_at, "table": behind.table_id, "most": PIECE}
    rows = connection.execute(RESULTS, asked)
    found = [
        Finished(table_id, game, guild_id, ended_at, seats_of(group), unrated)
        for (table_id, ended_at, unrated), group in groupby(rows, key=TABLE)
    ]
    return found, Place(found[-1].ended_at, found[-1].table_id) if len(found) == PIECE else None


def list_played(
    connection: Sql, user_id: int, guild_id: int, game: str, behind: Place
) -> tuple[list[Played], Place | None]:
    """List a piece of the games that somebody has played to their end, as `list_results` does."""
    asked = {"user": user_id, "guild": guild_id, "game": game, "most": PIECE}
    rows = connection.execute(PLAYED, asked | {"at": behind.ended_at, "table": behind.table_id})
    found = []
    for (table_id, ended_at, unrated), group in groupby(rows, key=TABLE):
        people = tuple(group)
        mine = next(row for row in people if row["user_id"] == user_id)
        ended = Finished(table_id, game, guild_id, ended_at, seats_of(people), unrated)
        facts = {} if mine["facts"] is None else json.loads(mine["facts"])
        found.append(Played(ended, bool(mine["won"]), facts))
    last = found[-1].table if len(found) == PIECE else None
    return found, None if last is None else Place(last.ended_at, last.table_id)


def list_players(connection: Sql, guild_id: int, user_ids: Sequence[int]) -> frozenset[int]:
    """Those of these users who have ever played a game on this server."""
    asked = PLAYERS.format(people=marks(user_ids))
    return frozenset(row["user_id"] for row in connection.execute(asked, (*user_ids, guild_id)))


def seats_of(rows: Iterable[Row]) -> tuple[Seated, ...]:
    """The seats of a table that have a place: who leads one without playing has none."""
    seats: list[Seated] = []
    last = None
    for ordinal, rank, user_id in map(PERSON, rows):
        if rank is None:
            continue
        if ordinal == last:
            seats[-1] = Seated((*seats[-1].people, user_id), rank)
        else:
            seats.append(Seated((user_id,), rank))
            last = ordinal
    return tuple(seats)


def read_mark(connection: Sql, guild_id: int, game: str, until: int) -> Mark:
    """A mark that changes with what `list_results` says of tables that ended until then (ms UTC)."""
    row = connection.execute(MARK, (guild_id, game, until)).fetchone()
    return Mark(row["tables"], int(row["changes"]))


def read_names(connection: Sql, guild_id: int, user_ids: Sequence[int]) -> Mapping[int, str]:
    """What each of these users was called last on this server; others are left out."""
    # All is asked before anything is read: so it travels together.
    asked = {user_id: connection.execute(NAME, (user_id, guild_id)) for user_id in user_ids}
    found = {user_id: rows.fetchone() for user_id, rows in asked.items()}
    return {user_id: row["name"] for user_id, row in found.items() if row is not None}


def list_attended(connection: Sql, guild_id: int, user_id: int, skipped: int, most: int) -> list[Attended]:
    """List the closed tables of a server at which a user sat, newest first, without those forgotten."""
    asked = {"user": user_id, "guild": guild_id, "skipped": skipped, "most": most}
    return [
        Attended(row["table_id"], row["game"], row["ended_at"], None if row["place"] is None else row["rank"])
        for row in connection.execute(ATTENDED, asked)
    ]
