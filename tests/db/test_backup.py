"""Backups of a database in use: whole, one file, never over another one, and good to start from."""

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from db.errors import StoreError
from db.sqlite.backup import back_up
from db.store import SqliteStore
from tests.support.stored import act, opening


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
    assert found is not None
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
