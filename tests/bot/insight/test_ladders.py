"""Lists that are kept: always what counting everything anew would give, reading what is new."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.insight.ladders import Asked, Ladders
from bot.insight.rating import LUCKY
from bot.insight.seasons import Window
from bot.insight.standing import Kind, Ladder
from tests.support.results import DAY, MemoryResults, ended, random_tables

HERE = Asked(1, "tasse", LUCKY)
BEGINS = {Window.MONTH: 20 * DAY, Window.ALWAYS: None}
NOW = 1000 * DAY


async def at_once(work):
    await asyncio.sleep(0)
    done = work()
    await asyncio.sleep(0)
    return done


async def look(ladders, now=NOW, begins=BEGINS, asked=HERE, window=Window.ALWAYS):
    return await ladders.board(asked, begins, window, Kind.RATING, now)


def anew(tables, now=NOW, begins=BEGINS, window=Window.ALWAYS):
    ladder = Ladder(LUCKY, begins)
    ladder.add([one for one in sorted(tables, key=lambda one: one.ended_at) if one.ended_at <= now])
    return ladder.board(window, Kind.RATING)


async def test_only_what_is_new_is_read():
    tables = random_tables(Random(1), 60)
    store = MemoryResults(*tables[:40])
    ladders = Ladders(store, at_once)
    now = tables[39].ended_at
    assert await look(ladders, now) == anew(tables[:40], now)
    assert store.read == [None]
    assert await look(ladders, now + 5) == anew(tables[:40], now)
    store.tables = tables
    assert await look(ladders) == anew(tables)
    assert set(store.read[1:]) == {now + 1}


@pytest.mark.parametrize("seed", range(8))
async def test_whatever_happens_in_between_it_is_as_if_counted_anew(seed):
    random = Random(seed)
    coming = random_tables(random, 40)
    store, now = MemoryResults(), 0
    ladders = Ladders(store, at_once)
    begins = BEGINS
    for _ in range(40):
        match random.randrange(6):
            case 0 | 1 if coming:  # a table ends
                store.tables.append(coming.pop(0))
                now = max(now, store.tables[-1].ended_at)
            case 2 if len(coming) > 1:  # one is known later than one that ended after it
                store.tables.append(coming.pop(1))
                now = max(now, store.tables[-1].ended_at + random.choice((-1, 0)))
            case 3:
                store.erase(random.randint(1, 50))
            case 4 if store.tables:  # it turns out not to be rated, or to be
                which = random.randrange(len(store.tables))
                why = random.choice((None, "often"))
                store.tables[which] = replace(store.tables[which], unrated=why)
            case _:
                begins = {**BEGINS, Window.MONTH: now - now % (7 * DAY)}
        for window in BEGINS:
            assert await look(ladders, now, begins, window=window) == anew(store.tables, now, begins, window)


async def test_a_table_that_ends_within_the_same_millisecond_is_counted():
    store = MemoryResults(*[ended(n, 1, 2, 3, 4, at=50) for n in range(4)])
    ladders = Ladders(store, at_once)
    assert not (await look(ladders, 50)).lines
    store.tables.append(ended(9, 1, 2, 3, 4, at=50))
    assert len((await look(ladders, 50)).lines) == 4


async def test_many_who_look_at_once_see_the_same_and_it_is_counted_once():
    tables = random_tables(Random(3), 50)
    store = MemoryResults(*tables)
    ladders = Ladders(store, at_once)
    boards = await asyncio.gather(*(look(ladders) for _ in range(10)))
    assert all(board == anew(tables) for board in boards)
    assert store.read.count(None) == 1


async def test_who_gives_up_while_it_is_counted_leaves_nothing_half_counted():
    tables = random_tables(Random(4), 50)
    for steps in range(1, 12):
        store = MemoryResults(*tables[:30])
        ladders = Ladders(store, at_once)
        await look(ladders, tables[29].ended_at)
        store.tables = tables
        looking = asyncio.ensure_future(look(ladders))
        for _ in range(steps):
            await asyncio.sleep(0)
        looking.cancel()
        await asyncio.wait([looking])
        assert await look(ladders) == anew(tables)


async def test_games_and_servers_are_apart_and_those_asked_for_long_ago_are_forgotten():
    here, there = random_tables(Random(5), 40), random_tables(Random(6), 40)
    store = MemoryResults(*here, *(replace(one, guild_id=2) for one in there))
    ladders = Ladders(store, at_once, most=1)
    assert await look(ladders) == anew(here)
    assert await look(ladders, asked=Asked(2, "tasse", LUCKY)) == anew(there)
    assert (await look(ladders, asked=Asked(1, "diavolo", LUCKY))).lines == ()
    assert await look(ladders) == anew(here)
    assert store.read == [None] * 4
