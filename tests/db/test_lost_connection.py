"""PostgreSQL goes away, comes back, refuses, is full: nobody waits long, nothing is guessed."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest
from structlog.testing import capture_logs

from bot.faults import STORE_SENTENCES, explain
from bot.tables.ports import Duplicate, Posted, Stale, Stored, Unsure
from db.errors import StoreError
from db.postgres import open_shared
from db.postgres.server import Server
from db.postgres.store import PostgresStore
from playground.stores import Postgres
from tests.support.relay import Relay
from tests.support.stored import act, begin, opening
from tests.support.waiting import NEVER, rest, until


@pytest.fixture
def relay(postgres_server: Postgres) -> Iterator[Relay]:
    relay = Relay(postgres_server.folder)
    yield relay
    relay.close()


@pytest.fixture
async def store(relay: Relay, postgres_emptied: str) -> AsyncIterator[PostgresStore]:
    """A store whose connections go through the relay."""
    opened = await open_shared(relay.address(postgres_emptied), "tested")
    yield opened
    await opened.close()


async def until_back(store: PostgresStore) -> None:
    """Wait until both connections answer again."""
    while True:
        try:
            await store.load(1)
            await store.set_fact("still", "here")
        except (StoreError, Unsure):
            await rest()
        else:
            return


async def begun(store: PostgresStore) -> Stored:
    stored = await store.commit(begin(await store.commit(opening())))
    await store.commit(act(await store.commit(opening(home_id=77))))  # so that the step is prepared
    return stored


async def test_an_answer_lost_after_the_commit_is_found_by_its_click(
    store: PostgresStore, relay: Relay
) -> None:
    table = await begun(store)
    change = act(table)
    relay.cut(f'"id":{table.table.id},'.encode(), after=True)
    with pytest.raises(Unsure):
        await store.commit(change)
    assert relay.cuts == 1
    await until_back(store)
    assert await store.load(table.table.id) == change.after
    with pytest.raises(Duplicate):
        await store.commit(change)


async def test_a_step_that_never_arrived_can_be_done_again(store: PostgresStore, relay: Relay) -> None:
    table = await begun(store)
    change = act(table)
    relay.cut(f'"id":{table.table.id},'.encode(), after=False)
    with pytest.raises(Unsure):
        await store.commit(change)
    await until_back(store)
    assert await store.load(table.table.id) == table
    assert await store.commit(change) == change.after


@pytest.mark.parametrize("after", [False, True])
async def test_a_lost_commit_of_many_jobs_leaves_all_or_nothing(
    store: PostgresStore, relay: Relay, after: bool
) -> None:
    """Steps, notes and jobs that ask, and the answer to their COMMIT is lost."""
    table = await begun(store)
    relay.cut(b"COMMIT", after=after)
    changes = [act(table), opening(home_id=5), opening(home_id=6)]
    store.note_published(table.table.id, 1)
    outcomes = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    assert relay.cuts == 1
    assert [type(outcome) for outcome in outcomes] == [Unsure] * 3
    await until_back(store)
    again = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    wanted: list[type] = [Duplicate] * 3 if after else [Stored] * 3
    assert [type(outcome) for outcome in again] == wanted


async def test_what_is_lost_before_the_commit_was_not_written(store: PostgresStore, relay: Relay) -> None:
    relay.cut(b"INSERT INTO tables", after=False)
    with pytest.raises(StoreError, match="unreachable"):
        await store.commit(opening(home_id=5))
    await until_back(store)
    assert await store.live() == []


async def test_notes_outlive_a_lost_connection(store: PostgresStore, relay: Relay) -> None:
    table = await begun(store)
    shown = Posted(table.table.id, 0, 5, 6, "k", "d", 7)
    await store.note_posted(shown)
    relay.cut(b"published", after=False)
    store.note_published(table.table.id, 2)
    redrawn = Posted(table.table.id, 0, 5, 6, "k2", "d2", 7)
    store.note_redrawn(redrawn)
    with pytest.raises(StoreError):
        await store.set_fact("any", "thing")
    assert relay.cuts == 1
    await until_back(store)
    await store.set_fact("any", "thing")
    assert await store.posted(table.table.id) == {0: redrawn}
    assert {live.table_id: live.published for live in await store.live()}[table.table.id] == 2


async def test_a_connection_ended_while_idle_is_opened_anew(
    store: PostgresStore, postgres_server: Postgres, postgres_emptied: str
) -> None:
    """Nobody sees anything of it."""
    table = await begun(store)
    for round_ in range(3):
        before = connections(postgres_server, postgres_emptied)
        end_connections(postgres_server, postgres_emptied)
        await until(lambda before=before: not before & connections(postgres_server, postgres_emptied))
        table = await store.commit(act(table, draws_taken=round_))
        assert await store.load(table.table.id) == table


def connections(server: Postgres, url: str) -> set[str]:
    """The numbers of the processes of the server that serve the database."""
    name = url.split("?")[0].rsplit("/", 1)[1]
    listed = "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity "
    told = server.ask(f"{listed} WHERE datname = '{name}' AND pid <> pg_backend_pid()")
    return set(str(told).split())


def end_connections(server: Postgres, url: str) -> None:
    name = url.split("?")[0].rsplit("/", 1)[1]
    server.ask(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        f"WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    )


@pytest.fixture
def own_server(postgres_server: Postgres) -> Iterator[Postgres]:
    """A server that this test may kill."""
    server = Postgres(Path(mkdtemp(prefix="gobelet-")), postgres_server._programs)
    server.make()
    server.start()
    yield server
    server.remove()


async def test_a_killed_server_fails_calls_at_once_and_comes_back(own_server: Postgres) -> None:
    store = await open_shared(own_server.address(), "tested")
    table = await begun(store)
    with capture_logs() as lines:
        own_server.stop(signal.SIGQUIT)
        for _ in range(20):
            for call in (store.load(1), store.commit(act(table)), store.find("tasse", 1)):
                with pytest.raises((StoreError, Unsure)):
                    await asyncio.wait_for(call, NEVER)
        own_server.start()
        await until_back(store)
    assert [line["event"] for line in lines] == ["database away", "database back"], "told once, not each call"
    assert await store.load(table.table.id) == table
    assert isinstance(await store.commit(act(table)), Stored)
    await store.close()


async def test_closing_while_the_server_is_away_ends(own_server: Postgres) -> None:
    store = await open_shared(own_server.address(), "tested")
    table = await begun(store)
    own_server.stop(signal.SIGQUIT)
    store.note_published(table.table.id, 2)
    await asyncio.wait_for(store.close(), NEVER)
    with pytest.raises(StoreError, match="closed"):
        await store.load(1)


async def test_a_full_disk_refuses_the_write_and_heals(store: PostgresStore, postgres_emptied: str) -> None:
    table = await begun(store)
    await store._writer.run(
        lambda it: it.execute(
            "CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = 'disk_full'; END $$"
        )
    )
    full = "CREATE TRIGGER full_disk BEFORE UPDATE ON positions EXECUTE FUNCTION be_full()"
    await store._writer.run(lambda it: it.execute(full))
    try:
        other = act(await store.commit(opening(home_id=3)), trouble="no step")
        outcomes = await asyncio.gather(store.commit(act(table)), store.commit(other), return_exceptions=True)
        assert [getattr(outcome, "code", "") for outcome in outcomes] == ["disk_full", "disk_full"]
        assert await store.load(table.table.id) == table
    finally:
        await store._writer.run(lambda it: it.execute("DROP FUNCTION be_full CASCADE"))
    assert (await store.commit(act(table))).table.version == 3


async def test_who_waits_too_long_for_a_lock_is_told(store: PostgresStore, postgres_emptied: str) -> None:
    table = await begun(store)
    await store._writer.run(lambda it: it.execute("SET lock_timeout = '100ms'"))
    with psycopg.connect(postgres_emptied) as other:
        other.execute("UPDATE tables SET draws_taken = 1")
        with pytest.raises(StoreError, match="timeout"):
            await store.commit(act(table))
        other.rollback()
    assert isinstance(await store.commit(act(table)), Stored)


async def code_of(url: str) -> StoreError:
    with pytest.raises(StoreError) as caught:
        await open_shared(url, "tested")
    error = caught.value
    assert "secret" not in f"{error!r} {error.__cause__!r} {error.__context__!r} {explain(error)}"
    assert error.code in STORE_SENTENCES
    assert "{" not in explain(error)
    return error


async def test_what_is_wrong_at_the_start_is_said(own_server: Postgres) -> None:
    own_server.ask("CREATE ROLE guest LOGIN PASSWORD 'secret'")
    own_server.ask("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    own_server.ask("CREATE DATABASE closed_to_all")
    own_server.ask("REVOKE CONNECT ON DATABASE closed_to_all FROM PUBLIC")
    place = own_server.address().split("?")[1]
    wanted = {
        f"postgresql://guest:secret@/postgres?{place}": "no_rights",
        f"postgresql://guest:secret@/closed_to_all?{place}": "no_rights",
        f"postgresql://nobody:secret@/postgres?{place}": "refused",
        f"postgresql://postgres:secret@/nothing?{place}": "no_database",
        f"postgresql://postgres:secret@/postgres?{place}no": "unreachable",
        "postgresql://postgres:secret@127.0.0.1:1/postgres": "unreachable",
        "postgresql://postgres:pa/secret@127.0.0.1/postgres": "bad_address",
        "postgresql://postgres:pa@secret@127.0.0.1/postgres": "bad_address",
        "postgresql://postgres:%secret@127.0.0.1/postgres": "bad_address",
        "postgresql://postgres@127.0.0.1/postgres?secret=secret": "bad_address",
    }
    assert {url: (await code_of(url)).code for url in wanted} == wanted
    own_server.ask("ALTER DATABASE postgres SET default_transaction_read_only = on")
    assert (await code_of(own_server.address())).code == "stand_by"


async def test_a_wrong_password_is_refused(own_server: Postgres) -> None:
    own_server.ask("CREATE ROLE guest LOGIN PASSWORD 'right'")
    rules = own_server.folder / "data" / "pg_hba.conf"
    rules.write_text("local all postgres trust\nlocal all all scram-sha-256\n")
    own_server.ask("SELECT pg_reload_conf()")
    place = own_server.address().split("?")[1]
    for url in (f"postgresql://guest:secret@/postgres?{place}", f"postgresql://guest@/postgres?{place}"):
        assert (await code_of(url)).code == "refused"


def test_an_address_is_shown_without_its_password() -> None:
    shown = {
        "postgresql://bot:secret@db.example:5433/gobelet": "postgresql://bot@db.example:5433/gobelet",
        "postgresql://bot:secret@/gobelet?host=/run/pg": "postgresql://bot@/gobelet?host=/run/pg",
        "postgresql://a,b/gobelet?user=bot&password=secret": "postgresql://bot@a,b/gobelet",
    }
    assert {url: Server(url, "h").name for url in shown} == shown


async def test_stale_is_told_even_where_the_log_cannot_be_asked(store: PostgresStore, relay: Relay) -> None:
    """What the others have written is committed: a loser's question must not take it back."""
    table = await begun(store)
    relay.cut(b"SELECT table_id FROM log", after=False)
    first, second = await asyncio.gather(
        store.commit(act(table)), store.commit(act(table)), return_exceptions=True
    )
    assert isinstance(first, Stored)
    assert isinstance(second, Stale)
