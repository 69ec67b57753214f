"""Looking back on closed tables: once for all who ask at the same time, and only so many are kept."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.errors import Denied
from bot.tables.past.replays import Replays
from tests.support.counting_store import Counting
from tests.support.tables import ANNE, BOB, House

READERS = 25


async def over(house: House) -> int:
    """A game of coins that was stopped in the middle."""
    table = await house.playing(ANNE, BOB)
    for _ in range(4):
        await house.act(table.id)
    return (await house.tables.stop(house.ask(ANNE), table.id)).id


async def test_readers_at_the_same_time_have_it_played_again_once() -> None:
    house = House(Counting())
    table_id, replays = await over(house), Replays(house.tables)
    house.store.asked.clear()
    pasts = await asyncio.gather(*(replays.past(table_id) for _ in range(READERS)))
    assert house.store.asked["log"] == 1
    assert len({len(past.frames) for past in pasts}) == 1
    assert len(pasts[0].frames) == 5, "the beginning, and what was done"


async def test_only_the_tables_looked_at_last_are_kept() -> None:
    house = House(Counting())
    tables = [await over(house) for _ in range(3)]
    replays = Replays(house.tables, most=2)
    for table_id in tables:
        await replays.past(table_id)
    assert len(replays) == 2
    house.store.asked.clear()
    await replays.past(tables[1])
    await replays.past(tables[2])
    assert house.store.asked["log"] == 0
    await replays.past(tables[0])
    assert house.store.asked["log"] == 1


async def test_a_table_that_is_not_closed_is_refused_whatever_its_status() -> None:
    house = House()
    lobby = await house.lobby(ANNE, BOB)
    replays = Replays(house.tables)
    with pytest.raises(Denied, match="still_played"):
        await replays.past(lobby.id)
    table = await house.tables.begin(house.ask(ANNE), lobby.id)
    with pytest.raises(Denied, match="still_played"):
        await replays.past(table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    assert len((await replays.past(table.id)).frames) == 1


async def test_a_table_that_never_began_has_nothing_to_show() -> None:
    house = House()
    lobby = await house.lobby(ANNE, BOB)
    await house.tables.stop(house.ask(ANNE), lobby.id)
    with pytest.raises(Denied, match="never_played"):
        await Replays(house.tables).past(lobby.id)


async def test_what_was_kept_goes_with_the_log_of_a_table_that_is_forgotten() -> None:
    house = House()
    table_id, replays = await over(house), Replays(house.tables)
    assert (await replays.past(table_id)).frames
    await house.store.forget([table_id], house.clock.now())
    with pytest.raises(Denied, match="forgotten"):
        await replays.past(table_id)
    assert len(replays) == 0


async def test_names_that_were_erased_by_another_process_are_kept_nowhere() -> None:
    house = House()
    table_id, replays = await over(house), Replays(house.tables)
    seen = await replays.past(table_id)
    assert [person.user_id for person in seen.table.people()] == [ANNE, BOB]
    other = House(house.store, house.clock)
    await other.tables.erase(BOB, house.store)
    again = await replays.past(table_id)
    assert [(person.user_id, person.name) for person in again.table.people()] == [(ANNE, "nom 1"), (None, "")]
