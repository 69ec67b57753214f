"""A hundred thousand live tables: moved from SQLite to PostgreSQL, and two processes that share them.

The first process takes all, the second is given its share while the first goes on, and takes the rest when
the first is stopped. Times are from a process's start (or the stop) until its log says that it is ready.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import sqlite3
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bench.copies import multiply
from bench.databases import SKIPPED, make_database, open_postgres
from bench.startup import fill, megabytes, processor_seconds
from bench.whole import Row
from playground.server import Server
from tests.support.wire import TOKEN
from tests.support.wire_process import clean_environment

__all__ = ["measure"]

TABLES = 100_000
PLAYED = 100
PATIENCE = 120.0
READY = re.compile(rb" ready .*slots=(\[[\d, ]*\]).* tables=(\d+)|tables=(\d+).* slots=(\[[\d, ]*\])")


class Process:
    """A bot process, and how many tables it has said to be home to."""

    def __init__(self, folder: Path, server: Server, url: str) -> None:
        folder.mkdir()
        self._folder = folder
        self._settings = {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": server.api_url,
            "DISCORD_GATEWAY_URL": server.gateway_url,
            "DATABASE_URL": url,
            "SHARD_COUNT": "2",
            "SHARD_IDS": "auto",
        }
        self.tables = 0
        self._said = b""

    async def start(self) -> None:
        """Start it, and listen to it."""
        self.child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot"),
            cwd=self._folder,
            env=clean_environment(self._settings),
            stdin=DEVNULL,
            stderr=PIPE,
        )
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self.child.stderr is not None
        async for line in self.child.stderr:
            self._said += line
            if (found := READY.search(line)) is not None:
                self.tables += int(found[2] or found[3])

    async def until(self, met: Callable[[], bool]) -> float:
        """Seconds until something holds."""
        begun = time.perf_counter()
        while not met():
            if time.perf_counter() - begun > PATIENCE or self._listening.done():
                raise RuntimeError(self._said[-3000:].decode(errors="replace"))
            await asyncio.sleep(0.01)
        return time.perf_counter() - begun

    async def end(self, number: signal.Signals = signal.SIGKILL) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.child.send_signal(number)
        await self.child.wait()
        await self._listening


async def make_file(path: Path, *guild_ids: int) -> None:
    """A SQLite file with all tables."""
    await fill(path, PLAYED, *guild_ids)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        multiply(connection, PLAYED, TABLES // PLAYED)


async def move(there: Callable[[], object]) -> tuple[int, float]:
    """Rows of a move, and seconds."""
    begun = time.perf_counter()
    done: object = await asyncio.to_thread(there)
    return int(getattr(done, "rows", 0)), time.perf_counter() - begun


async def share(folder: Path, server: Server, url: str) -> list[Row]:
    """Two processes, one after the other."""
    first, second = Process(folder / "first", server, url), Process(folder / "second", server, url)
    rows = []
    try:
        await first.start()
        took = await first.until(lambda: first.tables >= TABLES)
        rows.append((f"start to ready, PostgreSQL, {TABLES} live tables", _told(first, took)))
        await second.start()
        took = await second.until(lambda: second.tables >= TABLES // 2)
        rows.append(("start to ready, second of two processes, half of them", _told(second, took)))
        ending = asyncio.create_task(first.end(signal.SIGTERM))
        took = await second.until(lambda: second.tables >= TABLES)
        rows.append(("stop of the first until the second has all", f"{took:.2f} s"))
        await ending
    finally:
        for process in (first, second):
            if hasattr(process, "child") and process.child.returncode is None:
                await process.end(signal.SIGTERM)
    return rows


def _told(process: Process, took: float) -> str:
    pid = process.child.pid
    return f"{took:.2f} s, {processor_seconds(pid):.2f} s busy, {megabytes(pid):.0f} MB"


async def _measure(url: str, folder: Path) -> list[Row]:
    from db.moving.move import move_to_postgres, move_to_sqlite

    server = Server(token=TOKEN)
    server.world.identifies_at_once = 16
    path = folder / "many.db"
    await make_file(path, server.world.guild_id, server.world.add_guild("Serveur", 0, 2))
    sys.stderr.write("many: made\n")
    rows, seconds = await move(lambda: move_to_postgres(path, url))
    found = [("move to PostgreSQL (target 50,000 rows/s)", f"{rows / seconds:,.0f} rows/s, {rows:,} rows")]
    await server.start()
    try:
        found += await share(folder, server, url)
    finally:
        await server.stop()
    rows, seconds = await move(lambda: move_to_sqlite(url, folder / "back.db"))
    return [*found, ("move back to SQLite", f"{rows / seconds:,.0f} rows/s")]


def measure() -> list[Row]:
    """Printable rows."""
    with open_postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        if postgres is None:
            return [("many", SKIPPED)]
        return asyncio.run(_measure(make_database(postgres), Path(folder)))
