"""PostgreSQL's end of a move: rows by the hundred thousand, in the transaction that is open."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.rows import tuple_row
from psycopg.types.string import StrDumperUnknown

from db.jobs.restoring import reopen
from db.moving.file import Part
from db.postgres.schema import recognise
from db.postgres.server import Server
from db.postgres.sql import PostgresSql

OURS = "relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
REFERENCES = f"""
    SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(pg_constraint.oid)
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE contype = 'f' AND {OURS}
"""
INDEXES = f"""
    SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid)
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE {OURS} AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
"""
PREPARE = """
    SET lock_timeout = '10s';
    SET maintenance_work_mem = '256MB';  -- for making indexes anew
"""
AT_ONCE = 2_000
"""So many rows are fetched together."""
NUMBERED = """
    SELECT table_name, column_name,
           pg_get_serial_sequence(quote_ident(table_name), column_name) FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'
"""

HOLDER = "move"

Link = Connection[Any]


class ServerEnd:
    """The connection as COPY and as the store's jobs know it, and the database's name for sentences."""

    def __init__(self, name: str, link: Link) -> None:
        self.name = name
        self.link = link
        self.sql = PostgresSql(link, HOLDER)


@contextmanager
def open_server(address: str, *, unfinished: bool = False) -> Iterator[ServerEnd]:
    """Connect to a database that is ours or empty. StoreError for PostgreSQL's errors inside, too.

    `unfinished`: it may be one in which a backup is being put back.
    """
    server = Server(address, HOLDER)
    with server.connect(patient=True) as link:
        try:
            link.execute(PREPARE)
            recognise(link, server.name, unfinished=unfinished)
            yield ServerEnd(server.name, link)
        except psycopg.Error as error:
            raise server.explain(error) from None  # its other lines quote what rows hold


def keep_others_out(link: Link, parts: Sequence[Part]) -> None:
    """Let nobody else write to these parts until this transaction ends."""
    link.execute(f"LOCK TABLE {', '.join(part.name for part in parts)} IN EXCLUSIVE MODE")


@contextmanager
def without_rules(link: Link) -> Iterator[None]:
    """Do without references and indexes, and make them anew at the end: one check of all rows is cheaper.

    All in the transaction that is open.
    """
    references = link.execute(REFERENCES).fetchall()
    indexes = link.execute(INDEXES).fetchall()
    for table, name, _ in references:
        link.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    for name, _ in indexes:
        link.execute(f"DROP INDEX {name}")
    yield
    for _, definition in indexes:
        link.execute(definition)
    for table, name, definition in references:
        link.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")


def take_in(link: Link, part: Part, rows: Iterable[Sequence[Any]]) -> None:
    """Add these rows to a part."""
    # As text, so that PostgreSQL reads SQLite's 0 and 1 as flags where it has flags.
    with link.cursor() as cursor:
        cursor.adapters.register_dumper(str, StrDumperUnknown)  # NULs are left out already
        with cursor.copy(f"COPY {part.name} ({part.listing}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def give_out(link: Link, part: Part) -> Iterator[tuple[Any, ...]]:
    """Yield all rows of a part, in the order of its key."""
    with link.cursor(f"all_{part.name}", binary=True, row_factory=tuple_row) as cursor:
        cursor.itersize = AT_ONCE
        yield from cursor.execute(f"SELECT {part.listing} FROM {part.name} ORDER BY {part.order}")


def count_rows(link: Link, part: Part) -> int:
    """Count the rows of a part."""
    row = link.execute(f"SELECT count(*) FROM {part.name}").fetchone()
    return 0 if row is None else int(row[0])


def read_numbers(link: Link) -> dict[str, int]:
    """The highest numbers that were given to rows, by table; tables that never gave one are left out."""
    numbers = {}
    for table, _, sequence in link.execute(NUMBERED).fetchall():
        row = link.execute(f"SELECT last_value FROM {sequence} WHERE is_called").fetchone()
        if row is not None:
            numbers[table] = int(row[0])
    return numbers


def set_numbers(link: Link, numbers: Mapping[str, int]) -> None:
    """Go on behind the numbers that the rows have, and behind these, by table."""
    for table, column, sequence in link.execute(NUMBERED).fetchall():
        row = link.execute(f"SELECT max({column}) FROM {table}").fetchone()
        highest = max(numbers.get(table, 0), 0 if row is None or row[0] is None else int(row[0]))
        if highest:
            link.execute("SELECT setval(%s::regclass, %s)", (sequence, highest))


def reopen_server(address: str) -> bool:
    """Let a database be used again whose rows were moved, and say whether they were; StoreError."""
    with open_server(address) as server, server.link.transaction():
        return reopen(server.sql)
