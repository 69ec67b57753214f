"""How a rating came about."""

from random import Random

import pytest

from bot.insight.rating import LUCKY, NEWCOMER, Scale, rate
from bot.insight.seasons import Window
from bot.insight.standing import Kind, Ladder
from bot.insight.trails import POINTS, Change, thin
from tests.support.results import ended, random_tables

ALWAYS = {Window.ALWAYS: None}


def ladder_of(tables):
    ladder = Ladder(LUCKY, ALWAYS)
    ladder.add(tables)
    return ladder


def test_a_trail_has_the_rating_after_each_rated_table():
    tables = random_tables(Random(5), 40)
    ladder, scale = ladder_of(tables), Scale(LUCKY)
    for person in (1, 7, 30):
        after = [1500]
        for number, table in enumerate(tables, 1):
            if table.compared and any(person in seat.people for seat in table.seats):
                after.append(scale.show(rate(tables[:number], LUCKY)[person]))
        standing = ladder.standing(person)
        assert standing is not None
        assert list(standing.trail) == after
        assert (standing.rating, standing.tables) == (after[-1], len(after) - 1)
        assert (standing.best, standing.worst) == (max(after), min(after))


def test_who_has_no_rated_table_has_no_rating():
    ladder = ladder_of([ended(1, 1, 2, why="friendly"), ended(2, 3, 4)])
    assert ladder.standing(1) is None
    assert ladder.standing(9) is None
    first = ladder.standing(3)
    assert first is not None
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


def test_courses_over_many_tables_are_thinned_alike():
    ladder = ladder_of([ended(n, *((1, 2) if n % 3 else (2, 1, 3))) for n in range(1, 400)])
    courses = ladder.courses(Window.ALWAYS, [1, 2, 3])
    assert {len(numbers) for numbers in courses.numbers.values()} == {POINTS}
    for person, numbers in courses.numbers.items():
        standing = ladder.standing(person)
        assert standing is not None
        assert numbers[-1] == standing.rating


def test_long_trails_are_thinned_and_keep_their_ends():
    ladder = ladder_of([ended(n, *((1, 2) if n % 3 else (2, 1))) for n in range(1, 400)])
    standing = ladder.standing(1)
    assert standing is not None
    assert len(standing.trail) == POINTS
    assert standing.trail[0] == 1500
    assert standing.trail[-1] == standing.rating
    assert standing.tables == 399


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
