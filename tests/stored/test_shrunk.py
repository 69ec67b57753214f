"""Tables of earlier versions get smaller, whenever the process dies, and are then as they were before."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.tables.model import Status
from db.store import SqliteStore
from tests.stored.frozen import Kept, by_shape, image, kept, make, proved, standing, versions
from tests.stored.shrinker import shrink
from tests.stored.test_stored import shown
from tests.support.store import FreshStore

ROOT = Path(__file__).parents[2]
STEPS = 12
CLOSED = [table for table in kept() if not table.live]
QUIZZES = ("defizz", "soiree")
UNDIVIDED = ("0.1.0", "0.2.0")
"""The versions that kept each table's whole deck in its setup."""
DEALT = [
    table
    for table in kept()
    if table.game in QUIZZES and table.status in ("playing", "paused") and table.version in UNDIVIDED
]
KILLED = [("0.1.0", 2), ("0.1.0", 24)]
"""When a process is killed: after so many steps over a file of this version."""
MORE_KILLED = [("0.1.0", 0), ("0.1.0", 12), ("0.3.0", 2)]
SHRUNK: dict[str, bytes] = {}
"""By version: the database once it is shrunk, made by the first test that asks."""
WHOLE: dict[str, dict[int, Any]] = {}
"""By version: all that is read of its database before it is shrunk."""

each_closed_shape = by_shape(table for table in CLOSED if table.new)
each_quiz_shape = by_shape(DEALT)
every_version = pytest.mark.parametrize("version", versions())


async def small(version: str) -> bytes:
    """A frozen database that was shrunk."""
    if version not in SHRUNK:
        store = FreshStore(image(version))
        await shrink(store)
        SHRUNK[version] = store.sql.serialize()
    return SHRUNK[version]


def content(path: Path) -> bytes:
    """What a file holds, once nobody has it open."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        return connection.serialize()


async def everything(image: bytes) -> dict[int, Any]:
    """All that is read of the tables of a database: what is stored, and the log; decks with their setups."""
    found = {}
    async with standing(image, "reading") as room:
        for (table_id,) in room.store.sql.execute("SELECT id FROM tables ORDER BY id").fetchall():
            stored = await room.store.load(table_id)
            held = await room.tables._ledger.held(table_id)
            record = None
            if stored.table.status is Status.CLOSED:
                record = await room.tables.record(table_id, whole=True)
            found[table_id] = (stored.position, held, await room.store.log(table_id), record)
    return found


async def everything_of(version: str) -> dict[int, Any]:
    """All that is read of the tables of a frozen database."""
    if version not in WHOLE:
        WHOLE[version] = await everything(image(version))
    return WHOLE[version]


def size(image: bytes) -> int:
    connection = FreshStore(image).sql
    connection.execute("VACUUM")
    return len(connection.serialize())


@every_version
async def test_nothing_is_lost_and_the_file_is_sound(version: str) -> None:
    whole, shrunk = image(version), await small(version)
    assert await everything(shrunk) == await everything_of(version)
    connection = FreshStore(shrunk).sql
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    left = "SELECT count(*) FROM log JOIN tables ON tables.id = table_id WHERE status = 'closed'"
    assert connection.execute(left).fetchone()[0] == 0
    whole_ones = "SELECT count(*) FROM setups JOIN tables ON id = table_id WHERE setups.deck IS NULL"
    assert connection.execute(f"{whole_ones} AND game IN (?, ?)", QUIZZES).fetchone()[0] == 0
    assert size(shrunk) < size(whole)


@each_closed_shape
async def test_a_packed_table_is_shown_proved_and_played_again(table: Kept) -> None:
    async with standing(await small(table.version), str(table)) as room:
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


@each_closed_shape
async def test_people_of_a_packed_table_get_their_data_and_are_forgotten(table: Kept) -> None:
    async with standing(await small(table.version), str(table)) as room:
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


@each_quiz_shape
async def test_a_live_game_whose_deck_is_shared_is_played_on_to_its_end(table: Kept) -> None:
    async with standing(await small(table.version), str(table)) as room:
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
@pytest.mark.parametrize(
    ("version", "steps"), [*KILLED, *(pytest.param(*it, marks=pytest.mark.long) for it in MORE_KILLED)]
)
async def test_whenever_the_process_dies_the_next_one_goes_on(
    version: str, steps: int, tmp_path: Path
) -> None:
    whole = await everything_of(version)
    path = make(version, tmp_path / "killed.db")
    assert all(shrunk_until_killed(path, steps))
    assert await everything(content(path)) == whole
    store = await SqliteStore.open(path)
    await shrink(store)
    await store.close()
    assert await everything(content(path)) == whole
    with closing(sqlite3.connect(path)) as connection:
        (packed,) = connection.execute("SELECT count(*) FROM archives").fetchone()
    assert packed == len([table for table in CLOSED if table.version == version])
