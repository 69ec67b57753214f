"""Backups of a PostgreSQL database, by PostgreSQL's own programs, and going back to one.

What was there then is kept, in a schema of its own. From then on, until all is done, the database is marked
as unfinished, so that no bot starts on it. Cut short at any moment, the same once more puts back what was
there, and begins anew.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from db.errors import StoreError, explain
from db.files import sync
from db.jobs.restoring import Present, read_present
from db.migrate import migrate
from db.moving.server import HOLDER, ServerEnd, open_server, read_numbers, set_numbers
from db.postgres.connection import connect
from db.postgres.schema import UNFINISHED, PostgresSchema, recognise
from db.postgres.server import Server
from db.postgres.store import PostgresStore
from db.sql import Sql

LEAP = 100_000
"""How many table numbers are skipped when nobody knows which ones were used since the backup."""


class Restored:
    """A database that holds what a backup held. `present` is what was there; None if it had nothing.

    `aside` is the schema in which that is kept.
    """

    def __init__(self, url: str, server: ServerEnd, present: Present | None, aside: str) -> None:
        self._url = url
        self._server = server
        self.name = server.name
        self.present = present
        self.aside = aside

    async def open(self) -> PostgresStore:
        """Open it, though it is not finished; StoreError."""
        server = Server(self._url, HOLDER)
        return PostgresStore(server, *await connect(server))

    def raise_numbers(self, _: Sql, present: Present | None) -> None:
        """Give no id twice, for buttons name tables for ever; `present` is None if nothing is known."""
        given = read_numbers(self._server.link)
        for name in ("tables", "reports"):
            known = 0 if present is None else present.numbers.get(name, 0)
            leapt = given.get(name, 0) + (LEAP if present is None else 0)
            given[name] = max(known, leapt)
        set_numbers(self._server.link, given)


@contextmanager
def restored(url: str, source: Path) -> Iterator[Restored]:
    """Fill the database from a backup, and let the caller do what is left; an error takes all back.

    Raises StoreError: `in_use` if a bot runs, `no_backup`, `no_program`, `program_failed`, or what else is
    wrong.
    """
    check_dump(source)
    with open_server(url, unfinished=True) as server:
        link, schema = server.link, schema_of(server.link)
        if PostgresSchema(link).is_unfinished() and (kept := read_aside(link)) is not None:
            put_back(link, schema, kept)
        if PostgresSchema(link).has_processes():
            raise StoreError("in_use", path=server.name)
        version = PostgresSchema(link).version()
        known = version > 0 and not PostgresSchema(link).is_unfinished()
        present = read_present(server.sql, read_numbers(link), version) if known else None
        aside = f"{schema}_replaced_{datetime.now(UTC):%Y%m%d_%H%M%S}"
        put_aside(link, schema, aside)
        try:
            fill_from(url, source, schema)
            _bring_up_to_date(server, source)
            yield Restored(url, server, present, aside)
            finish(link)
        except BaseException:
            put_back(link, schema, aside)
            raise


def _bring_up_to_date(server: ServerEnd, source: Path) -> None:
    recognise(server.link, str(source), unfinished=True)
    schema = PostgresSchema(server.link)
    if schema.version() == 0:
        raise StoreError("no_backup", path=str(source))
    if schema.has_processes():  # they lived when it was made
        server.link.execute("DELETE FROM processes")
    migrate(schema)


# PostgreSQL's programs. They are given the password in the environment, where no list of processes shows it.


def dump(url: str, target: Path) -> None:
    """Write the store as it stands now into one new, checked file (mode 0600), while it is in use.

    Raises StoreError: `exists`, `no_program`, `program_failed`, or what else is wrong; then no file is left.
    """
    server = Server(url, "backup")
    if target.exists():
        raise StoreError("exists", path=str(target))
    with server.connect() as link:
        recognise(link, server.name)
        pattern = '"' + schema_of(link).replace('"', '""') + '"'
    part = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        run("pg_dump", url, "--format=custom", f"--schema={pattern}", f"--file={part}")
        check_dump(part)
        sync(part)
        part.rename(target)
        sync(target.parent)
    except OSError as error:
        raise explain(error, str(target)) from error
    finally:
        part.unlink(missing_ok=True)


def check_dump(file: Path) -> None:
    """Check that this file is a backup of a store of ours; StoreError `no_backup`."""
    try:
        listed = run("pg_restore", None, "--list", str(file))
    except StoreError as error:
        if error.code == "no_program":
            raise
        raise StoreError("no_backup", path=str(file)) from error
    if " TABLE DATA " not in listed or not all(
        f" {name} " in listed for name in ("migrations", "tables", "log")
    ):
        raise StoreError("no_backup", path=str(file))


def fill_from(url: str, source: Path, schema: str) -> None:
    """Fill an empty schema from a backup, in one transaction; StoreError `program_failed`."""
    options = ("--single-transaction", "--no-owner", "--no-privileges", "--exit-on-error")
    run("pg_restore", url, *options, f"--schema={schema}", str(source))


def schema_of(link: psycopg.Connection[tuple[object, ...]]) -> str:
    """The schema that the store is in."""
    row = link.execute("SELECT current_schema()").fetchone()
    return "" if row is None else str(row[0])


def put_aside(link: psycopg.Connection[tuple[object, ...]], schema: str, aside: str) -> None:
    """Give the schema another name, and make one in its place where no bot starts until `finish`."""
    with link.transaction():
        link.execute(sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(*map(sql.Identifier, (schema, aside))))
        link.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(schema)))
        mark = sql.SQL("CREATE TABLE {} AS SELECT {}::text AS aside")
        link.execute(mark.format(sql.Identifier(schema, UNFINISHED), sql.Literal(aside)))


def put_back(link: psycopg.Connection[tuple[object, ...]], schema: str, aside: str) -> None:
    """Undo `put_aside`, with all that was filled in meanwhile."""
    with link.transaction():
        link.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema)))
        link.execute(sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(*map(sql.Identifier, (aside, schema))))


def finish(link: psycopg.Connection[tuple[object, ...]]) -> None:
    """Let bots start on what was put in the place of what is aside."""
    link.execute(sql.SQL("DROP TABLE {}").format(sql.Identifier(UNFINISHED)))


def read_aside(link: psycopg.Connection[tuple[object, ...]]) -> str | None:
    """The schema that keeps what was there, where going back to a backup was cut short."""
    asked = "SELECT aside FROM {} WHERE EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = aside)"
    row = link.execute(sql.SQL(asked).format(sql.Identifier(UNFINISHED))).fetchone()
    return None if row is None else str(row[0])


def public_part(url: str) -> dict[str, str]:
    """The parts of an address that anybody may see."""
    given = conninfo_to_dict(url)
    return {name: str(value) for name, value in given.items() if value is not None and name != "password"}


def run(program: str, url: str | None, *arguments: str) -> str:
    """Run one of PostgreSQL's programs, and return what it prints; StoreError."""
    found = shutil.which(program)
    if found is None:
        raise StoreError("no_program", path=program)
    environment, where = dict(os.environ), []
    if url is not None:
        where = [f"--dbname={make_conninfo('', **public_part(url))}"]
        password = conninfo_to_dict(url).get("password")
        if password is not None:
            environment["PGPASSWORD"] = str(password)
    done = subprocess.run(  # noqa: S603 - our own words
        [found, *where, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise StoreError("program_failed", path=program, detail=lines[0])
    return done.stdout
