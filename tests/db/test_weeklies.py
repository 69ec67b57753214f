"""Where servers are told of their week, in each store."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.insight.weekly import Weekly
from db.store import Store

if TYPE_CHECKING:
    from db.postgres.store import PostgresStore

MONDAY = Weekly(10, 20, 0, 9, 1_000)


async def test_a_server_chooses_one_place_and_one_moment(store: Store) -> None:
    weeklies = store.weeklies
    assert await weeklies.weekly(10) is None
    await weeklies.put_weekly(MONDAY)
    other = Weekly(10, 21, 6, 18, 2_000)
    await weeklies.put_weekly(other)
    await weeklies.put_weekly(Weekly(11, 30, 0, 0, 1_500))
    assert await weeklies.weekly(10) == other
    assert [weekly.guild_id for weekly in await weeklies.weeklies()] == [11, 10]
    assert await weeklies.drop_weekly(11)
    assert not await weeklies.drop_weekly(11)
    assert list(await weeklies.weeklies()) == [other]


async def test_each_moment_is_taken_once_and_trouble_ends_it(store: Store) -> None:
    weeklies = store.weeklies
    await weeklies.put_weekly(MONDAY)
    coming = replace(MONDAY, next_at=8_000)
    assert await weeklies.turn_weekly(MONDAY, coming)
    assert not await weeklies.turn_weekly(MONDAY, coming)
    gone = replace(coming, trouble="forbidden")
    assert await weeklies.turn_weekly(coming, gone)
    assert await weeklies.weekly(10) == gone
    assert list(await weeklies.weeklies()) == []
    await weeklies.put_weekly(MONDAY)
    assert list(await weeklies.weeklies()) == [MONDAY], "choosing anew ends the trouble"


async def test_what_was_chosen_meanwhile_stands(store: Store) -> None:
    await store.weeklies.put_weekly(MONDAY)
    moved = replace(MONDAY, channel_id=21)
    await store.weeklies.put_weekly(moved)
    assert not await store.weeklies.turn_weekly(MONDAY, replace(MONDAY, trouble="forbidden"))
    assert await store.weeklies.weekly(10) == moved


async def test_it_goes_with_a_server_that_the_bot_has_left(store: Store) -> None:
    await store.weeklies.put_weekly(MONDAY)
    assert set(await store.list_servers()) == {10}
    await store.note_departure(10, 5)
    await store.purge_some(10)
    assert await store.weeklies.weekly(10) is None


async def test_of_two_processes_one_posts(pair: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = pair
    await one.weeklies.put_weekly(MONDAY)
    coming = replace(MONDAY, next_at=8_000)
    taken = await asyncio.gather(*(store.weeklies.turn_weekly(MONDAY, coming) for store in (one, other) * 3))
    assert sum(taken) == 1
