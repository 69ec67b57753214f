"""What is worth telling of Diavolo: how fast, how close, how steady, from how far back."""

from __future__ import annotations

from engines.core.moments import order_of
from engines.diavolo.model import Grab, Roll
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME
from tests.engines.telling import Telling, kinds

NOON = 1_800_000_000_000
FOUR = "ABCD"


def play_round(telling: Telling, opened_at: int | None, **took: tuple[str, int]) -> Telling:
    """One round that black wins: each seat's colour, and how long after the opening it clicked (ms)."""
    telling.act(telling.state.position.roller, Roll(), *BLACK_IS_BEST, at=opened_at)
    for seat, (color, ms) in took.items():
        telling.act(seat, Grab(color, order_of((opened_at or NOON) + ms)))
    return telling.settle()


def test_D5_the_fastest_right_grab_is_told():
    telling = play_round(
        Telling(GAME, FOUR), NOON, A=("red", 500), B=("black", 2200), C=("grey", 2300), D=("black", 3000)
    )
    play_round(telling, NOON + 60_000, A=("black", 1900), B=("red", 100), C=("white", 2900), D=("red", 2950))
    assert kinds(telling.moments())["fastest"] == (("A",), {"ms": 1900, "color": "black", "round": 2})


def test_D5_a_round_that_no_click_opened_has_no_times():
    grabs = {"A": ("black", 1000), "B": ("black", 1004), "C": ("red", 1), "D": ("red", 900)}
    found = kinds(play_round(Telling(GAME, FOUR), None, **grabs).moments())
    assert "fastest" not in found
    assert found["closest"] == (("A", "B"), {"ms": 4, "color": "black", "round": 1})


def test_D10_learners_who_wait_for_the_dice_are_not_timed():
    grabs = {"A": ("black", 5000), "B": ("red", 6000), "C": ("grey", 7000), "D": ("white", 9000)}
    assert "fastest" not in kinds(play_round(Telling(GAME, FOUR, learning=True), NOON, **grabs).moments())
    assert "fastest" in kinds(play_round(Telling(GAME, FOUR), NOON, **grabs).moments())


def test_D5_only_pawns_of_one_colour_are_raced_for():
    grabs = {"A": ("black", 1000), "B": ("red", 1001), "C": ("black", 1600), "D": ("white", 1601)}
    assert "closest" not in kinds(play_round(Telling(GAME, FOUR), NOON, **grabs).moments())


def test_D7_right_colours_in_a_row_and_a_winner_from_far_back_are_told():
    telling = Telling(GAME, "AB")
    for number in range(4):
        play_round(telling, NOON + number * 60_000, A=("red", 900), B=("black", 1000))
    for number in range(4, 9):
        play_round(telling, NOON + number * 60_000, A=("black", 900), B=("red", 1000))
    assert telling.state.position.winners == ("A",)
    found = kinds(telling.moments())
    assert found["series"] == (("A",), {"times": 5})
    assert found["comeback"] == (("A",), {"gems": 1, "round": 4})
