"""`tables` and `close`: what the operator sees of the tables, and how one is ended."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from bot.tables.model import Status
from bot.tables.proof.dice import Seed
from db.sqlite.lock import FileLock
from engines import GAMES
from tests.bot.operator.conftest import Desk
from tests.support.tables import ANNE, BOB, House


async def open_three(house: House) -> tuple[int, int, int]:
    playing = (await house.playing(ANNE, BOB, game="tasse")).id
    paused = (await house.playing(ANNE, BOB, game="diavolo")).id
    lobby = (await house.lobby(ANNE, game="debacle")).id
    await house.tables.suspend(house.ask(ANNE), paused)
    return playing, paused, lobby


def spoil(desk: Desk, table_id: int) -> None:
    with closing(sqlite3.connect(desk.database)) as connection, connection:
        connection.execute("UPDATE positions SET position = '{}' WHERE table_id = ?", (table_id,))


def listed(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^table (\d+) ·", text, re.MULTILINE)]


def test_tables_are_listed_a_line_each_without_a_secret(desk: Desk) -> None:
    playing, paused, lobby = desk.happen(open_three)
    with FileLock.take(desk.database):  # as beside a running bot
        told = desk.type("tables")
    assert (told.status, told.wrong) == (0, "")
    assert listed(told.text) == [playing, paused, lobby]
    lines = told.text.splitlines()
    ours = GAMES["tasse"].rules_version
    for part in ("tasse", "server 10", "channel 20", "playing", f"rules {ours} (ours {ours})", " d "):
        assert part in lines[0]
    assert lines[1].endswith("by its host")
    assert desk.load(playing).seed.hex() not in told.text
    assert desk.load(playing).table.commitment not in told.text


def test_the_lists_can_be_narrowed(desk: Desk) -> None:
    _, paused, _ = numbers = desk.happen(open_three)
    assert listed(desk.type("tables", "--paused").text) == [paused]
    assert listed(desk.type("tables", "--older-than", "30").text) == [*numbers]
    assert desk.type("tables", "--older-than", "99999").text == "No such table.\n"
    assert desk.type("tables", "--unreadable").text == "No such table.\n"


def test_a_state_that_cannot_be_read_is_found_and_nothing_is_changed(desk: Desk) -> None:
    playing, paused, _ = desk.happen(open_three)
    spoil(desk, playing)
    before = desk.load(playing)
    told = desk.type("tables", "--unreadable")
    assert listed(told.text) == [playing]
    assert "cannot be read" in told.text
    assert desk.load(playing) == before
    assert listed(desk.type("tables", "--unreadable", "--paused").text) == []
    assert paused in listed(desk.type("tables").text)


def test_a_table_is_closed_for_a_reason_that_its_log_keeps(desk: Desk) -> None:
    playing, *_ = desk.happen(open_three)
    told = desk.type("close", str(playing), "--reason", " stuck  since\nMonday ")
    assert (told.status, told.wrong) == (0, "")
    stored = desk.load(playing)
    table = stored.table
    assert (table.status, table.end.why, table.end.winners) == (Status.CLOSED, "operator", ())
    assert table.end.seed == stored.seed.hex()
    assert Seed(stored.seed).commitment == table.commitment
    assert desk.log(playing)[-1] == ("close", {"ending": "operator", "reason": "stuck since Monday"})
    with closing(sqlite3.connect(desk.database)) as connection:
        results = connection.execute("SELECT won, place FROM results WHERE table_id = ?", (playing,))
        assert results.fetchall() == [(0, None)] * 2
    assert desk.type("replay", str(playing)).status == 0


def test_a_table_that_cannot_be_read_is_closed_as_well(desk: Desk) -> None:
    playing, *_ = desk.happen(open_three)
    spoil(desk, playing)
    assert desk.type("close", str(playing), "--reason", "unreadable").status == 0
    assert desk.load(playing).table.end.why == "operator"
    assert desk.type("tables", "--unreadable").text == "No such table.\n"


def test_what_cannot_be_closed_is_said(desk: Desk) -> None:
    playing, *_ = desk.happen(open_three)
    assert "no table 77" in desk.type("close", "77", "--reason", "x").wrong
    assert "Give a reason" in desk.type("close", str(playing), "--reason", " ").wrong
    with FileLock.take(desk.database):
        told = desk.type("close", str(playing), "--reason", "x")
    assert told.status != 0
    assert "/tables" in told.wrong
    assert desk.load(playing).table.status is Status.PLAYING
    desk.type("close", str(playing), "--reason", "x")
    assert "is closed already" in desk.type("close", str(playing), "--reason", "x").wrong


def test_the_version_names_program_schema_and_rules(desk: Desk) -> None:
    told = desk.type("--version")
    assert told.status == 0
    assert re.search(r"^gobelet \S", told.text)
    desk.happen(open_three)
    with closing(sqlite3.connect(desk.database)) as connection:
        (schema,) = connection.execute("SELECT max(number) FROM migrations").fetchone()
    assert f"schema {schema}\n" in told.text
    for name, game in GAMES.items():
        assert f"{name} {game.rules_version}" in told.text


def test_an_older_database_is_not_brought_up_to_date_under_a_running_bot(desk: Desk) -> None:
    desk.happen(open_three)
    with closing(sqlite3.connect(desk.database)) as connection, connection:
        connection.execute("DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)")
    before = desk.database.read_bytes()
    with FileLock.take(desk.database):
        told = desk.type("tables")
        assert "An older Gobelet is running" in told.wrong
        assert desk.type("backup", str(desk.folder / "copy.db")).status == 0
    assert desk.database.read_bytes() == before
