"""The bench of both stores: the relay is as far as it says, steps are steps, copies are whole tables."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio

pytest.importorskip("psycopg", reason="needs psycopg (the extra `postgres`)")

from bench import databases, doors, many, shared
from bench.copies import multiply
from bench.crowds import Crowd
from bench.doors import Way, in_group, load, next_step, one_by_one
from bench.relay import NAME, distance
from bench.startup import fill, fill_store
from bench.within import Counted
from db.opening import open_shared
from db.postgres.step import is_step
from db.store import SqliteStore
from playground.postgres import Postgres

SERVERS = (7, 8)
AWAY = 0.05
WORDS = b"word" * 100_000


@pytest_asyncio.fixture
async def echo(tmp_path: Path) -> AsyncIterator[Path]:
    """A folder with a socket: who connects there is answered in the same words."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while words := await reader.read(1 << 16):
            writer.write(words)
        writer.close()

    server = await asyncio.start_unix_server(answer, tmp_path / NAME)
    yield tmp_path
    server.close()
    await server.wait_closed()


async def test_the_relay_is_as_far_away_as_it_says_and_loses_nothing(echo: Path) -> None:
    with distance("postgresql://postgres@/bench?host=near", echo, AWAY) as url:
        assert url.startswith("postgresql://postgres@/bench?host=")
        (folder,) = parse_qs(urlsplit(url).query)["host"]
        reader, writer = await asyncio.open_unix_connection(Path(folder) / NAME)
        async with asyncio.timeout(30):
            begun = time.monotonic()
            writer.write(b"hello")
            assert await reader.readexactly(5) == b"hello"
            assert time.monotonic() - begun >= AWAY
            writer.write(WORDS)
            assert await reader.readexactly(len(WORDS)) == WORDS
            writer.write_eof()
            assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


async def test_a_step_is_what_postgresql_writes_in_one_statement(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "bench.db")
    await fill_store(store, 2, *SERVERS)
    for stored in await load(store):
        assert is_step(next_step(stored))
    await store.close()


async def test_each_way_writes_every_step_once(postgres_url: str) -> None:
    store = await open_shared(postgres_url, "bench")
    await fill_store(store, 3, *SERVERS)
    begun = await load(store)
    for write in (in_group, one_by_one):
        before = await load(store)
        way = Way(store, write, list(before))
        await way.play(3, seconds=0.2)
        assert await load(store) == [await store.load(each.table.id) for each in way.tables]
        for old, new in zip(before, way.tables, strict=True):
            steps = new.table.version - old.table.version
            assert steps > 0
            assert new.last_seq - old.last_seq == steps
            assert len(await store.log(new.table.id)) == new.last_seq
        ((rate, middle, late),) = way.found[3]
        assert rate > 0
        assert 0 < middle <= late
    assert len(begun) == 3
    await store.close()


async def test_copies_are_whole_tables_of_the_same_servers(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    await fill(path, 4, *SERVERS)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        multiply(connection, 4, 5)
    store = await SqliteStore.open(path)
    lives = await store.live()
    assert len(lives) == 20
    assert sorted(live.guild_id for live in lives) == [SERVERS[0]] * 10 + [SERVERS[1]] * 10
    for number in range(1, 5):
        first, copy = await store.load(number), await store.load(number + 16)
        assert first is not None
        assert copy is not None
        assert (first.seed, first.setup, first.position) == (copy.seed, copy.setup, copy.position)
        assert [seat.people for seat in first.table.seats] == [seat.people for seat in copy.table.seats]
        logs = [await store.log(each) for each in (number, number + 16)]
        assert [entry.kind for entry in logs[0]] == [entry.kind for entry in logs[1]]
        assert copy.table.version == first.table.version
    await store.close()


@pytest.mark.parametrize("part", [doors, many, shared])
def test_where_there_is_no_postgresql_it_is_said(monkeypatch: pytest.MonkeyPatch, part: object) -> None:
    monkeypatch.setattr(databases, "find_programs", lambda: None)
    ((_, told),) = part.measure()  # type: ignore[attr-defined]
    assert told == "skipped: no PostgreSQL"


@pytest.mark.wire
async def test_two_processes_share_what_was_moved(
    monkeypatch: pytest.MonkeyPatch, postgres_server: Postgres, tmp_path: Path
) -> None:
    monkeypatch.setattr(many, "PLAYED", 10)
    monkeypatch.setattr(many, "TABLES", 40)
    rows = dict(await many._measure(databases.make_database(postgres_server), tmp_path))
    assert len(rows) == 5
    assert all(float(told.split()[0].replace(",", "")) > 0 for told in rows.values())


@pytest.mark.wire
@pytest.mark.parametrize("forwarding", ["on", "off"])
async def test_clicks_by_http_are_sent_on_unless_that_is_off(
    postgres_server: Postgres, tmp_path: Path, forwarding: str
) -> None:
    play = shared.make_cluster(tmp_path / "two", postgres_server, 2, by_http=True, FORWARDING=forwarding)
    bot = Counted(play, play.processes)
    crowd = Crowd(bot)
    try:
        await play.open()
        await crowd.fill(("tasse",), 2)
        before, counts = bot.spent(), await bot.counts()
        await crowd.press(("tasse",), clicks=8, at_once=1)
        await bot.settle()
        spent, found = bot.spent() - before, await bot.counts()
    finally:
        await play.close()
    assert spent.clicks >= 8
    assert spent.late == 0
    # A home that is not asked may replace the private message that is being redrawn elsewhere.
    assert spent.refused == 0 or forwarding == "off"
    assert spent.cpu > 0
    assert found["statements"] > counts["statements"]
    assert (found["forwarded"] > counts["forwarded"]) is (forwarding == "on")
    assert {wait.guild_id for wait in crowd.waits} <= set(play.guilds)
