"""Forgetting by age: once a day, what is old enough, and nothing that somebody is writing comes back."""

from __future__ import annotations

import pytest

from bot.tables.errors import Denied
from bot.tables.keeping.retention import DAY, Retention, old_tables
from bot.tables.model import Status
from db.store import SqliteStore
from tests.support.clock import settled
from tests.support.store import FreshStore
from tests.support.stored import NOON, opening
from tests.support.tables import ANNE, House


async def ended(house: House) -> int:
    table = await house.playing()
    return (await house.tables.stop(house.ask(ANNE), table.id)).id


async def forgotten(house: House, table_id: int) -> bool:
    return (await house.tables.table(table_id)).end.forgotten_at is not None


async def test_once_a_day_what_is_old_enough_is_forgotten() -> None:
    house = House()
    retention = Retention(house.store, house.clock, house.tasks, 2)
    first, live = await ended(house), (await house.playing()).id
    house.tables.deadlines.hold()
    retention.start()
    await settled()
    assert not await forgotten(house, first)
    await house.clock.advance(DAY + 1)
    await house.tables.stop(house.ask(ANNE), live)
    second = live
    await house.clock.advance(2 * DAY)
    assert await forgotten(house, first)
    assert not await forgotten(house, second)
    with pytest.raises(Denied, match="forgotten") as denied:
        await house.tables.record(first)
    assert denied.value.params == {"days": 3}

    retention.stop()
    await house.clock.advance(3 * DAY)
    assert not await forgotten(house, second)


async def test_without_a_wish_nothing_is_forgotten() -> None:
    house = House()
    table_id = await ended(house)
    Retention(house.store, house.clock, house.tasks, None).start()
    assert house.clock.pending == []
    assert not await forgotten(house, table_id)


async def test_a_change_that_began_before_cannot_write_the_game_back() -> None:
    store = FreshStore()
    house = House(store)
    table_id = await ended(house)
    commit = store.commit

    async def forget_first(change):  # another process is quicker
        await store.forget([table_id], house.clock.now())
        return await commit(change)

    store.commit = forget_first  # type: ignore[method-assign]
    with pytest.raises(Denied, match="forgotten"):
        await house.tables._note_rematch(table_id, 99)
    stored = await store.load(table_id)
    assert stored is not None
    assert (stored.position, stored.setup, stored.table.end.rematch_id) == (None, None, None)
    assert list(await store.log(table_id)) == []


async def test_however_many_there_are_all_are_found(tmp_path) -> None:
    store = await SqliteStore.open(tmp_path / "gobelet.db")
    numbers = [(await store.commit(opening(home_id=home))).table for home in range(12)]
    spread = [f"UPDATE tables SET id = id + {600 * n} WHERE id = {t.id}" for n, t in enumerate(numbers)]
    gone = "UPDATE tables SET status = 'closed'"

    def rewrite(connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for part in ("seat_people", "seats", "positions"):
            connection.execute(f"DELETE FROM {part}")
        connection.execute("DROP TRIGGER log_keeps_lines")
        connection.execute("DELETE FROM log")
        for statement in (*reversed(spread), gone):
            connection.execute(statement)

    await store.door.write(rewrite)
    found = [few async for few in old_tables(store, NOON * 2)]
    assert [number for few in found for number in few] == [t.id + 600 * n for n, t in enumerate(numbers)]
    assert all(len(few) <= 10 for few in found)
    await store.close()


async def test_a_live_table_is_never_forgotten() -> None:
    store = FreshStore()
    house = House(store)
    live, over = (await house.lobby(game="tasse")).id, await ended(house)
    assert await store.find_old(0, house.clock.now() + 1) == ([over], None)
    assert await store.find_old(0, house.clock.now()) == ([], None)
    assert await store.find_old(0, house.clock.now() + 1, 11) == ([], None)
    assert await store.forget([live, over, over], house.clock.now()) == 1
    assert (await house.tables.table(live)).status is Status.LOBBY
