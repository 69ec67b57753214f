"""Whatever fails within a transaction on PostgreSQL, its connection does nothing else in it."""

import asyncio
from typing import Any

import pytest

pytest.importorskip("psycopg", reason="needs psycopg (the extra `postgres`)")

from bot.tables.ports import Posted, Stored
from db.errors import StoreError
from db.sql import Sql
from db.store import Store
from tests.support.stored import act, begin, opening

UNSENDABLE = "\ud800"
"""Half a character: Python has it, no database does."""


async def begun(store: Store, home_id: int = 20) -> Stored:
    return await store.commit(begin(await store.commit(opening(home_id=home_id))))


async def test_a_text_that_cannot_be_sent_harms_nobody_else(pair: tuple[Store, Store]) -> None:
    """Neither those in the same transaction nor those who come after it."""
    store, other = pair
    table, beside = await begun(store), await begun(store, 21)
    wrong = Posted(table.table.id, 0, 5, 6, UNSENDABLE, "d", 7)
    refused, stored, noted = await asyncio.gather(
        store.note_posted(wrong),
        store.commit(act(beside)),
        store.note_posted(Posted(beside.table.id, 0, 5, 6, "k", "d", 7)),
        return_exceptions=True,
    )
    assert isinstance(refused, UnicodeEncodeError)
    assert (await other.load(beside.table.id), noted) == (stored, None)
    step = await store.commit(act(table))
    assert await other.load(table.table.id) == step, "what is answered is written"


async def test_a_step_that_cannot_be_sent_harms_nobody_else(pair: tuple[Store, Store]) -> None:
    store, other = pair
    table, beside = await begun(store), await begun(store, 21)
    refused, stored = await asyncio.gather(
        store.commit(act(table, position=UNSENDABLE)), store.commit(act(beside)), return_exceptions=True
    )
    assert isinstance(refused, ValueError | TypeError)
    assert await other.load(beside.table.id) == stored
    assert await store.load(table.table.id) == await other.load(table.table.id) == table
    step = await store.commit(act(table))
    assert await other.load(table.table.id) == step


def stumble(sql: Sql) -> Any:
    sql.execute("SELECT count(*) FROM tables").fetchone()
    raise LookupError


def ask_nonsense(sql: Sql) -> Any:
    return sql.execute("SELECT nothing FROM tables").fetchone()


@pytest.mark.parametrize("fail", [stumble, ask_nonsense])
async def test_after_a_read_that_failed_all_is_seen_that_was_written_since(
    pair: tuple[Store, Store], fail: Any
) -> None:
    store, other = pair
    table = await begun(store)
    with pytest.raises((LookupError, StoreError)):
        await store._reader.read(fail)
    step = await other.commit(act(table))
    assert await store.version(table.table.id) == step.table.version
    assert await store.load(table.table.id) == step
