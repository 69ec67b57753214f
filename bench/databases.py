"""A PostgreSQL of the bench's own, as durable as an operator's; there may be none on the machine."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from playground.stores import Postgres, find_programs

__all__ = ["SKIPPED", "make_database", "open_postgres"]

SKIPPED = "skipped: no PostgreSQL"
_numbers = itertools.count(1)


@contextmanager
def open_postgres() -> Iterator[Postgres | None]:
    """A running server, ended and deleted afterwards; None where its programs or its driver are missing."""
    programs = find_programs()
    if programs is None or find_spec("psycopg") is None:
        yield None
        return
    with TemporaryDirectory(prefix="gobelet-") as folder:
        Path(folder).chmod(0o711)  # started by root, it runs as another user
        server = Postgres(Path(folder) / "pg", programs, durable=True)
        try:
            server.make()
            server.start()
            yield server
        finally:
            server.remove()


def make_database(server: Postgres) -> str:
    """Make one more empty database; its URL."""
    name = f"bench_{next(_numbers)}"
    server.ask(f"CREATE DATABASE {name}")
    return server.address(name)
