"""Lists by rating and by points."""

from random import Random

import pytest

from bot.insight.rating import LUCKY, NEWCOMER, Scale, rate
from bot.insight.seasons import Window
from bot.insight.standing import Kind, Ladder
from tests.support.results import DAY, ended, random_tables

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
