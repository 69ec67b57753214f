"""The file of a database: its lock, its backups, and what survives a kill."""

import asyncio
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.ports import Entry
from db.errors import StoreError
from db.files import FileLock, lock_path
from db.sqlite.backup import back_up
from db.store import SqliteStore
from tests.support.stored import NOON, act, opening

ROOT = Path(__file__).resolve().parents[2]
HOLD = """
import sys, subprocess
from pathlib import Path
from db.files import FileLock
lock = FileLock.take(Path(sys.argv[1]))
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
print(child.pid, flush=True)
input()
"""


def test_a_second_taker_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    database = tmp_path / "data" / "gobelet.db"
    with FileLock.take(database) as lock:
        with pytest.raises(StoreError, match="in_use"):
            FileLock.take(database)
        assert lock_path(database).stat().st_mode & 0o777 == 0o600
        assert not database.exists()
    FileLock.take(database).release()
    lock.release()
    assert lock_path(database).exists()


def test_the_same_database_by_another_name_has_the_same_lock(tmp_path: Path) -> None:
    database = tmp_path / "gobelet.db"
    database.touch()
    (tmp_path / "link.db").symlink_to(database)
    with FileLock.take(database), pytest.raises(StoreError, match="in_use"):
        FileLock.take(tmp_path / "link.db")
    with FileLock.take(database):
        FileLock.take(tmp_path / "other.db").release()


def test_it_is_free_at_once_when_its_holder_is_killed(tmp_path: Path) -> None:
    """Even where a process that the holder started lives on."""
    database = tmp_path / "gobelet.db"
    command = [sys.executable, "-c", HOLD, str(database)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        child = int(holder.stdout.readline())
        assert Path(f"/proc/{child}").exists() or sys.platform != "linux"
        with pytest.raises(StoreError, match="in_use"):
            FileLock.take(database)
        holder.kill()
        holder.wait()
        FileLock.take(database).release()


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


async def test_a_backup_holds_what_was_committed(sqlite: SqliteStore, tmp_path: Path) -> None:
    lobby = await sqlite.commit(opening())
    copy = tmp_path / "copies" / "monday.db"
    copy.parent.mkdir()
    await sqlite.backup(copy)
    acted = await sqlite.commit(act(lobby))

    assert names(copy.parent) == ["monday.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    restored = await SqliteStore.open(copy)
    assert await restored.load(lobby.table.id) == lobby
    assert await sqlite.load(lobby.table.id) == acted
    await restored.close()


async def test_a_backup_ends_while_the_bot_writes_all_the_time(sqlite: SqliteStore, tmp_path: Path) -> None:
    stored = await sqlite.commit(opening())
    padding = "[" + "1," * 500_000 + "1]"
    for home_id in range(100, 106):  # several steps long
        await sqlite.commit(opening(home_id=home_id, options={"padding": padding}))
    done = False

    async def play() -> int:
        nonlocal stored
        written = 0
        while not done:
            stored = await sqlite.commit(act(stored))
            written += 1
        return written

    playing = asyncio.create_task(play())
    await asyncio.sleep(0)
    await sqlite.backup(tmp_path / "copy.db")
    done = True
    assert await playing > 1

    copy = await SqliteStore.open(tmp_path / "copy.db")
    found = await copy.load(stored.table.id)
    assert found.last_seq == len(await copy.log(stored.table.id)) == found.table.version
    assert found.table.version <= stored.table.version
    await copy.close()


async def test_nothing_is_overwritten(sqlite: SqliteStore, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    kept.write_text("precious", encoding="utf-8")
    with pytest.raises(StoreError) as caught:
        await sqlite.backup(kept)
    assert caught.value.code == "exists"
    assert kept.read_text(encoding="utf-8") == "precious"


async def test_a_backup_that_fails_leaves_no_file(tmp_path: Path) -> None:
    missing, target = tmp_path / "missing.db", tmp_path / "copy.db"
    with pytest.raises(StoreError, match="cannot_open"):
        await back_up(missing, target)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE theirs (n INTEGER)")
    with pytest.raises(StoreError, match="foreign"):
        await back_up(tmp_path / "other.db", target)
    with pytest.raises(StoreError, match="cannot_open"):
        await back_up(tmp_path / "other.db", tmp_path / "nowhere" / "copy.db")
    assert names(tmp_path) == ["other.db"]


async def test_restoring_takes_the_place_of_a_database_with_leftovers(tmp_path: Path) -> None:
    """By hand: the bot is stopped (here: killed), its files moved away, the copy put there."""
    home, away = tmp_path / "home", tmp_path / "away"
    away.mkdir()
    store = await SqliteStore.open(home / "gobelet.db")
    lobby = await store.commit(opening())
    await store.backup(tmp_path / "copy.db")
    await store.commit(act(lobby))
    assert (home / "gobelet.db-wal").stat().st_size > 0

    for file in list(home.iterdir()):
        file.rename(away / file.name)
    (tmp_path / "copy.db").rename(home / "gobelet.db")
    restored = await SqliteStore.open(home / "gobelet.db")
    assert await restored.load(lobby.table.id) == lobby
    await restored.commit(act(lobby))
    await restored.close()
    await store.close()


TABLES = 8


def acknowledged_before_the_kill(path: Path, answers: int) -> dict[int, int]:
    """Let a process commit, kill it after so many answers: the last version it had told of each table."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.db.committer", str(path), str(TABLES)], stdout=subprocess.PIPE, cwd=ROOT
    ) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(answers)]
        child.send_signal(signal.SIGKILL)  # in the middle of whatever it is doing
        lines += [line for line in child.stdout.readlines() if line.endswith(b"\n")]
    assert len(lines) >= answers
    told = [tuple(map(int, line.split())) for line in lines]
    return dict(sorted(told))  # the highest version of a table comes last, and stays


@pytest.mark.kill
@pytest.mark.parametrize("answers", [1, 40, 300])
async def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, answers: int) -> None:
    path = tmp_path / "gobelet.db"
    acknowledged = acknowledged_before_the_kill(path, answers)
    assert acknowledged
    store = await SqliteStore.open(path)
    for table_id, version in acknowledged.items():
        stored = await store.load(table_id)
        assert stored.table.version >= version
        log = await store.log(table_id)
        assert [entry.seq for entry in log] == list(range(1, stored.table.version + 1))
        assert stored.position == f'{{"moves":{stored.table.version - 1}}}'
        by_the_clock = (Entry(stored.last_seq + 1, "expire", NOON),)
        acted = await store.commit(act(stored, entries=by_the_clock))
        assert acted.table.version == stored.table.version + 1
    await store.close()
