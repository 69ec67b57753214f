"""Lists by rating and points, how a rating came about, and lists that are kept."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, timedelta, timezone
from random import Random

import pytest

from bot.insight.ladders import Asked, Ladders
from bot.insight.rating import LUCKY, NEWCOMER, POINTS, Change, Scale, rate, thin
from bot.insight.standing import Kind, Ladder, Window, begins_of
from tests.support.results import DAY, MemoryResults, ended, random_tables

ALL = {Window.WEEK: 30 * DAY, Window.MONTH: 20 * DAY, Window.QUARTER: 10 * DAY, Window.ALWAYS: None}


def ladder_of(tables, begins=ALL):
    ladder = Ladder(LUCKY, begins)
    ladder.add(tables)
    return ladder


def test_points_lead_and_equals_share_a_place():
    tables = [ended(n, 1, 2, 3, 4) for n in range(5)] + [ended(n, 2, 1, 3, 5) for n in range(5, 10)]
    board = ladder_of(tables).board(Window.ALWAYS, Kind.POINTS)
    assert [(line.place, line.user_id, line.halves, line.tables) for line in board.lines] == [
        (1, 1, 50, 10),
        (1, 2, 50, 10),
        (3, 3, 20, 10),
        (4, 4, 0, 5),
        (4, 5, 0, 5),
    ]
    assert board.waiting == {}
    assert board.find(3) == board.lines[2]
    assert board.find(6) is None


def test_who_has_not_played_enough_in_the_window_waits():
    tables = [ended(n, 1, 2, 3, 4) for n in range(28, 33)]
    ladder = ladder_of(tables)
    assert len(ladder.board(Window.MONTH, Kind.RATING).lines) == 4
    week = ladder.board(Window.WEEK, Kind.RATING)
    assert week.lines == ()
    assert {user_id: mine.tables for user_id, mine in week.waiting.items()} == dict.fromkeys((1, 2, 3, 4), 3)
    assert week.waiting[1].met == 3


def test_ratings_are_those_of_all_tables_and_the_change_that_of_the_window():
    tables = random_tables(Random(9), 60)
    ladder, scale = ladder_of(tables), Scale(LUCKY)
    now = rate(tables, LUCKY)
    for window, begin in ALL.items():
        before = rate([one for one in tables if begin is not None and one.ended_at < begin], LUCKY)
        lines = ladder.board(window, Kind.RATING).lines
        assert lines
        for line in lines:
            mine, old = now[line.user_id], before.get(line.user_id, NEWCOMER)
            assert line.rating == scale.show(mine)
            assert line.change == scale.show(mine) - scale.show(old)
            assert (line.margin, line.sure) == (scale.margin(mine), mine.sure)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("window", Window)
def test_places_count_whoever_is_ahead(window, kind):
    lines = ladder_of(random_tables(Random(2), 80, people=60)).board(window, kind).lines
    numbers = [line.rating if kind is Kind.RATING else line.halves for line in lines]
    assert numbers == sorted(numbers, reverse=True)
    assert [line.place for line in lines] == [1 + sum(other > one for other in numbers) for one in numbers]
    assert len(set(numbers)) < len(numbers)


def test_tables_counted_piece_by_piece_give_the_same():
    tables, begins = random_tables(Random(5), 90), {Window.MONTH: 40 * DAY, Window.ALWAYS: None}
    pieces = Ladder(LUCKY, begins)
    for start in range(0, len(tables), 7):
        pieces.add(tables[start : start + 7])
    for window in begins:
        at_once = ladder_of(tables, begins).board(window, Kind.RATING)
        assert pieces.board(window, Kind.RATING) == at_once


def test_a_newcomer_is_marked_until_the_rating_means_something():
    tables = [ended(n, *Random(n).sample(range(1, 7), 4)) for n in range(40)]
    few = ladder_of(tables[:10]).board(Window.ALWAYS, Kind.RATING)
    many = ladder_of(tables).board(Window.ALWAYS, Kind.RATING)
    assert not any(line.sure for line in few.lines)
    assert all(line.sure for line in many.lines)
    assert max(line.margin for line in many.lines) < min(line.margin for line in few.lines)


# -- trails ------------------------------------------------------------------------------------------------


def test_a_trail_has_the_rating_after_each_rated_table():
    tables = random_tables(Random(5), 40)
    ladder, scale = ladder_of(tables), Scale(LUCKY)
    for person in (1, 7, 30):
        after = [1500]
        for number, table in enumerate(tables, 1):
            if table.compared and any(person in seat.people for seat in table.seats):
                after.append(scale.show(rate(tables[:number], LUCKY)[person]))
        standing = ladder.standing(person)
        assert list(standing.trail) == after
        assert (standing.rating, standing.tables) == (after[-1], len(after) - 1)
        assert (standing.best, standing.worst) == (max(after), min(after))


def test_who_has_no_rated_table_has_no_rating():
    ladder = ladder_of([ended(1, 1, 2, why="friendly"), ended(2, 3, 4)])
    assert ladder.standing(1) is None
    assert ladder.standing(9) is None
    first = ladder.standing(3)
    assert first.tables == 1
    assert not first.sure
    assert first.rating > 1500


def test_a_table_changes_what_lies_between_the_ratings_before_and_after_it():
    tables = random_tables(Random(7), 60, erased=0.1)
    tables[20] = tables[20]._replace(unrated="friendly")
    ladder, scale = ladder_of(tables), Scale(LUCKY)
    for number, table in enumerate(tables):
        before, after = rate(tables[:number], LUCKY), rate(tables[: number + 1], LUCKY)
        people = {person for seat in table.seats for person in seat.people if person is not None}
        assert ladder.changes(table.table_id) == {
            person: Change(
                scale.show(after[person]),
                scale.show(after[person]) - scale.show(before.get(person, NEWCOMER)),
                after[person].sure,
            )
            for person in people
            if table.compared
        }
    assert ladder.changes(4711) == {}


def test_courses_are_the_ratings_over_the_tables_of_the_window_side_by_side():
    tables = random_tables(Random(11), 50)
    tables[30] = tables[30]._replace(unrated="often")
    begin = tables[19].ended_at
    ladder, scale = Ladder(LUCKY, {Window.MONTH: begin, Window.ALWAYS: None}), Scale(LUCKY)
    ladder.add(tables)
    for window, first in ((Window.MONTH, 19), (Window.ALWAYS, 0)):
        counted = [table for table in tables if table.compared]
        courses = ladder.courses(window, [3, 7])
        assert courses.tables == len(counted) - first
        for person, numbers in courses.numbers.items():
            assert len(numbers) == courses.tables + 1
            known = [rate(counted[:count], LUCKY).get(person) for count in range(first, len(counted) + 1)]
            later = [place for place, rating in enumerate(known) if rating is not None]
            for place, (rating, number) in enumerate(zip(known, numbers, strict=True)):
                if rating is not None:
                    assert number == scale.show(rating)
                else:
                    assert number == (1500 if place + 1 == later[0] else None)


def test_long_trails_and_courses_are_thinned_alike_and_keep_their_ends():
    ladder = ladder_of([ended(n, *((1, 2) if n % 3 else (2, 1, 3))) for n in range(1, 400)])
    standing = ladder.standing(1)
    assert len(standing.trail) == POINTS
    assert (standing.trail[0], standing.trail[-1], standing.tables) == (1500, standing.rating, 399)
    courses = ladder.courses(Window.ALWAYS, [1, 2, 3])
    assert {len(numbers) for numbers in courses.numbers.values()} == {POINTS}
    for person, numbers in courses.numbers.items():
        assert numbers[-1] == ladder.standing(person).rating


@pytest.mark.parametrize("count", [1, 2, 119, 120, 121, 1000])
def test_what_is_left_is_in_order(count):
    numbers = list(range(count))
    kept = thin(numbers)
    assert len(kept) == min(count, POINTS)
    assert list(kept) == sorted(set(kept))
    assert (kept[0], kept[-1]) == (0, count - 1)


def test_whoever_is_hidden_leaves_their_place_to_those_behind():
    tables = [ended(n, 1, 2, 3, 4) for n in range(5)] + [ended(n, 2, 1, 3, 5) for n in range(5, 10)]
    board = ladder_of(tables).board(Window.ALWAYS, Kind.POINTS)
    assert [(line.place, line.user_id) for line in board.lines] == [(1, 1), (1, 2), (3, 3), (4, 4), (4, 5)]
    left = board.hide(frozenset({1, 9}))
    assert [(line.place, line.user_id) for line in left.lines] == [(1, 2), (2, 3), (3, 4), (3, 5)]
    assert left.hidden == {1, 9}
    assert board.hide(frozenset()).lines == board.lines


# -- lists that are kept -----------------------------------------------------------------------------------


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
