"""Going back to a backup of a PostgreSQL database: what was there is kept, in a schema of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from db.errors import StoreError
from db.jobs.restoring import Present, read_present
from db.migrate import migrate
from db.moved import finish, is_unfinished
from db.moving.server import ServerEnd, has_processes, open_server, read_numbers, set_numbers
from db.postgres.dumping import check_dump, fill_from, put_aside, put_back, schema_of
from db.postgres.schema import PostgresSchema, recognise
from db.sql import Sql

__all__ = ["Restored", "restored"]

LEAP = 100_000
"""How many table numbers are skipped when nobody knows which ones were used since the backup."""


class Restored:
    """A database that holds what a backup held. `present` is what was there; None if it had nothing.

    `aside` is the schema in which that is kept.
    """

    def __init__(self, server: ServerEnd, present: Present | None, aside: str) -> None:
        self._server = server
        self.name = server.name
        self.present = present
        self.aside = aside

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

    The caller notes that it is unfinished, so that no bot starts meanwhile. Raises StoreError: `in_use` if a
    bot runs, `no_backup`, `no_program`, `program_failed`, or what else is wrong.
    """
    check_dump(source)
    with open_server(url) as server:
        link, schema = server.link, schema_of(server.link)
        if has_processes(link):
            raise StoreError("in_use", path=server.name)
        known = PostgresSchema(link).version() > 0 and not is_unfinished(server.sql)
        present = read_present(server.sql, read_numbers(link)) if known else None
        aside = f"{schema}_replaced_{datetime.now(UTC):%Y%m%d_%H%M%S}"
        put_aside(link, schema, aside)
        try:
            fill_from(url, source, schema)
            bring_up_to_date(server, source)
            yield Restored(server, present, aside)
            finish(server.sql)
        except BaseException:
            put_back(link, schema, aside)
            raise


def bring_up_to_date(server: ServerEnd, source: Path) -> None:
    recognise(server.link, str(source))
    if PostgresSchema(server.link).version() == 0:
        raise StoreError("no_backup", path=str(source))
    migrate(PostgresSchema(server.link))
    server.link.execute("DELETE FROM processes; DROP TABLE being_restored")
