"""The operator's commands where the store is a PostgreSQL database, and moving there and back."""

import asyncio
import multiprocessing
import os
import re
import signal
import stat
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bot.__main__ import main
from bot.homes.ports import Wake
from bot.tables.model import Status
from bot.tables.ports import Contact
from db.postgres import open_shared
from tests.bot.operator.conftest import Desk
from tests.bot.operator.test_live import listed
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House
from tests.support.waiting import NEVER

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["bot.__main__"])
YEAR_3000 = 32_503_680_000_000


def ask(url: str, question: str) -> Any:
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(url, autocommit=True) as link:
        cursor = link.execute(question)
        return cursor.fetchall() if cursor.description else None


async def open_three(house: House) -> tuple[int, int, int]:
    playing = (await house.playing(ANNE, BOB, game="tasse")).id
    paused = (await house.playing(ANNE, BOB, game="diavolo")).id
    lobby = (await house.lobby(ANNE, BOB, game="debacle")).id
    await house.tables.suspend(house.ask(ANNE), paused)
    return playing, paused, lobby


def live(url: str, *, living: bool = True) -> None:
    """A process of the bot lives on this database, or not any more."""
    ask(url, "DELETE FROM processes")
    if living:
        ask(
            url,
            "INSERT INTO processes (holder, address, count, started, until, leaving) "
            f"VALUES ('one', '127.0.0.1:1', 1, 0, {YEAR_3000}, FALSE)",
        )


# -- beside running bots -------------------------------------------------------------------------------


def test_commands_work_beside_running_bots(shared_desk: Desk) -> None:
    desk = shared_desk
    playing, paused, lobby = desk.happen(open_three)
    live(str(desk.url))
    assert listed(desk.type("tables").text) == [playing, paused, lobby]
    assert listed(desk.type("tables", "--paused").text) == [paused]
    assert desk.type("replay", str(playing)).status == 0
    assert desk.type("block", "user", "77", "--reason", "why").status == 0
    assert "77" in desk.type("blocks").text
    assert desk.type("unblock", "user", "77").status == 0
    closed = desk.type("close", str(playing), "--reason", "stuck")
    assert (closed.status, closed.wrong) == (0, "")
    assert desk.load(playing).table.status is Status.CLOSED
    assert "Of 1 closed tables, 1 are forgotten" in desk.type("purge", "--older-than", "0", "--yes").text
    assert desk.log(playing) == []
    assert not desk.database.exists()  # DATABASE_PATH means nothing here


def test_the_home_hears_that_a_table_was_closed(shared_desk: Desk) -> None:
    playing, *_ = shared_desk.happen(open_three)
    heard: list[Wake] = []

    async def close() -> None:
        home = await open_shared(str(shared_desk.url), "home")
        woken = asyncio.Event()

        def on_wake(wake: Wake) -> None:
            heard.append(wake)
            woken.set()

        await home.wakes.listen(on_wake, lambda: None, lambda: None)
        command = asyncio.to_thread(shared_desk.type, "close", str(playing), "--reason", "stuck")
        assert (await command).status == 0
        await asyncio.wait_for(woken.wait(), NEVER)
        await home.close()

    asyncio.run(close())
    version = shared_desk.load(playing).table.version
    assert (playing, version) in [(wake.table_id, wake.version) for wake in heard]


# -- backups -------------------------------------------------------------------------------------------


@pytest.fixture
def backed_up(shared_desk: Desk) -> tuple[Path, tuple[int, int, int]]:
    numbers = shared_desk.happen(open_three)
    copy = shared_desk.folder.parent / "monday.dump"
    live(str(shared_desk.url))
    told = shared_desk.type("backup", str(copy))
    assert (told.status, told.wrong) == (0, "")
    live(str(shared_desk.url), living=False)
    return copy, numbers


def test_what_stood_still_goes_on_and_what_moved_is_closed(
    shared_desk: Desk, backed_up: tuple[Path, tuple[int, int, int]]
) -> None:
    desk, (copy, (playing, paused, lobby)) = shared_desk, backed_up
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert desk.type("backup", str(copy)).status == 1  # a file is not overwritten

    async def later(house: House) -> int:
        await house.tables.quit(house.ask(BOB), lobby)
        await house.tables.resume(house.ask(ANNE), paused, HALL)
        return (await house.lobby(BOB, game="defizz")).id

    newer = desk.happen(later, first_id=2_000)
    told = desk.restore(copy, going_on=playing, closed=(paused, lobby))
    again = desk.happen(lambda house: house.lobby(BOB, game="defizz"), first_id=3_000)
    assert again.id == newer + 1  # buttons of the lost table name nobody else's
    (aside,) = re.findall(r"kept in the schema (\w+)\.", told.text)
    assert ask(str(desk.url), f"SELECT count(*) FROM {aside}.tables") == [(4,)]


def test_people_who_had_themselves_erased_since_stay_erased(shared_desk: Desk) -> None:
    desk = shared_desk

    async def over(house: House) -> int:
        table = await house.playing(ANNE, BOB, game="tasse")
        await house.store.note_contact(Contact(BOB, 70, True, "fr"))
        return (await house.tables.stop(house.ask(ANNE), table.id)).id

    table_id = desk.happen(over)
    copy = desk.folder.parent / "monday.dump"
    desk.type("backup", str(copy))
    desk.happen(lambda house: house.tables.erase(BOB, house.store), first_id=2_000)
    assert "the data of 1 people" in desk.type("restore", str(copy)).text
    people = [(person.user_id, person.name) for person in desk.load(table_id).table.people()]
    assert people == [(ANNE, f"nom {ANNE}"), (None, "")]


def test_where_nobody_knows_what_happened_since_nothing_goes_on(
    shared_desk: Desk, backed_up: tuple[Path, tuple[int, int, int]]
) -> None:
    desk, (copy, numbers) = shared_desk, backed_up
    ask(str(desk.url), "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    told = desk.type("restore", str(copy))
    assert "No present database could be read" in told.text
    assert [desk.load(table_id).table.end.why for table_id in numbers] == ["restored"] * 3
    assert desk.happen(lambda house: house.lobby(CHLOE, game="defizz"), first_id=3_000).id > 1_000


def test_nothing_is_restored_while_a_bot_runs_nor_from_what_is_no_backup(
    shared_desk: Desk, backed_up: tuple[Path, tuple[int, int, int]], tmp_path: Path
) -> None:
    desk, (copy, (playing, *_)) = shared_desk, backed_up
    before = desk.load(playing)
    live(str(desk.url))
    assert "is running" in desk.type("restore", str(copy)).wrong
    live(str(desk.url), living=False)
    letter = tmp_path / "letter"
    letter.write_bytes(b"This is a letter, not a backup. " * 100)
    assert "is no backup" in desk.type("restore", str(letter)).wrong
    cut = tmp_path / "cut"
    cut.write_bytes(copy.read_bytes()[:-100])  # its list of contents is whole
    told = desk.type("restore", str(cut))
    assert (told.status, "pg_restore failed" in told.wrong) == (1, True)
    assert desk.load(playing) == before
    assert ask(str(desk.url), "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'public_%'") == [(0,)]


@pytest.mark.parametrize("reached", ["put_aside", "fill_from", "_bring_up_to_date", "take_over"])
def test_a_restore_that_was_killed_lets_no_bot_start_and_is_run_again(
    shared_desk: Desk,
    backed_up: tuple[Path, tuple[int, int, int]],
    reached: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was there is put back first, so that it is known again which tables went on."""
    desk, (copy, (playing, paused, lobby)) = shared_desk, backed_up
    desk.happen(lambda house: house.tables.quit(house.ask(BOB), lobby), first_id=2_000)
    before = desk.load(playing)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))  # whence the process takes the bot
    process = FORKS.Process(target=restore_and_die, args=(desk.folder, str(desk.url), copy, reached))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL

    for command in (("tables",), ("backup", str(copy) + "2")):
        told = desk.type(*command)
        assert (told.status, "run the same `restore` again" in told.wrong) == (1, True)
    told = desk.type("restore", str(copy))
    assert (told.status, told.wrong) == (0, "")
    assert f"the backup: table {lobby}." in told.text
    assert (desk.load(playing), desk.load(paused).table.status) == (before, Status.PAUSED)
    assert ask(str(desk.url), "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'public_%'") == [(1,)]


def restore_and_die(folder: Path, url: str, copy: Path, reached: str) -> None:
    """Go back to a backup, and die once a function of this name is done."""
    os.chdir(folder)
    os.environ["DATABASE_URL"] = url

    def live(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code.co_name == reached:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(live)
    main(["restore", str(copy)])


def test_without_postgresqls_programs_a_sentence_says_so(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as nothing:
        nothing.setenv("PATH", str(tmp_path))
        told = shared_desk.type("backup", str(tmp_path / "copy"))
    assert (told.status, "pg_dump is missing" in told.wrong) == (1, True)
    assert not list(tmp_path.glob("copy*"))


def test_the_password_is_in_the_environment_alone(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program that tells what it was given takes the place of PostgreSQL's."""
    told = tmp_path / "told"
    program = tmp_path / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$@" > {told}\necho "$PGPASSWORD" >> {told}\nexit 3\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    url = str(shared_desk.url).replace("postgres@", "postgres:se%40cret@")
    monkeypatch.setenv("DATABASE_URL", url)
    answer = shared_desk.type("backup", str(tmp_path / "copy"))
    assert answer.status == 1
    arguments, password = told.read_text().splitlines()
    assert password == "se@cret"
    assert "cret" not in arguments
    assert "dbname" in arguments
    assert "cret" not in answer.wrong + answer.text


# -- moving --------------------------------------------------------------------------------------------


def test_a_bots_tables_move_there_and_back(desk: Desk, postgres_url: str, monkeypatch: Any) -> None:
    playing, paused, lobby = desk.happen(open_three)
    before = [desk.load(table_id) for table_id in (playing, paused, lobby)]
    told = desk.type("move", "--to", postgres_url)
    assert (told.status, told.wrong) == (0, "")
    assert re.match(r"Moved \d+ rows to postgresql://\S+; 1 tables were compared\.\n", told.text)

    refused = desk.type("tables")
    assert refused.status == 1
    assert "was moved to postgresql://" in refused.wrong
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    assert listed(desk.type("tables").text) == [playing, paused, lobby]
    assert desk.type("replay", str(playing)).status == 0

    assert desk.type("move", "--to", str(desk.folder / "back.db")).status == 0
    assert "was moved to" in desk.type("tables").wrong
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("DATABASE_PATH", str(desk.folder / "back.db"))
    desk.database = desk.folder / "back.db"
    assert [desk.load(table_id) for table_id in (playing, paused, lobby)] == before


def test_what_was_moved_is_used_again_when_the_operator_says_so(
    desk: Desk, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.happen(open_three)
    assert "was not moved" in desk.type("move", "--reopen").wrong
    desk.type("move", "--to", postgres_url)
    assert desk.type("move", "--reopen").status == 0
    assert len(listed(desk.type("tables").text)) == 3
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    assert desk.type("move", "--reopen").status == 1
    desk.type("move", "--to", str(desk.folder / "back.db"))
    assert desk.type("move", "--reopen").status == 0
    assert len(listed(desk.type("tables").text)) == 3


def test_what_cannot_be_moved_is_said(desk: Desk, postgres_url: str, monkeypatch: Any) -> None:
    desk.happen(open_three)
    assert "set DATABASE_URL" in desk.type("move", "--to", "other.db").wrong
    live(postgres_url)
    assert "is running" in desk.type("move", "--to", postgres_url).wrong
    live(postgres_url, living=False)
    ask(postgres_url, "INSERT INTO facts VALUES ('here', 'something')")
    assert "is not empty" in desk.type("move", "--to", postgres_url).wrong
    away = desk.type("move", "--to", "postgresql://me:secret@127.0.0.1:1/none")
    assert away.status == 1
    assert "secret" not in away.wrong + away.text
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    live(postgres_url)
    assert "is running" in desk.type("move", "--to", "other.db").wrong
    assert not (desk.folder / "other.db").exists()
