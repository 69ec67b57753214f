"""Who comes where (Z30)."""

from __future__ import annotations

from dataclasses import replace

from tests.engines.defizz.table import GAME, Table
from tests.engines.defizz.test_rounds import CITIES, all_in


def places(table: Table) -> list[tuple[int, str]]:
    return [(place.number, "".join(place.seats)) for place in GAME.places(table.state)]


def test_Z30_by_chips_and_who_was_eliminated_later_comes_first() -> None:
    table = all_in(Table("ABCD", CITIES), "B", "B")
    assert (table.chips, places(table)) == ("0 38 19 19", [(1, "B"), (2, "CD"), (4, "A")])
    later = replace(table.position, chips=(0, 0, 38, 38), out=("A", "B"), in_play=("C", "D"))
    table.state = replace(table.state, position=later)
    assert places(table) == [(1, "CD"), (3, "B"), (4, "A")]


def test_Z30_who_has_no_chips_but_plays_comes_before_who_was_eliminated() -> None:
    table = Table("ABC", CITIES)
    table.state = replace(
        table.state, position=replace(table.position, chips=(57 * 100, 0, 0), out=("C",), in_play=("A", "B"))
    )
    assert places(table) == [(1, "A"), (2, "B"), (3, "C")]


def test_Z20_C6_leavers_come_last_the_first_to_leave_last_of_all() -> None:
    table = all_in(Table("ABCDE", CITIES), "B", "B").leave("D").leave("C")
    assert places(table) == [(1, "B"), (2, "E"), (3, "A"), (4, "C"), (5, "D")]
