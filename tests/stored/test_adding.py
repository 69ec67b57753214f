"""What is frozen of a version is what is new in it; nothing that is left there lacks what belongs to it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.stored.adding import keep_alone, marks_of_record, marks_of_schema, marks_of_tables, pick
from tests.stored.freeze import seen_before
from tests.stored.frozen import NOTES, RECORDS, kept, make, versions

NEWEST = versions()[-1]


@pytest.fixture
def database(tmp_path: Path) -> sqlite3.Connection:
    with closing(sqlite3.connect(make(NEWEST, tmp_path / "newest.db"))) as connection:
        yield connection


def test_few_are_picked_that_have_all_that_is_new() -> None:
    marks = {1: {"a", "b"}, 2: {"b"}, 3: {"a", "b", "c"}, 4: {"d", "e"}, 5: {"e", "old"}}
    assert pick(marks, {"old"}) == [3, 4]
    assert pick(marks, {"old", "a", "b", "c", "d"}) == [4]
    assert pick(marks, set().union(*marks.values())) == []


def test_what_was_stored_before_is_not_kept_again(database: sqlite3.Connection) -> None:
    tables, records = seen_before()
    assert pick(marks_of_tables(database), tables) == []
    assert pick({name: marks_of_record(json.loads(data)) for name, data in RECORDS.items()}, records) == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE positions SET position = json_set(position, '$.brim', 3) WHERE table_id = {id}",
        "UPDATE positions SET position = json_set(position, '$.phase', 'unheard') WHERE table_id = {id}",
        "UPDATE setups SET setup = json_set(setup, '$.seats', 'none') WHERE table_id = {id}",
        "UPDATE tables SET pace = 'endless' WHERE id = {id}",
        "UPDATE seat_people SET name = x'00' WHERE table_id = {id}",
        "ALTER TABLE seats ADD COLUMN colour TEXT",
    ],
    ids=["part", "phase", "type", "word", "blob", "column"],
)
def test_a_table_with_something_new_is_kept(database: sqlite3.Connection, change: str) -> None:
    before, _ = seen_before()
    table = next(
        table for table in kept() if table.version == NEWEST and table.phase and table.status != "closed"
    )
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE type = 'table'")
    database.execute("PRAGMA writable_schema = RESET")
    database.execute(change.format(id=table.id))
    picked = pick(marks_of_tables(database), before)
    assert len(picked) == 1
    assert picked == [table.id] or "ADD COLUMN" in change


@pytest.mark.parametrize("version", versions())
def test_every_version_keeps_what_is_of_each_kind_in_its_schema(version: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(make(version, tmp_path / "old.db"))) as connection:
        marks = marks_of_schema(connection)
    found = {mark.partition(": ")[2] for one in marks.values() for mark in one}
    games = {f"{name} {state}" for name in NOTES[version]["rules"] for state in ("live", "over")}
    assert found >= {*games, "lobby", "playing", "paused", "closed"}


def test_what_is_taken_out_leaves_a_sound_database(database: sqlite3.Connection) -> None:
    asked = "SELECT sql FROM sqlite_schema ORDER BY name"
    schema = database.execute(asked).fetchall()
    one = next(table.id for table in kept() if table.version == NEWEST and table.game == "soiree")
    held = "SELECT count(*) FROM log WHERE table_id = ?"
    lines = database.execute(held, (one,)).fetchone()
    evenings = "UPDATE evenings SET table_id = NULL"
    database.execute(evenings)
    keep_alone(database, [one])
    assert database.execute("SELECT id FROM tables").fetchall() == [(one,)]
    assert database.execute(held, (one,)).fetchone() == lines
    assert database.execute("SELECT count(DISTINCT table_id) FROM log").fetchone() == (1,)
    assert database.execute("SELECT count(*) FROM played_decks").fetchone()[0] <= 1
    assert database.execute(asked).fetchall() == schema
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
