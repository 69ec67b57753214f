"""What is wrong with the file is said by a code, at the start and while running; the door stays usable."""

import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.model import Status
from db.errors import StoreError
from db.store import SqliteStore
from tests.support.chance import chance_of
from tests.support.slots import give_sign
from tests.support.stored import act, opening


async def code_of_opening(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        await SqliteStore.open(path, busy_ms=1)
    assert caught.value.params["path"] == str(path)
    return caught.value.code


async def pragma(store: SqliteStore, text: str) -> list[tuple[object, ...]]:
    """Ask the writing connection."""
    return await store._writer.run(
        lambda connection: [tuple(row) for row in connection.execute(f"PRAGMA {text}")]
    )


async def test_a_missing_folder_is_made_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "gobelet.db"
    store = await SqliteStore.open(path)
    await store.commit(opening())
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert modes == {"gobelet.db": 0o600, "gobelet.db-wal": 0o600, "gobelet.db-shm": 0o600}
    await store.close()
    assert [file.name for file in path.parent.iterdir()] == ["gobelet.db"]


async def test_commits_wait_for_the_disk(sqlite: SqliteStore) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys")
    assert [await pragma(sqlite, name) for name in names] == [[("wal",)], [(2,)], [(1,)]]


async def test_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "gobelet.db"
    path.write_text("Lobby ouvert. " * 100, encoding="utf-8")
    before = path.read_bytes()
    assert await code_of_opening(path) == "not_a_database"
    assert path.read_bytes() == before


async def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "gobelet.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE theirs (n INTEGER)")
    before = path.read_bytes()
    assert await code_of_opening(path) == "foreign"
    assert path.read_bytes() == before


async def test_a_newer_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "gobelet.db"
    await (await SqliteStore.open(path)).close()
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("INSERT INTO migrations (number, name) VALUES (99, 'future')")
    assert await code_of_opening(path) == "newer_schema"


async def test_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "gobelet.db"
    store = await SqliteStore.open(path)
    for home_id in range(100):
        await store.commit(opening(home_id=home_id))
    await store.close()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(chance_of("damage").randbytes(size - 4096))
    assert await code_of_opening(path) == "corrupt"


async def test_a_folder_in_its_place(tmp_path: Path) -> None:
    assert await code_of_opening(tmp_path) == "cannot_open"


async def test_held_by_another_process(tmp_path: Path) -> None:
    path = tmp_path / "gobelet.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert await code_of_opening(path) == "locked"


OPEN_AS_NOBODY = """
import asyncio, os, sys
from pathlib import Path
from db.errors import StoreError
from db.migrate import migrations
from db.store import SqliteStore
migrations()  # read now: another user may have no right to this checkout
if os.geteuid() == 0:  # rights do not bind root
    os.setgroups([])
    os.setuid(65534)
async def main():
    try:
        await SqliteStore.open(Path(sys.argv[1]))
    except StoreError as error:
        print(error.code)
asyncio.run(main())
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user may read (pytest's own belongs to one)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def open_without_rights(path: Path) -> str:
    """The code that a process gets which may read this path but not write it."""
    run = subprocess.run(
        [sys.executable, "-B", "-c", OPEN_AS_NOBODY, str(path)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=True,
    )
    return run.stdout.strip()


async def test_a_read_only_file(public_folder: Path) -> None:
    path = public_folder / "gobelet.db"
    await (await SqliteStore.open(path)).close()
    path.chmod(0o444)
    assert open_without_rights(path) == "read_only"


async def test_a_read_only_folder(public_folder: Path) -> None:
    folder = public_folder / "data"
    folder.mkdir()
    folder.chmod(0o555)
    assert open_without_rights(folder / "gobelet.db") == "read_only"
    folder.chmod(0o755)


async def test_a_writable_file_in_a_read_only_folder(public_folder: Path) -> None:
    folder = public_folder / "data"
    path = folder / "gobelet.db"
    await (await SqliteStore.open(path)).close()
    path.chmod(0o666)
    folder.chmod(0o555)
    assert open_without_rights(path) in {"cannot_open", "read_only"}
    folder.chmod(0o755)


async def test_a_full_disk_refuses_the_write_and_heals(sqlite: SqliteStore) -> None:
    lobby = await sqlite.commit(opening())
    await pragma(sqlite, "max_page_count = 1")  # no more than there are now
    with pytest.raises(StoreError) as caught:
        await sqlite.commit(act(lobby, position="[" + "1," * 50_000 + "1]"))
    assert caught.value.code == "disk_full"
    assert await sqlite.load(lobby.table.id) == lobby
    assert len(await sqlite.log(lobby.table.id)) == 1

    await pragma(sqlite, "max_page_count = 100000")
    playing = await sqlite.commit(act(lobby, status=Status.PLAYING))
    assert await sqlite.load(lobby.table.id) == playing


async def test_a_file_that_turns_read_only_refuses_the_write_and_heals(sqlite: SqliteStore) -> None:
    lobby = await sqlite.commit(opening())
    await pragma(sqlite, "query_only = ON")
    with pytest.raises(StoreError) as caught:
        await sqlite.commit(act(lobby))
    assert caught.value.code == "read_only"
    await pragma(sqlite, "query_only = OFF")
    assert (await sqlite.commit(act(lobby))).table.version == 2


async def test_after_closing_every_call_is_refused(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "gobelet.db")
    await store.close()
    await store.close()
    for call in (store.load(1), store.commit(opening()), give_sign(store, 1), store.live()):
        with pytest.raises(StoreError, match="closed"):
            await call


def test_an_error_reads_as_its_code_and_what_goes_with_it() -> None:
    assert str(StoreError("newer_schema", found=4, known=3)) == "newer_schema (found=4, known=3)"
    assert str(StoreError("closed")) == "closed"
