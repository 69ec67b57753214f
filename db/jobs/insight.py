"""What stays of games that are over, which tables still lack theirs, and what of it people wish to show."""

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from bot.insight.luck import Rolled
from bot.insight.model import NO, Attended, Finished, Played, Seated
from bot.tables.digests.model import A_DAY, FOLD, OFTEN, RATED_A_DAY, Digest, Renewed, Undigested, Verdict
from bot.tables.homes import NOWHERE, is_private
from db.codec import dump
from db.kept import Kept, reads, writes
from db.sql import Row, Sql, lock, marks, tell_home

STRETCH: Final = 500
"""How many table numbers are searched at once, so that other readers do not wait long."""

LAST = "SELECT max(table_id) FROM results"
UNDIGESTED = """
    SELECT DISTINCT table_id, guild_id FROM results
    WHERE table_id > :after AND table_id <= :until AND NOT EXISTS
        (SELECT 1 FROM digests WHERE digests.table_id = results.table_id AND fold = :fold)
    ORDER BY table_id
"""
OUTDATE = "UPDATE digests SET fold = 0 WHERE table_id > ? AND table_id <= ? AND fold <> 0"
VERDICT = "SELECT fold, unrated FROM digests WHERE table_id = ?"
ENDED = "SELECT guild_id, game, ended_at FROM results WHERE table_id = ? LIMIT 1"
NO_RANKS = "UPDATE results SET rank = NULL WHERE table_id = ?"
RANK = "UPDATE results SET rank = ? WHERE table_id = ? AND ordinal = ?"
# Who has won is all that is known; where nobody has, all have come equal.
ROUGH_RANKS = "UPDATE results SET rank = coalesce(rank, place, 1) WHERE table_id = ?"
NO_FACTS = "DELETE FROM tallies WHERE table_id = ?"
ADD_FACTS = "INSERT INTO tallies (table_id, ordinal, facts) VALUES (?, ?, ?)"
PUT = """
    INSERT INTO digests (table_id, guild_id, game, ended_at, fold, unrated) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET
        fold = excluded.fold, unrated = excluded.unrated, changes = digests.changes + 1
"""
COMPANY = "SELECT user_id FROM results WHERE table_id = ?"
OF_THE_DAY = f"""
    SELECT digests.table_id, digests.ended_at, unrated, user_id
    FROM digests JOIN results ON results.table_id = digests.table_id
    WHERE digests.guild_id = ? AND digests.game = ? AND digests.ended_at >= ? AND digests.ended_at < ?
      AND (unrated IS NULL OR unrated = '{OFTEN}')
    ORDER BY digests.ended_at, digests.table_id
"""
SET_UNRATED = "UPDATE digests SET unrated = ?, changes = changes + 1 WHERE table_id = ?"
RENEW = """
    UPDATE tables SET version = version + 1 WHERE id = ? AND changed_at >= ? AND status = 'closed'
    RETURNING version, guild_id
"""


def list_undigested(connection: Sql, after: int) -> tuple[list[Undigested], int | None]:
    """List closed tables without a digest of the present version, in one stretch of table numbers."""
    (last,) = connection.execute(LAST).fetchone()
    span = {"after": after, "until": after + STRETCH, "fold": FOLD}
    found = [Undigested(row["table_id"], row["guild_id"]) for row in connection.execute(UNDIGESTED, span)]
    return found, _next_stretch(after, last)


def outdate_digests(connection: Sql, after: int) -> tuple[int, int | None]:
    """Have the digests of one stretch of table numbers made anew, and return how many."""
    (last,) = connection.execute(LAST).fetchone()
    outdated = connection.execute(OUTDATE, (after, after + STRETCH)).rowcount
    return outdated, _next_stretch(after, last)


def _next_stretch(after: int, last: int | None) -> int | None:
    return after + STRETCH if after + STRETCH < (last or 0) else None


def read_verdict(connection: Sql, table_id: int) -> Verdict | None:
    """Read whether a table counts; None where it was never looked back on."""
    row = connection.execute(VERDICT, (table_id,)).fetchone()
    return None if row is None else Verdict(row["fold"], row["unrated"])


def keep_digest(connection: Sql, digest: Digest, shown_since: int) -> list[Renewed]:
    """Write a digest, and return the tables whose boards have to say something else now.

    Of these only such as ended at `shown_since` (ms UTC) or later: others stay as they are.
    """
    ended = connection.execute(ENDED, (digest.table_id,)).fetchone()
    if ended is None:
        return []
    lock(connection, ended["guild_id"])  # whose tables of a day are counted below
    before = read_verdict(connection, digest.table_id)
    _write_ranks(connection, digest.table_id, digest.places)
    _write_facts(connection, digest.table_id, digest.facts)
    was_often = digest.unrated is None and before is not None and before.unrated == OFTEN
    now = {digest.table_id: OFTEN if was_often else digest.unrated}
    about = (server_of(ended), ended["game"], ended["ended_at"])
    if digest.rolled is not None:
        write_rolled(connection, digest.table_id, *about[:2], digest.rolled)
    connection.execute(PUT, (digest.table_id, *about, FOLD, now[digest.table_id]))
    now |= count_day(connection, digest.table_id, *about)
    if not has_news(digest, before, now[digest.table_id]):
        del now[digest.table_id]
    return [again for table_id in now for again in renew(connection, table_id, shown_since)]


def has_news(digest: Digest, before: Verdict | None, unrated: str | None) -> bool:
    """Whether the board of a table has to say something else once this is known of it."""
    if before is None:
        return unrated is None or unrated != digest.told  # what it changes in the ratings, or another reason
    return unrated != before.unrated


def server_of(ended: Row) -> int:
    """The server of a table; of private messages it is not told whose they are, for nobody else is there."""
    guild_id: int = ended["guild_id"]
    return NOWHERE if is_private(guild_id) else guild_id


def _write_ranks(connection: Sql, table_id: int, places: Mapping[int, int] | None) -> None:
    if places is None:
        connection.execute(ROUGH_RANKS, (table_id,))
        return
    connection.execute(NO_RANKS, (table_id,))
    connection.executemany(RANK, [(place, table_id, ordinal) for ordinal, place in places.items()])


def _write_facts(connection: Sql, table_id: int, facts: Mapping[int, Mapping[str, int]] | None) -> None:
    if facts is None:
        return
    connection.execute(NO_FACTS, (table_id,))
    rows = [(table_id, ordinal, dump(dict(sheet))) for ordinal, sheet in facts.items()]
    connection.executemany(ADD_FACTS, rows)


def count_day(
    connection: Sql, table_id: int, guild_id: int, game: str, ended_at: int
) -> dict[int, str | None]:
    """Let the first tables of a day count that the same people have played as at this one, and no others.

    Whatever the order in which they are looked back on. Returns of which tables that has changed something:
    whether they count now. Where somebody had their data erased nobody knows who the same people are: such a
    table stays as it is.
    """
    company = frozenset(row["user_id"] for row in connection.execute(COMPANY, (table_id,)))
    if None in company:
        return {}
    day = ended_at // A_DAY * A_DAY
    rows = connection.execute(OF_THE_DAY, (guild_id, game, day, day + A_DAY))
    same = [(one, unrated) for one, unrated, people in read_day(rows) if people == company]
    wanted = [None if number < RATED_A_DAY else OFTEN for number in range(len(same))]
    changed = {one: now for (one, unrated), now in zip(same, wanted, strict=True) if unrated != now}
    connection.executemany(SET_UNRATED, [(unrated, one) for one, unrated in changed.items()])
    return changed


def read_day(rows: Any) -> Iterator[tuple[int, str | None, frozenset[int | None]]]:
    """Each table of these rows, whether it counts, and who has played there."""
    for table_id, group in groupby(rows, key=lambda row: row["table_id"]):
        members: Sequence[Row] = tuple(group)
        yield table_id, members[0]["unrated"], frozenset(row["user_id"] for row in members)


def renew(connection: Sql, table_id: int, shown_since: int) -> Iterator[Renewed]:
    """Give a table a version that nobody has seen yet, so that its home shows it."""
    row = connection.execute(RENEW, (table_id, shown_since)).fetchone()
    if row is not None:
        tell_home(connection, table_id, row["version"], row["guild_id"])
        yield Renewed(table_id, row["version"], row["guild_id"])


# How tables ended, for ratings and standings: read in pieces, so that no other reader waits long.

PIECE: Final = 250
"""How many tables are read at once."""
NAMED_AT_ONCE: Final = 50
"""How many people's names are."""
ASKED_AT_ONCE: Final = 500
"""Of how many people something is asked at once."""
ALWAYS: Final = 2**62
"""A time (ms UTC) after which nothing ends."""

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


def read_mark(connection: Sql, guild_id: int, game: str, until: int | None = None) -> Mark:
    """A mark that changes with what `list_results` says of tables that ended until then (ms UTC)."""
    last = ALWAYS if until is None else until
    row = connection.execute(MARK, (guild_id, game, last)).fetchone()
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


# What was rolled at tables that are over, summed up where it is kept.

PUT_ROLLED = """
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
    connection.execute(PUT_ROLLED, (table_id, guild_id, game, *rolled.faces, rolled.others))


def read_rolled(connection: Sql, guild_id: int) -> Mapping[str, Rolled]:
    """What was rolled on a server, by games."""
    return _by_game(connection.execute(ROLLED, (guild_id,)))


def read_all_rolled(connection: Sql) -> Mapping[str, Rolled]:
    """What was rolled anywhere, by games; it is read through as a whole."""
    return _by_game(connection.execute(ALL_ROLLED))


def _by_game(rows: Iterable[Row]) -> Mapping[str, Rolled]:
    # PostgreSQL sums up into decimals.
    return {
        row["game"]: Rolled(tuple(int(row[face]) for face in FACES), int(row["others"]), row["tables"])
        for row in rows
    }


# What people wish others to see of them, and not to see.

WISHES = "SELECT key, value FROM wishes WHERE user_id = ? ORDER BY key"
NOTE_WISH = """
    INSERT INTO wishes (user_id, key, value) VALUES (?, ?, ?)
    ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value
"""
DECLINED = f"SELECT user_id FROM wishes WHERE user_id IN ({{people}}) AND key = ? AND value = '{NO}'"


def read_wishes(connection: Sql, user_id: int) -> Mapping[str, str]:
    """What somebody has wished, by the names of the wishes."""
    return {row["key"]: row["value"] for row in connection.execute(WISHES, (user_id,))}


def note_wishes(connection: Sql, user_id: int, wished: Mapping[str, str]) -> None:
    """Note wishes in place of earlier ones of the same names; others stay."""
    connection.executemany(NOTE_WISH, [(user_id, key, value) for key, value in sorted(wished.items())])


def list_declined(connection: Sql, key: str, user_ids: Sequence[int]) -> frozenset[int]:
    """Those of these users whose wish of this name is "no"."""
    asked = DECLINED.format(people=marks(user_ids))
    return frozenset(row["user_id"] for row in connection.execute(asked, (*user_ids, key)))


class KeptInsight(Kept):
    """Digests of games, how the tables of a server ended, what was rolled there, what people wish."""

    undigested = reads(list_undigested)
    keep_digest = writes(keep_digest)
    verdict = reads(read_verdict)
    outdate_digests = writes(outdate_digests)
    results_mark = reads(read_mark)
    attended = reads(list_attended)
    players = reads(list_players)
    rolled = reads(read_rolled)
    rolled_everywhere = reads(read_all_rolled)
    wishes = reads(read_wishes)
    wish = writes(note_wishes)

    async def results(
        self, guild_id: int, game: str, since: int | None = None
    ) -> AsyncIterator[Sequence[Finished]]:
        """The finished tables of a game on a server in the order of (ended_at, table_id), rated or not.

        Each piece is read when it is asked for: a table that ends meanwhile may be among them.
        """
        behind: Place | None = FIRST if since is None else Place(since, 0)
        while behind is not None:
            some, behind = await self._results(guild_id, game, behind)
            if some:
                yield some

    async def names(self, guild_id: int, user_ids: Sequence[int]) -> Mapping[int, str]:
        """What each of these users was called when they last sat down on this server."""
        found: dict[int, str] = {}
        for start in range(0, len(user_ids), NAMED_AT_ONCE):
            found |= await self._names(guild_id, user_ids[start : start + NAMED_AT_ONCE])
        return found

    async def played(self, user_id: int, guild_id: int, game: str) -> Sequence[Played]:
        """The games that somebody has played to their end on a server, with what they did there.

        They are read in pieces: one that ends meanwhile may be among them.
        """
        found: list[Played] = []
        behind: Place | None = FIRST
        while behind is not None:
            some, behind = await self._played(user_id, guild_id, game, behind)
            found += some
        return found

    async def declined(self, key: str, user_ids: Sequence[int]) -> frozenset[int]:
        """Those of these users whose wish of this name is "no"."""
        found: frozenset[int] = frozenset()
        for start in range(0, len(user_ids), ASKED_AT_ONCE):
            found |= await self._declined(key, user_ids[start : start + ASKED_AT_ONCE])
        return found

    _results = reads(list_results)
    _names = reads(read_names)
    _played = reads(list_played)
    _declined = reads(list_declined)
