"""What somebody has done, in all and in a year; badges; and the week of a server."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.insight.badges import Badge, Outing, give
from bot.insight.ladders import Asked, Ladders
from bot.insight.model import Played, Seated
from bot.insight.profile import FORM, Profile, Result, Rivalry, sum_up
from bot.insight.profiles import Profiles
from bot.insight.rating import LUCKY, Scale, rate
from bot.insight.weekly import Best as Lead
from bot.insight.weekly import Rise, Week, Weeks, begin_of_week, next_post
from bot.insight.years import Best, Climb, Kind, Run, Year, review
from tests.support.results import DAY, MemoryResults, ended, random_tables

ME, BOB, CHLOE = 1, 2, 3


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


# -- badges ------------------------------------------------------------------------------------------------


DONE = Badge("🏅", "Fait", "le faire", lambda game: game["deeds"] >= 2)
ALONE = Badge("👑", "Devant", "finir devant", lambda game: game.place == 1 and game.alone)
TWICE = Badge("🧭", "Partout", "gagner à deux jeux", lambda game: game.won, games=2)


def deed(number: int, *order: int, why: str | None = None, game: str = "tasse", **facts: int) -> Played:
    """A game at which these people came in this order, with what I did there."""
    table = ended(number, *order, why=why)._replace(game=game)
    return Played(table, order[0] == ME, {"left": 0, "won": int(order[0] == ME), **facts})


def since(badge: Badge, *games: Played) -> int | None:
    ((_, at),) = give([badge], ME, games)
    return at


def test_it_is_had_since_the_first_game_that_earned_it() -> None:
    games = [deed(day, ME, BOB, deeds=deeds) for day, deeds in ((3, 2), (1, 1), (2, 5), (4, 9))]
    assert since(DONE, *games) == 2 * DAY
    assert since(DONE, *games[:2]) == 3 * DAY
    assert since(DONE, games[1]) is None


@pytest.mark.parametrize("why", [None, "often", "accessible"])
def test_tables_that_earn_badges(why: str | None) -> None:
    assert since(DONE, deed(1, ME, BOB, why=why, deeds=2)) == DAY


@pytest.mark.parametrize(
    "why",
    [
        *("computers", "autopilot", "alone", "friendly", "private", "own_deck"),
        *("children", "learning", "early", "evening", "stopped"),
    ],
)
def test_tables_that_earn_none(why: str) -> None:
    assert since(DONE, deed(1, ME, BOB, why=why, deeds=2)) is None


def test_nobody_earns_any_alone_nor_where_they_left_nor_where_nothing_is_known() -> None:
    assert since(DONE, deed(1, ME, deeds=2)) is None
    assert since(DONE, deed(1, ME, BOB, deeds=2, left=1)) is None
    assert since(DONE, deed(1, BOB, CHLOE, deeds=2)) is None
    assert since(ALONE, replace(deed(1, ME, BOB), facts={})) is None


def test_who_shares_a_place_is_not_alone() -> None:
    game = deed(1, ME, BOB)
    equal = game.table._replace(seats=tuple(seat._replace(place=1) for seat in game.table.seats))
    assert since(ALONE, game) == DAY
    assert since(ALONE, replace(game, table=equal)) is None


def test_some_take_several_kinds_of_game() -> None:
    tasse, again = deed(1, ME, BOB), deed(2, ME, BOB)
    lost, diavolo = deed(3, BOB, ME, game="diavolo"), deed(4, ME, BOB, game="diavolo")
    assert since(TWICE, tasse, again, lost) is None
    assert since(TWICE, diavolo, again, tasse) == 4 * DAY


def test_a_fact_that_was_not_counted_is_nothing() -> None:
    assert Outing(1, True, {})["lies"] == 0


def test_a_team_earns_them_together() -> None:
    table = ended(1, (BOB, ME), (CHLOE,))
    won: Sequence[Played] = [Played(table, True, {"left": 0, "deeds": 2})]
    assert since(DONE, *won) == DAY


# -- years -------------------------------------------------------------------------------------------------


PARIS = ZoneInfo("Europe/Paris")
EARNED = Badge("🏅", "Fait", "le faire", lambda game: game["deeds"] >= 1)


def moment_of(*day: int, zone: ZoneInfo = PARIS) -> int:
    return round(datetime(*day, tzinfo=zone).timestamp() * 1000)


def outing(
    when: int, *order: int, game: str = "tasse", why: str | None = None, seats: int = 0, **facts: int
) -> Played:
    """A game that ended then, at which these people came in this order."""
    table = ended(when, *order, at=when, why=why)._replace(game=game)
    return Played(table, order[0] == ME, {"left": 0, "seats": seats or len(order), **facts})


def told(*games: Played, number: int = 2026, zone: ZoneInfo = PARIS) -> Year:
    return review(ME, games, number, zone, {"tasse": (EARNED,)})


def test_a_year_begins_and_ends_by_the_days_of_the_zone() -> None:
    first, last = moment_of(2026, 1, 1), moment_of(2027, 1, 1)
    games = [outing(moment, ME, BOB) for moment in (first - 1, first, last - 1, last)]
    assert told(*games).played == 2
    assert told(*games, number=2025).played == 1
    assert told(*games, number=2027).played == 1
    assert told(*games, zone=ZoneInfo("UTC")).played == 2
    assert told(*games, zone=ZoneInfo("UTC"), number=2025).played == 2
    assert told(*games, number=2024) == Year(2024)


def test_games_are_counted_by_kind_and_only_those_with_others() -> None:
    noon = moment_of(2026, 3, 3, 12)
    games = [outing(noon, ME, BOB), outing(noon + 1, BOB, ME, why="friendly"), outing(noon + 2, ME)]
    games += [outing(noon + n, ME, BOB, game="diavolo") for n in (3, 4, 5)]
    year = told(*games)
    assert year.kinds == (Kind("diavolo", 3, 3), Kind("tasse", 2, 1))
    assert (year.played, year.won) == (5, 4)


def test_a_favourite_day_takes_three_games_and_none_beside_it() -> None:
    fridays = [outing(moment_of(2026, 3, day, 23, 59), ME, BOB) for day in (6, 13, 20)]
    mondays = [outing(moment_of(2026, 3, day, 20), ME, BOB) for day in (2, 9, 16)]
    assert told(*fridays[:2]).weekday is None
    assert (told(*fridays, *mondays[:2]).weekday, told(*fridays).on_weekday) == (4, 3)
    assert told(*fridays, *mondays).weekday is None


def test_days_in_a_row_are_calendar_days() -> None:
    days = [
        outing(moment_of(2026, 3, day, hour), ME, BOB)
        for day, hour in ((28, 23), (29, 0), (29, 20), (30, 23))
    ]
    assert told(*days).run == Run(3, date(2026, 3, 28)), "the night when clocks change is in it"
    assert told(days[0], days[3]).run is None
    more = [outing(moment_of(2026, 5, day), ME, BOB) for day in (1, 2, 3)]
    assert told(*more, *days).run == Run(3, date(2026, 3, 28)), "the first of equal ones"
    apart = [outing(moment_of(2026, 7, day, hour), ME, BOB) for day, hour in ((1, 23), (2, 0))]
    assert told(*apart, zone=ZoneInfo("UTC")).run is None


def test_the_best_place_is_that_among_most() -> None:
    games = [
        outing(moment_of(2026, 2, 1), BOB, ME, CHLOE),
        outing(moment_of(2026, 2, 2), ME, BOB),
        outing(moment_of(2026, 2, 3), ME, BOB, CHLOE),
        outing(moment_of(2026, 2, 4), ME, CHLOE, BOB, game="diavolo"),
    ]
    best = Best(moment_of(2026, 2, 3), "tasse", 1, 3, date(2026, 2, 3))
    assert told(*games).best == best
    computers = outing(moment_of(2026, 2, 5), ME, BOB, seats=6)
    assert told(*games, computers).best == Best(moment_of(2026, 2, 5), "tasse", 1, 6, date(2026, 2, 5))
    assert told(games[0]).best == Best(moment_of(2026, 2, 1), "tasse", 2, 3, date(2026, 2, 1))


def test_who_was_met_most_often_from_three_games_on() -> None:
    games = [
        outing(moment_of(2026, 2, day), ME, BOB, game="diavolo" if day % 2 else "tasse") for day in (1, 2)
    ]
    assert told(*games).company is None
    company = told(*games, outing(moment_of(2026, 2, 3), CHLOE, BOB, ME)).company
    assert (company.user_id, company.games, company.beaten) == (BOB, 3, 2)


def test_badges_are_those_that_were_first_earned_in_it() -> None:
    games = [outing(moment_of(year, 5, 5), ME, BOB, deeds=1) for year in (2025, 2026)]
    assert told(*games).badges == ()
    (given,) = told(*games, number=2025).badges
    assert given == (EARNED, moment_of(2025, 5, 5))


def test_a_rating_is_told_of_the_game_that_was_rated_most() -> None:
    before = [outing(moment_of(2025, 5, day), ME, BOB) for day in (1, 2)]
    rated = [outing(moment_of(2026, 5, day), ME, BOB) for day in (1, 2, 3)]
    others = [outing(moment_of(2026, 6, day), ME, BOB, game="diavolo", why="friendly") for day in range(1, 8)]
    assert told(*before, *rated, *others).climb == Climb("tasse", 2, 5)
    assert told(*before, *others).climb is None


@pytest.mark.parametrize(("number", "numbers"), [(2025, (0, 2)), (2026, (2, 5)), (2024, None)])
async def test_ratings_of_a_year_are_those_at_its_ends(number: int, numbers: tuple[int, int] | None) -> None:
    days = [(2025, 5, 1), (2025, 5, 2), (2026, 5, 1), (2026, 5, 2), (2026, 5, 3)]
    tables = [
        ended(n, *((ME, BOB) if n % 3 else (BOB, ME)), at=moment_of(*day))._replace(table_id=n)
        for n, day in enumerate(days, 1)
    ]
    store = MemoryResults(*tables)

    async def apart(work):
        return work()

    ladders = Ladders(store, apart, lambda: moment_of(2026, 12, 31))
    asked = Asked(1, "tasse", LUCKY)
    path = await ladders.path(asked, UTC, ME)
    standing = await ladders.standing(asked, UTC, ME)
    assert (path[0], path[-1], len(path)) == (1500, standing.rating, 6)
    year, climbed = await Profiles(store, ladders, apart).year({"tasse": asked}, ME, number, UTC, {})
    assert year.number == number
    assert climbed == (None if numbers is None else tuple(path[n] for n in numbers))
    assert await ladders.path(asked, UTC, 99) == [1500]


# -- weeks -------------------------------------------------------------------------------------------------


TASSE, DIAVOLO = Asked(1, "tasse", LUCKY), Asked(1, "diavolo", LUCKY)
SINCE, UNTIL = 100 * DAY, 107 * DAY


async def at_once(work):
    return work()


async def week(*tables, hidden=()):
    store = MemoryResults(*tables)
    for user_id in hidden:
        await store.wish(user_id, {"board": "no"})
    return await Weeks(store, at_once).sum_up([TASSE, DIAVOLO], SINCE, UNTIL)


def hour_of(*when: int) -> int:
    return round(datetime(*when, tzinfo=PARIS).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "weekday", "hour", "expected"),
    [
        (hour_of(2026, 11, 23, 8, 59), 0, 9, hour_of(2026, 11, 23, 9)),
        (hour_of(2026, 11, 23, 9), 0, 9, hour_of(2026, 11, 30, 9)),
        (hour_of(2026, 11, 23, 9), 6, 0, hour_of(2026, 11, 29)),
        (hour_of(2026, 10, 19, 9), 0, 9, hour_of(2026, 10, 26, 9)),
        (hour_of(2026, 3, 28, 12), 6, 2, hour_of(2026, 3, 29, 3)),
    ],
)
def test_the_next_time_goes_by_the_clocks_of_the_server(
    now: int, weekday: int, hour: int, expected: int
) -> None:
    assert next_post(now, weekday, hour, PARIS) == expected


def test_every_week_has_one_moment_and_begins_with_the_last_one() -> None:
    moment = hour_of(2026, 1, 1)
    for _ in range(60):
        coming = next_post(moment, 2, 18, PARIS)
        here = datetime.fromtimestamp(coming / 1000, PARIS)
        assert (here.weekday(), here.hour, here.minute) == (2, 18, 0)
        if moment != hour_of(2026, 1, 1):
            assert begin_of_week(coming, PARIS) == moment
            assert timedelta(days=6, hours=22) < timedelta(milliseconds=coming - moment)
        moment = coming


async def test_of_fewer_than_three_rated_tables_nothing_is_told():
    inside = [ended(n, 1, 2, 3, at=SINCE + n) for n in range(2)]
    beside = [ended(7, 1, 2, 3, at=SINCE - 1), ended(8, 1, 2, 3, at=UNTIL)]
    unrated = ended(9, 1, 2, 3, at=SINCE + 9, why="friendly")
    assert await week(*inside, *beside, unrated) is None
    told = await week(*inside, *beside, unrated, ended(10, 3, 2, at=UNTIL - 1))
    assert told == Week(SINCE, (Lead("tasse", 3, (1,), 8),), None)


async def test_each_game_that_was_played_has_a_line_with_all_who_lead():
    tasse = [ended(1, 1, 2, at=SINCE), ended(2, 2, 1, at=SINCE + 1)]
    diavolo = ended(3, 3, (4, 5), 6, at=SINCE + 2)._replace(game="diavolo")
    told = await week(*tasse, diavolo)
    assert told.games == (Lead("tasse", 2, (1, 2), 2), Lead("diavolo", 1, (3,), 4))
    assert (told.tables, told.people) == (3, {1, 2, 3})


async def test_nobody_is_named_who_wishes_to_stand_in_no_list():
    tables = [ended(n, 1, 2, 3, at=SINCE + n) for n in range(30)]
    told = await week(*tables)
    assert told.people == {1}
    told = await week(*tables, hidden=(1,))
    assert told.games == (Lead("tasse", 30, (2,), 60),)
    assert 1 not in told.people
    told = await week(*tables, hidden=(1, 2, 3))
    assert (told.games, told.rise) == ((Lead("tasse", 30, (), 0),), None)


async def test_who_was_erased_leads_no_list():
    told = await week(*(ended(n, (None,), 2, at=SINCE + n) for n in range(3)))
    assert told is None or told.people == frozenset()


async def test_the_best_rise_is_that_of_the_ratings():
    """As rating everything before the week, and everything up to its end, tells it."""
    for seed in range(5):
        tables = random_tables(Random(seed), 150)
        since, until = tables[100].ended_at, tables[149].ended_at
        told = await Weeks(MemoryResults(*tables), at_once).sum_up([TASSE], since, until)
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
