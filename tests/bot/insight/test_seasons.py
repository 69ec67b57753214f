"""Windows of time, points, and who is listed."""

from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.insight.seasons import Seasons, Window, begin_of
from tests.support.results import DAY, ended, random_tables

PARIS = ZoneInfo("Europe/Paris")


def ms(*moment, zone=UTC):
    return round(datetime(*moment, tzinfo=zone).timestamp() * 1000)


@pytest.mark.parametrize(
    ("window", "now", "begin"),
    [
        (Window.WEEK, (2026, 11, 23, 0, 0), (2026, 11, 23)),  # a Monday
        (Window.WEEK, (2026, 11, 22, 23, 59), (2026, 11, 16)),
        (Window.WEEK, (2026, 1, 1, 12), (2025, 12, 29)),
        (Window.WEEK, (2026, 3, 29, 12), (2026, 3, 23)),  # the day on which clocks are put forward
        (Window.MONTH, (2026, 3, 31, 23, 59), (2026, 3, 1)),
        (Window.MONTH, (2026, 3, 1), (2026, 3, 1)),
        (Window.QUARTER, (2026, 12, 31, 23, 59), (2026, 10, 1)),
        (Window.QUARTER, (2026, 4, 1), (2026, 4, 1)),
        (Window.QUARTER, (2026, 3, 31), (2026, 1, 1)),
    ],
)
@pytest.mark.parametrize("zone", [UTC, PARIS, ZoneInfo("America/Montreal")])
def test_a_window_begins_with_a_day_of_the_place(window, now, begin, zone):
    assert begin_of(window, ms(*now, zone=zone), zone) == ms(*begin, zone=zone)


def test_always_has_no_beginning_and_an_hour_may_lie_in_another_week():
    assert begin_of(Window.ALWAYS, ms(2026, 1, 1), UTC) is None
    late = ms(2026, 11, 22, 23, 30)  # Sunday at Greenwich, Monday in Paris
    assert begin_of(Window.WEEK, late, UTC) == ms(2026, 11, 16)
    assert begin_of(Window.WEEK, late, PARIS) == ms(2026, 11, 23, zone=PARIS)


def test_a_day_that_begins_twice_begins_at_its_first_midnight():
    havana = ZoneInfo("America/Havana")  # clocks go back from 1 a.m. to midnight on 1 November 2026
    first = ms(2026, 11, 1, 4)
    assert begin_of(Window.MONTH, ms(2026, 11, 1, 5, 30), havana) == first
    assert begin_of(Window.MONTH, ms(2026, 11, 20), havana) == first


def collected(*tables, begin=None):
    seasons = Seasons({Window.WEEK: begin})
    for table in tables:
        seasons.add(table)
    return seasons.people(Window.WEEK)


def test_a_point_for_each_opponent_behind_and_half_a_point_for_equals():
    table = ended(1, 1, (2, 3), 4, 5)
    tied = table._replace(seats=(*table.seats[:1], *(seat._replace(place=2) for seat in table.seats[1:])))
    assert {person: mine.halves for person, mine in collected(table).items()} == {
        1: 6,
        2: 4,
        3: 4,
        4: 2,
        5: 0,
    }
    assert {person: mine.halves for person, mine in collected(tied).items()} == {1: 6, 2: 2, 3: 2, 4: 2, 5: 2}


def test_points_are_as_many_as_pairs_and_the_order_of_seats_changes_nothing():
    for table in random_tables(Random(4), 200):
        alone = table._replace(seats=tuple(seat._replace(people=seat.people[:1]) for seat in table.seats))
        halves = sum(mine.halves for mine in collected(alone).values())
        assert halves == len(table.seats) * (len(table.seats) - 1)
        mixed = collected(table._replace(seats=table.seats[::-1]))
        for person, mine in collected(table).items():
            assert (mixed[person].halves, mixed[person].met) == (mine.halves, mine.met)


def test_what_ended_before_the_window_or_is_not_rated_does_not_count():
    inside, outside = ended(3, 1, 2, at=3 * DAY), ended(2, 1, 2, at=3 * DAY - 1)
    unrated = ended(4, 1, 2, at=4 * DAY, why="friendly")
    people = collected(outside, inside, unrated, begin=3 * DAY)
    assert people[1].tables == 1
    assert people[1].halves == 2
    assert collected(outside, unrated, begin=3 * DAY) == {}


def test_whoever_has_played_five_tables_against_three_people_is_listed():
    four = [ended(n, 1, 2, 3) for n in range(4)]
    assert not collected(*four, ended(4, 1, 2, 3))[1].listed  # two opponents
    assert not collected(*four)[1].listed
    assert collected(*four, ended(4, 1, 4))[1].listed
    assert not collected(*[ended(n, (1, 5), (2, 3)) for n in range(9)])[
        1
    ].listed  # nobody plays against their team


def test_erased_people_at_one_table_are_different_and_at_two_may_be_the_same():
    tables = [ended(n, 1, None) for n in range(9)]
    assert not collected(*tables)[1].listed
    assert not collected(*tables, ended(9, 1, 2, None))[1].listed
    assert collected(*tables, ended(9, 1, 2, None, None))[1].listed
    assert set(collected(*tables)) == {1}
