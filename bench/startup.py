"""From start to ready with 10 000 live tables in the store, beside an empty store; and memory per idle table.

The real process against the playground's server; ready is when the bot says so in its log.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from bot.tables.asks import Ask, ByPerson
from bot.tables.model import Manners, Pace
from bot.tables.playing.lobby import Opening
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.ui.wire.clock import LoopClock
from db.store import SqliteStore, Store
from engines import GAMES
from engines.core.clicks import moment_of
from playground.server import Server

TABLES = 10_000
ROUNDS = 3


def ask(user: int, number: int) -> Ask:
    """A typed command of this user, by the interaction of this number."""
    return Ask(ByPerson(user, f"Personne {user}"), moment_of(number), number, number)


async def fill(path: Path, count: int, *guild_ids: int) -> None:
    """Store that many tables, of these servers by turns, in the middle of a game."""
    store = await SqliteStore.open(path)
    await fill_store(store, count, *guild_ids)
    await store.close()


async def fill_store(store: Store, count: int, *guild_ids: int) -> None:
    """Add that many tables to an empty store."""
    tables = Tables(store, GAMES, LoopClock(), Seed.new, Random(1), Tasks())

    async def one(n: int) -> None:
        opening = Opening(
            guild_ids[n % len(guild_ids)], n, n, {}, Manners(Pace.WEEK)
        )  # nothing rings while this is measured
        table = await tables.open(ask(1, n * 10), "tasse", opening)
        await tables.join(ask(2, n * 10 + 1), table.id)
        await tables.begin(ask(1, n * 10 + 2), table.id)
        store.note_published(table.id, 10**6)

    tables.deadlines.hold()  # nobody shall ring for these tables but the bot that is measured
    for i in range(0, count, 500):
        await asyncio.gather(*(one(n) for n in range(i + 1, min(i + 500, count) + 1)))


def megabytes(pid: int) -> float:
    """The resident memory of a process, as Linux tells it."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def processor_seconds(pid: int) -> float:
    """The processor time that a process has taken, as Linux tells it."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


async def ready(server: Server, path: Path) -> tuple[float, float, float]:
    """Seconds from start to ready, those of the processor among them, and resident megabytes then."""
    settings = {
        "PYTHONPYCACHEPREFIX": str(path.parent / "compiled"),
        "DISCORD_TOKEN": "bench.bench.bench",
        "DISCORD_API_URL": server.api_url,
        "DISCORD_GATEWAY_URL": server.gateway_url,
        "DATABASE_PATH": str(path),
    }
    env = {**os.environ, **settings}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=env, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    async for line in process.stderr:
        if b" ready " in line:
            break
    took = time.perf_counter() - begun
    busy, resident = processor_seconds(process.pid), megabytes(process.pid)
    process.kill()
    with contextlib.suppress(ProcessLookupError):
        await process.communicate()
    return took, busy, resident


async def _measure() -> list[tuple[str, str]]:
    figures: list[tuple[float, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        full, empty = Path(folder) / "full.db", Path(folder) / "empty.db"
        server = Server()
        await fill(full, TABLES, server.world.guild_id)
        await fill(empty, 0, server.world.guild_id)
        await server.start()
        try:
            for path in (empty, full):  # the first start sends the commands, and compiles
                await ready(server, path)
            for _ in range(ROUNDS):
                bare = await ready(server, empty)
                figures.append((*bare, *await ready(server, full)))
        finally:
            await server.stop()
    middle = [statistics.median(column) for column in zip(*figures, strict=True)]
    ratios = [statistics.median(f[n + 3] / f[n] for f in figures) for n in (0, 1)]
    light, heavy = middle[2], middle[5]
    told = [
        f"{took:.2f} s, {busy:.2f} s busy, {size:.0f} MB" for took, busy, size in (middle[:3], middle[3:])
    ]
    return [
        ("start to ready, empty store", told[0]),
        (f"start to ready, {TABLES} live tables", told[1]),
        ("ratio", "{:.2f}, {:.2f} busy".format(*ratios)),
        ("memory per idle table", f"{(heavy - light) * 1024 / TABLES:.2f} kB"),
    ]


def measure() -> list[tuple[str, str]]:
    """Printable rows."""
    return asyncio.run(_measure())


__all__ = ["fill", "fill_store", "measure", "ready"]
