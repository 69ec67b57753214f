"""The week of a server: when it is told, and what."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.insight.ladders import Asked
from bot.insight.rating import LUCKY, Scale, rate
from bot.insight.weekly import Best, Rise, Week, Weeks, begin_of_week, next_post
from tests.support.results import DAY, MemoryResults, ended, random_tables

PARIS = ZoneInfo("Europe/Paris")
TASSE, DIAVOLO = Asked(1, "tasse", LUCKY), Asked(1, "diavolo", LUCKY)
SINCE, UNTIL = 100 * DAY, 107 * DAY


async def at_once(work):
    return work()


async def week(*tables, hidden=()):
    store = MemoryResults(*tables)
    for user_id in hidden:
        await store.wish(user_id, {"board": "no"})
    return await Weeks(store, at_once).sum_up([TASSE, DIAVOLO], SINCE, UNTIL)


def at(*when: int) -> int:
    return round(datetime(*when, tzinfo=PARIS).timestamp() * 1000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "weekday", "hour", "expected"),
    [
        (at(2026, 11, 23, 8, 59), 0, 9, at(2026, 11, 23, 9)),
        (at(2026, 11, 23, 9), 0, 9, at(2026, 11, 30, 9)),
        (at(2026, 11, 23, 9), 6, 0, at(2026, 11, 29)),
        (at(2026, 10, 19, 9), 0, 9, at(2026, 10, 26, 9)),
        (at(2026, 3, 28, 12), 6, 2, at(2026, 3, 29, 3)),
    ],
)
def test_the_next_time_goes_by_the_clocks_of_the_server(
    now: int, weekday: int, hour: int, expected: int
) -> None:
    assert next_post(now, weekday, hour, PARIS) == expected


def test_every_week_has_one_moment_and_begins_with_the_last_one() -> None:
    moment = at(2026, 1, 1)
    for _ in range(60):
        coming = next_post(moment, 2, 18, PARIS)
        here = datetime.fromtimestamp(coming / 1000, PARIS)
        assert (here.weekday(), here.hour, here.minute) == (2, 18, 0)
        if moment != at(2026, 1, 1):
            assert begin_of_week(coming, PARIS) == moment
            assert timedelta(days=6, hours=22) < timedelta(milliseconds=coming - moment)
        moment = coming


async def test_of_fewer_than_three_rated_tables_nothing_is_told():
    inside = [ended(n, 1, 2, 3, at=SINCE + n) for n in range(2)]
    beside = [ended(7, 1, 2, 3, at=SINCE - 1), ended(8, 1, 2, 3, at=UNTIL)]
    unrated = ended(9, 1, 2, 3, at=SINCE + 9, why="friendly")
    assert await week(*inside, *beside, unrated) is None
    told = await week(*inside, *beside, unrated, ended(10, 3, 2, at=UNTIL - 1))
    assert told == Week(SINCE, (Best("tasse", 3, (1,), 8),), None)


async def test_each_game_that_was_played_has_a_line_with_all_who_lead():
    tasse = [ended(1, 1, 2, at=SINCE), ended(2, 2, 1, at=SINCE + 1)]
    diavolo = ended(3, 3, (4, 5), 6, at=SINCE + 2)._replace(game="diavolo")
    told = await week(*tasse, diavolo)
    assert told is not None
    assert told.games == (Best("tasse", 2, (1, 2), 2), Best("diavolo", 1, (3,), 4))
    assert (told.tables, told.people) == (3, {1, 2, 3})


async def test_nobody_is_named_who_wishes_to_stand_in_no_list():
    tables = [ended(n, 1, 2, 3, at=SINCE + n) for n in range(30)]
    told = await week(*tables)
    assert told is not None
    assert told.people == {1}
    told = await week(*tables, hidden=(1,))
    assert told is not None
    assert told.games == (Best("tasse", 30, (2,), 60),)
    assert 1 not in told.people
    told = await week(*tables, hidden=(1, 2, 3))
    assert told is not None
    assert (told.games, told.rise) == ((Best("tasse", 30, (), 0),), None)


async def test_who_was_erased_leads_no_list():
    told = await week(*(ended(n, (None,), 2, at=SINCE + n) for n in range(3)))
    assert told is None or told.people == frozenset()


async def test_the_best_rise_is_that_of_the_ratings():
    """As rating everything before the week, and everything up to its end, tells it."""
    for seed in range(5):
        tables = random_tables(Random(seed), 150)
        since, until = tables[100].ended_at, tables[149].ended_at
        told = await Weeks(MemoryResults(*tables), at_once).sum_up([TASSE], since, until)
        assert told is not None
        before, now = rate(tables[:100], LUCKY), rate(tables[:149], LUCKY)
        scale = Scale(LUCKY)
        playing = {one for table in tables[100:149] for seat in table.seats for one in seat.people}
        rises = {
            one: scale.show(now[one]) - scale.show(before[one])
            for one in playing
            if one in before and now[one].sure
        }
        best = max(rises.values())
        assert told.rise == Rise("tasse", min(one for one in rises if rises[one] == best), best)
