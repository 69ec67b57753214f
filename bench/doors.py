"""The write door of both stores: steps of games, durable, by so many tables at once, near and over a network.

A step is what nearly every click is: a new position of 2 kB, the columns of the table, a line of the log, all
against the version that was seen. "One by one" are the same statements, without the single one for all
who wait. The ways take turns within seconds, and only their ratios travel. The network is a relay of 2.5 ms
there and back (bench/relay.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from bench.databases import SKIPPED, make_database, open_postgres
from bench.relay import distance
from bench.startup import fill_store
from bot.tables.ports import Change, Entry, Stored
from db.jobs.tables import change_table
from db.postgres import open_shared
from db.store import SqliteStore, Store

__all__ = ["measure"]

SIZES = (1, 16, 64, 256)
SERVER = 1
WATCHED = 64
"""So many tables have the targets."""
ROUNDS = 3
SECONDS = 0.6
AWAY = 0.0025
POSITION = f'{{"filled": "{"x" * 2048}"}}'
Row = tuple[str, str]
_clicks = count(10**18)


@dataclass
class Way:
    """A store, how it is written to, and what came of it: (steps a second, median ms, p99 ms) by tables."""

    store: Store
    write: Callable[[Store, Change], Awaitable[Stored]]
    tables: list[Stored] = field(default_factory=list)
    found: dict[int, list[tuple[float, float, float]]] = field(default_factory=dict)

    async def play(self, tables: int, seconds: float) -> None:
        """So many tables make a step after the other, for so long."""
        times: list[float] = []
        begun = time.perf_counter()
        end = begun + seconds

        async def one(place: int) -> None:
            while (start := time.perf_counter()) < end:
                self.tables[place] = await self.write(self.store, next_step(self.tables[place]))
                times.append(time.perf_counter() - start)

        await asyncio.gather(*(one(place) for place in range(tables)))
        rate = len(times) / (time.perf_counter() - begun)
        each = sorted(times)
        figures = (rate, statistics.median(each) * 1000, each[int(len(each) * 0.99)] * 1000)
        self.found.setdefault(tables, []).append(figures)


async def in_group(store: Store, change: Change) -> Stored:
    """The store's own way: whoever waits is in one statement."""
    return await store.commit(change)


async def one_by_one(store: Store, change: Change) -> Stored:
    """The same door, the same transaction, and a round trip for each statement."""
    return await store.door.write(lambda connection: change_table(connection, change))


def next_step(stored: Stored) -> Change:
    """A step of a game: the position is new, and the log says what happened."""
    table = replace(stored.table, version=stored.table.version + 1)
    after = replace(stored, table=table, setup=None, position=POSITION, last_seq=stored.last_seq + 1)
    click = next(_clicks)
    acted = Entry(after.last_seq, "act", click, "1", 1, click, {"type": "roll"}, ((6, 3), (6, 4)))
    return Change(stored.table, after, (acted,))


async def load(store: Store) -> list[Stored]:
    """All tables of a store."""
    found = [await store.load(live.table_id) for live in await store.live()]
    return [each for each in found if each is not None]


async def compare(ways: Mapping[str, Way], sizes: tuple[int, ...]) -> None:
    """Every way once a round, in turn."""
    names = list(ways)
    for number in range(ROUNDS):
        shift = number % len(names)
        for size in sizes:
            for name in (*names[shift:], *names[:shift]):
                await ways[name].play(size, SECONDS)


def rows_of(label: str, ways: Mapping[str, Way]) -> list[Row]:
    """The figures of each way, the medians of its rounds."""
    rows = []
    for name, way in ways.items():
        for size, rounds in way.found.items():
            rate, middle, late = (statistics.median(column) for column in zip(*rounds, strict=True))
            told = f"{rate:,.0f}/s, p50 {middle:.2f} ms, p99 {late:.2f} ms"
            rows.append((f"{label}, {size} tables: {name}", told))
    return rows


def ratio(ours: Way, theirs: Way) -> str:
    """The median over the rounds of the ratio within a round, with its extremes."""
    pairs = zip(ours.found[WATCHED], theirs.found[WATCHED], strict=True)
    ratios = sorted(mine[0] / other[0] for mine, other in pairs)
    return f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}..{ratios[-1]:.2f})"


async def measure_near(url: str, path: Path) -> list[Row]:
    """Both stores on this machine."""
    async with contextlib.AsyncExitStack() as stack:
        file = await SqliteStore.open(path)
        stack.push_async_callback(file.close)
        server = await open_shared(url, "bench")
        stack.push_async_callback(server.close)
        for store in (file, server):
            await fill_store(store, max(SIZES), SERVER)
        stored = await load(server)
        sqlite = Way(file, in_group, await load(file))
        grouped, plain = Way(server, in_group, stored), Way(server, one_by_one, stored)
        ways = {"SQLite": sqlite, "PostgreSQL": grouped, "PostgreSQL, one by one": plain}
        await compare(ways, SIZES)
    return [
        *rows_of("door", ways),
        (f"door PostgreSQL / SQLite, {WATCHED} tables (target >= 0.35)", ratio(grouped, sqlite)),
        (f"door PostgreSQL / one by one, {WATCHED} tables", ratio(grouped, plain)),
    ]


async def measure_far(url: str) -> list[Row]:
    """PostgreSQL over a network; the tables are there already."""
    async with contextlib.AsyncExitStack() as stack:
        server = await open_shared(url, "bench")
        stack.push_async_callback(server.close)
        stored = await load(server)
        grouped, plain = Way(server, in_group, stored), Way(server, one_by_one, stored)
        ways = {"PostgreSQL": grouped, "PostgreSQL, one by one": plain}
        trip = await measure_trip(server)
        await compare(ways, (1, WATCHED))
    return [
        ("far door: a question and its answer", f"{trip:.2f} ms"),
        *rows_of("far door", ways),
        (f"far door PostgreSQL / one by one, {WATCHED} tables (target >= 40)", ratio(grouped, plain)),
    ]


async def measure_trip(store: Store) -> float:
    """The median ms of a question that is nearly nothing but the way."""
    times = []
    for _ in range(20):
        begun = time.perf_counter()
        await store.fact("nothing")
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def measure() -> list[Row]:
    """Printable rows."""
    with open_postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        if postgres is None:
            return [("door PostgreSQL", SKIPPED)]
        url = make_database(postgres)
        rows = asyncio.run(measure_near(url, Path(folder) / "bench.db"))
        with distance(url, postgres.folder, AWAY) as far:
            return rows + asyncio.run(measure_far(far))
