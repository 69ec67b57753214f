"""Ratings: the formula against another one's, and what holds whatever comes."""

from dataclasses import replace
from math import sqrt
from random import Random

import pytest
from openskill.models import BradleyTerryPart

from bot.insight.model import Seated
from bot.insight.rating import LUCKY, NEWCOMER, SKILFUL, Rating, Scale, rate
from tests.support.results import DAY, ended, random_tables


def rate_with_openskill(tables, beta):
    """The same by another program; nobody is away for long."""
    model = BradleyTerryPart(mu=25, sigma=25 / 3, beta=beta, tau=25 / 300, kappa=1e-4, window_size=64)
    known = {}
    for table in tables:
        teams = [[known.get(person) or model.rating() for person in seat.people] for seat in table.seats]
        after = model.rate(teams, ranks=[float(seat.place) for seat in table.seats])
        for seat, team in zip(table.seats, after, strict=True):
            known.update(zip(seat.people, team, strict=True))
            known.pop(None, None)
    return known


@pytest.mark.parametrize("beta", [LUCKY, SKILFUL])
@pytest.mark.parametrize("erased", [0.0, 0.2])
def test_a_thousand_tables_with_ties_and_teams_are_rated_as_openskill_does(beta, erased):
    tables = random_tables(Random(f"{beta} {erased}"), 1000, people=60, erased=erased)
    ours, theirs = rate(tables, beta), rate_with_openskill(tables, beta)
    assert ours.keys() == theirs.keys()
    for person, rating in ours.items():
        assert rating.strength == pytest.approx(theirs[person].mu, abs=1e-9, rel=0)
        assert sqrt(rating.variance) == pytest.approx(theirs[person].sigma, abs=1e-9, rel=0)


def test_the_same_tables_give_the_same_bytes():
    tables = random_tables(Random(7), 500, erased=0.1)
    assert repr(rate(tables, LUCKY)) == repr(rate(list(tables), LUCKY))


def test_the_order_of_seats_and_of_people_in_a_team_changes_not_a_bit():
    random = Random(3)
    tables = random_tables(random, 500, erased=0.1)
    mixed = []
    for table in tables:
        seats = [
            replace(seat, people=tuple(random.sample(seat.people, len(seat.people)))) for seat in table.seats
        ]
        mixed.append(replace(table, seats=tuple(random.sample(seats, len(seats)))))
    assert mixed != tables
    assert rate(mixed, LUCKY) == rate(tables, LUCKY)


def test_the_first_of_six_newcomers_gains_two_and_equals_stay_equal():
    table = ended(1, 1, 2, 3, 4, 5, 6)
    tied = replace(table, seats=tuple(replace(seat, place=1) for seat in table.seats))
    after = rate([table], LUCKY)
    gains = [after[person].strength - 25 for person in range(1, 7)]
    assert gains[0] == pytest.approx(2.1, abs=0.05)
    assert sum(gains) == pytest.approx(0, abs=1e-9)
    assert gains == sorted(gains, reverse=True)
    assert {one.strength for one in rate([tied], LUCKY).values()} == {25.0}


def test_a_newcomer_beside_an_old_hand_takes_nearly_all_of_the_change():
    old = [ended(n, (1,), (n + 10,), at=n) for n in range(1, 41)]
    before = rate(old, LUCKY)[1]
    after = rate([*old, ended(41, (1, 2), (3, 4), at=41)], LUCKY)
    assert after[2].strength - 25 > 2 * (after[1].strength - before.strength) > 0


def test_tables_that_are_not_rated_change_nothing():
    rated = [ended(1, 1, 2, 3), ended(3, 2, 1, 3)]
    others = [ended(2, 3, 2, 1, why="friendly"), ended(4, 3, (2, 1), why="often"), ended(5, 3)]
    assert rate([rated[0], others[0], rated[1], *others[1:]], LUCKY) == rate(rated, LUCKY)


def test_who_was_erased_is_a_newcomer_each_time():
    tables = [ended(n, (None,), (1,)) for n in range(1, 30)]
    strangers = [ended(n, (100 + n,), (1,)) for n in range(1, 30)]
    assert rate(tables, LUCKY)[1] == rate(strangers, LUCKY)[1]
    assert rate(tables, LUCKY).keys() == {1}


def test_an_absence_of_a_year_makes_less_certain_but_never_less_than_a_newcomer():
    played = [ended(n, *((1, 2, 3) if n % 2 else (3, 2, 1)), at=n) for n in range(1, 60)]
    now = rate(played, LUCKY)[1]

    def variance_after(days):
        back = rate([*played, ended(99, (1,), (50,), at=59 + days * DAY)], LUCKY)
        return back[1].variance

    assert variance_after(0) == variance_after(89) < variance_after(90) < variance_after(360)
    assert variance_after(360) - variance_after(0) == pytest.approx(4 * (25 / 24) ** 2, rel=0.2)
    assert now.variance < variance_after(100_000) <= NEWCOMER.variance


@pytest.mark.parametrize(("beta", "tables"), [(LUCKY, (12, 13)), (SKILFUL, (5, 6))])
def test_a_rating_says_something_after_some_tables(beta, tables):
    random, played = Random(5), []
    while not (played and rate(played, beta)[1].sure):
        others = random.sample(range(2, 24), 3)
        played.append(ended(len(played) + 1, *random.sample([1, *others], 4)))
    assert len(played) in tables


@pytest.mark.parametrize("beta", [LUCKY, SKILFUL])
def test_it_is_shown_as_people_know_it(beta):
    scale = Scale(beta)
    ahead = sqrt(2) * beta * 1.1513  # 200 points
    assert scale.show(NEWCOMER) == 1500
    assert scale.show(Rating(25 + ahead, 1.0)) == 1700
    assert scale.margin(Rating(25, 4.0)) == round(4 * 200 / ahead)


def test_two_hundred_points_come_first_three_times_in_four():
    """What the model expects of two people whose strengths are known: 76 %."""
    won = rate([ended(1, 1, 2)], LUCKY)  # equal newcomers: half is expected
    assert won[1].strength - 25 == pytest.approx(25 - won[2].strength)
    scale = Scale(LUCKY)
    assert 1 / (1 + 10 ** (-(scale.show(Rating(25 + 13.568, 0.0)) - 1500) / 400)) == pytest.approx(
        0.76, abs=0.002
    )


def test_a_seat_alone_is_compared_with_nobody():
    table = replace(ended(1, 1), seats=(Seated((1,), 1, left=False),))
    assert rate([table], LUCKY) == {}
