"""Moving everything from a SQLite file into a PostgreSQL database, or back, in one transaction.

Nothing is changed until all is there and compared. Cut short at any moment, the target is as empty as before
and the source as it was; cut short between the two last commits, the same command once more ends the work.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.codec import dump
from db.errors import StoreError, explain
from db.files import FileLock, make_file, sync
from db.jobs.restoring import note_filled, note_left, read_filled, refuse_left
from db.jobs.tables import load_table, read_log
from db.migrate import Schema, latest, migrate
from db.moving import file as file_end
from db.moving import server as server_end
from db.moving.file import Part, open_file, read_layout, writing
from db.moving.server import ServerEnd, open_server
from db.postgres.schema import PostgresSchema
from db.sql import Sql
from db.sqlite.schema import SqliteSchema, recognise

SAMPLE = 50
"""One in so many tables is loaded from both stores, with its log."""

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved, and to where: rows, tables that were compared, texts that lost NUL characters.

    `before`: an earlier try had moved it all already.
    """

    place: str
    rows: int
    compared: int = 0
    nuls: int = 0
    before: bool = False


def move_to_postgres(source: Path, address: str) -> Moved:
    """Move a SQLite file's rows into an empty PostgreSQL database, and mark the file as left.

    Raises StoreError: `in_use` if a bot runs on either, `moved` if the file was left before, `not_empty`,
    `differs` if not all has arrived, or what else is wrong with either.
    """
    with FileLock.take(source), open_file(source) as file:
        recognise(file, str(source))
        bring_up_to_date(SqliteSchema(file), str(source))
        with open_server(address) as server, writing(file):
            refuse_left(file, str(source))
            with server.link.transaction():
                bring_up_to_date(PostgresSchema(server.link), server.name)
                done = fill_server(file, server, str(source))
            note_left(file, server.name)
    return done


def fill_server(file: sqlite3.Connection, server: ServerEnd, source: str) -> Moved:
    """Copy all rows into the database, and compare; nothing is committed yet."""
    parts = read_layout(file)
    reserve(server, parts)
    sent = {part.name: file_end.count_rows(file, part) for part in parts}
    origin = dump({"from": source, "rows": sent})
    if any(server_end.count_rows(server.link, part) for part in parts):
        if read_filled(server.sql) != origin:
            raise StoreError("not_empty", path=server.name)
        return Moved(server.name, sum(sent.values()), before=True)
    nuls = file_end.count_nuls(file, parts)
    if nuls:
        file_end.leave_out_nuls(file)
    with server_end.without_rules(server.link):
        for part in parts:
            server_end.take_in(server.link, part, file_end.give_out(file, part))
    server_end.set_numbers(server.link, file_end.read_numbers(file))
    compare_counts(sent, {part.name: server_end.count_rows(server.link, part) for part in parts}, server.name)
    compared = compare_tables(file, server.sql, server.name)
    note_filled(server.sql, origin)
    return Moved(server.name, sum(sent.values()), compared, nuls)


def move_to_sqlite(address: str, target: Path) -> Moved:
    """Move the rows of a PostgreSQL database into a new SQLite file, and mark the database as left.

    Raises StoreError: `in_use` if a bot runs on either, `moved` if the database was left before, `exists` if
    there is another file already, `differs` if not all has arrived, or what else is wrong with either.
    """
    part = target.with_name(f"{target.name}.moving")
    try:
        with FileLock.take(target), open_server(address) as server, server.link.transaction():
            bring_up_to_date(PostgresSchema(server.link), server.name)
            refuse_left(server.sql, server.name)
            part.unlink(missing_ok=True)
            make_file(part)
            done = make_copy(server, part, target)
            if not done.before:
                sync(part)
                part.rename(target)
                sync(target.parent)
            note_left(server.sql, str(target))
    except OSError as error:
        raise explain(error, str(target)) from error
    finally:
        part.unlink(missing_ok=True)
    return done


def make_copy(server: ServerEnd, part: Path, target: Path) -> Moved:
    """Fill the new file `part`, which is to become `target`; nothing to do if that is such a copy already."""
    with open_file(part) as file:
        migrate(SqliteSchema(file))
        parts = read_layout(file)
        reserve(server, parts)
        sent = {part.name: server_end.count_rows(server.link, part) for part in parts}
        origin = dump({"from": server.name, "rows": sent})
        if target.exists():
            refuse_other(target, origin)
            return Moved(str(target), sum(sent.values()), before=True)
        with writing(file):
            compared = fill_file(server, file, parts, sent, str(target))
            note_filled(file, origin)
        recognise(file, str(target))
    return Moved(str(target), sum(sent.values()), compared)


def fill_file(
    server: ServerEnd, file: sqlite3.Connection, parts: Sequence[Part], sent: Counts, target: str
) -> int:
    """Copy all rows into the file, and compare; return how many tables were compared."""
    for part in parts:
        file_end.take_in(file, part, server_end.give_out(server.link, part))
    file_end.set_numbers(file, server_end.read_numbers(server.link))
    if file.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise StoreError("differs", path=target, what="references")
    compare_counts(sent, {part.name: file_end.count_rows(file, part) for part in parts}, target)
    return compare_tables(server.sql, file, target)


# -- what must hold before -----------------------------------------------------------------------------


def bring_up_to_date(schema: Schema, path: str) -> None:
    """Apply missing migrations; StoreError `newer_schema` if there are more than we know."""
    migrate(schema)
    if schema.version() > latest():
        # Older programs may run on it, but they would not know all that is to be moved.
        raise StoreError("newer_schema", path=path, found=schema.version(), known=latest())


def reserve(server: ServerEnd, parts: Sequence[Part]) -> None:
    """Keep all others out of the database until the transaction ends; StoreError `in_use` if a bot runs."""
    if PostgresSchema(server.link).has_processes():
        raise StoreError("in_use", path=server.name)
    server_end.keep_others_out(server.link, parts)


def refuse_other(target: Path, origin: str) -> None:
    """Raise StoreError `exists` if this file is not the copy that was made of this origin."""
    with open_file(target) as file:
        recognise(file, str(target))
        if SqliteSchema(file).version() != latest() or read_filled(file) != origin:
            raise StoreError("exists", path=str(target))


# -- what must hold after ------------------------------------------------------------------------------


def compare_counts(sent: Counts, arrived: Counts, place: str) -> None:
    """Raise StoreError `differs` if a table in SQL has another number of rows."""
    for name, count in sent.items():
        if arrived[name] != count:
            raise StoreError("differs", path=place, what=name)


def compare_tables(one: Sql, other: Sql, place: str) -> int:
    """Load one in SAMPLE tables from both, with its log; return how many. StoreError `differs`."""
    ids = [row[0] for row in one.execute("SELECT id FROM tables ORDER BY id").fetchall()]
    for table_id in ids[::SAMPLE]:
        if load_table(one, table_id) != load_table(other, table_id):
            raise StoreError("differs", path=place, what=f"table {table_id}")
        if read_log(one, table_id) != read_log(other, table_id):
            raise StoreError("differs", path=place, what=f"the log of table {table_id}")
    return len(ids[::SAMPLE])
