"""A table is packed while another process changes it or erases somebody: nothing gets lost."""

from dataclasses import replace
from functools import partial

import pytest

pytest.importorskip("psycopg", reason="needs psycopg (the extra `postgres`)")

from bot.tables.ports import Entry, Stored
from db.batch import Commit
from db.jobs import archive, people
from db.postgres.store import PostgresStore
from tests.db.beside import Job, meanwhile
from tests.support.stored import act, begin, close, fresh_ids, opening, seat

GUEST = 77
"""Who left a mark in the log, and has no seat."""


async def ended(store: PostgresStore) -> Stored:
    stored = await store.commit(begin(await store.commit(opening()), seats=(seat("1", 1), seat("2", 2))))
    told = Entry(stored.last_seq + 1, "propose", 5, None, GUEST, next(fresh_ids), {"text": "Bonsoir"})
    return await store.commit(close(await store.commit(act(stored, entries=(told,))), "1"))


@pytest.mark.parametrize("packing_is_first", [True, False])
async def test_a_line_is_not_lost_behind_an_archive(
    pair: tuple[PostgresStore, PostgresStore], packing_is_first: bool
) -> None:
    stored = await ended(pair[0])
    table_id = stored.table.id
    change = act(stored, "rematch")
    pack: Job = partial(archive.put_away, table_id=table_id)
    if packing_is_first:
        await meanwhile(pair, pack, "INSERT INTO archives", Commit(change))
    else:
        await meanwhile(pair, Commit(change), "UPDATE tables SET version", pack)
    log = await pair[0].log(table_id)
    assert [entry.seq for entry in log] == list(range(1, change.after.last_seq + 1))
    assert log[-1] == change.entries[0]
    assert await pair[0].load(table_id) == change.after


@pytest.mark.parametrize("user_id", [2, GUEST])
@pytest.mark.parametrize(
    ("first", "before", "packed"),
    [("put_away", "INSERT INTO archives", False), ("take_out", "UPDATE positions", True)],
)
async def test_who_is_erased_does_not_come_back(
    pair: tuple[PostgresStore, PostgresStore], user_id: int, first: str, before: str, packed: bool
) -> None:
    stored = await ended(pair[0])
    table_id = stored.table.id
    if packed:
        await pair[0].put_away(table_id)
    job: Job = partial(getattr(archive, first), table_id=table_id)
    await meanwhile(pair, job, before, partial(people.erase, user_id=user_id))
    assert user_id not in {entry.user_id for entry in await pair[0].log(table_id)}
    assert (await pair[0].export(user_id))["log"] == []


async def test_a_change_that_was_prepared_before_the_erasure_is_stale(
    pair: tuple[PostgresStore, PostgresStore],
) -> None:
    stored = await ended(pair[0])
    await pair[1].erase(GUEST)
    found = await pair[0].load(stored.table.id)
    assert found is not None
    assert found == replace(stored, table=replace(stored.table, version=stored.table.version + 1))
