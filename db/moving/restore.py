"""Going back to a backup of a PostgreSQL database: what was there is kept, in a schema of its own.

From then on, until all is done, the database is marked as unfinished, so that no bot starts on it. Cut short
at any moment, the same once more puts back what was there, and begins anew.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from db.errors import StoreError
from db.jobs.restoring import Present, read_present
from db.migrate import migrate
from db.moving.server import HOLDER, ServerEnd, open_server, read_numbers, set_numbers
from db.postgres.dumping import check_dump, fill_from, finish, put_aside, put_back, read_aside, schema_of
from db.postgres.opening import connect
from db.postgres.schema import PostgresSchema, recognise
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
