"""Who comes where (D12), and how much of it the first version of the rules had kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.core.errors import Refusal
from engines.core.game import State
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, Table


def places(table: Table) -> list[tuple[int, str]]:
    return [(place.number, "".join(place.seats)) for place in GAME.places(table.state)]


def round_for(table: Table, *right: str) -> Table:
    """A round in which these alone take the right colour."""
    table.roll(*BLACK_IS_BEST)
    for at, seat in enumerate(right):
        table.grab(seat, "black", at)
    return table.timeout() if table.public.phase == "grab" else table


def one_by_one() -> Table:
    """E and F go in one round, then D, then C: A is left, and B has left before."""
    table = Table("ABCDEF").with_gems(5, 5, 3, 2, 1, 1)
    return round_for(round_for(round_for(table, "A").leave("B"), "A"), "A")


def test_D12_who_lost_the_last_gem_later_comes_first_and_those_of_one_round_share_a_place() -> None:
    table = one_by_one()
    assert (table.public.phase, table.public.winners) == ("over", ("A",))
    assert table.position.out == (("E", "F"), ("D",), ("C",))
    assert places(table) == [(1, "A"), (2, "C"), (3, "D"), (4, "EF"), (6, "B")]


def test_D12_while_the_table_runs_gems_decide() -> None:
    table = round_for(Table("ABCD").with_gems(5, 4, 4, 1), "A", "B", "C")
    assert places(table) == [(1, "A"), (2, "BC"), (4, "D")]


def test_D12_if_nobody_has_won_those_of_the_last_round_are_first() -> None:
    table = round_for(round_for(Table("ABC").with_gems(2, 2, 1)))
    assert (table.public.winners, places(table)) == ((), [(1, "AB"), (3, "C")])


def test_D11_C6_who_was_out_and_then_leaves_comes_behind_those_who_stayed() -> None:
    table = round_for(round_for(Table("ABC").with_gems(5, 2, 1), "A").leave("C"), "A")
    assert places(table) == [(1, "A"), (2, "B"), (3, "C")]
    table = round_for(round_for(Table("ABC").with_gems(5, 2, 1), "A"), "A")
    assert places(table) == [(1, "A"), (2, "B"), (3, "C")]
    other = round_for(Table("ABCD").with_gems(5, 5, 5, 1), "A", "B", "C").leave("D").leave("C").leave("B")
    assert places(other) == [(1, "A"), (2, "B"), (3, "C"), (4, "D")]


def carried_over(table: Table) -> Table:
    """The table as it is once today's rules have taken it over from those of version 1."""
    old = GAME.as_kept(GAME.positions.plain(table.position), 1)
    assert "out" not in old
    table.state = State(table.state.setup, GAME.carry_over(table.position, 1))
    assert GAME.positions.plain(table.position) == GAME.upgrade("position", old, 1)
    GAME.check(table.state)
    return table


def test_D12_of_a_table_that_ended_under_version_1_the_last_to_go_are_known() -> None:
    table = carried_over(one_by_one())
    assert table.position.out == (("C",),)
    assert places(table) == [(1, "A"), (2, "C"), (3, "DEF"), (6, "B")]
    nobody = round_for(round_for(Table("ABC").with_gems(2, 2, 1)))
    assert places(carried_over(nobody)) == [(1, "AB"), (3, "C")]


def test_D12_of_a_table_that_version_1_began_those_after_the_update_are_known() -> None:
    table = carried_over(round_for(Table("ABCDEF").with_gems(5, 5, 3, 2, 1, 1), "A"))
    assert table.position.out == ()
    table = round_for(round_for(table.leave("B"), "A"), "A")
    assert places(table) == [(1, "A"), (2, "C"), (3, "D"), (4, "EF"), (6, "B")]


@pytest.mark.parametrize(
    "out",
    [(("A",),), (("B", "B"),), (("C", "B"),), (("B",), ("B", "C")), ((),), (("Z",),)],
    ids=["has gems", "twice", "order", "twice later", "nobody", "unknown"],
)
def test_D8_who_can_have_gone_out_is_checked(out: tuple[tuple[str, ...], ...]) -> None:
    table = round_for(Table("ABC").with_gems(2, 1, 1), "A")
    assert table.position.out == (("B", "C"),)
    with pytest.raises(Refusal, match="impossible_state"):
        GAME.check(replace(table.state, position=replace(table.position, out=out)))
