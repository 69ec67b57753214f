"""Programs of several versions over one schema: each plays on beside a newer one, or is refused."""

import asyncio
import json
import sqlite3
import sys
from asyncio.subprocess import PIPE
from contextlib import closing
from pathlib import Path

import pytest

from bot.faults import explain
from db.errors import StoreError
from db.migrate import Migration, latest, migrate, migrations
from db.postgres import open_shared
from db.sqlite.schema import SqliteSchema
from db.store import SqliteStore, Store
from tests.db.conftest import NEWER
from tests.db.newer import CONTRACT, EXPAND, change_database, change_file
from tests.db.test_erased import WHO, columns_with, leave_traces
from tests.db.test_statements import complaints
from tests.support.slots import beat_of
from tests.support.stored import act, begin, opening


@pytest.mark.parametrize("store", NEWER, indirect=True)
async def test_it_plays_on_beside_a_newer_schema(store: Store) -> None:
    """Whatever is kept is written, read, given out and erased; `make fire` tries all tests of stores so."""
    await leave_traces(store)
    before = await store.export(WHO)
    assert [part for part, told in before.items() if not told] == ["openings", "blocks"]
    for table_id in range(1, 4):
        stored, log = await store.load(table_id), await store.log(table_id)
        assert [entry.seq for entry in log] == list(range(1, stored.last_seq + 1))
    assert await complaints(store, said_by(latest())) == {}
    await store.erase(WHO)
    assert await columns_with(store, WHO) == set()


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


SAID = Path(__file__).parent / "said"
STEPS = migrations("sqlite")
LIVING = [
    known
    for known in (int(path.stem) for path in sorted(SAID.glob("*.json")))
    if all(step.oldest <= known for step in STEPS if step.number > known)
]
"""The last steps known to programs that may run beside today's schema."""
BROKEN = Migration(latest() + 1, "less", f"-- oldest: {latest()}\nALTER TABLE tables DROP COLUMN thread;\n")


def said_by(known: int) -> dict[str, str]:
    texts = json.loads((SAID / f"{known:04}.json").read_text(encoding="utf-8"))
    return {f"{known}:{n}": text for n, text in enumerate(texts)}


def test_what_this_program_says_is_written_down() -> None:
    assert latest() in LIVING, "python -m tests.db.said"
    assert len(said_by(latest())) > 90


@pytest.mark.parametrize("known", LIVING)
async def test_sqlite_understands_what_it_says(sqlite: SqliteStore, known: int) -> None:
    assert await complaints(sqlite, said_by(known)) == {}


@pytest.mark.parametrize("known", LIVING)
async def test_postgresql_understands_what_it_says(postgres_emptied: str, known: int) -> None:
    store = await open_shared(postgres_emptied, "tested")
    try:
        assert await complaints(store, said_by(known)) == {}
    finally:
        await store.close()


async def test_a_column_that_is_gone_is_missed(tmp_path: Path) -> None:
    await (await SqliteStore.open(tmp_path / "gobelet.db")).close()
    with closing(sqlite3.connect(tmp_path / "gobelet.db", isolation_level=None)) as file:
        migrate(SqliteSchema(file), (*STEPS, BROKEN))
    store = await SqliteStore.open(tmp_path / "gobelet.db")
    assert await complaints(store, said_by(latest()))
    await store.close()
