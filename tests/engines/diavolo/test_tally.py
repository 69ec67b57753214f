"""What is counted of each seat of Diavolo, at games that are played by hand."""

from __future__ import annotations

import pytest

from engines.diavolo.model import Grab, Roll
from tests.engines.by_hand import ByHand, counted, facts
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, GREY_IS_RIGHT

TIMES = ("right_timed", "right_ms")


def game(seats: str = "ABCD", **options: object) -> ByHand:
    return ByHand(GAME, seats, **options)


def throw(lived: ByHand, *dice: int, **how: bool) -> ByHand:
    return lived.act(lived.state.position.roller, Roll(), *dice, **how)


def grab(lived: ByHand, seat: str, color: str, ms: int, heard: int = 0) -> ByHand:
    """A seat clicks so many ms after whatever came before."""
    return lived.act(seat, Grab(color, 0), ms=ms, heard=heard)


def test_D7_what_each_seat_held_at_the_end_of_a_round_is_counted():
    lived = throw(game(), *BLACK_IS_BEST)
    grab(grab(grab(lived, "A", "black", 900), "B", "red", 100), "C", "grey", 100).expire()
    throw(lived, *GREY_IS_RIGHT)
    grab(grab(grab(lived, "A", "white", 900), "B", "grey", 100), "C", "black", 100).settle()
    fate = ("rounds", "grabs", "right", "wrong", "none", "grey_right", "missed")
    assert [tuple(counted(lived, seat, *fate).values()) for seat in "ABCD"] == [
        (2, 2, 1, 1, 0, 0, 0),
        (2, 2, 1, 1, 0, 1, 0),
        (2, 2, 0, 2, 0, 0, 0),
        (2, 0, 0, 0, 2, 0, 1),
    ]


def test_D5_a_pawn_that_was_lost_to_an_earlier_click_is_counted_as_displaced():
    lived = throw(game("AB"), *BLACK_IS_BEST)
    grab(lived, "A", "black", 1200)
    grab(lived, "B", "black", -200, heard=300)  # clicked earlier, heard of later
    grab(lived, "A", "red", 500).settle()
    assert counted(lived, "A", "grabs", "displaced", "right", "wrong") == facts(
        grabs=2, displaced=1, right=0, wrong=1
    )
    assert counted(lived, "B", "grabs", "displaced", "right", *TIMES) == facts(
        grabs=1, displaced=0, right=1, right_timed=1, right_ms=1000
    )


@pytest.mark.parametrize(
    ("ms", "name"),
    [
        (0, "fast_0"),
        (249, "fast_0"),
        (250, "fast_250"),
        (1999, "fast_1750"),
        (4999, "fast_4750"),
        (5000, "fast_5000"),
        (14_000, "fast_5000"),
    ],
)
def test_D5_right_grabs_are_timed_and_counted_in_quarters_of_a_second(ms, name):
    lived = throw(game(), *BLACK_IS_BEST)
    grab(grab(lived, "A", "black", ms), "B", "black", 0)
    grab(grab(lived, "C", "red", 1), "D", "white", 1).settle()
    own = counted(lived, "A")
    assert {fact: n for fact, n in own.items() if fact.startswith("fast_")} == {name: 1}
    assert counted(lived, "A", *TIMES) == facts(right_timed=1, right_ms=ms)
    assert counted(lived, "C", *TIMES) == facts(right_timed=0, right_ms=0)


def test_D9_dice_that_fell_by_themselves_time_nobody():
    lived = game("AB").expire(*BLACK_IS_BEST)
    grab(grab(lived, "A", "black", 700), "B", "red", 10).settle()
    assert counted(lived, "A", "right", *TIMES) == facts(right=1, right_timed=0, right_ms=0)


def test_D10_learners_who_wait_for_the_dice_are_not_timed_until_the_fourth_round():
    lived = game("AB", learning=True)
    for number in range(4):
        throw(lived, *BLACK_IS_BEST)
        grab(grab(lived, "A", "black", 4500 + number), "B", "red", 10).settle()
    assert counted(lived, "A", "right", *TIMES) == facts(right=4, right_timed=1, right_ms=4503)


def test_D5_while_the_table_stands_still_no_time_passes():
    lived = throw(game("AB"), *BLACK_IS_BEST)
    lived.now += 100
    lived.pause(60_000)
    grab(grab(lived, "A", "black", 800), "B", "red", 10).settle()
    assert counted(lived, "A", *TIMES) == facts(right_timed=1, right_ms=900)


def test_D11_who_has_left_takes_part_in_no_more_rounds():
    lived = throw(game("ABC"), *BLACK_IS_BEST)
    grab(lived, "C", "black", 500).leave("C")
    grab(grab(lived, "A", "black", 700), "B", "red", 10).settle()
    assert counted(lived, "C", "rounds", "grabs", "right", "left") == facts(
        rounds=0, grabs=1, right=0, left=1
    )
