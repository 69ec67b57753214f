"""Migrations: from every earlier version, whole or not at all, and never on somebody else's file."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from bot.tables.decks import Report
from bot.tables.model import Pace, Person, Reach, Status
from db.errors import StoreError
from db.jobs.decks import add_report, list_reports
from db.migrate import Migration, latest, migrations
from db.migrate import migrate as migrate_schema
from db.sqlite.schema import APPLICATION_ID, SqliteSchema, recognise, split
from db.store import SqliteStore
from tests.support.slots import take_all
from tests.support.stored import act, opening

EVENING = Path(__file__).with_name("version_1.sql")
LATEST = latest()
RELEASED = (
    "e9406b1e0a90204f",
    "5c3b6191e413b4c9",
    "61037fb34288419c",
    "b5e0291a5a9e6a0b",
    "c3c42607ef99039a",
    "8f8e3b8aa120c919",
    "dac7e53b72a6ab7c",
    "55799b3bdaf34af7",
    "278ba2fbc973698e",
    "e11e40d8983d09ca",
    "7620e7aaf356ab8b",
    "4abeeeb910d192db",
    "0dc7151d192c91c0",
    "f971a59b07ecfd2b",
    "8865d413349b8927",
    "f2b1c8f3d81f9308",
    "3c9f2c79a0bbb4b2",
    "ca9c3cde13ec8c6f",
    "af645b7c2a184037",
    "517b5cedfcef5bfc",
    "0702416cf266a10e",
    "9e08b0f44df0d767",
    "75af6350992d66c6",
    "f5919eaa95d80ca2",
)
"""The beginning of each released step's SHA-256, in their order."""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "scratch.db", isolation_level=None)) as connection:
        yield connection


def migrate(connection: sqlite3.Connection, steps: Sequence[Migration] | None = None) -> int:
    return migrate_schema(SqliteSchema(connection), steps)


def version_of(connection: sqlite3.Connection) -> int:
    return SqliteSchema(connection).version()


def schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()


def old_file(path: Path, version: int) -> Path:
    """A database as this version left it: a game won, one under way, a lobby closed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(EVENING.read_text(encoding="utf-8"))
        assert migrate(connection, migrations()[:version]) == version - 1
    return path


def test_numbers_have_no_gap() -> None:
    assert [step.number for step in migrations()] == list(range(1, LATEST + 1))


def test_a_released_step_is_never_edited() -> None:
    """Else old and new installations would drift apart; a new step gets its line here."""
    assert tuple(sha256(step.script.encode()).hexdigest()[:16] for step in migrations()) == RELEASED


def test_the_first_step_leads_where_the_oldest_files_were(connection: sqlite3.Connection) -> None:
    migrate(connection, migrations()[:1])
    with closing(sqlite3.connect(":memory:")) as old:
        old.executescript(EVENING.read_text(encoding="utf-8"))
        assert schema(connection) == schema(old)


def test_a_new_file_gets_them_all_once(connection: sqlite3.Connection) -> None:
    assert migrate(connection) == LATEST
    assert migrate(connection) == 0
    assert version_of(connection) == LATEST
    records = connection.execute("SELECT number, name FROM migrations ORDER BY number").fetchall()
    assert records == [(step.number, step.name) for step in migrations()]


@pytest.mark.parametrize("version", range(1, LATEST))
async def test_an_old_file_opens_with_all_it_held(tmp_path: Path, version: int) -> None:
    store = await SqliteStore.open(old_file(tmp_path / "old.db", version))
    playing = await store.load(2)
    assert playing.table.status is Status.PLAYING
    assert playing.table.manners.pace is Pace.RELAXED
    assert playing.table.seats[1].people == (Person(2, "nom 2", None, Reach.UNKNOWN),)
    assert (playing.setup, playing.position, playing.seed) == ('{"lives":3}', '{"round":1}', bytes([2] * 32))
    assert [live.table_id for live in await store.live()] == [2]
    assert [entry.draws for entry in await store.log(1)] == [(), ((6, 4),), ((6, 1),)]
    assert set(await store.posted(2)) == {0, 1}
    lost, won = [(await store.export(user_id))["results"] for user_id in (1, 2)]
    ended = {"table": 1, "game": "tasse", "ended_at": 1_800_000_003_000}
    ended |= {"rank": None, "unrated": None, "facts": None}
    assert lost == [ended | {"won": False, "place": 2}], "made up for, where the version had none"
    assert won == [ended | {"won": True, "place": 1}]

    await store.commit(act(playing))
    assert (await store.commit(opening(home_id=90))).table.id == 4
    await store.close()


@pytest.mark.parametrize("version", [2, LATEST - 1, LATEST])
async def test_time_since_the_last_sign_of_life_moves_deadlines(tmp_path: Path, version: int) -> None:
    store = await SqliteStore.open(old_file(tmp_path / "old.db", version))
    assert (await take_all(store, 1_800_000_009_000)).away == 2_000
    await store.close()


def test_reports_made_before_wait_on_and_keep_their_numbers(connection: sqlite3.Connection) -> None:
    migrate(connection, migrations()[:7])
    insert = (
        "INSERT INTO deck_reports (guild_id, deck, card, question, reason, at) VALUES (10, '', ?, 0, 'x', 5)"
    )
    connection.executemany(insert, [("a",), ("b",), ("c",)])
    connection.execute("DELETE FROM deck_reports WHERE card = 'c'")
    migrate(connection)
    connection.row_factory = sqlite3.Row
    add_report(connection, 10, Report("", "a", 0, "Où ?", "x", 6, 1))
    found = [
        (report.id, report.card, report.words, report.user_id) for report in list_reports(connection, 10)
    ]
    assert found == [(1, "a", "", None), (2, "b", "", None), (4, "a", "Où ?", 1)]


@pytest.mark.parametrize("version", [0, 1, LATEST - 1])
def test_a_failure_in_the_middle_leaves_the_last_whole_version(
    connection: sqlite3.Connection, version: int
) -> None:
    migrate(connection, migrations()[:version])
    before = schema(connection)
    broken = Migration(
        version + 1, "broken", "CREATE TABLE half (n INTEGER);\nINSERT INTO nowhere VALUES (1);\n"
    )
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrate(connection, (*migrations()[:version], broken))

    assert not connection.in_transaction
    assert schema(connection) == before
    assert version_of(connection) == version
    assert migrate(connection) == LATEST - version


def test_steps_before_a_failing_one_stay(connection: sqlite3.Connection) -> None:
    broken = Migration(LATEST + 1, "broken", "SELECT nothing;\n")
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (*migrations(), broken))
    assert version_of(connection) == LATEST


def test_a_script_that_stops_in_the_middle_is_refused(connection: sqlite3.Connection) -> None:
    cut = Migration(LATEST + 1, "cut", "CREATE TABLE one (n INTEGER);\n-- and\nCREATE TABLE two (n\n")
    with pytest.raises(ValueError, match="cut"):
        migrate(connection, (*migrations(), cut))
    assert version_of(connection) == LATEST


def test_a_trigger_is_one_statement() -> None:
    trigger = "CREATE TRIGGER a BEFORE DELETE ON b\nBEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\n"
    script = f"-- why\n{trigger}SELECT 3;\n-- end\n"
    statements = list(split(Migration(1, "x", script)))
    assert [statement.strip()[-9:] for statement in statements] == ["T 2;\nEND;", "SELECT 3;"]


def test_an_older_program_runs_beside_what_expands_the_schema_alone(connection: sqlite3.Connection) -> None:
    expand = Migration(
        LATEST + 1, "more", "-- oldest: 12\nALTER TABLE tables ADD COLUMN mood TEXT CHECK (mood <> '');\n"
    )
    contract = Migration(LATEST + 2, "less", "ALTER TABLE tables DROP COLUMN mood;\n")
    migrate(connection, (*migrations(), expand))
    recognise(connection, "here")
    assert migrate(connection) == 0
    migrate(connection, (*migrations(), expand, contract))
    with pytest.raises(StoreError, match="newer_schema"):
        recognise(connection, "here")
    recognise(connection, "here", (*migrations(), expand, contract))


def test_which_programs_may_run_beside_a_step() -> None:
    assert Migration(20, "a", "-- why\n-- oldest: 18\nSELECT 1;").oldest == 18
    assert Migration(20, "a", "SELECT 1; -- oldest: 18\n").oldest == 20
    assert all(step.oldest <= step.number for step in migrations())


def test_a_newer_file_is_left_alone(connection: sqlite3.Connection) -> None:
    migrate(connection)
    connection.execute("INSERT INTO migrations (number, name) VALUES (?, 'future')", (LATEST + 1,))
    with pytest.raises(StoreError) as caught:
        recognise(connection, "here")
    assert caught.value.code == "newer_schema"
    assert caught.value.params == {"path": "here", "found": LATEST + 1, "known": LATEST}


def test_another_programs_database_is_left_alone(connection: sqlite3.Connection) -> None:
    recognise(connection, "here")  # an empty file is nobody's yet
    connection.execute("CREATE TABLE theirs (n INTEGER)")
    with pytest.raises(StoreError, match="foreign"):
        recognise(connection, "here")
    assert int.from_bytes(b"GOBE", "big") == APPLICATION_ID
