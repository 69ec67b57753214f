"""Games as text, and back, and through the text protocol."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import Refusal
from engines.core.protocol import Protocol
from engines.debacle.board import COLORS
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
    "timeout": "timeout",
    "agreed": "agreed",
    "red-leaves": "red-leaves",
    "black-leaves": "black-leaves",
}


@pytest.mark.parametrize(("word", "happening"), WORDS.items())
def test_each_happening_has_its_word(word, happening):
    assert read_word(word) == happening
    assert write_word(happening) == word


@pytest.mark.parametrize(
    "word",
    ["", "c2", "c2-", "c2-c7", "g2!", "C2!", "c2 !", "*", "*a6,", "=", "+b0", "c2!!", "leaves", "²1-a2"],
)
def test_what_is_no_word_is_refused(word):
    with pytest.raises(ValueError, match="no word of a game"):
        read_word(word)


def test_a_game_reads_turn_by_turn():
    record = read_game(SHORT)
    assert record.first == "black"
    assert record.happenings[:3] == (Flip("f6"), Roll("e6", "e5"), "timeout")
    assert write_game(record) == SHORT


def test_remarks_are_passed_over():
    noted = remarks("debacle green\n\nc2") + SHORT.replace("round 2", "  # half time\nround 2")
    assert noted.startswith("# debacle green\n# \n# c2\ndebacle black\n")
    assert read_game(noted) == read_game(SHORT)


@pytest.mark.parametrize(
    ("text", "line"), [("debacle red\n# x\n1 red a1! c9\n", 3), ("\n\ndebacle red\nhello\n", 4)]
)
def test_a_line_that_is_wrong_is_named(text, line):
    with pytest.raises(ValueError, match=f"^line {line}: no "):
        read_game(text)


@pytest.mark.parametrize(
    "text",
    ["", "tasse red\n", "debacle\n", "debacle green\n", "debacle red\nhello\n", "debacle red\n1 a1!\n"],
)
def test_what_is_no_game_is_refused(text):
    with pytest.raises(ValueError, match="game"):
        read_game(text)


def test_a_game_that_the_rules_do_not_allow_is_refused():
    with pytest.raises(Refusal):
        write_game(GameRecord("red", (Flip("a6"),)))
    with pytest.raises(Refusal):
        list(requests(GameRecord("red", (Flip("a1"), Flip("a1")))))


def test_the_lines_of_the_text_protocol():
    lines = [json.loads(line) for line in requests(read_game(SHORT), ("Anne", "Bob"))]
    assert lines[0] == {
        "do": "start",
        "game": "debacle",
        "seats": ["Anne", "Bob"],
        "options": {"first": "Bob"},
        "draws": [],
    }
    assert lines[2] == {"do": "act", "seat": "Bob", "action": {"type": "roll", "from": "e6", "to": "e5"}}
    assert [line["do"] for line in lines[3:]] == ["timeout", "act", "load", "act", "leave"]
    assert lines[-1]["seat"] == "Bob"


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_game_goes_to_text_and_back_and_is_replayed_to_the_same_state(seed):
    chance = Random(seed)
    first = chance.choice(COLORS)
    happenings, state = random_happenings(chance, first)
    record = GameRecord(first, happenings)
    text = write_game(record)
    assert read_game(text) == record
    protocol = Protocol({"debacle": Debacle()})
    answers = [json.loads(protocol.answer(line.encode())) for line in requests(record)]
    assert all(answer["ok"] for answer in answers)
    dumped = json.loads(protocol.answer(b'{"do":"dump"}'))["state"]
    assert GAME.positions.parse(dumped["position"]) == state.position
    assert answers[-1]["over"] == GAME.is_over(state)
    assert len(answers) == len(happenings) + 1
    assert NO_DRAWS.rest == ()
