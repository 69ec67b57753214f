"""Who comes where (F14)."""

from __future__ import annotations

from tests.engines.desfausse.table import GAME, Table
from tests.engines.desfausse.test_rounds import ready


def places(table: Table) -> list[tuple[int, str]]:
    return [(place.number, "".join(place.seats)) for place in GAME.places(table.state)]


def test_F14_by_tokens_then_by_the_fewest_dice_left() -> None:
    table = ready(tokens="1 0 1 0", A={1: 2}, B={7: 4}, C={13: 4, 14: 5}, D={19: 4, 20: 5})
    table.discard("A", [1], [1])
    assert (table.public.winners, places(table)) == (("A",), [(1, "A"), (2, "C"), (3, "B"), (4, "D")])


def test_F14_equal_tokens_and_dice_share_a_place() -> None:
    table = ready(tokens="1 0 0", A={1: 2}, B={7: 4, 8: 5}, C={13: 4, 14: 5}).discard("A", [1], [1])
    assert places(table) == [(1, "A"), (2, "BC")]


def test_F10_C6_who_wins_together_shares_the_first_place_whatever_came_to_a_hand_then() -> None:
    table = ready(tokens="1 1 0", A={1: 2}, B={7: 2}, C={13: 4, 14: 5})
    table.discard("A", [1], [1], {"B": [1]}).discard("B", [7], [7])
    assert (table.public.winners, len(table.position.held[1])) == (("A", "B"), 1)
    assert places(table) == [(1, "AB"), (3, "C")]


def test_F13_C6_leavers_come_last_the_first_to_leave_last_of_all() -> None:
    table = ready(tokens="1 1 1 0", A={1: 2}, B={7: 4}, C={13: 4, 14: 5}, D={19: 4, 20: 5})
    table.leave("C").leave("B").discard("A", [1], [1])
    assert places(table) == [(1, "A"), (2, "D"), (3, "B"), (4, "C")]
