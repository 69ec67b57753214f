"""Finding tables, and the notes about them that no game makes: published, warned, deadlines moved."""

from collections.abc import Sequence

from bot.tables.care.caretaking import Idle
from bot.tables.homes import EVERYTHING, NOWHERE, Slots, is_private
from bot.tables.limits import HOUR, Limits, Rate, TooMany
from bot.tables.model import Table
from bot.tables.ports import Live
from db.codec import ALARM_COLUMNS, live_of
from db.kept import Kept, asks, reads, writes
from db.sql import Row, Rows, Sql, Statement, ignore, marks

SELECT_LIVE = (
    f"SELECT id, guild_id, status, version, published, {', '.join(ALARM_COLUMNS)} "
    "FROM tables WHERE id IN (SELECT id FROM tables WHERE status <> 'closed' "
    "UNION ALL SELECT id FROM tables WHERE status = 'closed' AND published < version)"
)
PLAYED_BY_COMPUTERS = """
    SELECT id FROM tables WHERE status <> 'closed' AND status = 'playing' AND (
        EXISTS (SELECT 1 FROM seat_people WHERE table_id = tables.id AND level IS NOT NULL) OR
        EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND autopilot IS NOT NULL)
    )
"""
BEHIND = (
    " AND (published < version"
    " OR alarm_stopped_at IS NULL AND (alarm_at < :before OR alarm_settle_at < :before))"
)
FIND_LATEST = """
    SELECT max(id) FROM (
        SELECT id, game, status FROM tables WHERE home_id = ? UNION ALL
        SELECT id, game, status FROM tables WHERE channel_id = ?
    ) AS found WHERE TRUE
"""
LIST_UNDIVIDED = """
    SELECT tables.id FROM tables JOIN setups ON setups.table_id = tables.id
    WHERE status <> 'closed' AND game IN ({games}) AND setups.deck IS NULL
"""
SHIFT_ALARMS = """
    UPDATE tables SET
        alarm_at = CASE WHEN moved.at < :soonest THEN :soonest + moved.place * :apart ELSE moved.at END,
        alarm_opened_at = alarm_opened_at + moved.by,
        version = version + 1
    FROM (
        SELECT id, by, alarm_at + by AS at, row_number() OVER (ORDER BY alarm_at + by, id) - 1 AS place
        FROM (
            SELECT id, alarm_at, CASE
                WHEN alarm_opened_at > :since AND alarm_opened_at <= :now THEN :now - alarm_opened_at
                WHEN :since < :now THEN :now - :since ELSE 0
            END AS by
            FROM tables
            WHERE status <> 'closed' AND alarm_at IS NOT NULL AND alarm_stopped_at IS NULL{slots}
        ) AS running
    ) AS moved WHERE moved.id = tables.id AND (moved.by > 0 OR moved.at < :soonest)
"""
NOTE_PUBLISHED = "UPDATE tables SET published = :version WHERE id = :id AND published < :version"
WARN = """
    UPDATE tables SET alarm_warned = :number, version = version + 1,
        published = CASE WHEN published = version THEN version + 1 ELSE published END
    WHERE id = :id AND alarm_key = :key AND alarm_warned < :number RETURNING version
"""


def list_live(connection: Sql, slots: Slots = EVERYTHING) -> list[Live]:
    """List every table in these slots that is not closed, or whose last state is not published."""
    # Two partial indexes hold these tables alone, however many have been closed in the past.
    found = connection.execute(f"{SELECT_LIVE}{in_slots(slots)} ORDER BY id")
    return [live_of(*row) for row in found]


def list_played_by_computers(connection: Sql, slots: Slots = EVERYTHING) -> list[int]:
    """List every table in these slots that is being played, and where a computer plays a seat."""
    found = connection.execute(f"{PLAYED_BY_COMPUTERS}{in_slots(slots)} ORDER BY id")
    return [row["id"] for row in found]


def list_behind(connection: Sql, before: int, slots: Slots = EVERYTHING) -> list[Live]:
    """List those of `list_live` that are not published, or whose deadline passed before this time."""
    found = connection.execute(f"{SELECT_LIVE}{BEHIND}{in_slots(slots)} ORDER BY id", {"before": before})
    return [live_of(*row) for row in found]


def find_version(connection: Sql, table_id: int) -> int | None:
    """The version of a table as it stands; None if there is none."""
    row = connection.execute("SELECT version FROM tables WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else int(row["version"])


def find_table(connection: Sql, game: str, channel_id: int) -> int | None:
    """The id of the live table of this game that is played or was opened in this channel, if any."""
    row = connection.execute(
        "SELECT max(id) FROM ("
        "SELECT id FROM tables WHERE game = ?1 AND home_id = ?2 AND status <> 'closed' UNION ALL "
        "SELECT id FROM tables WHERE game = ?1 AND channel_id = ?2 AND status <> 'closed') AS found",
        (game, channel_id),
    ).fetchone()
    newest: int | None = row[0]
    return newest


def find_guild(connection: Sql, table_id: int) -> int | None:
    """The server of a table, None if there is no such table."""
    row = connection.execute("SELECT guild_id FROM tables WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else int(row[0])


def find_latest(connection: Sql, game: str | None, channel_id: int, *, closed: bool = False) -> int | None:
    """The id of the newest table of this game (any game if None) in this channel, None if there is none.

    With `closed`, only closed tables count.
    """
    question: str = FIND_LATEST
    values: list[int | str] = [channel_id, channel_id]
    if game is not None:
        question, values = f"{question} AND game = ?", [*values, game]
    if closed:
        question = f"{question} AND status = 'closed'"
    row = connection.execute(question, values).fetchone()
    newest: int | None = row[0]
    return newest


def list_tables_of(connection: Sql, user_id: int) -> list[int]:
    """List the live tables where this user sits (and has not left) or is the host, newest first."""
    rows = connection.execute(
        "SELECT tables.id FROM seat_people AS people "
        "JOIN seats ON seats.table_id = people.table_id AND seats.ordinal = people.ordinal "
        "JOIN tables ON tables.id = people.table_id "
        "WHERE people.user_id = ?1 AND NOT seats.has_left AND NOT people.has_left "
        "AND tables.status <> 'closed' "
        "UNION SELECT id FROM tables WHERE host_id = ?1 AND status <> 'closed' ORDER BY 1 DESC",
        (user_id,),
    )
    return [row["id"] for row in rows]


def list_undivided(connection: Sql, games: Sequence[str]) -> list[int]:
    """List the live tables of these games whose setups have no deck apart."""
    rows = connection.execute(LIST_UNDIVIDED.format(games=marks(games)), tuple(games))
    return [row["id"] for row in rows]


def note_published(table_id: int, version: int) -> Statement[None]:
    """Note that people see at least this version of the table; a lower version changes nothing."""
    return Statement(NOTE_PUBLISHED, {"id": table_id, "version": version}, ignore)


def mark_warned(table_id: int, key: str, number: int) -> Statement[int | None]:
    """Note that this deadline's reminder is sent, and return the table's new version.

    None if it was already, or if another deadline runs now. What was published still is: nothing shows it.
    """
    return Statement(WARN, {"id": table_id, "key": key, "number": number}, _read_version)


def _read_version(rows: Rows) -> int | None:
    row = rows.fetchone()
    return None if row is None else int(row["version"])


def shift_alarms(
    connection: Sql, since: int, now: int, soonest: int, apart: int = 0, slots: Slots = EVERYTHING
) -> int:
    """Move open deadlines in these slots by the time from `since` until `now`, and return how many.

    A decision that opened in between moves by the time since then. Deadlines that would pass before `soonest`
    pass from then on, one every `apart` ms. Clocks that a host has stopped are left alone. Times in ms UTC.
    """
    times = {"since": since, "now": now, "soonest": soonest, "apart": apart}
    return connection.execute(SHIFT_ALARMS.format(slots=in_slots(slots)), times).rowcount


# Tables by their slot: what a process asks for that is home to some of them only (see bot.tables.homes).


def in_slots(slots: Slots) -> str:
    """What a WHERE clause goes on with, so that it finds these slots' tables alone; "" where they are all."""
    if len(slots.numbers) == slots.count:
        return ""
    numbers = ", ".join(str(int(number)) for number in sorted(slots.numbers)) or "NULL"
    slot = f"CASE WHEN tables.guild_id < 0 THEN 0 ELSE (tables.guild_id >> 22) % {int(slots.count)} END"
    return f" AND {slot} IN ({numbers})"


# Tables where nothing happens, and servers that the bot has left: finding them, and deleting the latter.

PURGED_AT_ONCE = 20
"""How many tables are deleted in one transaction, so that no player waits long."""
IDLE = """
    SELECT id, guild_id, closes_at, coalesce(
        (SELECT at FROM log WHERE table_id = tables.id AND interaction_id IS NOT NULL
         ORDER BY seq DESC LIMIT 1), created_at) AS acted_at
    FROM tables
"""
"""A log line with an interaction is a person's, even once their data is erased."""
RESTING = """
    WHERE id IN (SELECT id FROM tables WHERE status <> 'closed')
      AND (status = 'paused' OR (status = 'playing' AND (pace = 'détente' OR alarm_at IS NULL)))
    ORDER BY id
"""
# In this order, because nothing may refer to a deleted row. A trigger guards logs of tables not forgotten.
PURGES = (
    "UPDATE tables SET forgotten_at = coalesce(forgotten_at, changed_at) WHERE id IN {tables}",
    "UPDATE tables SET rematch_of = NULL WHERE rematch_of IN {tables}",
    "UPDATE tables SET rematch_id = NULL WHERE rematch_id IN {tables}",
    "DELETE FROM archived_people WHERE table_id IN {tables}",
    "DELETE FROM archives WHERE table_id IN {tables}",
    "DELETE FROM log WHERE table_id IN {tables}",
    "DELETE FROM scenes WHERE table_id IN {tables}",
    "DELETE FROM messages WHERE table_id IN {tables}",
    "DELETE FROM tallies WHERE table_id IN {tables}",
    "DELETE FROM digests WHERE table_id IN {tables}",
    "DELETE FROM call_outs WHERE table_id IN {tables}",
    "DELETE FROM results WHERE table_id IN {tables}",
    "DELETE FROM setups WHERE table_id IN {tables}",
    "DELETE FROM positions WHERE table_id IN {tables}",
    "DELETE FROM seat_people WHERE table_id IN {tables}",
    "DELETE FROM seats WHERE table_id IN {tables}",
    "DELETE FROM tables WHERE id IN {tables}",
)
EVENINGS = "SELECT id FROM evenings WHERE guild_id = ?"
LAST = (
    f"UPDATE daily SET guild_id = {NOWHERE} WHERE guild_id = ?",
    f"DELETE FROM evening_people WHERE evening_id IN ({EVENINGS})",
    f"DELETE FROM evening_teams WHERE evening_id IN ({EVENINGS})",
    *(
        f"DELETE FROM {name} WHERE guild_id = ?"
        for name in (
            "evenings",
            "seasons",
            "servers",
            "decks",
            "unfinished_decks",
            "deck_pictures",
            "question_counts",
            "cards_seen",
            "reports",
            "calls",
            "weeklies",
            "guild_names",
            "departures",
        )
    ),
)
"""Where else a server has rows, deleted after its tables; attempts at a daily challenge are people's own."""


def list_resting(connection: Sql) -> list[Idle]:
    """List the running and paused tables that no clock will ever end."""
    return [_idle_of(row) for row in connection.execute(IDLE + RESTING)]


def list_live_in(connection: Sql, guild_id: int) -> list[Idle]:
    """List the live tables of a server, those idle longest first."""
    live = "WHERE guild_id = ? AND status <> 'closed' ORDER BY acted_at, id"
    return [_idle_of(row) for row in connection.execute(IDLE + live, (guild_id,))]


def _idle_of(row: Row) -> Idle:
    return Idle(row["id"], row["guild_id"], row["acted_at"], row["closes_at"])


def list_servers(connection: Sql) -> frozenset[int]:
    """List every server of which something is stored; private messages are none."""
    rows = connection.execute(
        "SELECT DISTINCT guild_id FROM tables UNION SELECT guild_id FROM servers "
        "UNION SELECT guild_id FROM decks UNION SELECT guild_id FROM unfinished_decks "
        "UNION SELECT guild_id FROM evenings UNION SELECT guild_id FROM calls "
        "UNION SELECT guild_id FROM weeklies"
    )
    return frozenset(row["guild_id"] for row in rows if not is_private(row["guild_id"]))


def note_departure(connection: Sql, guild_id: int, at: int) -> None:
    """Note that the bot has not been on this server since `at` (ms UTC); an earlier note stands."""
    connection.execute(
        "INSERT INTO departures (guild_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (guild_id, at)
    )


def forget_departure(connection: Sql, guild_id: int) -> bool:
    """Delete the note that the bot has left this server, and say whether there was one."""
    return connection.execute("DELETE FROM departures WHERE guild_id = ?", (guild_id,)).rowcount == 1


def list_departed(connection: Sql, before: int) -> list[int]:
    """List the servers that the bot left at this time (ms UTC) or before."""
    rows = connection.execute("SELECT guild_id FROM departures WHERE at <= ? ORDER BY guild_id", (before,))
    return [row["guild_id"] for row in rows]


def purge_some(connection: Sql, guild_id: int) -> int:
    """Delete a few closed tables of a server that the bot has left, and at last all else that it has.

    Returns how many tables were deleted.
    """
    if connection.execute("SELECT 1 FROM departures WHERE guild_id = ?", (guild_id,)).fetchone() is None:
        return 0  # it has come back meanwhile
    closed = "SELECT id FROM tables WHERE guild_id = ? AND status = 'closed' ORDER BY id LIMIT ?"
    found = [row["id"] for row in connection.execute(closed, (guild_id, PURGED_AT_ONCE))]
    for statement in PURGES if found else ():
        connection.execute(statement.format(tables=f"({marks(found)})"), found)
    left = "SELECT 1 FROM tables WHERE guild_id = ? LIMIT 1"
    if connection.execute(left, (guild_id,)).fetchone() is None:
        for statement in LAST:
            connection.execute(statement, (guild_id,))
    return len(found)


# Limits on opening tables, in SQL: checked and counted in the transaction that adds the table.

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


class KeptFinding(Kept):
    """How tables are found, the notes about them that no game makes, and the servers that were left."""

    version = asks(find_version)
    live = reads(list_live)
    behind = reads(list_behind)
    played_by_computers = reads(list_played_by_computers)
    find = asks(find_table)
    guild_of = asks(find_guild)
    latest = asks(find_latest)
    tables_of = asks(list_tables_of)
    list_undivided = reads(list_undivided)
    shift_alarms = writes(shift_alarms)
    resting = reads(list_resting)
    live_in = reads(list_live_in)
    list_servers = reads(list_servers)
    note_departure = writes(note_departure)
    forget_departure = writes(forget_departure)
    departed = reads(list_departed)
    purge_some = writes(purge_some)

    def note_published(self, table_id: int, version: int) -> None:
        """Note soon that people see at least this version of the table; a lower version changes nothing."""
        self.door.write_soon(("published", table_id), note_published(table_id, version))

    async def mark_warned(self, table_id: int, key: str, number: int) -> int | None:
        """Note that this deadline's reminder (1, 2...) is sent: the new version, None if it was already."""
        return await self.door.write(mark_warned(table_id, key, number))
