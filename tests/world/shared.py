"""Several processes over one store: what only PostgreSQL does for them, over SQLite's rows.

The store is the one for PostgreSQL, with its locks by name and its way to hear what others have changed. Its
jobs are the same for both databases, and ask here what they ask there. A transaction is one step of the
world: nobody is beside it, so that locks within it have nothing to do.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import copy_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

from psycopg import Notify

from db.postgres.server import Server
from db.postgres.store import PostgresStore
from db.sql import CLOCK, NOW
from db.sqlite.connection import BUSY_MS, Callee, open_connections
from tests.world.loop import PROCESS, START, SimLoop

_TICK = 1e-6
_PATIENCE = 0.05
"""Seconds between two looks at whether a lock is free."""


class Exchange:
    """Who hears of what others have changed, and who holds which lock by name; the dead do neither."""

    def __init__(self, loop: SimLoop, latency: Callable[[], float]) -> None:
        self.loop = loop
        self.latency = latency
        self.ears: list[Link] = []
        self.locks: dict[str, Link] = {}

    def now_ms(self) -> int:
        """The database's clock, which no process's own is."""
        return round((START + self.loop.time()) * 1000)

    def tell(self, news: Sequence[tuple[str, str]]) -> None:
        """A transaction is committed: let everybody hear of it who listens."""
        self.ears = [each for each in self.ears if each.lives]
        for channel, payload in news:
            for ear in self.ears:
                ear.hear(Notify(channel, payload, 0))

    def cut(self) -> None:
        """Those who listen lose their connections, and what was under way to them."""
        for ear in self.ears:
            ear.end()
        self.ears = []


class Link:
    """A connection of a process in its loop, as psycopg has it: it listens, or it holds a lock."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._life = PROCESS.get()
        self._context = copy_context()
        self._news: asyncio.Queue[Notify | None] = asyncio.Queue()
        self._arrives = 0.0
        self._closed = False

    @property
    def lives(self) -> bool:
        """Whether it is open, and whoever opened it lives."""
        return not self._closed and (self._life is None or not self._life.dead)

    async def execute(self, query: Any, values: Sequence[Any] = ()) -> "Link":
        """Listen, take a lock once it is free, or ask for the time."""
        await asyncio.sleep(self._exchange.latency())
        text = query if isinstance(query, str) else query.as_string(None)
        if text.startswith("LISTEN"):
            if self not in self._exchange.ears:
                self._exchange.ears.append(self)
        elif "pg_advisory_lock" in text:
            while (holder := self._exchange.locks.get(values[0])) is not None and holder.lives:  # noqa: ASYNC110
                await asyncio.sleep(_PATIENCE)
            self._exchange.locks[values[0]] = self
        else:
            assert text == NOW, text
        return self

    async def fetchone(self) -> tuple[int]:
        """The time, if that was asked for."""
        return (self._exchange.now_ms(),)

    def hear(self, notify: Notify) -> None:
        """News are on their way, behind those that came before."""
        loop = self._exchange.loop
        self._arrives = max(self._arrives + _TICK, loop.time() + self._exchange.latency())
        loop.call_at(self._arrives, self._news.put_nowait, notify, context=self._context)

    async def notifies(self) -> AsyncIterator[Notify]:
        """What is heard, until the connection is lost."""
        while not self._closed and (notify := await self._news.get()) is not None:
            yield notify

    def end(self) -> None:
        """The connection is lost."""
        self._closed = True
        self._exchange.loop.call_soon(self._news.put_nowait, None, context=self._context)

    async def close(self) -> None:
        """What it holds goes with it."""
        self._closed = True


class _Server(Server):
    """The database's address, and connections to it; nothing is behind it but the world's exchange."""

    def __init__(self, exchange: Exchange, holder: str) -> None:
        super().__init__("postgresql://gobelet@database/world", holder)
        self._exchange = exchange

    async def connect_in_loop(self) -> Any:
        return Link(self._exchange)


async def open_store(exchange: Exchange, path: Path, holder: str) -> PostgresStore:
    """The store as a process opens it that shares it."""
    return PostgresStore(_Server(exchange, holder), *await open_connections(path, BUSY_MS))


class SharedSqlite(Callee):
    """A connection that also understands what jobs ask of PostgreSQL alone; news are told once committed."""

    exchange: Exchange

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        life = PROCESS.get()
        self.holder = f"holder{life.name if life else ''}"
        self._news: list[tuple[str, str]] = []
        self._saved = 0

    def together(self) -> AbstractContextManager[None]:
        """Everything travels at once anyway."""
        return nullcontext()

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Run a statement of either database."""
        if "pg_notify" in sql:
            channel, words = values[0]
            self._news.append((channel, f"{words}{self.exchange.now_ms()}" if CLOCK in sql else words))
        if "pg_notify" in sql or "pg_advisory_xact_lock" in sql:
            return super().execute("SELECT NULL")
        if sql == NOW:
            return super().execute("SELECT ?", (self.exchange.now_ms(),))
        done = super().execute(sql.removesuffix(" FOR UPDATE"), *values)
        if sql.startswith("SAVEPOINT"):
            self._saved = len(self._news)
        elif sql.startswith("ROLLBACK"):
            del self._news[self._saved if " TO " in sql else 0 :]
        elif sql == "COMMIT":
            news, self._news = self._news, []
            self.exchange.tell(news)
        return done


@contextmanager
def all_shared() -> Iterator[None]:
    """Let jobs ask what they ask of a database that several processes share."""
    with patch("db.sql.is_shared", _shares), patch("db.jobs.tables.is_shared", _shares):
        yield


def _shares(connection: Any) -> bool:
    return hasattr(connection, "together")
