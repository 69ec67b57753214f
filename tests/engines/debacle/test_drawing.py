"""Boards as text: a drawing in, a drawing out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.debacle.board import BLACK, SQUARES, board_with, dice_by_square
from engines.debacle.drawing import draw, read

BOARD = """\
6  B6 .  B4 .  .  B1
5  .  .  .  .  .  .
4  .  .  .  R3 .  .
3  .  .  .  .  .  .
2  .  .  .  .  .  .
1  R1 R2 .  .  R5 R6
   a  b  c  d  e  f"""

FROM_BLACK = """\
1  R6 R5 .  .  R2 R1
2  .  .  .  .  .  .
3  .  .  .  .  .  .
4  .  .  R3 .  .  .
5  .  .  .  .  .  .
6  B1 .  .  B4 .  B6
   f  e  d  c  b  a"""

boards = st.dictionaries(
    st.sampled_from(SQUARES), st.tuples(st.sampled_from(["red", "black"]), st.integers(1, 6))
)


def test_a_drawing_says_where_each_die_lies():
    dice = read(BOARD)
    assert dice["d4"] == ("red", 3)
    assert dice["a6"] == ("black", 6)
    assert len(dice) == 8
    assert draw(dice) == BOARD


def test_black_sees_the_board_turned():
    assert draw(read(BOARD), seen_from=BLACK) == FROM_BLACK
    assert read(FROM_BLACK) == read(BOARD)


def test_another_language_has_other_letters():
    french = draw(read(BOARD), letters="RN")
    assert french == BOARD.replace("B", "N")
    assert read(french, letters="RN") == read(BOARD)


@settings(deadline=None)
@given(dice=boards, seen_from=st.sampled_from([0, 1]))
def test_every_board_goes_out_and_back(dice, seen_from):
    assert read(draw(dice, seen_from=seen_from)) == dice
    assert dice_by_square(board_with(dice)) == dice


@pytest.mark.parametrize(
    "drawing",
    [
        *("", "6 . . . . . .", BOARD.replace("6  B6", "7  B6"), BOARD.replace("5  .", "6  .")),
        *(BOARD.replace("R3", "R7"), BOARD.replace("R3", "G3"), BOARD.replace("R3", "3")),
        *(BOARD.replace("R3", ""), BOARD.replace("a  b", "a  a"), BOARD.replace("R3", "R33")),
    ],
)
def test_what_is_no_drawing_is_refused(drawing):
    with pytest.raises(ValueError, match=r"die|row"):
        read(drawing)
