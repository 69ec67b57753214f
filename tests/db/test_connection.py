"""A connection: whole functions in its own thread, one hop each, and nobody kept from ending."""

import asyncio
import logging
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.errors import StoreError
from db.files import make_file
from db.sqlite.connection import Connection

DYING = """
import asyncio, sys
from pathlib import Path
from db.sqlite.connection import Connection

async def main():
    global kept
    kept = await Connection.open(Path(sys.argv[1]))
    await kept.run(lambda it: it.execute("CREATE TABLE numbers (n INTEGER)"))
    raise RuntimeError("dying of an error")

asyncio.run(main())
"""


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[Connection]:
    make_file(tmp_path / "scratch.db")
    opened = await Connection.open(tmp_path / "scratch.db")
    await opened.run(lambda it: it.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT"))
    yield opened
    await opened.close()


async def test_a_function_of_many_statements_is_one_hop(
    connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "aiosqlite"):
        threads = await connection.read(
            lambda it: {it.execute("SELECT ?", (n,)) and threading.get_ident() for n in range(5)}
        )
    assert [line.startswith("executing") for line in caplog.messages].count(True) == 1
    assert threads.isdisjoint({threading.get_ident()})


async def test_its_functions_have_all_of_sqlite(connection: Connection) -> None:
    await connection.run(lambda it: it.executemany("INSERT INTO numbers VALUES (?)", [(1,), (2,)]))
    await connection.run(lambda it: it.executescript("INSERT INTO numbers VALUES (3);"))
    assert await connection.read(lambda it: it.execute("SELECT sum(n) FROM numbers").fetchone()) == (6,)


async def test_a_function_may_answer_nothing(connection: Connection) -> None:
    assert await connection.run(lambda it: None) is None


async def test_what_a_function_raises_comes_back_as_it_is(connection: Connection) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await connection.run(lambda it: int("no number"))
    with pytest.raises(StoreError):
        await connection.run(lambda it: it.execute("SELECT * FROM nothing"))
    assert await connection.run(lambda it: 7) == 7


async def test_a_cancelled_caller_does_not_stop_the_function(connection: Connection) -> None:
    entered, free = threading.Event(), threading.Event()
    troubles: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, trouble: troubles.append(trouble))

    def job(it) -> None:
        entered.set()
        free.wait()
        it.execute("INSERT INTO numbers VALUES (1)")

    running = asyncio.create_task(connection.run(job))
    await asyncio.to_thread(entered.wait)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    free.set()
    assert await connection.read(lambda it: it.execute("SELECT n FROM numbers").fetchall()) == [(1,)]
    assert troubles == []


async def test_after_closing_it_refuses_and_closing_again_does_nothing(tmp_path: Path) -> None:
    make_file(tmp_path / "scratch.db")
    connection = await Connection.open(tmp_path / "scratch.db")
    asked = [asyncio.create_task(connection.run(lambda it, n=n: n)) for n in range(3)]
    await asyncio.sleep(0)
    await asyncio.gather(connection.close(), connection.close())
    assert await asyncio.gather(*asked) == [0, 1, 2], "what was asked before is done"
    await connection.close()
    with pytest.raises(StoreError) as refused:
        await connection.run(lambda it: 1)
    assert refused.value.code == "closed"


def test_a_process_that_dies_of_an_error_does_not_wait_for_its_connections(tmp_path: Path) -> None:
    make_file(tmp_path / "scratch.db")
    dying = subprocess.run(
        [sys.executable, "-c", DYING, str(tmp_path / "scratch.db")],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (dying.returncode, dying.stdout) == (1, "")
    assert dying.stderr.endswith("RuntimeError: dying of an error\n")
