"""Moving between SQLite and PostgreSQL: all arrives or nothing does, however it ends."""

import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import psycopg
import pytest

from db.errors import StoreError
from db.files import FileLock
from db.jobs.tables import load_table, read_log
from db.migrate import latest, migrate
from db.moving import move
from db.moving.file import read_layout, reopen_file
from db.moving.move import Moved, move_to_postgres, move_to_sqlite
from db.moving.server import reopen_server
from db.postgres.schema import PostgresSchema
from db.postgres.sql import PostgresSql
from db.sqlite.schema import SqliteSchema
from db.store import SqliteStore
from playground.stores import Postgres
from tests.stored import frozen
from tests.support.stored import act, opening
from tests.support.waiting import until_now

NUMBERS = count(1)
FULLEST = max(frozen.versions(), key=lambda version: frozen.FILES[version].stat().st_size)
MOVED = {frozen.versions()[0], FULLEST, frozen.versions()[-1]}
"""The versions whose files `make test` moves, too."""


@pytest.fixture
def address(postgres_server: Postgres) -> Iterator[str]:
    name = f"empty_{next(NUMBERS)}"
    postgres_server.ask(f"CREATE DATABASE {name}")
    yield postgres_server.address(name)
    postgres_server.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file in which many games were played: the frozen database that holds most."""
    return frozen.make(FULLEST, tmp_path / "source.db")


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a file but those that tell of moves."""
    with closing(sqlite3.connect(path)) as file:
        return {
            part.name: [
                row
                for row in file.execute(f"SELECT {part.listing} FROM {part.name} ORDER BY {part.order}")
                if not (part.name == "facts" and row[0] in ("moved_to", "moved_from"))
            ]
            for part in read_layout(file)
        }


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        for statement in statements:
            file.execute(statement)


def up_to_date(path: Path) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        migrate(SqliteSchema(file))
    return path


def is_empty(address: str) -> bool:
    with psycopg.connect(address) as link:
        asked = "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        return link.execute(asked).fetchone() == (0,)


def code_of(call: Any, *given: Any) -> str:
    with pytest.raises(StoreError) as caught:
        call(*given)
    return caught.value.code


@pytest.mark.parametrize(
    "version",
    [pytest.param(it, marks=[] if it in MOVED else pytest.mark.long) for it in frozen.versions()],
)
def test_there_and_back_all_rows_of_every_version_are_equal(
    version: str, tmp_path: Path, address: str
) -> None:
    source = frozen.make(version, tmp_path / "source.db")
    there = move_to_postgres(source, address)
    before = everything(source)
    back = move_to_sqlite(address, tmp_path / "back.db")
    after = everything(tmp_path / "back.db")
    assert after == before
    assert {name for name, rows in before.items() if rows} >= {"tables", "log", "seats", "positions", "facts"}
    assert there.rows == sum(map(len, before.values()))
    assert back.rows == there.rows + 1  # the fact that it was filled from a file
    assert there.compared == back.compared == -(-len(before["tables"]) // 50)


def test_all_tables_load_alike_from_both(source: Path, address: str) -> None:
    move_to_postgres(source, address)
    with closing(sqlite3.connect(source)) as file, psycopg.connect(address) as link:
        file.row_factory = sqlite3.Row
        sql = PostgresSql(link, "test")
        numbers = [row["id"] for row in file.execute("SELECT id FROM tables")]
        for table_id in numbers:
            assert load_table(file, table_id) == load_table(sql, table_id)
            assert read_log(file, table_id) == read_log(sql, table_id)
    assert len(numbers) > 20


def test_the_database_has_all_its_rules_again(source: Path, address: str, postgres_server: Postgres) -> None:
    postgres_server.ask("CREATE DATABASE plain")
    with psycopg.connect(postgres_server.address("plain"), autocommit=True) as plain:
        migrate(PostgresSchema(plain))
        expected = rules_of(plain)
    postgres_server.ask("DROP DATABASE plain")
    move_to_postgres(source, address)
    with psycopg.connect(address) as link:
        assert rules_of(link) == expected
    assert len(expected) > 60


def rules_of(link: psycopg.Connection[Any]) -> set[str]:
    asked = (
        "SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint UNION ALL "
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' UNION ALL "
        "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
    )
    return {rule for (rule,) in link.execute(asked)}


def test_numbers_go_on_behind_those_that_were_given(source: Path, tmp_path: Path, address: str) -> None:
    """A table that is gone gave its number to buttons: nobody gets it again."""
    change(source, "UPDATE sqlite_sequence SET seq = 5000 WHERE name = 'tables'")
    (lines,) = [len(rows) for name, rows in everything(up_to_date(source)).items() if name == "log"]
    move_to_postgres(source, address)
    with psycopg.connect(address) as link:
        assert link.execute("SELECT nextval(pg_get_serial_sequence('tables', 'id'))").fetchone() == (5001,)
        highest = link.execute("SELECT max(id) FROM log").fetchone()
        following = link.execute("SELECT nextval(pg_get_serial_sequence('log', 'id')) - 1").fetchone()
        assert highest == following
        assert lines
    move_to_sqlite(address, tmp_path / "back.db")
    with closing(sqlite3.connect(tmp_path / "back.db")) as file:
        asked = "SELECT seq FROM sqlite_sequence WHERE name = 'tables'"
        assert file.execute(asked).fetchone() == (5001,)


async def test_games_go_on_in_the_file_that_came_back(source: Path, tmp_path: Path, address: str) -> None:
    move_to_postgres(source, address)
    move_to_sqlite(address, tmp_path / "back.db")
    store = await SqliteStore.open(tmp_path / "back.db")
    for live in await store.live():
        stored = await store.load(live.table_id)
        await store.commit(act(stored))
    assert (await store.commit(opening(home_id=90))).table.id > stored.table.id
    await store.close()


def test_nul_characters_are_left_out_and_counted(source: Path, address: str) -> None:
    up_to_date(source)
    change(source, "UPDATE seat_people SET name = 'Zo' || char(0) || 'é' WHERE table_id = 1 AND ordinal = 0")
    changed = [row for row in everything(source)["seat_people"] if "Zo\0é" in row]
    assert move_to_postgres(source, address).nuls == len(changed) > 0
    with psycopg.connect(address) as link:
        assert link.execute("SELECT name FROM seat_people WHERE table_id = 1 AND ordinal = 0").fetchone() == (
            "Zoé",
        )


def test_rematches_that_name_each_other_arrive(source: Path, address: str) -> None:
    up_to_date(source)
    first, second = [row[0] for row in everything(source)["tables"]][:2]
    change(
        source,
        f"UPDATE tables SET rematch_id = {second} WHERE id = {first}",
        f"UPDATE tables SET rematch_of = {first}, rematch_id = {first} WHERE id = {second}",
        f"UPDATE tables SET rematch_of = {second} WHERE id = {first}",
    )
    move_to_postgres(source, address)
    with psycopg.connect(address) as link:
        asked = "SELECT rematch_of, rematch_id FROM tables WHERE id IN (%s, %s) ORDER BY id"
        assert link.execute(asked, (first, second)).fetchall() == [(second, second), (first, first)]


# -- what is refused -----------------------------------------------------------------------------------


async def test_the_old_file_is_not_started_again_by_mistake(source: Path, address: str) -> None:
    before = everything(up_to_date(source))
    done = move_to_postgres(source, address)
    assert everything(source) == before
    with pytest.raises(StoreError) as caught:
        await SqliteStore.open(source)
    assert (caught.value.code, caught.value.params["to"]) == ("moved", done.place)
    assert code_of(move_to_postgres, source, address) == "moved"
    assert reopen_file(source)
    assert not reopen_file(source)
    await (await SqliteStore.open(source)).close()


def test_the_old_database_is_not_started_again_by_mistake(source: Path, tmp_path: Path, address: str) -> None:
    move_to_postgres(source, address)
    move_to_sqlite(address, tmp_path / "back.db")
    assert code_of(move_to_sqlite, address, tmp_path / "again.db") == "moved"
    assert not (tmp_path / "again.db").exists()
    assert reopen_server(address)
    assert not reopen_server(address)
    move_to_sqlite(address, tmp_path / "again.db")


def test_a_database_that_holds_something_is_no_target(source: Path, tmp_path: Path, address: str) -> None:
    with psycopg.connect(address, autocommit=True) as link:
        migrate(PostgresSchema(link))
        link.execute("INSERT INTO facts VALUES ('here', 'something')")
        assert code_of(move_to_postgres, source, address) == "not_empty"
        link.execute("DELETE FROM facts; CREATE TABLE theirs (n BIGINT)")
        link.execute("COMMENT ON TABLE migrations IS NULL")
        assert code_of(move_to_postgres, source, address) == "foreign"
    assert "moved_to" not in [row[0] for row in everything(source)["facts"]]


def test_a_prepared_database_without_a_row_is_a_target(source: Path, address: str) -> None:
    with psycopg.connect(address, autocommit=True) as link:
        migrate(PostgresSchema(link))
    assert move_to_postgres(source, address).rows


def test_a_file_that_is_there_is_no_target(source: Path, tmp_path: Path, address: str) -> None:
    move_to_postgres(source, address)
    other = up_to_date(tmp_path / "other.db")
    assert code_of(move_to_sqlite, address, other) == "exists"
    letter = tmp_path / "letter.txt"
    letter.write_text("This is no database. " * 100)
    assert code_of(move_to_sqlite, address, letter) == "not_a_database"
    assert letter.read_text().startswith("This is no")
    assert not list(tmp_path.glob("*.moving"))
    move_to_sqlite(address, tmp_path / "free.db")  # nothing was marked


def test_nothing_moves_while_a_bot_runs_on_the_file(source: Path, tmp_path: Path, address: str) -> None:
    with FileLock.take(source):
        assert code_of(move_to_postgres, source, address) == "in_use"
    assert is_empty(address)
    move_to_postgres(source, address)
    with FileLock.take(tmp_path / "target.db"):
        assert code_of(move_to_sqlite, address, tmp_path / "target.db") == "in_use"


def test_what_a_newer_program_wrote_is_not_moved(source: Path, address: str) -> None:
    """Even where this one may run beside it: it does not know all that is there."""
    up_to_date(source)
    change(source, f"INSERT INTO migrations (number, name, oldest) VALUES ({latest() + 1}, 'more', 12)")
    assert code_of(move_to_postgres, source, address) == "newer_schema"
    assert is_empty(address)


# -- whole or not at all -------------------------------------------------------------------------------


def test_what_arrives_otherwise_than_it_was_sent_is_taken_back(
    source: Path, tmp_path: Path, address: str, postgres_server: Postgres
) -> None:
    """A trigger of somebody else's in the database: what it changes is seen, and nothing is moved."""
    with psycopg.connect(address, autocommit=True) as link:
        migrate(PostgresSchema(link))
        link.execute(
            "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
            "'BEGIN NEW.draws = $$[]$$; RETURN NEW; END'; "
            "CREATE TRIGGER spoil BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION spoil()"
        )
        with pytest.raises(StoreError, match="differs"):
            move_to_postgres(source, address)
        assert link.execute("SELECT count(*) FROM tables").fetchone() == (0,)
        link.execute(
            "CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
        )
        with pytest.raises(StoreError, match="differs"):
            move_to_postgres(source, address)
    assert reopen_file(source) is False


def test_an_index_that_cannot_be_made_takes_all_back(source: Path, address: str) -> None:
    up_to_date(source)
    change(source, "DROP INDEX log_interaction", "UPDATE log SET user_id = NULL")
    change(
        source,
        "DROP TRIGGER log_keeps_words",
        "UPDATE log SET interaction_id = 7 WHERE id IN (SELECT id FROM log LIMIT 2)",
    )
    assert code_of(move_to_postgres, source, address) == "broken_rule"
    assert is_empty(address)
    assert reopen_file(source) is False


def test_a_move_cut_between_its_two_commits_is_ended_by_the_same_command(
    source: Path, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then all is there, but the old store has no mark yet."""

    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(move, "note_left", cut)
        with pytest.raises(KeyboardInterrupt):
            move_to_postgres(source, address)
    again = move_to_postgres(source, address)
    assert again.before
    assert code_of(move_to_postgres, source, address) == "moved"

    with monkeypatch.context() as patched:
        patched.setattr(move, "note_left", cut)
        with pytest.raises(KeyboardInterrupt):
            move_to_sqlite(address, tmp_path / "back.db")
    assert move_to_sqlite(address, tmp_path / "back.db").before
    assert code_of(move_to_sqlite, address, tmp_path / "back.db") == "moved"


def test_a_source_that_went_on_after_the_cut_is_not_taken_for_moved(
    source: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(move, "note_left", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            move_to_postgres(source, address)
    change(source, "INSERT INTO facts VALUES ('went', 'on')")
    assert code_of(move_to_postgres, source, address) == "not_empty"


@pytest.fixture
def latest_source(tmp_path: Path) -> Path:
    """A file in which the games of an evening were played."""
    return frozen.make(frozen.versions()[-1], tmp_path / "source.db")


def move_and_die(which: str, path: Path, address: str, last: int, told: Path) -> None:
    """Move, and die at this moment: each call and return within the code that moves is one."""
    moments: list[str] = []

    def live(frame: FrameType, event: str, _: object) -> None:
        if "moving" in frame.f_code.co_filename or "restoring" in frame.f_code.co_filename:
            moments.append(f"{event} {frame.f_code.co_name}")
            if len(moments) == last:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(live)
    move_any(which, path, address)
    sys.setprofile(None)
    told.write_text("\n".join(moments))


def move_any(which: str, path: Path, address: str) -> Moved:
    return move_to_postgres(path, address) if which == "there" else move_to_sqlite(address, path)


def in_another_process(*given: Any) -> int | None:
    """Let `move_and_die` happen, and return how that process ended."""
    context = get_context("fork")
    process = context.Process(target=move_and_die, args=given)
    process.start()
    process.join()
    return process.exitcode


@contextmanager
def database(postgres_server: Postgres, template: str = "template1") -> Iterator[str]:
    name = f"another_{next(NUMBERS)}"
    postgres_server.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield postgres_server.address(name)
    postgres_server.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.kill
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # it does no more than move
@pytest.mark.parametrize("which", ["there", "back"])
def test_a_move_that_is_killed_leaves_both_ends_as_they_were(
    which: str, latest_source: Path, tmp_path: Path, postgres_server: Postgres
) -> None:
    expected = everything(up_to_date(latest_source))
    filled = postgres_server.address(server_name := f"filled_{next(NUMBERS)}")
    postgres_server.ask(f"CREATE DATABASE {server_name}")
    if which == "back":
        move_to_postgres(latest_source, filled)

    def begin(name: str) -> Path:
        return Path(shutil.copy(latest_source, tmp_path / name)) if which == "there" else tmp_path / name

    told = tmp_path / "moments"
    with database(postgres_server, server_name) as address:
        assert in_another_process(which, begin("whole.db"), address, 0, told) == 0
    moments = told.read_text().splitlines()
    marking = moments.index("call note_left") + 1
    states = []
    for moment in (9, len(moments) // 2, moments.index("return compare_tables") + 1, marking, len(moments)):
        with database(postgres_server, server_name) as address:
            path = begin(f"{moment}.db")
            assert in_another_process(which, path, address, moment, told) == -signal.SIGKILL
            settle(address)
            empty = is_empty(address) if which == "there" else not path.exists()
            left = reopen_file(path) if which == "there" else reopen_server(address)
            states.append((empty, left))
            assert move_any(which, path, address).before is (not empty)
            assert everything(path) == expected
    # Until the first commit nothing is there; then there is a moment before the mark, and one after it.
    assert states == [(True, False)] * 3 + [(False, False), (False, True)]
    assert not list(tmp_path.glob("*.moving"))


def settle(address: str) -> None:
    """Wait until the server has noticed that the other end of a connection is gone."""
    with psycopg.connect(address, autocommit=True) as link:
        others = "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'gobelet%'"
        until_now(lambda: link.execute(others).fetchone() == (0,))
