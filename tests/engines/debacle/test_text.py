"""Boards and games of Débâcle as text, and back, and through the text protocol."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.protocol import Protocol
from engines.debacle.board import BLACK, COLORS, SQUARES, board_with, dice_by_square, draw, read
from engines.debacle.model import Capture, Doubles, Flip, Pass, Recover, Return, Roll
from engines.debacle.notation import (
    GameRecord,
    read_game,
    read_word,
    remarks,
    requests,
    write_game,
    write_word,
)
from engines.debacle.rules import Debacle
from tests.engines.debacle.match import GAME, NO_DRAWS
from tests.engines.debacle.playing import random_happenings
from tests.engines.table import refusal
from tests.support.chance import sized

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

SHORT = """\
debacle black
round 1 0:0
1 black f6! e6-e5
2 red timeout
3 black f6-f5 agreed
round 2 0:0
1 red a1-a2 black-leaves
over 0:0 red
"""

WORDS = {
    "c2-c3": Roll("c2", "c3"),
    "c2!": Flip("c2"),
    "c2xc3": Capture("c2", "c3"),
    "=b1": Return("b1"),
    "+b1": Recover("b1"),
    "*a6,c6": Doubles(("a6", "c6")),
    "*a6": Doubles(("a6",)),
    ",": Pass(),
    **{word: word for word in ("timeout", "agreed", "red-leaves", "black-leaves")},
}

boards = st.dictionaries(
    st.sampled_from(SQUARES), st.tuples(st.sampled_from(["red", "black"]), st.integers(1, 6))
)


def test_a_drawing_says_where_each_die_lies_also_from_black_and_in_french():
    dice = read(BOARD)
    assert (dice["d4"], dice["a6"], len(dice)) == (("red", 3), ("black", 6), 8)
    assert draw(dice) == BOARD
    assert draw(dice, seen_from=BLACK) == FROM_BLACK
    assert read(FROM_BLACK) == dice
    french = draw(dice, letters="RN")
    assert french == BOARD.replace("B", "N")
    assert read(french, letters="RN") == dice


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


@pytest.mark.parametrize(("word", "happening"), WORDS.items())
def test_each_happening_has_its_word(word, happening):
    assert (read_word(word), write_word(happening)) == (happening, word)


@pytest.mark.parametrize(
    "word",
    ["", "c2", "c2-", "c2-c7", "g2!", "C2!", "c2 !", "*", "*a6,", "=", "+b0", "c2!!", "leaves", "²1-a2"],
)
def test_what_is_no_word_is_refused(word):
    with pytest.raises(ValueError, match="no word of a game"):
        read_word(word)


def test_a_game_reads_turn_by_turn_and_remarks_are_passed_over():
    record = read_game(SHORT)
    assert (record.first, record.happenings[:3]) == ("black", (Flip("f6"), Roll("e6", "e5"), "timeout"))
    assert write_game(record) == SHORT
    noted = remarks("debacle green\n\nc2") + SHORT.replace("round 2", "  # half time\nround 2")
    assert noted.startswith("# debacle green\n# \n# c2\ndebacle black\n")
    assert read_game(noted) == record


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("debacle red\n# x\n1 red a1! c9\n", "^line 3: no "),
        ("\n\ndebacle red\nhello\n", "^line 4: no "),
        *(
            (text, "game")
            for text in ("", "tasse red\n", "debacle\n", "debacle green\n", "debacle red\nhello\n")
        ),
        ("debacle red\n1 a1!\n", "game"),
    ],
)
def test_what_is_no_game_is_refused_and_the_line_is_named(text, why):
    with pytest.raises(ValueError, match=why):
        read_game(text)


def test_a_game_that_the_rules_do_not_allow_is_refused():
    assert refusal(write_game, GameRecord("red", (Flip("a6"),))).reason == "not_your_die"
    twice = GameRecord("red", (Flip("a1"), Flip("a1")))
    assert refusal(lambda: list(requests(twice))).reason == "flipped_just_now"


def test_the_lines_of_the_text_protocol():
    lines = [json.loads(line) for line in requests(read_game(SHORT), ("Anne", "Bob"))]
    start = {"do": "start", "game": "debacle", "seats": ["Anne", "Bob"], "options": {"first": "Bob"}}
    assert lines[0] == {**start, "draws": []}
    assert lines[2] == {"do": "act", "seat": "Bob", "action": {"type": "roll", "from": "e6", "to": "e5"}}
    assert [line["do"] for line in lines[3:]] == ["timeout", "act", "load", "act", "leave"]
    assert lines[-1]["seat"] == "Bob"


@settings(max_examples=sized(8, 20), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_game_goes_to_text_and_back_and_is_replayed_to_the_same_state(seed):
    chance = Random(seed)
    first = chance.choice(COLORS)
    happenings, state = random_happenings(chance, first)
    record = GameRecord(first, happenings)
    assert read_game(write_game(record)) == record
    protocol = Protocol({"debacle": Debacle()})
    answers = [json.loads(protocol.answer(line.encode())) for line in requests(record)]
    assert all(answer["ok"] for answer in answers)
    dumped = json.loads(protocol.answer(b'{"do":"dump"}'))["state"]
    assert GAME.positions.parse(dumped["position"]) == state.position
    assert answers[-1]["over"] == GAME.is_over(state)
    assert len(answers) == len(happenings) + 1
    assert NO_DRAWS.rest == ()
