"""The parts of a closed table that are only read any more, packed together: its log, scenes and position.

An archive is zlib's compression of JSON text: {"position", "scenes", "log"}, with the values of the columns
as they stood in the rows. Only people stand there by numbers, whose users `archived_people` has, so that
somebody can be forgotten without unpacking anything. What changes a table takes it out first.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.tables.model import SceneText
from bot.tables.ports import Entry
from db.codec import LOG_COLUMNS, dump, entry_of
from db.dialect import hold_table
from db.jobs.scenes import parse_scenes, read_scenes, replace_scenes
from db.sql import Sql

__all__ = [
    "SELECT_LOG",
    "Archive",
    "list_archived_lines",
    "list_unpacked",
    "put_away",
    "read_archive",
    "take_out",
]

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
    archive, people = Archive.unpack(content["content"]), people_of(connection, table_id)
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
    people = people_of(connection, table_id)
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


def people_of(connection: Sql, table_id: int) -> Mapping[int, int | None]:
    asked = "SELECT person, user_id FROM archived_people WHERE table_id = ?"
    return {row["person"]: row["user_id"] for row in connection.execute(asked, (table_id,))}


def named(line: Sequence[Any], people: Mapping[int, int | None]) -> list[Any]:
    """The columns of a packed line, with the user in the place of the number."""
    user_id = None if line[USER] is None else people[line[USER]]
    return [*line[:USER], user_id, *line[USER + 1 :]]


def flagged(line: Sequence[Any]) -> list[Any]:
    """The columns of a line with its flag as such: SQLite has numbers for flags, and packs those."""
    return [*line[:ERASED], bool(line[ERASED]), *line[ERASED + 1 :]]
