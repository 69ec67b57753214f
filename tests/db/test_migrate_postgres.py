"""PostgreSQL's schema: SQLite's tables by the same numbers; one migrates at a time, never others' tables."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from typing import Any

import psycopg
import pytest
from psycopg.errors import UndefinedTable

from db.errors import StoreError
from db.migrate import Migration, latest, migrate, migrations
from db.postgres import schema
from db.postgres.schema import LOCK, PostgresSchema, recognise
from db.sqlite.schema import SqliteSchema
from playground.stores import Postgres

STEPS = migrations("postgres")
BASELINE = STEPS[0]
EXPAND = Migration(latest() + 1, "more", "-- oldest: 12\nALTER TABLE tables ADD COLUMN mood TEXT;\n")
CONTRACT = Migration(latest() + 2, "less", "ALTER TABLE tables DROP COLUMN mood;\n")
KINDS = {"INTEGER": {"bigint", "boolean"}, "TEXT": {"text"}, "BLOB": {"bytea"}}
TELLING = {"migrations", "sqlite_sequence"}

NUMBERS = count(1)
Link = psycopg.Connection[Any]


@pytest.fixture
def address(postgres_server: Postgres) -> Iterator[str]:
    name = f"empty_{next(NUMBERS)}"
    postgres_server.ask(f"CREATE DATABASE {name}")
    yield postgres_server.address(name)
    postgres_server.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def link(address: str) -> Iterator[Link]:
    with psycopg.connect(address, autocommit=True) as link:
        yield link


@pytest.fixture
def file() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(SqliteSchema(connection))
        yield connection


def tables_of(link: Link) -> list[str]:
    found = link.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
    return sorted(name for (name,) in found)


def test_numbers_are_those_of_sqlite() -> None:
    assert [(step.number, step.name) for step in STEPS[1:]] == [
        (step.number, step.name) for step in migrations("sqlite") if step.number > BASELINE.number
    ]
    assert {step.number: step.oldest for step in STEPS[1:]} == {
        step.number: step.oldest for step in migrations("sqlite") if step.number > BASELINE.number
    }


def test_both_have_the_same_columns(link: Link, file: sqlite3.Connection) -> None:
    migrate(PostgresSchema(link))
    ours = [name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert tables_of(link) == sorted({*ours, "migrations"} - {"sqlite_sequence"})
    for table in sorted(set(ours) - TELLING):
        asked = (
            "SELECT column_name, data_type, is_nullable = 'YES' FROM information_schema.columns "
            "WHERE table_schema = 'public' AND table_name = %s"
        )
        theirs = {name: (kind, null) for name, kind, null in link.execute(asked, (table,))}
        for _, name, kind, not_null, _, key in file.execute(f"PRAGMA table_info({table})").fetchall():
            found, nullable = theirs.pop(name)
            assert found in KINDS[kind], (table, name)
            assert nullable == (not not_null and not key), (table, name)
        assert not theirs, table


def test_both_have_the_same_indexes_and_triggers(link: Link, file: sqlite3.Connection) -> None:
    migrate(PostgresSchema(link))
    named = "SELECT name, sql LIKE '%UNIQUE%' FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
    theirs = dict(
        link.execute(
            "SELECT indexname, indexdef LIKE '%UNIQUE%' FROM pg_indexes WHERE schemaname = 'public' "
            "AND indexname !~ '_(key|pkey)$'"
        ).fetchall()
    )
    assert theirs.pop("reports_once") is True  # a constraint there, where an index takes texts of any length
    assert theirs == {name: bool(unique) for name, unique in file.execute(named)}
    triggers = {name for (name,) in link.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")}
    ours = {name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")}
    assert triggers - ours == {"log_keeps_all", "archives_keep_all"}  # SQLite knows no TRUNCATE
    assert ours <= triggers


def test_a_new_database_gets_them_all_once(link: Link) -> None:
    assert PostgresSchema(link).version() == 0
    assert migrate(PostgresSchema(link)) == len(STEPS)
    assert migrate(PostgresSchema(link)) == 0
    assert PostgresSchema(link).version() == latest()
    recognise(link, "here")


def test_many_programs_start_at_once(address: str) -> None:
    def start(_: int) -> int:
        with psycopg.connect(address, autocommit=True) as link:
            recognise(link, "here")
            return migrate(PostgresSchema(link))

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(start, range(6))) == len(STEPS)


def test_a_failure_in_the_middle_leaves_the_last_whole_version(link: Link) -> None:
    broken = Migration(latest() + 1, "broken", "CREATE TABLE half (n BIGINT); DROP TABLE nowhere;")
    with pytest.raises(UndefinedTable):
        migrate(PostgresSchema(link), (*STEPS, broken))
    assert PostgresSchema(link).version() == latest()
    assert "half" not in tables_of(link)


def test_a_baseline_that_fails_leaves_nothing(link: Link) -> None:
    cut = Migration(BASELINE.number, "cut", BASELINE.script + "SELECT nowhere;")
    with pytest.raises(psycopg.Error, match="nowhere"):
        migrate(PostgresSchema(link), (cut,))
    assert tables_of(link) == []


def test_another_programs_tables_are_left_alone(link: Link) -> None:
    link.execute("CREATE TABLE migrations (number BIGINT, name TEXT, oldest BIGINT)")
    with pytest.raises(StoreError, match="foreign"):
        recognise(link, "here")
    link.execute("DROP TABLE migrations; CREATE TABLE theirs (n BIGINT)")
    with pytest.raises(StoreError, match="foreign"):
        recognise(link, "here")


def test_a_schema_of_our_own_beside_theirs_is_enough(link: Link) -> None:
    link.execute('CREATE TABLE theirs (n BIGINT); CREATE SCHEMA "Our own"; SET search_path = "Our own"')
    recognise(link, "here")
    assert migrate(PostgresSchema(link)) == len(STEPS)
    recognise(link, "here")
    assert tables_of(link) == ["theirs"]


def test_an_older_program_runs_beside_what_expands_the_schema_alone(link: Link) -> None:
    migrate(PostgresSchema(link), (*STEPS, EXPAND))
    recognise(link, "here")
    assert migrate(PostgresSchema(link)) == 0
    migrate(PostgresSchema(link), (*STEPS, EXPAND, CONTRACT))
    with pytest.raises(StoreError) as caught:
        recognise(link, "here")
    assert caught.value.code == "newer_schema"
    assert caught.value.params == {"path": "here", "found": latest() + 2, "known": latest()}
    recognise(link, "here", (*STEPS, EXPAND, CONTRACT))


def test_a_step_waits_for_whoever_uses_its_table(
    link: Link, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And lets others through meanwhile: it asks for its lock again and again, each time for a moment."""
    migrate(PostgresSchema(link))
    monkeypatch.setattr(schema, "WAIT_MS", 50)
    with psycopg.connect(address) as reader, psycopg.connect(address, autocommit=True) as player:
        reader.execute("SELECT count(*) FROM tables")  # a transaction that stays open
        with ThreadPoolExecutor(1) as pool:
            migrating = pool.submit(migrate, PostgresSchema(link), (*STEPS, EXPAND))
            player.execute("SET lock_timeout = '20s'")
            player.execute("SELECT count(*) FROM tables")
            assert not migrating.done()
            reader.rollback()
            assert migrating.result() == 1


def test_a_step_that_never_gets_its_moment_gives_up(
    link: Link, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "WAIT_MS", 10)
    monkeypatch.setattr(schema, "PAUSE", 0)
    with psycopg.connect(address) as other:
        other.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        with pytest.raises(StoreError, match="busy_schema"):
            migrate(PostgresSchema(link))
    assert tables_of(link) == []


INSERT_TABLE = """
    INSERT INTO tables (game, guild_id, home_id, channel_id, status, version, turn, commitment, created_at,
        changed_at, options, pace, thread, locale, seats_made, draws_taken, winners, last_seq)
    VALUES ('tasse', 1, 2, 2, 'closed', 1, 1, 'ab', 0, 0, '{}', 'vif', FALSE, 'fr', 1, 0, '[]', 1);
    INSERT INTO log (table_id, seq, kind, at, user_id, payload, draws) VALUES (1, 1, 'a', 0, 5, '{}', '[]');
"""


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET options = 'no json'",
        "UPDATE tables SET draft = '{'",
        "UPDATE tables SET status = 'open'",
        "UPDATE tables SET alarm_at = 5",
        "UPDATE tables SET rematch_of = 99",
        "INSERT INTO positions (table_id, seed, scenes) VALUES (1, 'short', '[]')",
        "INSERT INTO log (table_id, seq, kind, at, payload, draws) VALUES (1, 0, 'act', 0, '{}', '[]')",
        "INSERT INTO log (table_id, seq, kind, at, payload, draws) VALUES (1, 1, 'act', 0, '{}', '[]')",
    ],
)
def test_the_schema_refuses_what_sqlites_does(postgres_emptied: str, statement: str) -> None:
    with psycopg.connect(postgres_emptied, autocommit=True) as link:
        link.execute(INSERT_TABLE)
        with pytest.raises((psycopg.IntegrityError, psycopg.DataError)):
            link.execute(statement)
