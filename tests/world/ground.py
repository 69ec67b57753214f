"""The ground on which a simulated world stands: its clock, its chance, and what stands in for the system.

Everything outside is put back when the world ends: nothing here touches a test that does not use it.
"""

import asyncio
import gc
import importlib
import random
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import aiohttp.connector
import discord
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot.log
from bot.thinking import _answer as think_of
from db.sqlite import connection as sqlite_connection
from tests.world.loop import PROCESS, SimLoop
from tests.world.shared import Exchange, SharedSqlite, all_shared
from tests.world.wires import Connector, InlineSqlite, Network, Workers


class Ground:
    """Loop, network and chance of one world; `seed` decides all of it."""

    def __init__(self, seed: int, *, shared: bool = False) -> None:
        self.seed = seed
        self.chance = self.dice("ground")
        order = self.dice("order")
        self.loop = SimLoop(order, hurry=order.choice((0.0, 0.02, 0.2)))
        slow = order.choice((0.001, 0.01, 0.05))
        self.loop.work_takes = lambda: order.random() * slow
        far = order.choice((0.002, 0.02, 0.1))
        self.network = Network(self.loop, lambda: order.random() * far)
        self.exchange = Exchange(self.loop, self.network.latency) if shared else None
        """By which several processes hear of each other, if there are several."""
        self.printed = Printed(self.loop)
        self._urandom = self.dice("system")

    def dice(self, name: str) -> random.Random:
        """A source of chance of its own for each purpose: what one draws changes nothing for another."""
        return dice_of(self.seed, name)

    def now(self) -> datetime:
        """The time as the process that asks believes it is."""
        return datetime.fromtimestamp(self.loop.clock(), UTC)

    def urandom(self, size: int) -> bytes:
        """What the system gives as chance."""
        return self._urandom.randbytes(size)


_Random = random.Random


def dice_of(seed: int, name: str) -> random.Random:
    """What the world of this seed leaves to chance for one purpose."""
    return _Random(f"{seed}:{name}")


_STAMP = re.compile(r"^\d{4}-\d\d-\d\dT[\d:.]+Z ", re.MULTILINE)


class Printed(StringIO):
    """What all processes print; each entry has the world's time, and whose it is."""

    def __init__(self, loop: SimLoop) -> None:
        super().__init__()
        self._loop = loop

    def write(self, text: str) -> int:
        """Print."""
        life = PROCESS.get()
        return super().write(_STAMP.sub(f"@{self._loop.time():.3f} {life.name if life else '-'} ", text))


@contextmanager
def on_ground(ground: Ground) -> Iterator[None]:
    """Let everything run on this ground: time, chance, SQLite, child processes, logs."""
    loop = ground.loop

    class Seeded(_Random):
        """Without a seed of its own, it gets one of the world's."""

        def __init__(self, seed: Any = None) -> None:
            super().__init__(ground.urandom(8) if seed is None else seed)

        def seed(self, a: Any = None, version: int = 2) -> None:
            super().seed(ground.urandom(8) if a is None else a, version)

    def connect(path: Any, **given: Any) -> InlineSqlite:
        life = PROCESS.get()
        assert life is not None
        factory = given.pop("factory")

        class Troubled(SharedSqlite if ground.exchange else factory):  # type: ignore[misc]
            """A connection that fails when its disk does."""

            exchange = ground.exchange

            def execute(self, sql: str, *values: Any) -> Any:
                _fail(life.disk_faults, sql, self)
                if sql == "COMMIT":
                    (level,) = super().execute("PRAGMA synchronous").fetchone()
                    life.unsynced = _copy(path) if level < _FULL else None
                    life.committed()
                return super().execute(sql, *values)

        def make() -> sqlite3.Connection:
            made = sqlite3.connect(path, factory=Troubled, check_same_thread=False, **given)
            life.connections.append(made)
            return made

        return InlineSqlite(loop, make)

    replaced = [
        patch("time.time", loop.clock),
        patch("time.monotonic", loop.time),
        patch("time.perf_counter", loop.time),
        patch("aiohttp.connector.monotonic", loop.time),
        patch("discord.utils.utcnow", ground.now),
        patch("os.urandom", ground.urandom),
        patch("random._urandom", ground.urandom),
        patch("random.Random", Seeded),
        patch("aiosqlite.connect", connect),
        patch.object(sqlite_connection, "make_in_daemon", lambda make: make()),
        patch.object(aiohttp, "TCPConnector", lambda **_: Connector(ground.network)),
        patch("bot.homes.forwarding.TCPConnector", lambda **_: Connector(ground.network)),
        patch.object(discord.gateway, "KeepAliveHandler", Heart),
        patch.object(loop, "subprocess_exec", Workers(loop, find_work).start),
        patch.object(web, "TCPSite", lambda runner, host, port: Site(ground.network, runner, port)),
    ]
    collecting = gc.isenabled()
    state = random.getstate()
    handlers, root = bot.log.logging.getLogger().handlers, bot.log.logging.getLogger().level
    route, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    with ExitStack() as stack:
        for each in replaced:
            stack.enter_context(each)
        stack.enter_context(all_shared() if ground.exchange else nullcontext())
        random.seed(ground.seed)
        gc.disable()
        bot.log.configure(stream=ground.printed)
        try:
            yield
        finally:
            loop.end()
            let_go = sys.unraisablehook
            sys.unraisablehook = lambda _: None
            if collecting:
                gc.enable()
            random.setstate(state)
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = route, gateway
            bot.log.logging.getLogger().handlers = handlers
            bot.log.logging.getLogger().setLevel(root)
            sys.unraisablehook = let_go


def _fail(faults: list[str], sql: str, connection: sqlite3.Connection) -> None:
    """Have the ordered fault strike a transaction that writes, at its begin or at its end."""
    if not faults or sql not in ("BEGIN IMMEDIATE", "COMMIT"):
        return
    code, at = _DISK[faults[0]]
    if sql == at and not faults[0]:
        del faults[0]
    elif sql == at:
        fault = faults.pop(0)
        if fault == "full":
            connection.rollback()  # as SQLite does; after other errors the transaction may still be open
        error = sqlite3.OperationalError("a fault of the simulated disk")
        error.sqlite_errorcode = code
        raise error


_FULL = 2
"""What SQLite calls a level of `synchronous` at which a commit is on the disk when it returns."""


def _copy(address: str) -> dict[Path, bytes]:
    """The files of a database as they are: what a power cut leaves of it where nothing was synced since."""
    database = Path(urlsplit(address).path)
    files = (database, database.with_name(f"{database.name}-wal"))
    return {file: file.read_bytes() for file in files if file.exists()}


_DISK = {
    "": (sqlite3.SQLITE_OK, "COMMIT"),
    "full": (sqlite3.SQLITE_FULL, "COMMIT"),
    "locked": (sqlite3.SQLITE_BUSY, "BEGIN IMMEDIATE"),
    "io": (sqlite3.SQLITE_IOERR, "COMMIT"),
}


def find_work(words: Sequence[str]) -> tuple[Callable[[Any], bytes | None], bool]:
    """What the child process of these words does: a line in and one out, or all of its input at once."""
    module = words[words.index("-m") + 1]
    if module == "bot.thinking":
        import orjson

        return lambda line: orjson.dumps(think_of(line), option=orjson.OPT_APPEND_NEWLINE), True
    assert module == "bot.chores", words
    job = getattr(importlib.import_module(words[words.index("-m") + 2]), words[words.index("-m") + 3])
    return job, False


class Heart:
    """discord.py's heartbeat, which it has in a thread: the same beats from a timer."""

    def __init__(self, *, ws: Any, interval: float, shard_id: int | None = None) -> None:
        self.ws, self.interval, self.shard_id = ws, interval, shard_id
        self._loop = ws.loop
        self._timer: asyncio.TimerHandle | None = None
        self._last_recv = self._last_send = self._last_ack = self._loop.time()
        self.latency = float("inf")
        self.heartbeat_timeout = ws._max_heartbeat_timeout

    def start(self) -> None:
        self._timer = self._loop.call_later(self.interval, self._beat)

    def _beat(self) -> None:
        if self._last_recv + self.heartbeat_timeout < self._loop.time():
            self._task = self._loop.create_task(self.ws.close(4000))
            return
        self._task = self._loop.create_task(self._send())
        self.start()

    async def _send(self) -> None:
        try:
            await self.ws.send_heartbeat(self.get_payload())
        except Exception:
            self.stop()

    def get_payload(self) -> dict[str, Any]:
        return {"op": self.ws.HEARTBEAT, "d": self.ws.sequence}

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def tick(self) -> None:
        self._last_recv = self._loop.time()

    def beat(self) -> dict[str, Any]:
        self._last_send = self._loop.time()
        return self.get_payload()

    def ack(self) -> None:
        self._last_ack = self._loop.time()
        self.latency = self._last_ack - self._last_send


class Site:
    """aiohttp's server, listening on the world's network."""

    def __init__(self, network: Network, runner: Any, port: int) -> None:
        self._network, self._runner, self._port = network, runner, port
        self.sockets = [self]

    @property
    def _server(self) -> "Site":
        """What aiohttp asks for its addresses."""
        return self

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", self._port

    async def start(self) -> None:
        self._port = self._network.listen(self._runner.server, self._port)
        self._runner._reg_site(self)

    async def stop(self) -> None:
        self._network.stop_listening(self._port)
        self._runner._unreg_site(self)
