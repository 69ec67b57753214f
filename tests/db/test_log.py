"""The log is append-only, by the database's own hand: whoever opens the file cannot rewrite the past."""

import sqlite3
from typing import Any

import pytest

from db.errors import StoreError
from db.store import SqliteStore
from tests.support.stored import act, opening


async def run(store: SqliteStore, statement: str, *values: Any) -> int:
    return await store.door.write(lambda connection: connection.execute(statement, values).rowcount)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM log",
        "DELETE FROM log WHERE seq = 1",
        "UPDATE log SET payload = '{}'",
        "UPDATE log SET draws = '[]'",
        "UPDATE log SET at = at + 1",
        "UPDATE log SET seq = seq + 10",
        "UPDATE log SET interaction_id = NULL",
        "UPDATE log SET kind = 'open'",
        "UPDATE log SET seat = '2'",
        "UPDATE log SET id = id + 100",
        "UPDATE log SET user_id = 99",
        "UPDATE log SET user_id = NULL, payload = '{}'",
        "INSERT OR REPLACE INTO log SELECT * FROM log",
    ],
)
async def test_lines_are_neither_changed_nor_removed(sqlite: SqliteStore, statement: str) -> None:
    lobby = await sqlite.commit(opening())
    await sqlite.commit(act(lobby))
    log = await sqlite.log(lobby.table.id)

    with pytest.raises(StoreError) as caught:
        await run(sqlite, statement)
    assert caught.value.code == "broken_rule"
    assert "append-only" in str(caught.value.params["detail"])
    assert await sqlite.log(lobby.table.id) == log


async def test_forgetting_who_it_was_is_allowed(sqlite: SqliteStore) -> None:
    lobby = await sqlite.commit(opening())
    assert await run(sqlite, "UPDATE log SET user_id = NULL WHERE user_id = 1") == 1
    assert (await sqlite.log(lobby.table.id))[0].user_id is None


async def test_a_number_is_given_once(sqlite: SqliteStore) -> None:
    lobby = await sqlite.commit(opening())
    again = act(lobby, entries=((await sqlite.log(lobby.table.id))[0],))
    without_id = act(lobby, entries=tuple(_anonymous(entry) for entry in again.entries))
    with pytest.raises(StoreError, match="broken_rule"):
        await sqlite.commit(without_id)
    assert await sqlite.load(lobby.table.id) == lobby


def _anonymous(entry: Any) -> Any:
    return type(entry)(entry.seq, entry.kind, entry.at)


def test_this_sqlite_knows_strict_tables() -> None:
    assert sqlite3.sqlite_version_info >= (3, 37)
