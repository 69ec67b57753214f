"""Lists that are kept: always what counting everything anew would give, reading what is new."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, timedelta, timezone
from random import Random

import pytest

from bot.insight.ladders import Asked, Ladders
from bot.insight.rating import LUCKY
from bot.insight.seasons import Window, begins_of
from bot.insight.standing import Kind, Ladder
from tests.support.results import DAY, MemoryResults, ended, random_tables

HERE = Asked(1, "tasse", LUCKY)


async def at_once(work):
    await asyncio.sleep(0)
    done = work()
    await asyncio.sleep(0)
    return done


@dataclass
class Server:
    """Its tables, a clock, and lists that are kept."""

    store: MemoryResults
    now: int
    most: int = 9
    ladders: Ladders = field(init=False)

    def __post_init__(self):
        self.ladders = Ladders(self.store, at_once, lambda: self.now, self.most)

    async def look(self, asked=HERE, zone=UTC, window=Window.ALWAYS):
        return await self.ladders.board(asked, zone, window, Kind.RATING)

    def anew(self, tables=None, zone=UTC, window=Window.ALWAYS):
        """The list that counting everything in a row gives."""
        ladder = Ladder(LUCKY, begins_of(self.now, zone))
        known = self.store.tables if tables is None else tables
        ladder.add(one for one in sorted(known, key=lambda one: one.ended_at) if one.ended_at <= self.now)
        return ladder.board(window, Kind.RATING)


def dense(random, count, **wished):
    """Tables of one week."""
    return [
        one._replace(ended_at=5 * DAY + one.ended_at // 40) for one in random_tables(random, count, **wished)
    ]


async def test_only_what_is_new_is_read():
    tables = dense(Random(1), 60)
    server = Server(MemoryResults(*tables[:40]), tables[39].ended_at)
    assert await server.look() == server.anew()
    assert server.store.read == [None]
    before, server.now = server.now, server.now + 5
    assert await server.look() == server.anew()
    server.store.tables, server.now = tables, tables[-1].ended_at
    assert await server.look() == server.anew()
    assert set(server.store.read[1:]) == {before + 1}


@pytest.mark.parametrize("seed", range(8))
async def test_whatever_happens_in_between_it_is_as_if_counted_anew(seed):
    random = Random(seed)
    coming = random_tables(random, 40)
    server, zone = Server(MemoryResults(), 0), UTC
    store = server.store
    for _ in range(40):
        match random.randrange(6):
            case 0 | 1 if coming:  # a table ends
                store.tables.append(coming.pop(0))
                server.now = max(server.now, store.tables[-1].ended_at)
            case 2 if len(coming) > 1:  # one is known later than one that ended after it
                store.tables.append(coming.pop(1))
                server.now = max(server.now, store.tables[-1].ended_at + random.choice((-1, 0)))
            case 3:
                store.erase(random.randint(1, 50))
            case 4 if store.tables:  # it turns out not to be rated, or to be
                which = random.randrange(len(store.tables))
                why = random.choice((None, "often"))
                store.tables[which] = store.tables[which]._replace(unrated=why)
            case _:
                zone = timezone(timedelta(hours=random.randint(-9, 9)))
        for window in Window:
            assert await server.look(zone=zone, window=window) == server.anew(zone=zone, window=window)


async def test_a_new_week_is_another_list_without_a_new_table():
    tables = [ended(n, 1, 2, 3, 4, at=4 * DAY + n) for n in range(6)]  # Monday the fifth of January 1970
    server = Server(MemoryResults(*tables), 11 * DAY - 1)
    assert len((await server.look(window=Window.WEEK)).lines) == 4
    server.now += 1
    assert (await server.look(window=Window.WEEK)).lines == ()
    assert len((await server.look(window=Window.MONTH)).lines) == 4


async def test_a_table_that_ends_within_the_same_millisecond_is_counted():
    server = Server(MemoryResults(*[ended(n, 1, 2, 3, 4, at=50) for n in range(4)]), 50)
    assert (await server.look()).lines == ()
    server.store.tables.append(ended(9, 1, 2, 3, 4, at=50))
    assert len((await server.look()).lines) == 4


async def test_what_is_known_late_of_tables_that_end_together_has_nothing_counted_anew():
    first, *others = [ended(n, 1, 2, 3, 4, at=100 + n) for n in range(5)]
    server = Server(MemoryResults(first), 101)
    await server.look()
    server.now = 900
    for table in others:
        server.store.tables.append(table)
        assert await server.ladders.changes(HERE, UTC, table.table_id)
        assert await server.look() == server.anew()
    assert server.store.read.count(None) == 1


async def test_a_table_changes_what_the_lists_say_and_who_wishes_is_left_out():
    tables = [ended(n, 1, 2, 3, 4) for n in range(6)]
    server = Server(MemoryResults(*tables), 9 * DAY)
    changed = await server.ladders.changes(HERE, UTC, 5)
    assert {user: change.rating for user, change in changed.items()} == {
        line.user_id: line.rating for line in (await server.look()).lines
    }
    assert [change.change > 0 for _, change in sorted(changed.items())] == [True, True, False, False]
    await server.store.wish(2, {"board": "no"})
    assert set(await server.ladders.changes(HERE, UTC, 5)) == {1, 3, 4}
    server.store.erase(3)
    assert set(await server.ladders.changes(HERE, UTC, 5)) == {1, 4}
    assert await server.ladders.changes(HERE, UTC, 77) == {}


async def test_many_who_look_at_once_see_the_same_and_it_is_counted_once():
    server = Server(MemoryResults(*dense(Random(3), 50)), 1000 * DAY)
    boards = await asyncio.gather(*(server.look() for _ in range(10)))
    assert all(board == server.anew() for board in boards)
    assert server.store.read.count(None) == 1


async def test_who_gives_up_while_it_is_counted_leaves_nothing_half_counted():
    tables = dense(Random(4), 50)
    for steps in range(1, 60):
        server = Server(MemoryResults(*tables[:30]), tables[29].ended_at)
        await server.look()
        server.store.tables, server.now = tables, tables[-1].ended_at
        looking = asyncio.ensure_future(server.look())
        for _ in range(steps):
            await asyncio.sleep(0)
        looking.cancel()
        await asyncio.wait([looking])
        assert await server.look() == server.anew()


async def test_games_and_servers_are_apart_and_those_asked_for_long_ago_are_forgotten():
    here, there = random_tables(Random(5), 40), random_tables(Random(6), 40)
    store = MemoryResults(*here, *(one._replace(guild_id=2) for one in there))
    server = Server(store, 1000 * DAY, most=1)
    assert await server.look() == server.anew(here)
    assert await server.look(Asked(2, "tasse", LUCKY)) == server.anew(there)
    assert (await server.look(Asked(1, "diavolo", LUCKY))).lines == ()
    assert await server.look() == server.anew(here)
    assert store.read == [None] * 4


async def test_who_wishes_to_stand_in_no_list_stands_in_none_and_counts_all_the_same():
    tables = [ended(n, 1, 2, 3, 4) for n in range(6)]
    server = Server(MemoryResults(*tables), 9 * DAY)
    whole = await server.look()
    await server.store.wish(2, {"board": "no", "profile": "yes"})
    await server.store.wish(3, {"board": "yes"})
    board = await server.look()
    assert [line.user_id for line in whole.lines] == [1, 2, 3, 4]
    assert [(line.place, line.user_id) for line in board.lines] == [(1, 1), (2, 3), (3, 4)]
    assert {line.user_id: line.rating for line in board.lines} == {
        line.user_id: line.rating for line in whole.lines if line.user_id != 2
    }


async def test_a_standing_is_that_of_the_list_and_reads_no_more():
    tables = dense(Random(6), 50)
    server = Server(MemoryResults(*tables), tables[-1].ended_at)
    board = await server.look()
    read = len(server.store.read)
    for line in board.lines:
        standing = await server.ladders.standing(HERE, UTC, line.user_id)
        assert (standing.rating, standing.margin, standing.sure) == (line.rating, line.margin, line.sure)
    assert all(since is not None for since in server.store.read[read:])
    assert await server.ladders.standing(HERE, UTC, 999) is None
