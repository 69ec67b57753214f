"""What is told of a year: by the days of the server's zone, to the border."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.insight.badges import Badge
from bot.insight.ladders import Asked, Ladders
from bot.insight.model import Played
from bot.insight.profiles import Profiles
from bot.insight.rating import LUCKY
from bot.insight.years import Best, Climb, Kind, Run, Year, review
from tests.support.results import MemoryResults, ended

ME, BOB, CHLOE = 1, 2, 3
PARIS = ZoneInfo("Europe/Paris")
DONE = Badge("🏅", "Fait", "le faire", lambda game: game["deeds"] >= 1)


def at(*day: int, zone: ZoneInfo = PARIS) -> int:
    return round(datetime(*day, tzinfo=zone).timestamp() * 1000)  # type: ignore[misc]


def played(
    when: int, *order: int, game: str = "tasse", why: str | None = None, seats: int = 0, **facts: int
) -> Played:
    """A game that ended then, at which these people came in this order."""
    table = ended(when, *order, at=when, why=why)._replace(game=game)
    return Played(table, order[0] == ME, {"left": 0, "seats": seats or len(order), **facts})


def told(*games: Played, number: int = 2026, zone: ZoneInfo = PARIS) -> Year:
    return review(ME, games, number, zone, {"tasse": (DONE,)})


def test_a_year_begins_and_ends_by_the_days_of_the_zone() -> None:
    first, last = at(2026, 1, 1), at(2027, 1, 1)
    games = [played(moment, ME, BOB) for moment in (first - 1, first, last - 1, last)]
    assert told(*games).played == 2
    assert told(*games, number=2025).played == 1
    assert told(*games, number=2027).played == 1
    assert told(*games, zone=ZoneInfo("UTC")).played == 2
    assert told(*games, zone=ZoneInfo("UTC"), number=2025).played == 2
    assert told(*games, number=2024) == Year(2024)


def test_games_are_counted_by_kind_and_only_those_with_others() -> None:
    noon = at(2026, 3, 3, 12)
    games = [played(noon, ME, BOB), played(noon + 1, BOB, ME, why="friendly"), played(noon + 2, ME)]
    games += [played(noon + n, ME, BOB, game="diavolo") for n in (3, 4, 5)]
    year = told(*games)
    assert year.kinds == (Kind("diavolo", 3, 3), Kind("tasse", 2, 1))
    assert (year.played, year.won) == (5, 4)


def test_a_favourite_day_takes_three_games_and_none_beside_it() -> None:
    fridays = [played(at(2026, 3, day, 23, 59), ME, BOB) for day in (6, 13, 20)]
    mondays = [played(at(2026, 3, day, 20), ME, BOB) for day in (2, 9, 16)]
    assert told(*fridays[:2]).weekday is None
    assert (told(*fridays, *mondays[:2]).weekday, told(*fridays).on_weekday) == (4, 3)
    assert told(*fridays, *mondays).weekday is None


def test_days_in_a_row_are_calendar_days() -> None:
    days = [played(at(2026, 3, day, hour), ME, BOB) for day, hour in ((28, 23), (29, 0), (29, 20), (30, 23))]
    assert told(*days).run == Run(3, date(2026, 3, 28)), "the night when clocks change is in it"
    assert told(days[0], days[3]).run is None
    more = [played(at(2026, 5, day), ME, BOB) for day in (1, 2, 3)]
    assert told(*more, *days).run == Run(3, date(2026, 3, 28)), "the first of equal ones"
    apart = [played(at(2026, 7, day, hour), ME, BOB) for day, hour in ((1, 23), (2, 0))]
    assert told(*apart, zone=ZoneInfo("UTC")).run is None


def test_the_best_place_is_that_among_most() -> None:
    games = [
        played(at(2026, 2, 1), BOB, ME, CHLOE),
        played(at(2026, 2, 2), ME, BOB),
        played(at(2026, 2, 3), ME, BOB, CHLOE),
        played(at(2026, 2, 4), ME, CHLOE, BOB, game="diavolo"),
    ]
    best = Best(at(2026, 2, 3), "tasse", 1, 3, date(2026, 2, 3))
    assert told(*games).best == best
    computers = played(at(2026, 2, 5), ME, BOB, seats=6)
    assert told(*games, computers).best == Best(at(2026, 2, 5), "tasse", 1, 6, date(2026, 2, 5))
    assert told(games[0]).best == Best(at(2026, 2, 1), "tasse", 2, 3, date(2026, 2, 1))


def test_who_was_met_most_often_from_three_games_on() -> None:
    games = [played(at(2026, 2, day), ME, BOB, game="diavolo" if day % 2 else "tasse") for day in (1, 2)]
    assert told(*games).company is None
    company = told(*games, played(at(2026, 2, 3), CHLOE, BOB, ME)).company
    assert company is not None
    assert (company.user_id, company.games, company.beaten) == (BOB, 3, 2)


def test_badges_are_those_that_were_first_earned_in_it() -> None:
    games = [played(at(year, 5, 5), ME, BOB, deeds=1) for year in (2025, 2026)]
    assert told(*games).badges == ()
    (given,) = told(*games, number=2025).badges
    assert given == (DONE, at(2025, 5, 5))


def test_a_rating_is_told_of_the_game_that_was_rated_most() -> None:
    before = [played(at(2025, 5, day), ME, BOB) for day in (1, 2)]
    rated = [played(at(2026, 5, day), ME, BOB) for day in (1, 2, 3)]
    others = [played(at(2026, 6, day), ME, BOB, game="diavolo", why="friendly") for day in range(1, 8)]
    assert told(*before, *rated, *others).climb == Climb("tasse", 2, 5)
    assert told(*before, *others).climb is None


@pytest.mark.parametrize(("number", "numbers"), [(2025, (0, 2)), (2026, (2, 5)), (2024, None)])
async def test_ratings_of_a_year_are_those_at_its_ends(number: int, numbers: tuple[int, int] | None) -> None:
    days = [(2025, 5, 1), (2025, 5, 2), (2026, 5, 1), (2026, 5, 2), (2026, 5, 3)]
    tables = [
        ended(n, *((ME, BOB) if n % 3 else (BOB, ME)), at=at(*day))._replace(table_id=n)
        for n, day in enumerate(days, 1)
    ]
    store = MemoryResults(*tables)

    async def apart(work):
        return work()

    ladders = Ladders(store, apart, lambda: at(2026, 12, 31))
    asked = Asked(1, "tasse", LUCKY)
    path = await ladders.path(asked, UTC, ME)
    standing = await ladders.standing(asked, UTC, ME)
    assert standing is not None
    assert (path[0], path[-1], len(path)) == (1500, standing.rating, 6)
    year, climbed = await Profiles(store, ladders, apart).year({"tasse": asked}, ME, number, UTC, {})
    assert year.number == number
    assert climbed == (None if numbers is None else tuple(path[n] for n in numbers))
    assert await ladders.path(asked, UTC, 99) == [1500]
