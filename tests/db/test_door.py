"""The write door: shared transactions, separate results, and nobody harmed by somebody else's trouble."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from db.door import Door
from db.errors import StoreError
from db.files import make_file
from db.sqlite.connection import Connection


class Traced:
    """A door over a scratch database, with the statements its connection has run."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.door = Door(connection)
        self.statements: list[str] = []

    def count(self, statement: str) -> int:
        return sum(line.startswith(statement) for line in self.statements)

    async def numbers(self) -> list[int]:
        rows = await self.connection.read(
            lambda it: it.execute("SELECT n FROM numbers ORDER BY n").fetchall()
        )
        return [n for (n,) in rows]


@pytest.fixture
async def traced(tmp_path: Path) -> AsyncIterator[Traced]:
    make_file(tmp_path / "scratch.db")
    connection = await Connection.open(tmp_path / "scratch.db")
    traced = Traced(connection)
    await connection.run(lambda it: it.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT"))
    await connection.run(lambda it: it.set_trace_callback(traced.statements.append))
    yield traced
    await traced.door.close()
    await connection.close()


def insert(n: int) -> Callable[[sqlite3.Connection], int]:
    def job(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO numbers VALUES (?)", (n,))
        return n * 10

    return job


class Gate:
    """A job that holds the connection's thread until it is opened."""

    def __init__(self, n: int) -> None:
        self._entered = threading.Event()
        self._open = threading.Event()
        self._n = n

    def __call__(self, connection: sqlite3.Connection) -> int:
        self._entered.set()
        self._open.wait()
        return insert(self._n)(connection)

    async def entered(self) -> None:
        await asyncio.to_thread(self._entered.wait)

    def open(self) -> None:
        self._open.set()


async def test_a_lone_write_is_one_transaction_with_its_result(traced: Traced) -> None:
    assert await traced.door.write(insert(1)) == 10
    assert (traced.count("BEGIN IMMEDIATE"), traced.count("COMMIT")) == (1, 1)
    assert await traced.numbers() == [1]


async def test_concurrent_writes_share_a_transaction(traced: Traced) -> None:
    results = await asyncio.gather(*(traced.door.write(insert(n)) for n in range(64)))
    assert results == [n * 10 for n in range(64)]
    assert traced.count("COMMIT") == 1
    assert await traced.numbers() == list(range(64))


async def test_who_comes_during_a_batch_is_in_the_next(traced: Traced) -> None:
    gate = Gate(0)
    first = asyncio.create_task(traced.door.write(gate))
    await gate.entered()
    late = [asyncio.create_task(traced.door.write(insert(n))) for n in range(1, 40)]
    await asyncio.sleep(0)
    gate.open()
    assert await first == 0
    assert await asyncio.gather(*late) == [n * 10 for n in range(1, 40)]
    assert traced.count("COMMIT") == 2


async def test_producers_that_write_again_at_once_stay_together(traced: Traced) -> None:
    async def produce(start: int) -> None:
        for n in range(start, start + 10):
            await traced.door.write(insert(n))

    await asyncio.gather(*(produce(start) for start in range(0, 320, 10)))
    assert await traced.numbers() == list(range(320))
    assert traced.count("COMMIT") == 10


async def test_nothing_but_the_jobs_stands_between_begin_and_commit(traced: Traced) -> None:
    await asyncio.gather(traced.door.write(insert(1)), traced.door.write(insert(2)))
    assert [line.split()[0] for line in traced.statements] == ["BEGIN", "INSERT", "INSERT", "COMMIT"]


async def test_one_loser_undoes_nobody_else(traced: Traced) -> None:
    class Lost(Exception):
        pass

    def loser(connection: sqlite3.Connection) -> None:
        insert(50)(connection)
        raise Lost

    results = await asyncio.gather(
        *(traced.door.write(job) for job in (insert(1), loser, insert(2), insert(1), insert(3))),
        return_exceptions=True,
    )
    assert [result for result in results if isinstance(result, int)] == [10, 20, 30]
    assert isinstance(results[1], Lost)
    assert isinstance(results[3], StoreError)
    assert results[3].code == "broken_rule"
    assert traced.count("COMMIT") == 1
    assert await traced.numbers() == [1, 2, 3]


async def test_a_job_is_not_answered_before_its_commit(traced: Traced) -> None:
    await traced.door.write(insert(1))
    other = sqlite3.connect(traced.connection.path)
    assert other.execute("SELECT n FROM numbers").fetchall() == [(1,)]
    other.close()


async def test_a_cancelled_leader_leaves_the_others_their_results(traced: Traced) -> None:
    gate = Gate(0)
    leader = asyncio.create_task(traced.door.write(gate))
    same_batch = asyncio.create_task(traced.door.write(insert(1)))
    await gate.entered()
    next_batch = asyncio.create_task(traced.door.write(insert(2)))
    await asyncio.sleep(0)
    leader.cancel()
    await asyncio.wait([leader])
    gate.open()

    assert leader.cancelled()
    assert await same_batch == 10
    assert await next_batch == 20
    assert await traced.numbers() == [0, 1, 2]  # the leader's write was under way: it stands


async def test_who_is_cancelled_before_the_batch_starts_writes_nothing(traced: Traced) -> None:
    gate = Gate(0)
    first = asyncio.create_task(traced.door.write(gate))
    await gate.entered()
    given_up, stays = (asyncio.create_task(traced.door.write(insert(n))) for n in (1, 2))
    await asyncio.sleep(0)
    given_up.cancel()
    gate.open()
    await asyncio.gather(first, stays)

    assert await traced.numbers() == [0, 2]


async def test_a_batch_whose_members_all_gave_up_does_not_block(traced: Traced) -> None:
    gate = Gate(0)
    first = asyncio.create_task(traced.door.write(gate))
    await gate.entered()
    given_up = asyncio.create_task(traced.door.write(insert(1)))
    await asyncio.sleep(0)
    given_up.cancel()
    gate.open()
    await first
    assert await traced.door.write(insert(2)) == 20
    assert await traced.numbers() == [0, 2]


async def test_a_failed_commit_fails_the_whole_batch_and_the_door_goes_on(traced: Traced) -> None:
    await traced.connection.run(
        lambda it: it.executescript(
            "PRAGMA foreign_keys = ON;"
            "CREATE TABLE owed (n INTEGER REFERENCES numbers (n) DEFERRABLE INITIALLY DEFERRED) STRICT;"
        )
    )

    def owe(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO owed VALUES (99)")  # found out at COMMIT only

    jobs = (insert(1), owe, insert(2))
    results = await asyncio.gather(*(traced.door.write(job) for job in jobs), return_exceptions=True)
    assert [result.code for result in results if isinstance(result, StoreError)] == ["broken_rule"] * 3
    assert len({id(result) for result in results}) == 3
    assert await traced.numbers() == []
    assert await traced.door.write(insert(3)) == 30


async def test_a_transaction_that_cannot_begin_fails_its_batch_alone(tmp_path: Path) -> None:
    make_file(tmp_path / "scratch.db")
    connection = await Connection.open(tmp_path / "scratch.db", busy_ms=1)
    door = Door(connection)
    await door.write(lambda it: it.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)").rowcount)
    other = sqlite3.connect(tmp_path / "scratch.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(StoreError) as caught:
            await door.write(insert(1))
        assert caught.value.code == "locked"
    finally:
        other.close()
    assert await door.write(insert(2)) == 20
    await door.close()
    await connection.close()


async def test_closing_lets_writes_under_way_end_and_refuses_new_ones(traced: Traced) -> None:
    gate = Gate(0)
    under_way = asyncio.create_task(traced.door.write(gate))
    await gate.entered()
    waiting = asyncio.create_task(traced.door.write(insert(1)))
    await asyncio.sleep(0)
    closing = asyncio.create_task(traced.door.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreError, match="closed"):
        await traced.door.write(insert(2))
    gate.open()
    await closing
    assert (await under_way, await waiting) == (0, 10)
    assert await traced.numbers() == [0, 1]


async def test_when_everybody_is_cancelled_the_door_goes_on(traced: Traced) -> None:
    """What happens at the end of asyncio.run(), which cancels every task there is."""
    gate = Gate(0)
    under_way = asyncio.create_task(traced.door.write(gate))
    await gate.entered()
    waiting = asyncio.create_task(traced.door.write(insert(1)))
    await asyncio.sleep(0)
    under_way.cancel()
    waiting.cancel()
    await asyncio.wait([under_way, waiting])
    gate.open()
    assert await traced.door.write(insert(2)) == 20
    assert await traced.numbers() == [0, 2]


async def test_a_connection_that_was_closed_fails_the_batch(traced: Traced) -> None:
    await traced.connection.close()
    traced.door.write_soon("n", insert(1))
    with pytest.raises(StoreError, match="closed"):
        await traced.door.write(insert(2))


async def test_a_note_goes_with_the_next_batch_and_before_it(traced: Traced) -> None:
    traced.door.write_soon("n", lambda it: it.execute("INSERT INTO numbers SELECT count(*) FROM numbers"))
    await asyncio.sleep(0)
    assert traced.statements == []
    assert await traced.door.write(insert(1)) == 10
    assert traced.count("COMMIT") == 1
    assert await traced.numbers() == [0, 1]


async def test_a_note_goes_alone_when_nobody_comes(traced: Traced) -> None:
    written = asyncio.Event()
    loop = asyncio.get_running_loop()

    def note(connection: sqlite3.Connection) -> None:
        insert(1)(connection)
        loop.call_soon_threadsafe(written.set)

    Door(traced.connection, soon=0.01).write_soon("n", note)
    await written.wait()
    assert await traced.numbers() == [1]


async def test_a_note_that_comes_during_a_batch_is_written_too(traced: Traced) -> None:
    door = Door(traced.connection, soon=0.01)
    gate, written, loop = Gate(0), asyncio.Event(), asyncio.get_running_loop()
    first = asyncio.create_task(door.write(gate))
    await gate.entered()
    door.write_soon("n", lambda it: loop.call_soon_threadsafe(written.set))
    gate.open()
    await first
    await written.wait()


async def test_a_later_note_of_the_same_thing_takes_the_place_of_an_earlier_one(traced: Traced) -> None:
    for key, n in (("a", 1), ("b", 2), ("a", 3)):
        traced.door.write_soon(key, insert(n))
    await traced.door.write(insert(4))
    assert await traced.numbers() == [2, 3, 4]


async def test_a_note_comes_after_all_that_were_given_before_it(traced: Traced) -> None:
    traced.door.write_soon("a", insert(1))
    traced.door.write_soon("b", lambda it: it.execute("INSERT INTO numbers SELECT count(*) FROM numbers"))
    traced.door.write_soon("a", insert(2))
    await traced.door.write(insert(3))
    assert await traced.numbers() == [0, 2, 3]


async def test_a_note_that_fails_harms_nobody(traced: Traced) -> None:
    await traced.door.write(insert(1))
    traced.door.write_soon("bad", insert(1))
    traced.door.write_soon("good", insert(2))
    assert await traced.door.write(insert(3)) == 30
    assert await traced.numbers() == [1, 2, 3]


async def test_a_note_that_a_full_disk_kept_back_is_written_once_there_is_room(traced: Traced) -> None:
    def fill(connection: sqlite3.Connection) -> int:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        if not full:
            return insert(1)(connection)
        raise error

    full = [True]
    traced.door.write_soon("note", fill)
    await traced.door.write(insert(2))
    full.clear()
    await traced.door.write(insert(3))
    assert await traced.numbers() == [1, 2, 3]


async def test_closing_writes_the_notes_and_refuses_new_ones(traced: Traced) -> None:
    traced.door.write_soon("n", insert(1))
    await traced.door.close()
    assert await traced.numbers() == [1]
    with pytest.raises(StoreError, match="closed"):
        traced.door.write_soon("n", insert(2))


async def test_closing_writes_the_notes_that_came_during_the_last_batch(traced: Traced) -> None:
    gate = Gate(0)
    under_way = asyncio.create_task(traced.door.write(gate))
    await gate.entered()
    traced.door.write_soon("n", insert(1))
    closing = asyncio.create_task(traced.door.close())
    await asyncio.sleep(0)
    gate.open()
    await asyncio.gather(closing, under_way)
    assert await traced.numbers() == [0, 1]
