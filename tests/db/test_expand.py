"""A newer program has expanded the schema: this one plays on beside it, and refuses what was contracted."""

import asyncio
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.faults import explain
from db.errors import StoreError
from db.migrate import Migration, latest, migrate, migrations
from db.moving.layout import read_layout
from db.opening import open_shared
from db.sqlite.schema import SqliteSchema
from db.store import SqliteStore, Store
from tests.db.test_ports import *  # noqa: F403 - whatever a store answers, it answers beside a newer schema, too
from tests.support.slots import beat_of
from tests.support.stored import act, begin, opening


def list_tables() -> list[str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        migrate(SqliteSchema(file))
        return [*(part.name for part in read_layout(file)), "processes", "turns"]


NEWER = "".join(f"ALTER TABLE {name} ADD COLUMN mood TEXT;\n" for name in list_tables())
"""Every table has a column more."""
OLDEST = max(step.oldest for step in migrations("postgres"))
"""What every program that may run here had to know."""
EXPAND = Migration(
    latest() + 1, "more", f"-- oldest: {OLDEST}\n{NEWER}CREATE TABLE moods (name TEXT PRIMARY KEY);\n"
)
CONTRACT = Migration(latest() + 2, "less", "ALTER TABLE tables DROP COLUMN pace;\n")


def change_file(path: Path, *steps: Migration) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        assert migrate(SqliteSchema(file), (*migrations("sqlite"), *steps)) == len(steps)


def change_database(url: str, *steps: Migration, applied: int | None = None) -> None:
    psycopg = pytest.importorskip("psycopg")
    from db.postgres.schema import PostgresSchema

    with psycopg.connect(url, autocommit=True) as link:
        done = migrate(PostgresSchema(link), (*migrations("postgres"), *steps))
    assert done == (len(steps) if applied is None else applied)


@pytest.fixture(params=["sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Each of the stores, once a newer program was there."""
    opened: Store
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        change_database(url, EXPAND)
        opened = await open_shared(url, "tested")
    else:
        await (await SqliteStore.open(tmp_path / "gobelet.db")).close()
        change_file(tmp_path / "gobelet.db", EXPAND)
        opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()


async def test_what_was_contracted_is_refused(tmp_path: Path, postgres_url: str) -> None:
    path = tmp_path / "gobelet.db"
    await (await SqliteStore.open(path)).close()
    change_file(path, EXPAND, CONTRACT)
    with pytest.raises(StoreError, match="newer_schema"):
        await SqliteStore.open(path)
    change_database(postgres_url, EXPAND, CONTRACT)
    with pytest.raises(StoreError, match="newer_schema"):
        await open_shared(postgres_url, "tested")


async def test_what_would_break_those_who_run_waits_until_they_are_gone(postgres_url: str) -> None:
    older = await open_shared(postgres_url, "older")
    await older.slots.join(beat_of("older"), alone=False)
    lobby = await older.commit(opening())
    change_database(postgres_url, EXPAND)
    with pytest.raises(StoreError) as refused:
        change_database(postgres_url, EXPAND, CONTRACT)
    assert "too old" in explain(refused.value)
    assert await older.commit(act(lobby)) == await older.load(lobby.table.id), "it plays on"
    await older.slots.leave("older")
    await older.close()
    change_database(postgres_url, EXPAND, CONTRACT, applied=1)


NEWER_PROGRAM = """
import sys
import psycopg
from db.migrate import Migration, latest, migrate, migrations
from db.postgres.schema import PostgresSchema

newer = [Migration(latest() + n, "more", script) for n, script in enumerate(sys.argv[2:], 1)]
with psycopg.connect(sys.argv[1], autocommit=True) as link:
    migrate(PostgresSchema(link), (*migrations("postgres"), *newer))
"""


async def test_a_game_goes_on_while_another_process_expands_the_schema(postgres_url: str) -> None:
    playing = await open_shared(postgres_url, "older")
    stored = await playing.commit(begin(await playing.commit(opening())))
    more = [f"-- oldest: {latest()}\nALTER TABLE log ADD COLUMN more_{n} TEXT;" for n in range(5)]
    command = (sys.executable, "-c", NEWER_PROGRAM, postgres_url, EXPAND.script, *more)
    newer = await asyncio.create_subprocess_exec(*command, cwd=Path(__file__).parents[2], stderr=PIPE)
    ended, acted = asyncio.create_task(newer.communicate()), 0
    while not ended.done() or acted < 20:
        stored = await playing.commit(act(stored))
        assert await playing.load(stored.table.id) == stored
        acted += 1
    assert (newer.returncode, (await ended)[1]) == (0, b"")
    log = await playing.log(stored.table.id)
    assert len(log) == acted + 2
    await playing.close()
    again = await open_shared(postgres_url, "older, started again")
    assert await again.load(stored.table.id) == stored
    await again.close()
