"""At which tables badges are earned, and since when somebody has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.insight.badges import Badge, Outing, give
from bot.insight.model import Played
from tests.support.results import DAY, ended

ME, BOB, CHLOE = 1, 2, 3
DONE = Badge("🏅", "Fait", "le faire", lambda game: game["deeds"] >= 2)
ALONE = Badge("👑", "Devant", "finir devant", lambda game: game.place == 1 and game.alone)
TWICE = Badge("🧭", "Partout", "gagner à deux jeux", lambda game: game.won, games=2)


def played(number: int, *order: int, why: str | None = None, game: str = "tasse", **facts: int) -> Played:
    """A game at which these people came in this order, with what I did there."""
    table = ended(number, *order, why=why)._replace(game=game)
    return Played(table, order[0] == ME, {"left": 0, "won": int(order[0] == ME), **facts})


def since(badge: Badge, *games: Played) -> int | None:
    ((_, at),) = give([badge], ME, games)
    return at


def test_it_is_had_since_the_first_game_that_earned_it() -> None:
    games = [played(day, ME, BOB, deeds=deeds) for day, deeds in ((3, 2), (1, 1), (2, 5), (4, 9))]
    assert since(DONE, *games) == 2 * DAY
    assert since(DONE, *games[:2]) == 3 * DAY
    assert since(DONE, games[1]) is None


@pytest.mark.parametrize("why", [None, "often", "accessible"])
def test_tables_that_earn_badges(why: str | None) -> None:
    assert since(DONE, played(1, ME, BOB, why=why, deeds=2)) == DAY


@pytest.mark.parametrize(
    "why",
    [
        *("computers", "autopilot", "alone", "friendly", "private", "own_deck"),
        *("children", "learning", "early", "evening", "stopped"),
    ],
)
def test_tables_that_earn_none(why: str) -> None:
    assert since(DONE, played(1, ME, BOB, why=why, deeds=2)) is None


def test_nobody_earns_any_alone_nor_where_they_left_nor_where_nothing_is_known() -> None:
    assert since(DONE, played(1, ME, deeds=2)) is None
    assert since(DONE, played(1, ME, BOB, deeds=2, left=1)) is None
    assert since(DONE, played(1, BOB, CHLOE, deeds=2)) is None
    assert since(ALONE, replace(played(1, ME, BOB), facts={})) is None


def test_who_shares_a_place_is_not_alone() -> None:
    game = played(1, ME, BOB)
    equal = game.table._replace(seats=tuple(seat._replace(place=1) for seat in game.table.seats))
    assert since(ALONE, game) == DAY
    assert since(ALONE, replace(game, table=equal)) is None


def test_some_take_several_kinds_of_game() -> None:
    tasse, again = played(1, ME, BOB), played(2, ME, BOB)
    lost, diavolo = played(3, BOB, ME, game="diavolo"), played(4, ME, BOB, game="diavolo")
    assert since(TWICE, tasse, again, lost) is None
    assert since(TWICE, diavolo, again, tasse) == 4 * DAY


def test_a_fact_that_was_not_counted_is_nothing() -> None:
    assert Outing(1, True, {})["lies"] == 0


def test_a_team_earns_them_together() -> None:
    table = ended(1, (BOB, ME), (CHLOE,))
    won: Sequence[Played] = [Played(table, True, {"left": 0, "deeds": 2})]
    assert since(DONE, *won) == DAY
