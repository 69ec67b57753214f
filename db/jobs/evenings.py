"""Evenings that people plan, who has registered for them, and their seasons."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter

from bot.tables.evenings.model import Change, Evening, Guest, Place, Season, Stage, Team
from bot.tables.model import Denied
from db.codec import plain
from db.kept import Kept, reads, writes
from db.sql import Row, Sql, lock, marks

COLUMNS = (
    "guild_id",
    "channel_id",
    "host_id",
    "title",
    "starts_at",
    "stage",
    "version",
    "shown",
    "programme",
    "people",
    "places",
    "deck",
    "locale",
    "words",
    "created_at",
    "message_id",
    "event_id",
    "event_told",
    "table_id",
    "season_id",
    "why",
    "called",
)
EVERY = f"SELECT id, {', '.join(COLUMNS)} FROM evenings "
ADD = f"INSERT INTO evenings ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) RETURNING id"
CHANGE = f"UPDATE evenings SET {', '.join(f'{name} = ?' for name in COLUMNS)} WHERE id = ?"
LIVE = "stage IN ('open', 'beginning', 'playing')"
ADD_TEAM = "INSERT INTO evening_teams (evening_id, number, name, place, points) VALUES (?, ?, ?, ?, ?)"
GUEST = ("user_id", "name", "join_id", "place", "team", "remind", "reminded", "owed")
ADD_GUEST = f"""
    INSERT INTO evening_people (evening_id, ordinal, {", ".join(GUEST)}) VALUES ({marks((0, 0, *GUEST))})
"""
GUESTS = f"""
    SELECT evening_id, {", ".join(GUEST)} FROM evening_people
    WHERE evening_id IN ({{evenings}}) ORDER BY evening_id, ordinal
"""
guest_values = attrgetter(*GUEST)
OTHER = f"SELECT title FROM evenings WHERE channel_id = ? AND id <> ? AND {LIVE}"
DROPS = (
    "DELETE FROM evening_people WHERE evening_id IN ({evenings})",
    "DELETE FROM evening_teams WHERE evening_id IN ({evenings})",
    "DELETE FROM evenings WHERE id IN ({evenings})",
)
DRAFTS = "SELECT id FROM evenings WHERE stage = 'draft' AND channel_id = ? AND host_id = ?"
RUNNING = "SELECT id FROM seasons WHERE guild_id = ? AND ended_at IS NULL"


def add_evening(connection: Sql, evening: Evening) -> Evening:
    """Add an evening, whose number is given here; earlier drafts of its host in its channel go."""
    lock(connection, evening.channel_id)
    drafts = connection.execute(DRAFTS, (evening.channel_id, evening.host_id)).fetchall()
    _drop(connection, [row["id"] for row in drafts])
    (evening_id,) = connection.execute(ADD, values_of(evening)).fetchone()
    added = replace(evening, id=int(evening_id))
    _write_parts(connection, added)
    return added


def load_evening(connection: Sql, evening_id: int) -> Evening | None:
    """Load an evening with its teams and people; None if there is none."""
    row = connection.execute(EVERY + "WHERE id = ?", (evening_id,)).fetchone()
    return None if row is None else read(connection, [row])[0]


def load_of_table(connection: Sql, table_id: int) -> Evening | None:
    """Load the evening that is played at a table; None if there is none."""
    row = connection.execute(EVERY + "WHERE table_id = ?", (table_id,)).fetchone()
    return None if row is None else read(connection, [row])[0]


def change_evening(connection: Sql, evening_id: int, change: Change) -> tuple[Evening, Evening] | None:
    """Change an evening while nobody else does: as it was and as it is; None if there is none.

    What a change makes of it gets the next version, and belongs to the season that runs once it is over.
    Raises what `change` does, and Denied "evening_here" (title) where another one is live in its channel.
    """
    found = connection.execute("SELECT channel_id FROM evenings WHERE id = ?", (evening_id,)).fetchone()
    if found is None:
        return None
    lock(connection, found["channel_id"])
    before = load_evening(connection, evening_id)
    if before is None:
        return None
    changed = change(before)
    if changed is None or changed == before:
        return before, before
    check_alone(connection, changed)
    season_id = changed.season_id
    if changed.stage is Stage.OVER and before.stage is not Stage.OVER:
        running = connection.execute(RUNNING, (changed.guild_id,)).fetchone()
        season_id = None if running is None else running["id"]
    after = replace(changed, version=before.version + 1, season_id=season_id)
    connection.execute(CHANGE, (*values_of(after), evening_id))
    connection.execute("DELETE FROM evening_teams WHERE evening_id = ?", (evening_id,))
    connection.execute("DELETE FROM evening_people WHERE evening_id = ?", (evening_id,))
    _write_parts(connection, after)
    return before, after


def check_alone(connection: Sql, evening: Evening) -> None:
    """Denied "evening_here" (title) if another evening is live in the channel of one that is."""
    if not evening.stage.live:
        return
    found = connection.execute(OTHER, (evening.channel_id, evening.id)).fetchone()
    if found is not None:
        raise Denied("evening_here", title=found["title"])


def note_shown(connection: Sql, evening_id: int, version: int, message_id: int | None) -> None:
    """Note the message in the channel (None: it is gone), and that it shows at least this version."""
    connection.execute(
        "UPDATE evenings SET message_id = ?, shown = CASE WHEN shown < ? THEN ? ELSE shown END WHERE id = ?",
        (message_id, version, version, evening_id),
    )


def note_event(connection: Sql, evening_id: int, event_id: int, told: str) -> None:
    """Note the scheduled event (0: none may be made) and what it says."""
    connection.execute(
        "UPDATE evenings SET event_id = ?, event_told = ? WHERE id = ?", (event_id, told, evening_id)
    )


def list_at_work(connection: Sql) -> list[Evening]:
    """List all that are live, or not shown as they stand, those that begin first leading.

    Drafts are shown to nobody.
    """
    asked = f"WHERE {LIVE} OR (shown < version AND stage <> 'draft') ORDER BY starts_at, id"
    return read(connection, connection.execute(EVERY + asked))


def list_of_guild(connection: Sql, guild_id: int) -> list[Evening]:
    """List the live evenings of a server, those that begin first leading."""
    asked = f"WHERE guild_id = ? AND {LIVE} ORDER BY starts_at, id"
    return read(connection, connection.execute(EVERY + asked, (guild_id,)))


def list_of_person(connection: Sql, user_id: int) -> list[Evening]:
    """List the evenings, live or still drafts, where somebody is registered, or that they host."""
    asked = f"""
        WHERE ({LIVE} OR stage = 'draft')
            AND (host_id = ? OR id IN (SELECT evening_id FROM evening_people WHERE user_id = ?))
        ORDER BY starts_at, id
    """
    return read(connection, connection.execute(EVERY + asked, (user_id, user_id)))


def list_of_season(connection: Sql, guild_id: int, season_id: int | None) -> list[Evening]:
    """List the evenings that ended in a season, or (None) before the first one, in their order."""
    which, values = ("season_id IS NULL", (guild_id,)) if season_id is None else ("season_id = ?", None)
    asked = f"WHERE guild_id = ? AND stage = 'over' AND {which} ORDER BY starts_at, id"
    return read(connection, connection.execute(EVERY + asked, values or (guild_id, season_id)))


def list_seasons(connection: Sql, guild_id: int) -> list[Season]:
    """List the seasons of a server, the newest first; before the first one evenings count by themselves."""
    rows = connection.execute(
        "SELECT id, guild_id, title, began_at, ended_at FROM seasons WHERE guild_id = ? ORDER BY id DESC",
        (guild_id,),
    )
    return [Season(*row) for row in rows]


def begin_season(connection: Sql, guild_id: int, title: str, now: int) -> Season:
    """Begin a season: evenings that end from now on belong to it, and the one that ran ends."""
    lock(connection, guild_id)
    connection.execute(
        "UPDATE seasons SET ended_at = ? WHERE guild_id = ? AND ended_at IS NULL", (now, guild_id)
    )
    (season_id,) = connection.execute(
        "INSERT INTO seasons (guild_id, title, began_at) VALUES (?, ?, ?) RETURNING id",
        (guild_id, title, now),
    ).fetchone()
    return Season(int(season_id), guild_id, title, now)


def drop_drafts(connection: Sql, before: int) -> None:
    """Delete drafts made before this time (ms UTC)."""
    old = connection.execute("SELECT id FROM evenings WHERE stage = 'draft' AND created_at < ?", (before,))
    _drop(connection, [row["id"] for row in old.fetchall()])


def _drop(connection: Sql, evening_ids: Sequence[int]) -> None:
    for statement in DROPS if evening_ids else ():
        connection.execute(statement.format(evenings=marks(evening_ids)), evening_ids)


def _write_parts(connection: Sql, evening: Evening) -> None:
    connection.executemany(
        ADD_TEAM, [(evening.id, one.number, one.name, one.place, one.points) for one in evening.teams]
    )
    rows = [
        (evening.id, ordinal, *(plain(value) for value in guest_values(guest)))
        for ordinal, guest in enumerate(evening.guests)
    ]
    connection.executemany(ADD_GUEST, rows)


def values_of(evening: Evening) -> tuple[object, ...]:
    """The values of COLUMNS."""
    return tuple(plain(getattr(evening, name)) for name in COLUMNS)


def read(connection: Sql, rows: Iterable[Row]) -> list[Evening]:
    """Make evenings of their rows, and of those of their teams and people."""
    evenings = {int(row["id"]): evening_of(row) for row in rows}
    ids = list(evenings)
    teams: dict[int, list[Team]] = {}
    guests: dict[int, list[Guest]] = {}
    asked = (
        "SELECT evening_id, number, name, place, points FROM evening_teams "
        f"WHERE evening_id IN ({marks(ids)}) ORDER BY evening_id, number"
    )
    for row in connection.execute(asked, ids):
        teams.setdefault(row["evening_id"], []).append(
            Team(row["number"], row["name"], row["place"], row["points"])
        )
    for row in connection.execute(GUESTS.format(evenings=marks(ids)), ids):
        guests.setdefault(row["evening_id"], []).append(_guest_of(row))
    return [
        replace(evening, teams=tuple(teams.get(key, ())), guests=tuple(guests.get(key, ())))
        for key, evening in evenings.items()
    ]


def evening_of(row: Row) -> Evening:
    """An evening without its teams and people."""
    values = {name: row[name] for name in ("id", *COLUMNS)}
    values |= {"programme": tuple(json.loads(row["programme"])), "stage": Stage(row["stage"])}
    return Evening(**values)


def _guest_of(row: Row) -> Guest:
    values = {name: row[name] for name in GUEST}
    return Guest(**values | {"place": Place(row["place"]), "remind": bool(row["remind"])})


class KeptEvenings(Kept):
    """Evenings, who has registered for them, and seasons."""

    add = writes(add_evening)
    load = reads(load_evening)
    change = writes(change_evening)
    note_shown = writes(note_shown)
    note_event = writes(note_event)
    at_work = reads(list_at_work)
    of_server = reads(list_of_guild)
    of_person = reads(list_of_person)
    of_table = reads(load_of_table)
    seasons = reads(list_seasons)
    begin_season = writes(begin_season)
    of_season = reads(list_of_season)
    drop_drafts = writes(drop_drafts)
