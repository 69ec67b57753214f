"""Whole clicks over a shared store: SQLite, PostgreSQL with one bot process and with three, near each other.

People stroll at tables of all games, in as many servers as there are shards; each kind of bot plays by turns.
Over the gateway only what happens in private messages is heard elsewhere than at home. By HTTP each click
goes to the next of three processes: two in three are sent on to their home or, with forwarding off, done on
the spot. Processor time is that of all processes of the bot. What forwarding adds is seen where all clicks
arrive at one process: those of its own tables beside those of the others'.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import statistics
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.bots import INSIDE, SETTINGS, Spent, cpu_seconds, play_of
from bench.crowds import KINDS, Crowd
from bench.databases import SKIPPED, open_postgres
from bench.whole import ROOT, Row
from bench.within import Counted
from playground.stores import Postgres
from tests.support.wire_process import BotProcess

__all__ = ["measure"]

ROUNDS = 2
STROLLING = 25
PAUSE = 2.0
SECONDS = 8.0
GAMES = tuple(KINDS)
EACH = max(1, STROLLING // len(GAMES))
THREE = 3
SQLITE, ONE, GATEWAY = "SQLite", "PostgreSQL", "PostgreSQL x 3"
HTTP, SPOT = "PostgreSQL x 3 by HTTP", "PostgreSQL x 3 by HTTP, not forwarded"


@dataclass
class Kind:
    """A bot of one kind, its people, and what its slices cost; `server` is the time of PostgreSQL itself."""

    bot: Counted
    spent: list[Spent] = field(default_factory=list)
    counted: list[tuple[int, int]] = field(default_factory=list)
    server: float = 0.0

    def __post_init__(self) -> None:
        self.crowd = Crowd(self.bot)

    async def fill(self) -> None:
        """See to it that all tables are in play."""
        await self.crowd.fill(GAMES, EACH)
        await self.bot.settle()

    async def stroll(self, seconds: float) -> None:
        """A slice, until nothing is left to send."""
        await self.crowd.stroll(GAMES, EACH * len(GAMES), seconds, PAUSE)
        await self.bot.settle()
        self.bot.forget()

    async def play(self, postgres: Postgres | None) -> None:
        """A slice that is measured."""
        before, counted, server = self.bot.spent(), await self.bot.counts(), server_seconds(postgres)
        await self.stroll(SECONDS)
        found = await self.bot.counts()
        self.server += server_seconds(postgres) - server
        self.spent.append(self.bot.spent() - before)
        self.counted.append(
            (found["statements"] - counted["statements"], found["forwarded"] - counted["forwarded"])
        )

    @property
    def cpu(self) -> float:
        """Ms of processor time a click."""
        return self.sum("cpu") / max(1, self.clicks) * 1000

    @property
    def clicks(self) -> int:
        return int(self.sum("clicks"))

    def sum(self, name: str) -> float:
        return float(sum(getattr(each, name) for each in self.spent))

    def told(self) -> str:
        """All of it in a line."""
        statements, forwarded = (
            sum(column) / max(1, self.clicks) for column in zip(*self.counted, strict=True)
        )
        said = [f"{self.cpu:.2f} ms", f"{statements:.2f} statements", f"{forwarded:.2f} forwarded"]
        if self.server:
            said.append(f"{self.server / max(1, self.clicks) * 1000:.2f} ms of PostgreSQL")
        said += [told_waits(wait.seconds for wait in self.crowd.waits), f"{self.clicks} clicks"]
        said += [f"{self.sum(name):.0f} {name}" for name in ("late", "refused") if self.sum(name)]
        return ", ".join(said)


def told_waits(waits: Iterable[float]) -> str:
    """Median and 99th percentile."""
    each = sorted(waits)
    return f"p50 {statistics.median(each) * 1000:.1f} ms, p99 {each[int(len(each) * 0.99)] * 1000:.1f} ms"


def server_seconds(postgres: Postgres | None) -> float:
    """Processor time of a PostgreSQL with all its processes."""
    if postgres is None or postgres._server is None:
        return 0.0
    found = cpu_seconds(postgres._server.pid)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            parent = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == postgres._server.pid:
                found += cpu_seconds(int(stat.parent.name))
    return found


def make_cluster(folder: Path, postgres: Postgres, processes: int, **options: Any) -> Any:
    """So many processes over a database of their own, started as people start them, with counters inside."""
    from tests.support.wire_cluster import Cluster

    class Measured(Cluster):
        def _make(self, number: int, part: Mapping[str, str]) -> BotProcess:
            made = super()._make(number, part)
            settings = {**made.settings, "PYTHONPATH": f"{ROOT}:{INSIDE}"}
            if "INTERACTIONS_PORT" in settings:
                settings["INTERACTIONS_PORT"] = str(free_port())
            return BotProcess(made.folder, settings, cold=True, module="counted")

        async def _use_doors(self) -> None:  # their log, which tells of doors, is off
            await self.server.endpoint.use([door_of(each) for each in self.processes])

    folder.mkdir()
    settings = {**SETTINGS, "LEASE_SECONDS": "15", **options}
    by_http = bool(settings.pop("by_http", False))
    return Measured(folder, postgres, [{}] * processes, shards=processes, by_http=by_http, **settings)


def door_of(process: BotProcess) -> str:
    """Where interactions are posted to a process."""
    settings = process.settings
    return f"http://{settings['INTERACTIONS_HOST']}:{settings['INTERACTIONS_PORT']}/interactions"


def free_port() -> int:
    """A port that nobody has at this moment."""
    with socket.socket() as here:
        here.bind(("127.0.0.1", 0))
        port: int = here.getsockname()[1]
        return port


async def open_kinds(stack: contextlib.AsyncExitStack, folder: Path, postgres: Postgres) -> dict[str, Kind]:
    """Start all bots, one after the other; the stack ends them."""
    plays = {
        SQLITE: play_of(folder / "file", ROOT, module="counted"),
        ONE: make_cluster(folder / "one", postgres, 1),
        GATEWAY: make_cluster(folder / "gateway", postgres, THREE),
        HTTP: make_cluster(folder / "http", postgres, THREE, by_http=True),
        SPOT: make_cluster(folder / "spot", postgres, THREE, by_http=True, FORWARDING="off"),
    }
    kinds = {}
    for name, play in plays.items():
        bot = Counted(play, getattr(play, "processes", ()))
        stack.push_async_callback(play.close)
        await play.open()
        kinds[name] = Kind(bot)
        await kinds[name].fill()
        await kinds[name].stroll(2 * PAUSE)  # warms up
        kinds[name].crowd.waits.clear()
        sys.stderr.write(f"{name}: at play\n")
    return kinds


async def measure_forwarding(kind: Kind) -> Row:
    """What it adds to a click that it is heard by another process than its home."""
    play: Any = kind.bot.play
    await play.server.endpoint.use([door_of(play.processes[0])])
    here = {play.guilds[slot] for slot, home in play.homes().items() if home is play.processes[0]}
    kind.crowd.waits.clear()
    for _ in range(ROUNDS):
        await kind.fill()
        await kind.stroll(SECONDS)
    waits = kind.crowd.waits
    own = [wait.seconds for wait in waits if wait.guild_id in here]
    others = [wait.seconds for wait in waits if wait.guild_id not in here]
    more = (statistics.median(others) - statistics.median(own)) * 1000
    told = f"{more:+.1f} ms p50 ({told_waits(own)} at home; {told_waits(others)} forwarded)"
    return ("forwarding adds to a click (target 5 ms)", told)


async def _measure(postgres: Postgres) -> list[Row]:
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        kinds = await open_kinds(stack, folder, postgres)
        names = list(kinds)
        for number in range(ROUNDS):
            for name in (*names[number:], *names[:number]):
                await kinds[name].fill()
                await kinds[name].play(None if name == SQLITE else postgres)
            sys.stderr.write(f"shared, round {number + 1}: measured\n")
        rows = [(f"shared, {name}: a click", kind.told()) for name, kind in kinds.items()]
        for name in names[1:]:
            ratio = kinds[name].cpu / kinds[SQLITE].cpu
            rows.append((f"shared, {name} / SQLite, processor time", f"{ratio:.2f} (target 1.5)"))
        rows.append(await measure_forwarding(kinds[HTTP]))
    return rows


def measure() -> list[Row]:
    """Printable rows."""
    with open_postgres() as postgres:
        if postgres is None:
            return [("shared", SKIPPED)]
        return asyncio.run(_measure(postgres))
