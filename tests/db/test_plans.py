"""No question that is asked while people wait reads through all tables ever played."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from operator import attrgetter

import pytest

from bot.tables.calls import Call, CallOut
from bot.tables.daily.model import Attempt, Given
from bot.tables.digests.model import Digest
from bot.tables.homes import EVERYTHING
from bot.tables.limits import Limits
from bot.tables.ports import Posted
from db.sqlite.connection import Connection
from db.store import SqliteStore
from tests.support.slots import beat_of
from tests.support.stored import act, begin, close, opening


async def plans(store: SqliteStore, connection: Connection, question: str, *values: object) -> list[str]:
    """The steps by which SQLite answers every statement of this call."""
    statements: list[str] = []
    await connection.run(lambda it: it.set_trace_callback(statements.append))
    answer = attrgetter(question)(store)(*values)
    if isinstance(answer, AsyncIterator):
        answer = anext(answer, None)
    if answer is None:  # it goes with the next write
        answer = store.door.write(lambda _: None)
    await answer
    await connection.run(lambda it: it.set_trace_callback(None))
    asked = [line for line in statements if re.match(r"\s*(SELECT|UPDATE|DELETE|INSERT)", line)]
    assert asked
    return [
        row["detail"]
        for statement in asked
        for row in await connection.run(
            lambda it, sql=statement: it.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()
        )
    ]


def scans(steps: list[str]) -> list[str]:
    """Steps that read all rows of something (those of a small partial index are meant to)."""
    small = (
        *("live_tables", "live_channels", "live_hosts", "live_servers", "closed_unpublished"),
        *("processes", "json_each", "CONSTANT ROW", "moved", "SCAN ended", "call_outs", "weeklies_next"),
    )
    tables = [step for step in steps if step.startswith("SCAN")]
    return [
        step for step in tables if not any(name in step for name in small) and not re.match(r"SCAN \(", step)
    ]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("load", (1,)),
        ("log", (1,)),
        ("has_logged", (1, 1)),
        ("find", ("tasse", 20)),
        ("guild_of", (1,)),
        ("latest", ("tasse", 20)),
        ("latest", (None, 20)),
        ("tables_of", (1,)),
        ("finished", ("tasse", 10, (1, 2))),
        ("list_tables_sat", (1,)),
        ("live", ()),
        ("posted", (1,)),
        ("boards", ()),
        ("contact", (1,)),
        ("export", (1,)),
        ("resting", ()),
        ("live_in", (10,)),
        ("find_old", (0, 1)),
        ("insight.results", (10, "tasse")),
        ("insight.results", (10, "tasse", 1)),
        ("insight.results_mark", (10, "tasse")),
        ("insight.names", (10, (1, 2))),
        ("insight.attended", (10, 1, 0, 10)),
        ("insight.played", (1, 10, "tasse")),
        ("insight.players", (10, (1, 2))),
        ("insight.rolled", (10,)),
        ("insight.wishes", (1,)),
        ("insight.declined", ("board", (1, 2))),
        ("insight.undigested", (0,)),
        ("calls.calls_of", (1,)),
        ("calls.calls_for", (10, "tasse")),
        ("calls.waiting_tables", (10, "tasse")),
        ("calls.call_outs", (EVERYTHING,)),
        ("weeklies.weekly", (1,)),
        ("weeklies.weeklies", ()),
        ("insight.verdict", (1,)),
        ("daily.promises", (["2026-11-23", "2026-11-24"],)),
        ("daily.attempt", ("2026-11-23", "tasse", 1)),
        ("daily.attempts", ("2026-11-23", 1)),
        ("daily.attempts_on", ("2026-11-23", "tasse", 10, 10)),
        ("daily.days_played", (1, "2026-11-01", "2026-11-23")),
    ],
)
async def test_reads_go_by_an_index(sqlite: SqliteStore, question: str, values: tuple[object, ...]) -> None:
    assert scans(await plans(sqlite, sqlite._reader, question, *values)) == []


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("note_published", (1, 1)),
        ("note_redrawn", (Posted(1, 0, 1, 1, "k", "d", 1),)),
        ("mark_warned", (1, "k", 1)),
        ("shift_alarms", (1, 2, 3, 4)),
        ("erase", (1,)),
        ("slots.beat", (beat_of(hearing=[0]),)),
        ("slots.give_back", (beat_of(hearing=[0]), [0])),
        ("forget", ([1], 1)),
        ("insight.outdate_digests", (0,)),
        ("insight.wish", (1, {"board": "no"})),
        ("daily.begin_attempt", (Attempt("2026-11-23", "tasse", 1, "P", 10),)),
        ("daily.note_given", (Attempt("2026-11-23", "tasse", 1, "P", 10), Given("doubt", True), 1)),
        ("calls.put_call", (Call(10, "tasse", 1, 4, None, 20, 1),)),
        ("calls.renew_calls", (10, "tasse", (1, 2), 1)),
        ("calls.call_out", (CallOut(1, 20), (), 1)),
    ],
)
async def test_writes_go_by_an_index(sqlite: SqliteStore, question: str, values: tuple[object, ...]) -> None:
    assert scans(await plans(sqlite, sqlite._writer, question, *values)) == []


async def test_an_opening_is_counted_by_indexes(sqlite: SqliteStore) -> None:
    limited = replace(opening(), limits=Limits())
    assert scans(await plans(sqlite, sqlite._writer, "commit", limited)) == []


async def test_old_tables_go_by_an_index(sqlite: SqliteStore) -> None:
    """Nothing that refers to a table is looked for in all of them."""
    closed = await sqlite.commit(close(await sqlite.commit(begin(await sqlite.commit(opening())))))
    await sqlite.commit(close(await sqlite.commit(opening(rematch_of=closed.table.id))))
    await sqlite.note_departure(10, 5)
    steps = await plans(sqlite, sqlite._writer, "purge_some", 10)
    assert scans(steps) == []
    assert any("tables_rematch_of" in step for step in steps)
    assert await sqlite.list_servers() == frozenset()


async def test_a_digest_is_kept_by_indexes(sqlite: SqliteStore) -> None:
    """However many games the server has seen."""
    closed = await sqlite.commit(close(await sqlite.commit(begin(await sqlite.commit(opening())))))
    digest = Digest(closed.table.id, {0: 1}, {0: {"played": 1}}, None, "friendly")
    steps = await plans(sqlite, sqlite._writer, "insight.keep_digest", digest, 0)
    assert scans(steps) == []
    assert any("digests_guild" in step for step in steps)


async def test_an_action_touches_neither_seats_nor_setup(sqlite: SqliteStore) -> None:
    lobby = await sqlite.commit(opening())
    change = act(lobby, position='{"round":1}')
    statements: list[str] = []
    await sqlite._writer.run(lambda it: it.set_trace_callback(statements.append))
    await sqlite.commit(change)
    await sqlite._writer.run(lambda it: it.set_trace_callback(None))

    written = [re.match(r"(UPDATE|DELETE FROM|INSERT INTO) (\w+)", line) for line in statements]
    assert [match[2] for match in written if match] == ["tables", "positions", "log"]
    others = [line for line, match in zip(statements, written, strict=True) if match is None]
    assert others == ["BEGIN IMMEDIATE", "COMMIT"], "and asks nothing"


async def test_plans_tell_a_scan(sqlite: SqliteStore) -> None:
    """The tests above can fail."""
    row = await sqlite._reader.run(
        lambda it: it.execute("EXPLAIN QUERY PLAN SELECT * FROM tables WHERE trouble = 'x'").fetchone()
    )
    assert scans([row["detail"]]) == ["SCAN tables"]
