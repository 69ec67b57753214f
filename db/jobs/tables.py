"""Tables in SQL: reading one, and the transaction that changes one.

Each public function is a job for the write door or a reader: it runs in the connection's thread.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot import meters
from bot.tables.decks import PlayedDeck
from bot.tables.homes import EVERYTHING, NOWHERE, Slots
from bot.tables.limits import TooMany
from bot.tables.model import SceneText, Status, Table
from bot.tables.ports import Audience, Change, Duplicate, Entry, Occupied, Posted, Spot, Stale, Stored
from db.codec import (
    RARE_COLUMNS,
    STEP_COLUMNS,
    dump,
    entry_of,
    entry_row,
    posted_of,
    rare_parts,
    rare_row,
    seat_rows,
    seats_of,
    step_row,
    table_of,
)
from db.jobs.archive import (
    SELECT_LOG,
    Archive,
    add_scenes,
    drop_scenes,
    list_new,
    parse_scenes,
    read_archive,
    read_scenes,
    replace_scenes,
    take_out,
)
from db.jobs.decks import add_deck, count_asked, note_turned, refuse_gone
from db.jobs.finding import in_slots, note_opening, refuse_excess
from db.kept import Kept, asks, reads, writes
from db.sql import BROKEN_RULES, Row, Sql, Statement, ignore, is_shared, marks, tell_home

ALL_COLUMNS = (*STEP_COLUMNS, "last_seq", *RARE_COLUMNS)
LOADED = ", ".join(f"tables.{name}" for name in ("id", *ALL_COLUMNS, "forgotten_at"))
INSERT_TABLE = (
    f"INSERT INTO tables ({', '.join(ALL_COLUMNS)}) VALUES ({', '.join('?' * len(ALL_COLUMNS))}) RETURNING id"
)
UPDATE_STEP = (
    f"UPDATE tables SET {', '.join(f'{name} = ?' for name in STEP_COLUMNS)}, last_seq = ? "
    "WHERE id = ? AND version = ?"
)
UPDATE_REST = f"UPDATE tables SET {', '.join(f'{name} = ?' for name in RARE_COLUMNS)} WHERE id = ?"
APPEND_LOG = (
    "INSERT INTO log (table_id, seq, kind, at, seat, user_id, interaction_id, payload, draws) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_SEAT = "INSERT INTO seats (table_id, ordinal, name, has_left, title, autopilot) VALUES (?, ?, ?, ?, ?, ?)"
ADD_PERSON = (
    "INSERT INTO seat_people "
    "(table_id, ordinal, person, user_id, name, join_id, reach, has_left, level, persona) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_SETUP = (
    "INSERT INTO setups (table_id, setup, rules, salt, deck) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
SELECT_TABLE = f"""
    SELECT {LOADED}, positions.seed AS secret, positions.position, positions.scenes, positions.rules,
           setups.setup, setups.rules AS setup_rules, setups.salt, setups.deck AS digest,
           played_decks.content AS deck_text, archives.content AS archive
    FROM tables JOIN positions ON positions.table_id = tables.id
    LEFT JOIN setups ON setups.table_id = tables.id
    LEFT JOIN played_decks ON played_decks.digest = setups.deck
    LEFT JOIN archives ON archives.table_id = tables.id
    WHERE tables.id = ?
"""
SELECT_SEATS = """
    SELECT seats.ordinal, seats.name, seats.has_left, seats.title, seats.autopilot,
           people.user_id, people.name AS person_name, people.join_id, people.reach,
           people.has_left AS gone, people.level, people.persona
    FROM seats LEFT JOIN seat_people AS people
      ON people.table_id = seats.table_id AND people.ordinal = seats.ordinal
    WHERE seats.table_id = ? ORDER BY seats.ordinal, people.person
"""


def load_table(connection: Sql, table_id: int) -> Stored | None:
    """Read a table as it stands; None if there is none."""
    # All is asked before anything is read: so it travels together.
    asked = [connection.execute(question, (table_id,)) for question in (SELECT_TABLE, SELECT_SEATS)]
    row, seats = asked[0].fetchone(), seats_of(asked[1])
    if row is None:
        return None
    archive = find_archive(connection, row)
    return Stored(
        table=table_of(row, seats),
        seed=row["secret"],
        setup=row["setup"],
        deck=None if row["digest"] is None else PlayedDeck(row["digest"], row["deck_text"]),
        position=archive.position,
        scenes=archive.scenes,
        last_seq=row["last_seq"],
        rules=row["rules"],
        setup_rules=row["setup_rules"] or row["rules"],
        salt=row["salt"],
    )


def find_archive(connection: Sql, row: Row) -> Archive:
    """The position and the scenes of this row's table, packed or not."""
    if row["archive"] is not None:
        return Archive.unpack(row["archive"])
    scenes = parse_scenes(row["scenes"], row["rules"]) + read_scenes(connection, row["id"])
    return Archive(row["position"], scenes, ())


def change_table(connection: Sql, change: Change) -> Stored:
    """Write a whole change with its log lines and results, and return what is stored now.

    Raises Duplicate, Stale, Occupied, TooMany or PictureGone.
    """
    if is_shared(connection):  # where nothing can be asked any more once a rule is broken
        refuse_duplicate(connection, change.entries)
    if change.before is not None and change.before.status is Status.CLOSED:
        take_out(connection, change.before.id)
    after = change.after
    try:
        table = (
            _add_table(connection, change) if change.before is None else _replace_table(connection, change)
        )
        connection.executemany(APPEND_LOG, [entry_row(table.id, entry) for entry in change.entries])
    except (Stale, Occupied, TooMany, *BROKEN_RULES):
        # Only now is it asked whether the log has this click: a second delivery finds the version moved on,
        # the channel taken or its number given.
        refuse_duplicate(connection, change.entries)
        raise
    if change.before is None or change.before.seats != table.seats:
        _write_seats(connection, table)
    if after.setup is not None and (change.before is None or change.before.status is Status.LOBBY):
        add_setup(connection, table, after)
    tell_scenes(connection, change, table)
    if table.status is Status.CLOSED and (change.before is None or change.before.status is not Status.CLOSED):
        note_results(connection, table)
    if change.turned:
        note_turned(connection, table.guild_id, change.turned)
    if change.asked:
        count_asked(connection, table.guild_id, change.asked)
    tell_home(connection, table.id, table.version, table.guild_id)
    return after if table is after.table else replace(after, table=table)


@dataclass(frozen=True, slots=True)
class Commit:
    """The job that changes a table."""

    change: Change

    def __call__(self, connection: Sql) -> Stored:
        """Write the change, and return what is stored now; raises what `change_table` does."""
        return change_table(connection, self.change)


def add_setup(connection: Sql, table: Table, after: Stored) -> None:
    """Store the setup of a table, and the deck that is played with it; PictureGone."""
    if after.deck is not None and (missing := add_deck(connection, after.deck)):
        refuse_gone(connection, table.guild_id, missing)
    digest = None if after.deck is None else after.deck.digest
    connection.execute(ADD_SETUP, (table.id, after.setup, after.setup_rules, after.salt, digest))


def divide_setup(connection: Sql, table_id: int, setup: str, deck: PlayedDeck) -> None:
    """Store a setup and its deck in the place of a setup that has none apart."""
    undivided = "SELECT 1 FROM setups WHERE table_id = ? AND deck IS NULL"
    if connection.execute(undivided, (table_id,)).fetchone() is None:
        return
    add_deck(connection, deck)
    divided = "UPDATE setups SET setup = ?, deck = ? WHERE table_id = ?"
    connection.execute(divided, (setup, deck.digest, table_id))


def tell_scenes(connection: Sql, change: Change, table: Table) -> None:
    """Add what the change did to the scenes."""
    new = list_new(change)
    if new:
        add_scenes(connection, table.id, new)
        drop_scenes(connection, table, change.after.scenes[0].version)


def refuse_duplicate(connection: Sql, entries: Sequence[Entry]) -> None:
    """Raise Duplicate if the log knows one of these interactions."""
    for entry in entries:
        if entry.interaction_id is not None:
            known = "SELECT table_id FROM log WHERE interaction_id = ?"
            row = connection.execute(known, (entry.interaction_id,)).fetchone()
            if row is not None:
                raise Duplicate(row["table_id"])


def _add_table(connection: Sql, change: Change) -> Table:
    after, table = change.after, change.after.table
    refuse_rival(connection, table)
    _count_opening(connection, change)
    values = (*step_row(table), after.last_seq, *rare_row(table))
    (table_id,) = connection.execute(INSERT_TABLE, values).fetchone()
    secrets = "INSERT INTO positions (table_id, seed, position, scenes, rules) VALUES (?, ?, ?, '[]', ?)"
    connection.execute(secrets, (table_id, after.seed, after.position, after.rules))
    return replace(table, id=table_id)


def _count_opening(connection: Sql, change: Change) -> None:
    opened = change.entries[0]
    if change.limits is not None and opened.user_id is not None:
        refuse_excess(connection, change.after.table, opened.user_id, opened.at, change.limits)
        note_opening(connection, change.after.table, opened.user_id, opened.at)


def refuse_rival(connection: Sql, table: Table) -> None:
    """Raise Occupied if another live table of this game is in the channel."""
    rival = "SELECT id FROM tables WHERE game = ? AND home_id = ? AND status <> 'closed' AND id <> ?"
    row = connection.execute(rival, (table.game, table.home_id, table.id)).fetchone()
    if row is not None and table.status is not Status.CLOSED:
        raise Occupied(row["id"])


def _replace_table(connection: Sql, change: Change) -> Table:
    after, before = change.after, change.before
    if before is None:
        raise ValueError("a new table replaces none")
    if after.table.home_id != before.home_id:
        refuse_rival(connection, after.table)
    expected = (before.id, before.version)
    written = connection.execute(UPDATE_STEP, (*step_row(after.table), after.last_seq, *expected))
    if written.rowcount != 1:
        raise Stale
    if not differs_only_by_step(before, after.table):
        connection.execute(UPDATE_REST, (*rare_row(after.table), before.id))
    secrets = "UPDATE positions SET position = ?, rules = ? WHERE table_id = ?"
    connection.execute(secrets, (after.position, after.rules, before.id))
    return after.table if after.table.id == before.id else replace(after.table, id=before.id)


def differs_only_by_step(before: Table, after: Table) -> bool:
    """Whether none of the rare columns has changed."""
    same: bool = rare_parts(before) == rare_parts(after)
    return same


def _write_seats(connection: Sql, table: Table) -> None:
    places, people = seat_rows(table.id, table.seats)
    connection.execute("DELETE FROM seat_people WHERE table_id = ?", (table.id,))
    connection.execute("DELETE FROM seats WHERE table_id = ?", (table.id,))
    connection.executemany(ADD_SEAT, places)
    connection.executemany(ADD_PERSON, people)


def read_log(connection: Sql, table_id: int) -> tuple[Entry, ...]:
    """Read the whole log of a table, in order."""
    packed = read_archive(connection, table_id)
    if packed is not None:
        return packed
    rows = connection.execute(SELECT_LOG, (table_id,))
    return tuple(entry_of(row) for row in rows)


def is_logged(connection: Sql, table_id: int, interaction_id: int) -> bool:
    """Whether the log of this table has this interaction."""
    question = "SELECT 1 FROM log WHERE interaction_id = ? AND table_id = ?"
    return connection.execute(question, (interaction_id, table_id)).fetchone() is not None


def blank_words(
    connection: Sql,
    table_id: int,
    lines: Mapping[int, Mapping[str, Any]],
    position: str | None,
    scenes: Sequence[SceneText],
    version: int,
) -> None:
    """Erase somebody's words from a table: give these log lines new payloads, and no user.

    `lines` has the payloads by log number; `position` and `scenes` replace the stored ones. The table gets a
    new version, Stale if it is not at this one; what was published still is.
    """
    renewed = (
        "UPDATE tables SET version = version + 1, "
        "published = CASE WHEN published = version THEN version + 1 ELSE published END "
        "WHERE id = ? AND version = ?"
    )
    if connection.execute(renewed, (table_id, version)).rowcount != 1:
        raise Stale
    take_out(connection, table_id)
    line = "UPDATE log SET payload = ?, erased = TRUE, user_id = NULL WHERE table_id = ? AND seq = ?"
    connection.executemany(line, [(dump(dict(left)), table_id, seq) for seq, left in lines.items()])
    connection.execute("UPDATE positions SET position = ? WHERE table_id = ?", (position, table_id))
    replace_scenes(connection, table_id, scenes)


# The messages of tables on Discord, one for each audience.

LIST_POSTED = """
    SELECT table_id, audience, channel_id, message_id, key, digest, posted_at
    FROM messages WHERE table_id = ?
"""

# The place of a table whose person had their data erased is told by no message either, however late it came.
NOTE_POSTED = f"""
    INSERT INTO messages (table_id, audience, channel_id, message_id, key, digest, posted_at)
    SELECT CAST(?1 AS BIGINT), CAST(?2 AS BIGINT), CAST(?3 AS BIGINT), CAST(?4 AS BIGINT),
        CAST(?5 AS TEXT), CAST(?6 AS TEXT), CAST(?7 AS BIGINT)
    WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND guild_id = {NOWHERE})
    ON CONFLICT (table_id, audience) DO UPDATE SET
        channel_id = excluded.channel_id, message_id = excluded.message_id, key = excluded.key,
        digest = excluded.digest, posted_at = excluded.posted_at
    WHERE messages.message_id <= excluded.message_id
"""
NOTE_REDRAWN = (
    "UPDATE messages SET key = ?, digest = ? WHERE table_id = ? AND audience = ? AND message_id = ?"
)
FORGET_POSTED = "DELETE FROM messages WHERE table_id = ? AND audience = ?"


def list_posted(connection: Sql, table_id: int) -> Mapping[Audience, Posted]:
    """Find the table's current message for each audience."""
    rows = connection.execute(LIST_POSTED, (table_id,))
    return {row["audience"]: posted_of(row) for row in rows}


def list_boards(connection: Sql, slots: Slots = EVERYTHING) -> tuple[Spot, ...]:
    """List where the public messages of the tables in these slots are that are not closed."""
    boards = (
        "SELECT messages.table_id, tables.guild_id, messages.channel_id, messages.message_id "
        "FROM tables JOIN messages ON messages.table_id = tables.id "
        "WHERE tables.status <> 'closed' AND messages.audience = 0"
    )
    return tuple(Spot(*row) for row in connection.execute(boards + in_slots(slots)))


def note_posted(posted: Posted) -> Statement[None]:
    """Store the current message of this audience in place of the last one, unless that is newer.

    Discord's numbers grow with time: who comes late with an older message changes nothing.
    """
    values = (
        posted.table_id,
        posted.audience,
        posted.channel_id,
        posted.message_id,
        posted.key,
        posted.digest,
        posted.posted_at,
    )
    return Statement(NOTE_POSTED, values, ignore)


def note_redrawn(posted: Posted) -> Statement[None]:
    """Store what this message shows now, and for what; nothing happens if the audience has another one."""
    values = (posted.key, posted.digest, posted.table_id, posted.audience, posted.message_id)
    return Statement(NOTE_REDRAWN, values, ignore)


def forget_posted(table_id: int, audience: Audience) -> Statement[None]:
    """Delete the note of this audience's message: the message is gone."""
    return Statement(FORGET_POSTED, (table_id, audience), ignore)


# Results of ended games: a row for each person, written in the transaction that closes the table.
#
# Computers have none.

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


class KeptTables(Kept):
    """Tables, their logs, and their messages."""

    load = reads(load_table)
    finished = asks(list_finished)
    log = reads(read_log)
    blank = writes(blank_words)
    has_logged = asks(is_logged)
    divide_setup = writes(divide_setup)
    posted = asks(list_posted)
    boards = reads(list_boards)

    async def commit(self, change: Change) -> Stored:
        """Write a change durably, and return what is stored now.

        Stale, Duplicate, Occupied, TooMany, PictureGone.
        """
        try:
            return await self.door.write(Commit(change))
        except Stale:
            meters.count("stale")
            raise
        except Duplicate:
            meters.count("duplicate")
            raise

    async def note_posted(self, posted: Posted) -> None:
        """Store the current message of this audience in place of the last one, unless that is newer."""
        await self.door.write(note_posted(posted))

    def note_redrawn(self, posted: Posted) -> None:
        """Store soon what the current message of this audience shows, if it is still that message."""
        self.door.write_soon(("redrawn", posted.table_id, posted.audience), note_redrawn(posted))

    async def forget_posted(self, table_id: int, audience: Audience) -> None:
        """Delete the note of this audience's message: the message is gone."""
        await self.door.write(forget_posted(table_id, audience))
