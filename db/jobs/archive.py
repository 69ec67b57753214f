"""The parts of a closed table that are only read any more, packed together: its log, scenes and position.

An archive is zlib's compression of JSON text: {"position", "scenes", "log"}, with the values of the columns
as they stood in the rows. Only people stand there by numbers, whose users `archived_people` has, so that
somebody can be forgotten without unpacking anything. What changes a table takes it out first.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.tables.model import SceneText, Status, Table
from bot.tables.ports import Change, Entry
from db.codec import LOG_COLUMNS, dump, entry_of
from db.kept import Kept, reads, writes
from db.sql import Sql, hold_table

CLOSED = """
    SELECT last_seq, position, scenes, rules, archived
    FROM tables JOIN positions ON positions.table_id = tables.id
    WHERE tables.id = ? AND status = 'closed' AND forgotten_at IS NULL
"""
SELECT_LOG = f"SELECT {', '.join(LOG_COLUMNS)} FROM log WHERE table_id = ? ORDER BY seq"
INSERT_LOG = (
    f"INSERT INTO log (table_id, {', '.join(LOG_COLUMNS)}) VALUES (?, {', '.join('?' * len(LOG_COLUMNS))})"
)
USER = LOG_COLUMNS.index("user_id")
ERASED = LOG_COLUMNS.index("erased")
PUT_AWAY = (
    "DELETE FROM log WHERE table_id = ?",
    "DELETE FROM scenes WHERE table_id = ?",
    "UPDATE positions SET position = NULL, scenes = '[]' WHERE table_id = ?",
    "UPDATE tables SET archived = TRUE WHERE id = ?",
)
TAKEN_OUT = (
    "DELETE FROM archived_people WHERE table_id = ?",
    "DELETE FROM archives WHERE table_id = ?",
    "UPDATE tables SET archived = FALSE WHERE id = ?",
)


@dataclass(frozen=True, slots=True)
class Archive:
    """What was packed; `log` are rows of LOG_COLUMNS, where people have numbers."""

    position: str | None = field(repr=False)
    scenes: tuple[SceneText, ...] = field(repr=False)
    log: Sequence[Sequence[Any]] = field(repr=False)

    @classmethod
    def unpack(cls, content: bytes) -> Archive:
        """Read an archive."""
        parts = json.loads(zlib.decompress(content))
        return cls(parts["position"], tuple(SceneText(*scene) for scene in parts["scenes"]), parts["log"])

    def pack(self) -> bytes:
        """Write it; `unpack` gives the same back."""
        scenes = [[one.version, one.events, one.opened_at, one.rules] for one in self.scenes]
        return zlib.compress(dump({"position": self.position, "scenes": scenes, "log": self.log}).encode())


def list_unpacked(connection: Sql, after: int, before: int, limit: int) -> tuple[tuple[int, str], ...]:
    """List closed tables that are not packed and last changed before `before` (ms UTC): numbers and games.

    No more than `limit`, those with numbers above `after`, in order.
    """
    rows = connection.execute(
        "SELECT id, game FROM tables WHERE status = 'closed' AND NOT archived AND forgotten_at IS NULL "
        "AND id > ? AND changed_at < ? ORDER BY id LIMIT ?",
        (after, before, limit),
    )
    return tuple((row["id"], row["game"]) for row in rows)


def put_away(connection: Sql, table_id: int) -> bool:
    """Pack the parts of a table if it is closed, and say whether it was, and not packed before."""
    hold_table(connection, table_id)
    row = connection.execute(CLOSED, (table_id,)).fetchone()
    if row is None or row["archived"]:
        return False
    people: dict[int, int] = {}
    log = [list(line) for line in connection.execute(SELECT_LOG, (table_id,))]
    for line in log:
        if line[USER] is not None:
            line[USER] = people.setdefault(line[USER], len(people))
    scenes = parse_scenes(row["scenes"], row["rules"]) + read_scenes(connection, table_id)
    content = Archive(row["position"], scenes, log).pack()
    packed = "INSERT INTO archives (table_id, last_seq, content) VALUES (?, ?, ?)"
    connection.execute(packed, (table_id, row["last_seq"], content))
    numbered = [(table_id, person, user_id) for user_id, person in people.items()]
    people_of_it = "INSERT INTO archived_people (table_id, person, user_id) VALUES (?, ?, ?)"
    connection.executemany(people_of_it, numbered)
    for statement in PUT_AWAY:
        connection.execute(statement, (table_id,))
    return True


def take_out(connection: Sql, table_id: int) -> None:
    """Put the parts of a closed table back into rows, as those of live tables are; a second time is none."""
    hold_table(connection, table_id)
    row = connection.execute(CLOSED, (table_id,)).fetchone()
    if row is None:
        return
    if not row["archived"]:
        replace_scenes(
            connection,
            table_id,
            parse_scenes(row["scenes"], row["rules"]) + read_scenes(connection, table_id),
        )
        return
    content = connection.execute("SELECT content FROM archives WHERE table_id = ?", (table_id,)).fetchone()
    archive, people = Archive.unpack(content["content"]), _people_of(connection, table_id)
    lines = [(table_id, *flagged(named(line, people))) for line in archive.log]
    connection.executemany(INSERT_LOG, lines)
    back = "UPDATE positions SET position = ? WHERE table_id = ?"
    connection.execute(back, (archive.position, table_id))
    replace_scenes(connection, table_id, archive.scenes)
    for statement in TAKEN_OUT:
        connection.execute(statement, (table_id,))


def read_archive(connection: Sql, table_id: int) -> tuple[Entry, ...] | None:
    """Read the packed log of a table, in order; None where it is not packed."""
    row = connection.execute("SELECT content FROM archives WHERE table_id = ?", (table_id,)).fetchone()
    if row is None:
        return None
    people = _people_of(connection, table_id)
    return tuple(
        entry_of(dict(zip(LOG_COLUMNS, named(line, people), strict=True)))
        for line in Archive.unpack(row["content"]).log
    )


def list_archived_lines(connection: Sql, user_id: int) -> list[tuple[int, Entry]]:
    """List every packed log line of this user, with the number of its table."""
    asked = "SELECT table_id FROM archived_people WHERE user_id = ? ORDER BY table_id"
    return [
        (row["table_id"], entry)
        for row in connection.execute(asked, (user_id,)).fetchall()
        for entry in read_archive(connection, row["table_id"]) or ()
        if entry.user_id == user_id
    ]


def _people_of(connection: Sql, table_id: int) -> Mapping[int, int | None]:
    asked = "SELECT person, user_id FROM archived_people WHERE table_id = ?"
    return {row["person"]: row["user_id"] for row in connection.execute(asked, (table_id,))}


def named(line: Sequence[Any], people: Mapping[int, int | None]) -> list[Any]:
    """The columns of a packed line, with the user in the place of the number."""
    user_id = None if line[USER] is None else people[line[USER]]
    return [*line[:USER], user_id, *line[USER + 1 :]]


def flagged(line: Sequence[Any]) -> list[Any]:
    """The columns of a line with its flag as such: SQLite has numbers for flags, and packs those."""
    return [*line[:ERASED], bool(line[ERASED]), *line[ERASED + 1 :]]


# What the last steps of a table did: each adds a row, and old ones go once nobody is told of them.

DROPPED_EVERY = 8
"""Old scenes go with every such version of a table: some at once cost less than one at each step."""
ADD = "INSERT INTO scenes (table_id, version, events, opened_at, rules) VALUES (?, ?, ?, ?, ?)"


def read_scenes(connection: Sql, table_id: int) -> tuple[SceneText, ...]:
    """Read the scenes of a table, oldest first; there may be some more than are told."""
    question = "SELECT version, events, opened_at, rules FROM scenes WHERE table_id = ? ORDER BY version"
    return tuple(SceneText(*row) for row in connection.execute(question, (table_id,)))


def add_scenes(connection: Sql, table_id: int, scenes: Iterable[SceneText]) -> None:
    """Add scenes to those of a table."""
    rows = [(table_id, one.version, one.events, one.opened_at, one.rules) for one in scenes]
    if rows:
        connection.executemany(ADD, rows)


def list_new(change: Change) -> list[SceneText]:
    """List the scenes that the change adds; the store has those of earlier versions."""
    known = -1 if change.before is None else change.before.version
    return [scene for scene in change.after.scenes if scene.version > known]


def may_drop(table: Table) -> bool:
    """Whether it is time to drop scenes: now and then, and at the end."""
    return table.version % DROPPED_EVERY == 0 or table.status is Status.CLOSED


def drop_scenes(connection: Sql, table: Table, told_from: int) -> None:
    """Drop, if it is time, the scenes before the first that is still told."""
    if may_drop(table):
        old = "DELETE FROM scenes WHERE table_id = ? AND version < ?"
        connection.execute(old, (table.id, told_from))


def replace_scenes(connection: Sql, table_id: int, scenes: Sequence[SceneText]) -> None:
    """Put these in the place of all scenes of a table."""
    connection.execute("DELETE FROM scenes WHERE table_id = ?", (table_id,))
    connection.execute("UPDATE positions SET scenes = '[]' WHERE table_id = ?", (table_id,))
    add_scenes(connection, table_id, scenes)


def parse_scenes(text: str, rules: int) -> tuple[SceneText, ...]:
    """The scenes of a table that was closed when they were one text beside its position."""
    try:
        return tuple(
            SceneText(int(version), dump(events), sum(opened_at), rules)
            for version, events, *opened_at in json.loads(text)
        )
    except (ValueError, TypeError):  # damaged: the table is shown without
        return ()


# Deleting the logs of tables that ended long ago, if the operator wishes; their results stay.

STRETCH = 500
"""How many table numbers are searched at once, so that other readers do not wait long."""

FIND_OLD = """
    SELECT id FROM tables
    WHERE id > ? AND id <= ? AND status = 'closed' AND forgotten_at IS NULL AND changed_at < ?
"""
FORGET = (
    "DELETE FROM archived_people WHERE table_id = ?",
    "DELETE FROM archives WHERE table_id = ?",
    "DELETE FROM log WHERE table_id = ?",
    "DELETE FROM scenes WHERE table_id = ?",
    "DELETE FROM setups WHERE table_id = ?",
    "DELETE FROM messages WHERE table_id = ?",
    "UPDATE positions SET position = NULL, scenes = '[]' WHERE table_id = ?",
)


def find_old(
    connection: Sql, after: int, before: int, guild_id: int | None = None
) -> tuple[list[int], int | None]:
    """Find closed tables that still have a log and last changed before `before` (ms UTC).

    Searches one stretch of table numbers, those behind `after`. Returns the ids found, and the `after` of the
    next stretch, None at the end.
    """
    (last,) = connection.execute("SELECT max(id) FROM tables").fetchone()
    question, values = FIND_OLD, [after, after + STRETCH, before]
    if guild_id is not None:
        question, values = f"{question} AND guild_id = ?", [*values, guild_id]
    found = [row["id"] for row in connection.execute(question, values)]
    return found, after + STRETCH if after + STRETCH < (last or 0) else None


def forget(connection: Sql, table_ids: Sequence[int], now: int) -> int:
    """Delete logs, games and message ids of these tables if they are closed; `now` is ms UTC.

    Returns how many tables that were. Each gets a new version, so that whoever has read it before can no
    longer write its game back.
    """
    mark = (
        "UPDATE tables SET forgotten_at = ?2, version = version + 1, published = version + 1, "
        "draft = NULL, offer = NULL WHERE id = ?1 AND status = 'closed' AND forgotten_at IS NULL"
    )
    forgotten = 0
    for table_id in table_ids:
        if connection.execute(mark, (table_id, now)).rowcount == 0:
            continue
        forgotten += 1
        for statement in FORGET:
            connection.execute(statement, (table_id,))
    return forgotten


class KeptArchives(Kept):
    """Tables that are over: packing what they were, and forgetting it."""

    list_unpacked = reads(list_unpacked)
    put_away = writes(put_away)
    find_old = reads(find_old)
    forget = writes(forget)
