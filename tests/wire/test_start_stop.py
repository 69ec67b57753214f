"""The process itself: how it stops, how it refuses to start, and what the process list shows.

The stop in mid-game is that of a bot as people start it, which makes all its imports, twice.
"""

import asyncio
import os
import random
import sqlite3
import subprocess
from asyncio.subprocess import Process
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.wire import TOKEN, Play
from tests.support.wire_judges import command_line
from tests.support.wire_players import Company
from tests.support.wire_process import run_bot

pytestmark = pytest.mark.wire


async def test_a_stop_in_mid_game(cold_play: Play) -> None:
    """SIGTERM while people play: exit 0, nothing lost, and the next start plays on with the same buttons."""
    play = cold_play
    company = Company(play, play.world.add_channel("jeux"), play.people("Alice", "Bruno"), random.Random(3))
    await company.begin(seuil=2)
    await play.until(company.offers, "a first move")
    child = play.process.child
    assert isinstance(child, Process)
    shown = command_line(child.pid)
    assert "bot" in shown
    assert TOKEN not in shown
    playing = asyncio.create_task(company.move())
    asked = await playing
    assert await play.process.stop() == 0
    assert asked is not None
    accepted = asked.answer is not None and asked.answer.kind == "update"
    assert play.rows("SELECT count(*) FROM log WHERE kind = 'act'") in ([(1,)], [(int(accepted),)])
    await play.start()
    await play.up_to_date()
    assert await company.play_on() > 0


def settings(folder: Path, **more: str) -> dict[str, str]:
    return {
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_PATH": str(folder / "gobelet.db"),
        "DISCORD_API_URL": "http://127.0.0.1:9/api/v10",
        "DISCORD_GATEWAY_URL": "ws://127.0.0.1:9/gateway",
        **more,
    }


async def check_refused(folder: Path, words: str, **more: str) -> None:
    status, printed = await run_bot(folder, settings(folder, **more))
    assert status != 0, printed
    assert words in printed, printed
    assert "Traceback" not in printed, printed
    assert TOKEN not in printed


async def test_one_bot_on_a_database(play: Play, tmp_path: Path) -> None:
    """A second one, and whatever needs the database alone, is refused; what may be done beside is done."""
    process = play.process
    copy, other = tmp_path / "copy.db", tmp_path / "other"
    other.mkdir()
    shared = settings(other, DATABASE_PATH=process.settings["DATABASE_PATH"])
    status, printed = await run_bot(other, shared, "backup", str(copy))
    assert status == 0, printed
    for arguments in ((), ("restore", str(copy)), ("close", "1", "--reason", "test")):
        status, printed = await run_bot(other, shared, *arguments)
        assert status == 1
        assert "is running" in printed
        assert "Traceback" not in printed
    assert process.running

    await play.kill()
    status, printed = await run_bot(other, shared, "restore", str(copy))  # free at once
    assert status == 0, printed
    await play.start()


async def test_what_is_old_is_forgotten_where_the_operator_wishes_it(play: Play) -> None:
    company = Company(play, play.world.add_channel("jeux"), play.people("Alice", "Bruno"), random.Random(3))
    await company.begin(seuil=2)
    await play.command(company.people[0], company.channel, "tasse stop")
    await play.up_to_date()
    await play.kill()
    with play.writing() as connection:
        connection.execute("UPDATE tables SET changed_at = changed_at - 49 * 3600000")
    await play.start()  # without a wish nothing is forgotten
    await play.kill()
    assert play.rows("SELECT forgotten_at FROM tables") == [(None,)]
    play.process.settings["RETENTION_DAYS"] = "2"
    await play.start()
    await play.until(lambda: play.rows("SELECT count(*) FROM log") == [(0,)], "the log to go")
    assert play.rows("SELECT count(*) FROM results") == [(2,)]


async def test_no_token(tmp_path: Path) -> None:
    await check_refused(tmp_path, "DISCORD_TOKEN is", DISCORD_TOKEN="")


async def test_a_token_that_discord_refuses(play: Play, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    url, socket = play.server.api_url, play.server.gateway_url
    token = "bad.bad.bad"
    await check_refused(
        folder, "Discord refuses", DISCORD_API_URL=url, DISCORD_GATEWAY_URL=socket, DISCORD_TOKEN=token
    )


async def test_no_discord_at_all(tmp_path: Path) -> None:
    await check_refused(tmp_path, "Discord does not answer")


async def test_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "gobelet.db").write_bytes(b"This is a letter, not a database. " * 100)
    await check_refused(tmp_path, "is no database")


async def test_a_newer_database(tmp_path: Path) -> None:
    path = tmp_path / "gobelet.db"
    await run_bot(tmp_path, settings(tmp_path), "replay", "1")
    with closing(sqlite3.connect(path)) as connection, connection:
        (last,) = connection.execute("SELECT max(number) FROM migrations").fetchone()
        later = (last + 7, "later", last + 7)
        connection.execute("INSERT INTO migrations (number, name, oldest) VALUES (?, ?, ?)", later)
    await check_refused(tmp_path, "newer Gobelet")


async def test_a_locked_database(tmp_path: Path) -> None:
    await run_bot(tmp_path, settings(tmp_path), "replay", "1")
    with closing(sqlite3.connect(tmp_path / "gobelet.db")) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        await check_refused(tmp_path, "held by another process")


async def test_a_read_only_database(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        folder = mounted(tmp_path / "fixed", "size=4m")
        try:
            await run_bot(folder, settings(folder), "replay", "1")
            mount("mount", "-o", "remount,ro", str(folder))
            await check_refused_from(tmp_path, folder, "cannot be written")
        finally:
            mount("umount", str(folder))
        return
    os.chmod(tmp_path, 0o500)  # noqa: PTH101 - nothing blocks here
    await check_refused(tmp_path, "cannot be")


async def test_a_full_disk(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("a small file system can only be mounted by root")
    folder = mounted(tmp_path / "small", "size=256k")
    try:
        (folder / "ballast").write_bytes(b"0" * 250 * 1024)
        await check_refused_from(tmp_path, folder, "is full")
    finally:
        mount("umount", str(folder))


async def check_refused_from(folder: Path, data: Path, words: str) -> None:
    await check_refused(folder, words, DATABASE_PATH=str(data / "gobelet.db"))


def mount(*command: str) -> None:
    subprocess.run(command, check=True)


def mounted(folder: Path, options: str) -> Path:
    """A small file system of its own; skips where that is not allowed."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    return folder
