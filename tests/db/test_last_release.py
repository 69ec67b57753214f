"""A program that may run beside today's schema is understood by it: what it says was written down."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.migrate import Migration, latest, migrate, migrations
from db.opening import open_shared
from db.sqlite.schema import SqliteSchema
from db.store import SqliteStore
from tests.db.test_statements import complaints

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
async def test_postgresql_understands_what_it_says(postgres_url: str, known: int) -> None:
    store = await open_shared(postgres_url, "tested")
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
