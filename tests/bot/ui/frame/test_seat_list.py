"""The list of seats on a board: two a line where there are many, if a phone has room for both."""

from __future__ import annotations

import pytest

from bot.ui.frame.badge import seat_list

GAP = "\u2003"


@pytest.mark.parametrize(
    ("seats", "listed"),
    [
        (["⏳ **Anne** · **7**"] * 4, ["⏳ **Anne** · **7**"] * 4),
        (
            ["⏳ **Anne** · **7**"] * 5,
            [f"⏳ **Anne** · **7**{GAP}⏳ **Anne** · **7**"] * 2 + ["⏳ **Anne** · **7**"],
        ),
        (["⏳ **Les joyeux lurons** · **7**"] * 5, ["⏳ **Les joyeux lurons** · **7**"] * 5),
        (
            ["◽ **A\\*B** · **7**", "<:die_3:123456789012345678> **Anne** · **7**"] * 3,
            [f"◽ **A\\*B** · **7**{GAP}<:die_3:123456789012345678> **Anne** · **7**"] * 3,
        ),
        (
            ["**L’équipe au nom très long** · **7**", *["◽ **Bo** · **1**"] * 4],
            ["**L’équipe au nom très long** · **7**", *[f"◽ **Bo** · **1**{GAP}◽ **Bo** · **1**"] * 2],
        ),
    ],
)
def test_no_seat_is_broken_off_the_one_beside_it(seats: list[str], listed: list[str]) -> None:
    assert seat_list("**Points**", seats).splitlines() == ["**Points**", *listed]
