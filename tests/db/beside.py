"""Two processes over one database, one of which stops in the midst of what it does."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

from db.postgres.store import PostgresStore
from db.sql import Sql
from tests.support.waiting import NEVER, rest

Pair = tuple[PostgresStore, PostgresStore]
"""Two processes over one database."""
Job = Callable[[Sql], Any]


class Slow:
    """A connection that stops, once, before a statement that begins like this."""

    def __init__(self, sql: Any, before: str, reached: Event, go_on: Event) -> None:
        self._sql, self._before, self._reached, self._go_on = sql, before, reached, go_on

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sql, name)

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        if sql.lstrip().startswith(self._before) and not self._reached.is_set():
            self._reached.set()
            assert self._go_on.wait(NEVER)
        return self._sql.execute(sql, parameters)


async def meanwhile(pair: Pair, first: Job, before: str, second: Job) -> list[Any]:
    """Do the first, and have it stop before a statement until the second is done, or waits for the first."""
    reached, go_on = Event(), Event()
    slow = asyncio.create_task(pair[0].door.write(lambda sql: first(Slow(sql, before, reached, go_on))))
    assert await asyncio.to_thread(reached.wait, NEVER)
    quick = asyncio.create_task(pair[1].door.write(second))
    while not quick.done() and not await is_waiting(pair[0]):
        await rest()
    go_on.set()
    return list(await asyncio.gather(slow, quick))


async def is_waiting(store: PostgresStore) -> bool:
    asked = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    (waiting,) = await store._reader.run(lambda sql: sql.execute(asked).fetchone())
    return bool(waiting)
