"""C1, C3, C4: durable commits through the write door, beside what one would write first.

A move is one log line and one 2 kB position, acknowledged after its COMMIT, for 64 tables in a fresh
database (TMPDIR chooses the disk: on a memory disk a sync costs nothing and the figures mean little). The
naive way is aiosqlite behind a lock with four awaits a move; the plain way is sqlite3 in one thread.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import aiosqlite

from db.door import Door
from db.files import make_file
from db.sqlite.connection import Connection

ROUNDS = 9
TABLES = 64
MOVES = 30
LONE_MOVES = 300
POSITION = "x" * 2048
SCHEMA = """
CREATE TABLE log (id INTEGER PRIMARY KEY, table_id INTEGER, seq INTEGER, payload TEXT);
CREATE TABLE positions (table_id INTEGER PRIMARY KEY, position TEXT);
"""
APPEND = 'INSERT INTO log (table_id, seq, payload) VALUES (?, ?, \'{"type":"act"}\')'
UPSERT = "INSERT INTO positions VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position"

Way = Callable[[Path], Awaitable[list[float]]]


def prepare(connection: sqlite3.Connection, synchronous: str) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.executescript(SCHEMA)


def move(connection: sqlite3.Connection, table_id: int, seq: int) -> None:
    connection.execute(APPEND, (table_id, seq))
    connection.execute(UPSERT, (table_id, POSITION))


async def plain(path: Path, moves: int) -> list[float]:
    """sqlite3 in this thread, one move after the other: seconds of each."""
    connection = sqlite3.connect(path, isolation_level=None)
    prepare(connection, "FULL")
    times = []
    for seq in range(moves):
        start = time.perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        move(connection, seq % TABLES, seq)
        connection.execute("COMMIT")
        times.append(time.perf_counter() - start)
    connection.close()
    return times


async def produce(act: Callable[[int, int], Awaitable[None]], tables: int, moves: int) -> list[float]:
    """Tables that act as fast as they are answered: seconds of each move, waiting included."""
    times = []

    async def play(table_id: int) -> None:
        for seq in range(moves):
            start = time.perf_counter()
            await act(table_id, seq)
            times.append(time.perf_counter() - start)

    await asyncio.gather(*(play(table_id) for table_id in range(tables)))
    return times


async def naive(path: Path) -> list[float]:
    """aiosqlite, a lock around four awaits."""
    lock = asyncio.Lock()
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.executescript(SCHEMA)

        async def act(table_id: int, seq: int) -> None:
            async with lock:
                await connection.execute("BEGIN IMMEDIATE")
                await connection.execute(APPEND, (table_id, seq))
                await connection.execute(UPSERT, (table_id, POSITION))
                await connection.commit()

        return await produce(act, TABLES, MOVES)


async def grouped(
    path: Path, synchronous: str = "FULL", tables: int = TABLES, moves: int = MOVES
) -> list[float]:
    """The write door."""
    make_file(path)
    connection = await Connection.open(path)
    await connection.run(partial(prepare, synchronous=synchronous))
    door = Door(connection)

    async def act(table_id: int, seq: int) -> None:
        await door.write(partial(move, table_id=table_id, seq=seq))

    times = await produce(act, tables, moves)
    await door.close()
    await connection.close()
    return times


WAYS: dict[str, Way] = {
    "naive": naive,
    "door": grouped,
    "door, NORMAL": partial(grouped, synchronous="NORMAL"),
    "plain": partial(plain, moves=LONE_MOVES),
    "door, lone": partial(grouped, tables=1, moves=LONE_MOVES),
}


def measure() -> list[tuple[str, str]]:
    """Every way once a round, in turn; the median of the rounds, and of the ratios within a round."""
    rates: dict[str, list[float]] = {name: [] for name in WAYS}
    middles: dict[str, list[float]] = {name: [] for name in WAYS}
    names = list(WAYS)
    for number in range(ROUNDS):
        shift = number % len(names)
        for name in itertools.chain(names[shift:], names[:shift]):
            with tempfile.TemporaryDirectory() as folder:
                start = time.perf_counter()
                times = asyncio.run(run(WAYS[name], Path(folder) / "bench.db"))
                rates[name].append(len(times) / (time.perf_counter() - start))
            middles[name].append(statistics.median(times) * 1000)
    rows = [
        (
            f"{name}: moves/s, p50",
            f"{statistics.median(rates[name]):,.0f}/s {statistics.median(middles[name]):.2f} ms",
        )
        for name in names
    ]
    return [
        *rows,
        ("C1 door / naive, 64 tables, FULL (target >= 5)", ratio(rates["door"], rates["naive"])),
        ("C3 door FULL / NORMAL, 64 tables (target >= 0.7)", ratio(rates["door"], rates["door, NORMAL"])),
        ("C4 lone move, p50, door / plain (target <= 4)", ratio(middles["door, lone"], middles["plain"])),
    ]


async def run(way: Way, path: Path) -> list[float]:
    return await way(path)


def ratio(ours: list[float], theirs: list[float]) -> str:
    """The median over the rounds of the ratio within a round, with its extremes."""
    ratios = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
    return f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}..{ratios[-1]:.2f})"
