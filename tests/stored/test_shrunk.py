"""Tables of earlier versions get smaller, whenever the process dies, and are then as they were before."""

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.tables.model import Status
from db.store import SqliteStore
from tests.stored.frozen import Kept, kept, make, proved, standing, versions
from tests.stored.shrinker import shrink
from tests.stored.test_stored import shown

ROOT = Path(__file__).parents[2]
STEPS = 16
CLOSED = [table for table in kept() if table.status == "closed"]
QUIZZES = ("defizz", "soiree")
UNDIVIDED = ("0.1.0", "0.2.0")
"""The versions that kept each table's whole deck in its setup."""
DEALT = [
    table
    for table in kept()
    if table.game in QUIZZES and table.status in ("playing", "paused") and table.version in UNDIVIDED
]
KILLED = [(UNDIVIDED[0], 0), (UNDIVIDED[0], 2), (UNDIVIDED[0], 12), (UNDIVIDED[0], 24), ("0.3.0", 2)]
"""When a process is killed: after so many steps over a file of this version."""

every_new_closed_table = pytest.mark.parametrize("table", [table for table in CLOSED if table.new], ids=str)
every_live_quiz = pytest.mark.parametrize("table", DEALT, ids=str)
every_version = pytest.mark.parametrize("version", versions())


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each frozen database, made once and shrunk."""
    folder, found = tmp_path_factory.mktemp("shrunk"), {}
    for version in versions():
        found[version] = make(version, folder / f"{version}.db")
        asyncio.run(shrink_file(found[version]))
    return found


async def shrink_file(path: Path) -> None:
    store = await SqliteStore.open(path)
    await shrink(store)
    await store.close()


@pytest.fixture
def small(originals: dict[str, Path], tmp_path: Path) -> Callable[[str], Path]:
    """Gives a fresh copy of a frozen database that was shrunk."""
    return lambda version: Path(shutil.copy(originals[version], tmp_path / "small.db"))


async def everything(path: Path) -> dict[int, Any]:
    """All that is read of the tables of a file: what is stored, and the log; decks with their setups."""
    store, found = await SqliteStore.open(path), {}
    async with standing(path, "reading") as room:
        for table_id in range(1, 1_000):
            stored = await store.load(table_id)
            if stored is None:
                break
            held = await room.tables._ledger.held(table_id)
            record = None
            if stored.table.status is Status.CLOSED:
                record = await room.tables.record(table_id, whole=True)
            found[table_id] = (stored.position, held, await store.log(table_id), record)
    await store.close()
    return found


def size(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")
    return path.stat().st_size


@every_version
async def test_nothing_is_lost_and_the_file_is_sound(version: str, small: Any, tmp_path: Path) -> None:
    whole, path = make(version, tmp_path / "whole.db"), small(version)
    assert await everything(path) == await everything(whole)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        left = "SELECT count(*) FROM log JOIN tables ON tables.id = table_id WHERE status = 'closed'"
        assert connection.execute(left).fetchone() == (0,)
        inline = (
            "SELECT count(*) FROM setups JOIN tables ON id = table_id "
            "WHERE game IN (?, ?) AND setups.deck IS NULL"
        )
        assert connection.execute(inline, QUIZZES).fetchone() == (0,)
    assert size(path) < size(whole)


@every_new_closed_table
async def test_a_packed_table_is_shown_proved_and_played_again(table: Kept, small: Any) -> None:
    async with standing(small(table.version), str(table)) as room:
        await shown(room, table.id)
        proved(await room.tables.record(table.id), table.current)
        people = (await room.tables.table(table.id)).people()
        user_id = [person.user_id for person in people if person.user_id is not None][-1]
        rematch = await room.tables.rematch(room.ask(user_id), table.id)
        assert (await room.tables.table(table.id)).end.rematch_id == rematch.id
        await room.fill(rematch.id)
        await room.play(rematch.id, STEPS)
        await room.wind_up(rematch.id)
        proved(await room.tables.record(rematch.id), current=True)
        proved(await room.tables.record(table.id), table.current)


@every_new_closed_table
async def test_people_of_a_packed_table_get_their_data_and_are_forgotten(table: Kept, small: Any) -> None:
    async with standing(small(table.version), str(table)) as room:
        people = (await room.tables.table(table.id)).people()
        user_id = next(person.user_id for person in people if person.user_id is not None)
        told = await room.store.export(user_id)
        assert table.id in {line["table"] for line in told["log"]}
        for live in await room.store.tables_of(user_id):
            await room.tables.quit(room.ask(user_id), live)
        await room.tables.erase(user_id, room.store)
        assert (await room.store.export(user_id))["log"] == []
        await shrink(room.store)
        await shown(room, table.id)
        proved(await room.tables.record(table.id), table.current)


@every_live_quiz
async def test_a_live_game_whose_deck_is_shared_is_played_on_to_its_end(table: Kept, small: Any) -> None:
    async with standing(small(table.version), str(table)) as room:
        await room.came_back(table.id)
        await room.play(table.id, STEPS)
        await shown(room, table.id)
        await room.clock.advance(2_000)  # a race that everybody has answered settles
        assert (await room.wind_up(table.id)).end.why == "over"
        await shrink(room.store)
        await shown(room, table.id)
        proved(await room.tables.record(table.id), table.current)


def shrunk_until_killed(path: Path, steps: int) -> list[bytes]:
    """Let a process shrink a file, and kill it after so many steps; what it said."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.stored.shrinker", str(path)], stdout=subprocess.PIPE, cwd=ROOT
    ) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(steps)]
        child.send_signal(signal.SIGKILL)  # in the middle of whatever it is doing
    return told


@pytest.mark.kill
@pytest.mark.parametrize(("version", "steps"), KILLED)
async def test_whenever_the_process_dies_the_next_one_goes_on(
    version: str, steps: int, tmp_path: Path
) -> None:
    whole = await everything(make(version, tmp_path / "whole.db"))
    path = make(version, tmp_path / "killed.db")
    assert all(shrunk_until_killed(path, steps))
    assert await everything(path) == whole
    await shrink_file(path)
    assert await everything(path) == whole
    with closing(sqlite3.connect(path)) as connection:
        (packed,) = connection.execute("SELECT count(*) FROM archives").fetchone()
    assert packed == len([table for table in CLOSED if table.version == version])
