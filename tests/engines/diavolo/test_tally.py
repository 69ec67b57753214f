"""What is counted of each seat of Diavolo, and what is worth telling: at games that are played by hand."""

import pytest

from engines.core.clicks import order_of
from engines.diavolo.model import Grab, Roll
from tests.engines.by_hand import ByHand, all_of, sheet
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, GREY_IS_RIGHT
from tests.engines.telling import Telling, kinds

NOON = 1_800_000_000_000
FOUR = "ABCD"


def game(seats: str = FOUR, **options: object) -> ByHand:
    return ByHand(GAME, seats, **options)


def throw(lived: ByHand, *grabs: tuple[str, str, int], dice: tuple[int, ...] = BLACK_IS_BEST) -> ByHand:
    """The dice fall, and seats click, each so many ms after whatever came before."""
    return grab(lived.act(lived.state.position.roller, Roll(), *dice), *grabs)


def grab(lived: ByHand, *grabs: tuple[str, str, int]) -> ByHand:
    for seat, color, ms in grabs:
        lived.act(seat, Grab(color, 0), ms=ms)
    return lived


def test_D7_what_each_seat_held_at_the_end_of_a_round_is_counted():
    lived = throw(game(), ("A", "black", 900), ("B", "red", 100), ("C", "grey", 100)).expire()
    grabs = ("A", "white", 900), ("B", "grey", 100), ("C", "black", 100)
    throw(lived, *grabs, dice=GREY_IS_RIGHT).settle()
    assert sheet(lived, "rounds grabs right wrong none grey_right missed") == {
        "A": "2 2 1 1 0 0 0",
        "B": "2 2 1 1 0 1 0",
        "C": "2 2 0 2 0 0 0",
        "D": "2 0 0 0 2 0 1",
    }


def test_D5_a_pawn_that_was_lost_to_an_earlier_click_is_counted_as_displaced():
    lived = throw(game("AB"), ("A", "black", 1200))
    lived.act("B", Grab("black", 0), ms=-200, heard=300)  # clicked earlier, heard of later
    grab(lived, ("A", "red", 500)).settle()
    found = sheet(lived, "grabs displaced right wrong right_timed right_ms")
    assert found == {"A": "2 1 0 1 0 0", "B": "1 0 1 0 1 1000"}


@pytest.mark.parametrize(
    ("ms", "name"),
    [
        *((0, "fast_0"), (249, "fast_0"), (250, "fast_250"), (1999, "fast_1750"), (4999, "fast_4750")),
        *((5000, "fast_5000"), (14_000, "fast_5000")),
    ],
)
def test_D5_right_grabs_are_timed_and_counted_in_quarters_of_a_second(ms, name):
    lived = throw(game(), ("A", "black", ms), ("B", "black", 0), ("C", "red", 1), ("D", "white", 1)).settle()
    assert [fact for fact in all_of(lived, "A").split(", ") if fact.startswith("fast_")] == [f"{name} 1"]
    assert sheet(lived, "right_timed right_ms", "A", "C") == {"A": f"1 {ms}", "C": "0 0"}


def test_D9_dice_that_fell_by_themselves_time_nobody():
    lived = grab(game("AB").expire(*BLACK_IS_BEST), ("A", "black", 700), ("B", "red", 10)).settle()
    assert sheet(lived, "right right_timed right_ms", "A") == {"A": "1 0 0"}


def test_D10_learners_who_wait_for_the_dice_are_not_timed_until_the_fourth_round():
    lived = game("AB", learning=True)
    for number in range(4):
        throw(lived, ("A", "black", 4500 + number), ("B", "red", 10)).settle()
    assert sheet(lived, "right right_timed right_ms", "A") == {"A": "4 1 4503"}


def test_D5_while_the_table_stands_still_no_time_passes():
    lived = throw(game("AB"))
    lived.now += 100
    lived.pause(60_000)
    grab(lived, ("A", "black", 800), ("B", "red", 10)).settle()
    assert sheet(lived, "right_timed right_ms", "A") == {"A": "1 900"}


def test_D11_who_has_left_takes_part_in_no_more_rounds():
    lived = throw(game("ABC"), ("C", "black", 500)).leave("C")
    grab(lived, ("A", "black", 700), ("B", "red", 10)).settle()
    assert sheet(lived, "rounds grabs right left", "C") == {"C": "0 1 0 1"}


def play_round(telling: Telling, opened_at: int | None, **took: tuple[str, int]) -> Telling:
    """One round that black wins: each seat's colour, and how long after the opening it clicked (ms)."""
    telling.act(telling.state.position.roller, Roll(), *BLACK_IS_BEST, at=opened_at)
    for seat, (color, ms) in took.items():
        telling.act(seat, Grab(color, order_of((opened_at or NOON) + ms)))
    return telling.settle()


def told(opened_at: int | None, **took: tuple[str, int]) -> dict:
    return kinds(play_round(Telling(GAME, FOUR), opened_at, **took).moments())


def test_D5_the_fastest_right_grab_is_told():
    telling = Telling(GAME, FOUR)
    play_round(telling, NOON, A=("red", 500), B=("black", 2200), C=("grey", 2300), D=("black", 3000))
    play_round(telling, NOON + 60_000, A=("black", 1900), B=("red", 100), C=("white", 2900), D=("red", 2950))
    assert kinds(telling.moments())["fastest"] == (("A",), {"ms": 1900, "color": "black", "round": 2})


def test_D5_a_round_that_no_click_opened_has_no_times():
    found = told(None, A=("black", 1000), B=("black", 1004), C=("red", 1), D=("red", 900))
    assert "fastest" not in found
    assert found["closest"] == (("A", "B"), {"ms": 4, "color": "black", "round": 1})


@pytest.mark.parametrize("learning", [True, False])
def test_D10_learners_who_wait_for_the_dice_are_not_timed(learning):
    grabs = {"A": ("black", 5000), "B": ("red", 6000), "C": ("grey", 7000), "D": ("white", 9000)}
    found = kinds(play_round(Telling(GAME, FOUR, learning=learning), NOON, **grabs).moments())
    assert ("fastest" in found) is not learning


def test_D5_only_pawns_of_one_colour_are_raced_for():
    found = told(NOON, A=("black", 1000), B=("red", 1001), C=("black", 1600), D=("white", 1601))
    assert "closest" not in found


def test_D7_right_colours_in_a_row_and_a_winner_from_far_back_are_told():
    telling = Telling(GAME, "AB")
    for number in range(9):
        first, second = ("red", "black") if number < 4 else ("black", "red")
        play_round(telling, NOON + number * 60_000, A=(first, 900), B=(second, 1000))
    assert telling.state.position.winners == ("A",)
    found = kinds(telling.moments())
    assert found["series"] == (("A",), {"times": 5})
    assert found["comeback"] == (("A",), {"gems": 1, "round": 4})
