"""Ratings: the formula against another one's, and what holds whatever comes; windows of time and points."""

from datetime import UTC, datetime
from math import sqrt
from random import Random
from zoneinfo import ZoneInfo

import pytest
from openskill.models import BradleyTerryPart

from bot.insight.rating import LUCKY, NEWCOMER, SKILFUL, Rating, Scale, rate
from bot.insight.standing import Seasons, Window, begin_of
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


def test_the_order_of_seats_and_of_people_in_a_team_changes_not_a_bit():
    random = Random(3)
    tables = random_tables(random, 500, erased=0.1)
    mixed = []
    for table in tables:
        seats = [
            seat._replace(people=tuple(random.sample(seat.people, len(seat.people)))) for seat in table.seats
        ]
        mixed.append(table._replace(seats=tuple(random.sample(seats, len(seats)))))
    assert mixed != tables
    assert repr(rate(tables, LUCKY)) == repr(rate(list(tables), LUCKY))
    assert rate(mixed, LUCKY) == rate(tables, LUCKY)


def test_the_first_of_six_newcomers_gains_two_and_equals_stay_equal():
    table = ended(1, 1, 2, 3, 4, 5, 6)
    tied = table._replace(seats=tuple(seat._replace(place=1) for seat in table.seats))
    after = rate([table], LUCKY)
    gains = [after[person].strength - 25 for person in range(1, 7)]
    assert gains[0] == pytest.approx(2.1, abs=0.05)
    assert sum(gains) == pytest.approx(0, abs=1e-9)
    assert gains == sorted(gains, reverse=True)
    assert {one.strength for one in rate([tied], LUCKY).values()} == {25.0}


def test_a_newcomer_beside_an_old_hand_takes_nearly_all_of_the_change():
    old = [ended(n, *((1, 3, 4) if n % 2 else (4, 3, 1)), at=n) for n in range(1, 201)]
    before = rate(old, LUCKY)[1]
    after = rate([*old, ended(201, (1, 2), (3, 4), at=201)], LUCKY)
    assert after[2].strength - 25 > 4 * (after[1].strength - before.strength) > 0


def test_tables_that_are_not_rated_or_have_one_seat_change_nothing():
    rated = [ended(1, 1, 2, 3), ended(3, 2, 1, 3)]
    others = [ended(2, 3, 2, 1, why="friendly"), ended(4, 3, (2, 1), why="often"), ended(5, 3)]
    assert rate([rated[0], others[0], rated[1], *others[1:]], LUCKY) == rate(rated, LUCKY)
    assert rate([ended(1, 1)], LUCKY) == {}


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
    assert scale.margin(Rating(25, 4.0)) == round(2 * 200 / ahead)


@pytest.mark.parametrize(("luck", "within"), [(1, (0.75, 0.9)), (2, (0.85, 0.95)), (4, (0.85, 0.97))])
def test_the_margin_holds_in_some_nine_cases_of_ten(luck, within):
    """Two dozen people of known strengths play tables of four, chance being so many times their spread."""
    held = []
    for seed in range(10):
        ratings, strengths = _play(Random(seed), LUCKY / luck, 180)
        # A logistic curve is as wide as a normal one that is 1.6 times narrower.
        off = {person: one.strength - 1.6 * strengths[person] for person, one in ratings.items()}
        middle = sum(off.values()) / len(off)
        held += [abs(off[person] - middle) <= sqrt(one.variance) for person, one in ratings.items()]
    assert within[0] <= sum(held) / len(held) <= within[1]


def test_after_thirty_tables_the_order_is_nearly_that_of_strength():
    alike = []
    for seed in range(20):
        ratings, strengths = _play(Random(seed), LUCKY / 2, 180)
        true, found = (sorted(strengths, key=order.__getitem__) for order in (strengths, ratings))
        off = sum((true.index(person) - found.index(person)) ** 2 for person in strengths)
        alike.append(1 - 6 * off / (24 * (24**2 - 1)))  # Spearman's correlation
    assert sum(alike) / len(alike) >= 0.8


def _play(random, spread, tables):
    """The ratings of two dozen people after so many tables of four, and their true strengths."""
    strengths = {person: random.gauss(0, spread) for person in range(24)}
    played = []
    for number in range(1, tables + 1):
        shown = {p: strengths[p] + random.gauss(0, LUCKY) for p in random.sample(range(24), 4)}
        played.append(ended(number, *sorted(shown, key=shown.__getitem__, reverse=True)))
    return rate(played, LUCKY), strengths


# -- seasons -----------------------------------------------------------------------------------------------


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
