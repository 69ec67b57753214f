"""A PostgreSQL for tests: one private server a test process, made when first asked for, and fresh databases.

tests/conftest.py has these as fixtures for all tests.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

from playground.postgres import Postgres, find_programs

TEMPLATE = "template_gobelet"
NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A server of this test process alone, with an empty database that has the schema, to be copied."""
    programs = find_programs()
    if programs is None:
        pytest.skip("needs PostgreSQL's programs (Debian's package postgresql)")
    psycopg = pytest.importorskip("psycopg", reason="needs psycopg (the extra `postgres`)")
    from db.migrate import migrate
    from db.postgres.schema import PostgresSchema

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
