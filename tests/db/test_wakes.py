"""Processes hear of each other's commits, never of their own, and are told when they may have missed some."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest

from bot import meters
from bot.faults import explain
from bot.homes.ports import Wake
from bot.tables.ports import Stale
from db.errors import StoreError
from db.postgres import open_shared
from db.postgres import store as wakes
from db.postgres.store import PostgresStore
from db.sql import WAKES, tell_slots
from playground.stores import Postgres
from tests.support.relay import Relay
from tests.support.stored import act, begin, close, opening
from tests.support.waiting import NEVER, until


class Ears:
    """What a process has heard."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Wake | str] = asyncio.Queue()

    async def listen(self, store: PostgresStore) -> None:
        put = self.heard.put_nowait
        await store.wakes.listen(put, lambda: put("slots"), lambda: put("missed"))

    async def next(self) -> Wake | str:
        return await asyncio.wait_for(self.heard.get(), NEVER)


Home = tuple[PostgresStore, PostgresStore, Ears]


@pytest.fixture
async def home(postgres_emptied: str) -> AsyncIterator[Home]:
    """A process that acts, and another one that listens."""
    acting, listening = (
        await open_shared(postgres_emptied, "acting"),
        await open_shared(postgres_emptied, "listening"),
    )
    ears = Ears()
    await ears.listen(listening)
    yield acting, listening, ears
    await acting.close()
    await listening.close()


@contextmanager
def nobody_let_in(server: Postgres, url: str) -> Iterator[str]:
    """The database of this URL takes no new connection; its name."""
    name = url.split("?")[0].rsplit("/", 1)[1]
    server.ask(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    try:
        yield name
    finally:
        server.ask(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


async def test_every_commit_is_heard_elsewhere(home: Home) -> None:
    """Steps and all other changes; several in one batch, too."""
    acting, _, ears = home
    stored = await acting.commit(opening())
    table_id = stored.table.id
    for change in (begin, act, close, act):
        assert await ears.next() == Wake("acting", table_id, stored.table.version, 10)
        stored = await acting.commit(change(stored))
    assert await ears.next() == Wake("acting", table_id, 5, 10)

    tables = [await acting.commit(opening(home_id=50 + n, guild_id=70 + n)) for n in range(3)]
    assert [await ears.next() for _ in tables] == [
        Wake("acting", one.table.id, 1, one.table.guild_id) for one in tables
    ]
    await asyncio.gather(*(acting.commit(act(table)) for table in tables))
    heard = {await ears.next() for _ in tables}
    assert heard == {Wake("acting", one.table.id, 2, one.table.guild_id) for one in tables}


async def test_what_was_not_written_wakes_nobody(home: Home) -> None:
    acting, _, ears = home
    lobby = await acting.commit(opening())
    acted = await acting.commit(act(lobby))
    with pytest.raises(Stale):
        await acting.commit(act(lobby))
    with pytest.raises(LookupError):
        await acting.door.write(lambda it: (tell_slots(it), {}["nothing"]))
    await acting.commit(act(acted))
    assert [(await ears.next()).version for _ in range(3)] == [1, 2, 3]  # type: ignore[union-attr]


async def test_nobody_hears_of_what_they_did_themselves(home: Home) -> None:
    acting, listening, ears = home
    ours = await listening.commit(opening())
    await listening.wakes.wake(Wake("listening", 5, 6, 7))
    await listening.door.write(tell_slots)
    await acting.commit(act(ours))
    assert await ears.next() == Wake("acting", ours.table.id, 2, 10)


async def test_slots_and_tables_that_want_a_look_are_told_of(home: Home) -> None:
    acting, _, ears = home
    await acting.wakes.wake(Wake("acting", 5, 6, 7))
    await acting.door.write(tell_slots)
    assert [await ears.next(), await ears.next()] == [Wake("acting", 5, 6, 7), "slots"]


async def test_a_listener_that_was_cut_off_says_so_and_hears_again(
    home: Home, postgres_server: Postgres, postgres_emptied: str
) -> None:
    acting, _, ears = home
    name = postgres_emptied.split("?")[0].rsplit("/", 1)[1]
    for round_ in range(2):
        ended = postgres_server.ask(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            f"WHERE datname = '{name}' AND query LIKE '%clock_timestamp%'"
        )
        assert int(ended) >= 1
        assert await ears.next() == "missed"
        lobby = await acting.commit(opening(home_id=round_))
        assert await ears.next() == Wake("acting", lobby.table.id, 1, 10)


async def test_what_nobody_understands_ends_no_listening(home: Home) -> None:
    """A stranger's words, and what a newer program has to say more."""
    acting, _, ears = home
    for words in ("stranger", "newer:5:6:7:8:9", "newer:5:x:7:8"):
        await acting.door.write(
            lambda it, words=words: it.execute("SELECT pg_notify(?, ?)", (WAKES, words)).fetchone()
        )
    assert [await ears.next() for _ in range(3)] == ["missed", Wake("newer", 5, 6, 7), "missed"]
    lobby = await acting.commit(opening())
    assert await ears.next() == Wake("acting", lobby.table.id, 1, 10)


async def test_who_hears_no_news_at_all_is_told(
    postgres_emptied: str, postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As through a pooler that gives a connection out for each transaction."""
    monkeypatch.setattr(wakes, "PATIENCE", 0.3)
    relay = Relay(postgres_server.folder)
    relay.keeps_news = True
    store = await open_shared(relay.address(postgres_emptied), "deaf")
    with pytest.raises(StoreError) as caught:
        await Ears().listen(store)
    assert "session mode" in explain(caught.value)
    await store.close()
    relay.close()


async def test_whether_news_are_heard_is_known(
    home: Home, postgres_server: Postgres, postgres_emptied: str
) -> None:
    acting, listening, ears = home
    assert (acting.wakes.hears, listening.wakes.hears) == (False, True)
    with nobody_let_in(postgres_server, postgres_emptied) as name:
        postgres_server.ask(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        await until(lambda: not listening.wakes.hears)
    assert await ears.next() == "missed"
    await acting.commit(opening())
    assert isinstance(await ears.next(), Wake)
    assert listening.wakes.hears


async def test_how_late_news_are_is_measured(home: Home) -> None:
    acting, _, ears = home
    before = sum(meters.METERS["notify_lag_seconds"].spread.get((), []))
    lobby = await acting.commit(opening())
    await acting.commit(act(lobby))
    await ears.next()
    await ears.next()
    meter = meters.METERS["notify_lag_seconds"]
    assert sum(meter.spread[()]) == before + 2
    assert meter.values[()] >= 0


async def test_who_cannot_listen_is_told(postgres_emptied: str, postgres_server: Postgres) -> None:
    store = await open_shared(postgres_emptied, "late")
    with nobody_let_in(postgres_server, postgres_emptied), pytest.raises(StoreError):
        await Ears().listen(store)
    await store.close()
