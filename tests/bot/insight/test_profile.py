"""What somebody has done: sums, form, rivals."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.insight.model import Played, Seated
from bot.insight.profile import FORM, Profile, Result, Rivalry, sum_up
from tests.support.results import ended, random_tables

ME = 1


def game(number, *order, won=None, why=None, **facts):
    """A game of these people, who came in this order."""
    return Played(ended(number, *order, why=why), order[0] == ME if won is None else won, facts)


def test_whoever_has_not_played_has_an_empty_profile():
    nothing = sum_up(ME, [])
    assert nothing == Profile()
    assert nothing.rival is nothing.nemesis is None


def test_numbers_are_sums_over_games_rated_or_not():
    games = [
        game(1, ME, 2, 3, lies=3, said=10),
        game(2, 2, ME, why="friendly", lies=1, said=4),
        game(3, 2, 3, 4, ME),
    ]
    profile = sum_up(ME, games)
    assert (profile.played, profile.rated, profile.won) == (3, 2, 1)
    assert (profile.places, profile.seats) == (1 + 2 + 4, 3 + 2 + 4)
    assert profile.facts == {"lies": 4, "said": 14}
    assert profile.form == (Result(1, 3, True), Result(2, 2, False), Result(4, 4, False))


def test_games_alone_against_computers_do_not_count():
    assert sum_up(ME, [game(1, ME, seats=4, won=1, lies=9)]) == Profile()


def test_seats_of_computers_count_where_people_played_too():
    seated = (Seated((2,), 1), Seated((ME,), 3))
    one = Played(ended(1, 2, ME)._replace(seats=seated), False, {"seats": 5})
    assert sum_up(ME, [one]).form == (Result(3, 5, False),)
    unknown = replace(one, facts={})
    assert sum_up(ME, [unknown]).form == (Result(3, 3, False),)


def test_the_form_is_that_of_the_last_games():
    games = [game(n, *((ME, 2) if n % 3 else (2, ME))) for n in range(1, 25)]
    form = sum_up(ME, games).form
    assert len(form) == FORM
    assert [result.won for result in form] == [bool(n % 3) for n in range(15, 25)]


def test_people_are_compared_pair_by_pair_from_three_games_on():
    games = [game(1, 2, ME, 3, 4), game(2, 3, 2, ME, 4), game(3, ME, 2), game(4, 4, ME), game(5, 3, 4, ME)]
    profile = sum_up(ME, games)
    assert profile.rivalries == (
        Rivalry(4, games=4, beaten=2, lost=2),
        Rivalry(2, games=3, beaten=1, lost=2),
        Rivalry(3, games=3, beaten=1, lost=2),
    )
    assert profile.rival is None, "nobody came behind more often than before"
    assert profile.nemesis is not None
    assert profile.nemesis.user_id == 2, "of equals, whom one has met less often"
    assert sum_up(ME, games[:2]).rivalries == ()


def test_nobody_is_rival_and_nemesis_at_once():
    profile = sum_up(ME, [game(n, *((ME, 3, 2) if n < 10 else (2, 3, ME))) for n in range(30)])
    assert profile.rival is None
    assert profile.nemesis == Rivalry(2, games=30, beaten=10, lost=20)
    later = sum_up(ME, [game(n, *((ME, 3, 2) if n < 10 else (2, ME, 3))) for n in range(30)])
    assert later.rival == Rivalry(3, games=30, beaten=30, lost=0)
    assert later.nemesis == Rivalry(2, games=30, beaten=10, lost=20)


def test_who_came_equal_was_met_and_neither_beaten_nor_lost_to():
    tied = (Seated((ME,), 1), Seated((2,), 1))
    games = [Played(ended(n, ME, 2)._replace(seats=tied), True) for n in range(3)]
    profile = sum_up(ME, games)
    assert profile.rivalries == (Rivalry(2, games=3, beaten=0, lost=0),)
    assert profile.rival is profile.nemesis is None


def test_a_partner_is_no_rival_and_nobody_knows_who_was_erased():
    games = [game(n, (ME, 2), (3, None), None) for n in range(5)]
    assert sum_up(ME, games).rivalries == (Rivalry(3, games=5, beaten=5, lost=0),)


@pytest.mark.parametrize("seed", range(5))
def test_sums_of_parts_are_the_sum_of_all(seed):
    random = Random(seed)
    tables = random_tables(random, 150, erased=0.1)
    games = [Played(one, random.random() < 0.3, {"lies": random.randrange(9)}) for one in tables]
    whole, first, second = (sum_up(ME, some) for some in (games, games[:50], games[50:]))
    for name in ("played", "rated", "won", "places", "seats"):
        assert getattr(whole, name) == getattr(first, name) + getattr(second, name)
    assert whole.facts == dict(Counter(first.facts) + Counter(second.facts))
    assert whole.played == sum(any(ME in seat.people for seat in one.seats) for one in tables)
    # Seen from the other side beaten is lost.
    for one in whole.rivalries:
        back = next(each for each in sum_up(one.user_id, games).rivalries if each.user_id == ME)
        assert (back.games, back.beaten, back.lost) == (one.games, one.lost, one.beaten)
