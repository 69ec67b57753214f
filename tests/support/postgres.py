"""A PostgreSQL for tests: one private server a test process, made when first asked for, and empty databases.

tests/conftest.py has these as fixtures for all tests.
"""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest

from db.migrate import migrate
from db.postgres.schema import PostgresSchema
from playground.stores import Postgres, find_programs

TEMPLATE = "template_gobelet"
NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A server of this test process alone, with an empty database that has the schema, to be copied."""
    programs = find_programs()
    if programs is None:
        pytest.skip("needs PostgreSQL's programs (Debian's package postgresql)")
    server = Postgres(Path(mkdtemp(prefix="gobelet-")), programs)
    try:
        server.make()
        server.start()
        server.ask(f"CREATE DATABASE {TEMPLATE}")
        with psycopg.connect(server.address(TEMPLATE), autocommit=True) as link:
            migrate(PostgresSchema(link))
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """The URL of a fresh database that has the schema and nothing in it."""
    name = f"test_{next(NUMBERS)}"
    postgres_server.ask(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    yield postgres_server.address(name)
    postgres_server.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgres_kept(postgres_server: Postgres) -> tuple[str, Callable[[], None]]:
    """A database that tests use one after another, and what takes everything out of it."""
    postgres_server.ask(f"CREATE DATABASE kept TEMPLATE {TEMPLATE}")
    address = postgres_server.address("kept")
    with psycopg.connect(address) as link:
        asked = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'"
        names = [name for (name,) in link.execute(asked)]
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'kept' AND pid <> "
    from_one = "SELECT setval(sequencename::regclass, 1, false) FROM pg_sequences"
    statements = (
        f"{others} pg_backend_pid()",
        "SET session_replication_role = replica",  # no trigger keeps a row, and no reference
        *(f"DELETE FROM {name}" for name in names),
        from_one,
    )

    def take_all_out() -> None:
        with psycopg.connect(address, autocommit=True) as link:
            link.execute("; ".join(statements))

    return address, take_all_out


@pytest.fixture
def postgres_emptied(postgres_kept: tuple[str, Callable[[], None]]) -> Iterator[str]:
    """As `postgres_url`, at a tenth of the cost: for a test that leaves the schema as it is."""
    address, take_all_out = postgres_kept
    yield address
    take_all_out()
