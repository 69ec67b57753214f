"""What the board of a table that counts says of its changes in the ratings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.insight.trails import Change
from bot.tables.model import Seat
from bot.tables.sight import Sight
from bot.texts import texts_for
from bot.ui.frame.rated import NAMED, changes_line, rated_line
from engines.core.game import Place
from tests.support.stored import new_table, seat

SURE, NEW = Change(1534, 18, True), Change(1490, -9, False)


def seen(*places: tuple[str, ...], seats: tuple[Seat, ...]) -> Sight:
    """A table that is over, with these seats from first to last."""
    numbered = tuple(Place(number, names) for number, names in enumerate(places, 1))
    return Sight(new_table(seats=seats), None, None, None, (), (), 1, places=numbered)


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("fr", "-# Classée : nom 2 1534 (+18) · nom 1 1490 ? (−9)"),
        ("en", "-# Rated: nom 2 1534 (+18) · nom 1 1490? (−9)"),
    ],
)
def test_whoever_came_first_is_told_first(locale: str, said: str) -> None:
    sight = seen(("b",), ("a",), seats=(seat("a", 1), seat("b", 2)))
    assert changes_line(sight, {1: NEW, 2: SURE}, texts_for(locale)).replace("\u00a0", " ") == said


def test_people_of_a_team_and_equals_are_told_one_by_one() -> None:
    sight = seen(("a", "c"), ("b",), seats=(seat("a", 1, 4), seat("b", 2), seat("c", 3)))
    same = Change(1500, 0, False)
    line = changes_line(sight, {1: SURE, 2: NEW, 3: same, 4: NEW}, texts_for("en"))
    assert line == "-# Rated: nom 1 1534 (+18) · nom 4 1490? (−9) · nom 3 1500? (=) · nom 2 1490? (−9)"


def test_whoever_was_erased_or_is_left_out_is_not_named() -> None:
    erased = replace(seat("b", 2).people[0], user_id=None)
    seats = (seat("a", 1), replace(seat("b", 2), people=(erased,)), seat("c", 3))
    sight, t = seen(("a",), ("b",), ("c",), seats=seats), texts_for("en")
    assert changes_line(sight, {1: SURE}, t) == "-# Rated: nom 1 1534 (+18)"
    assert changes_line(sight, {}, t) == rated_line(None, t)


def test_a_name_has_no_effect() -> None:
    loud = replace(seat("a", 1).people[0], name="**@everyone**")
    sight = seen(("a",), seats=(replace(seat("a", 1), people=(loud,)),))
    line = changes_line(sight, {1: SURE}, texts_for("en"))
    assert "**@" not in line
    assert "@everyone" not in line


def test_of_many_people_the_first_are_told() -> None:
    seats = tuple(seat(str(n), n) for n in range(1, NAMED + 3))
    sight = seen(*((one.name,) for one in seats), seats=seats)
    line = changes_line(sight, dict.fromkeys(range(1, NAMED + 3), SURE), texts_for("en"))
    assert line.count("1534") == NAMED
    assert line.endswith(f"nom {NAMED} 1534 (+18) · and 2 others")
