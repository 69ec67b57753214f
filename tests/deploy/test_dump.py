"""PostgreSQL's own backups, by the very commands of docs/operating.md: all comes back, and games go on."""

import os
import re
import subprocess
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs psycopg (the extra `postgres`)")

from db.moving.move import move_to_postgres
from db.postgres import open_shared
from playground.stores import Postgres, find_programs
from tests.deploy.test_operating import section
from tests.stored import frozen
from tests.support.stored import act, opening

LINES = [
    line.strip() for line in section("Backups").splitlines() if "pg_dump " in line or "pg_restore " in line
]


@pytest.fixture
def addresses(postgres_server: Postgres) -> Iterator[tuple[str, str]]:
    """A database of the role that the page makes, and where the page restores it."""
    postgres_server.ask("CREATE ROLE gobelet LOGIN NOSUPERUSER")
    postgres_server.ask("CREATE DATABASE gobelet OWNER gobelet")
    yield postgres_server.address("gobelet", "gobelet"), postgres_server.address("restored", "gobelet")
    for name in ("gobelet", "restored"):
        postgres_server.ask(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    postgres_server.ask("DROP ROLE gobelet")


def typed(line: str, folder: Path, server: Postgres, address: str) -> str:
    """What a line prints that the operator types, who is the server's administrator."""
    mine = {"PGHOST": str(server.folder), "PGUSER": "postgres", "DATABASE_URL": address}
    path = {"PATH": f"{find_programs()}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-ec", line], cwd=folder, env=mine | path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_page_says_how_to_dump_and_how_to_restore() -> None:
    assert len(LINES) == 2


async def test_a_dump_has_everything_and_games_go_on_from_it(
    tmp_path: Path, postgres_server: Postgres, addresses: tuple[str, str]
) -> None:
    address, restored = addresses
    moved = move_to_postgres(frozen.make(frozen.versions()[-1], tmp_path / "source.db"), address)
    for line in LINES:
        typed(line, tmp_path, postgres_server, address)

    def all_of(where: str) -> str:
        text = typed('pg_dump --no-owner "$DATABASE_URL"', tmp_path, postgres_server, where)
        return re.sub(r"(?m)^\\(un)?restrict .*$", "", text)  # newer versions put a random word there

    before, after = (sorted(all_of(where).splitlines()) for where in addresses)  # rows lie in any order
    assert list(unified_diff(before, after)) == []
    assert moved.rows > 1000

    store = await open_shared(restored, "after-the-accident")
    try:
        for live in await store.live():
            stored = await store.load(live.table_id)
            assert stored is not None
            await store.commit(act(stored))
        assert (await store.commit(opening(home_id=90))).table.id > stored.table.id
    finally:
        await store.close()
