"""The protocol "gobelet-player 1": what it answers, and that its page tells the truth about it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engines import GAMES
from engines.core.capabilities import Capability
from engines.core.draws import SeededDraws
from players.arena import Arena, Contestant
from players.contest.program import Program
from players.core.decision import Level
from players.core.persona import PERSONAS
from players.core.speech import Question, plain_decision, plain_question
from players.protocol import answer
from players.registry import find_player, think
from tests.engines.described import description_of
from tests.players.playing import walk

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "player-protocol.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"^```python\n(.*?)^```$", PAGE, re.M | re.S).group(1)
BASILE = PERSONAS["basile"]
every_game = pytest.mark.parametrize("name", sorted(GAMES))


def questions(name, most=6):
    for number, (game, _, _, view) in enumerate(walk(name, 5, most=most)):
        question = Question(
            view, list(Level)[number % 3], BASILE, find_player(name).budget, bytes([number] * 32)
        )
        yield game, question


def ask(line):
    return json.loads(answer(GAMES, line if isinstance(line, bytes) else json.dumps(line).encode()))


def test_hello_says_what_is_spoken_and_played():
    said = ask({"do": "hello"})
    assert said["protocol"] == "gobelet-player 1"
    assert said["games"] == sorted(GAMES) == sorted(said["versions"])


def test_decisions_are_those_of_the_house_in_a_process_of_its_own_too():
    asked, expected = [], []
    for name in GAMES:
        for game, question in questions(name):
            asked.append({"do": "decide", "id": len(asked), **plain_question(game, question)})
            expected.append({"ok": True, "id": len(expected), **plain_decision(game, think(question))})
    other = subprocess.run(
        [sys.executable, "-m", "players"],
        input="\n".join(map(json.dumps, asked)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stderr == ""
    assert [json.loads(line) for line in other.stdout.splitlines()] == expected


@pytest.mark.parametrize(
    "line",
    [b"", b"oops", b"[]", b"{}", b'{"do": "dance"}', b'{"do": "decide"}', b'{"do": "decide", "game": "x"}'],
)
def test_what_is_no_question_is_refused(line):
    said = ask(line)
    assert said["ok"] is False
    assert said["error"]["code"] == "bad_request"


@every_game
def test_whatever_is_wrong_in_a_question_it_is_answered_with_its_number(name):
    game, question = next(questions(name))
    right = {"do": "decide", "id": "seven", **plain_question(game, question)}
    assert ask(right)["ok"]
    for field in sorted(set(right) - {"id"}):
        for wrong in (None, 7, "x", [], {}, [{}]):
            said = ask({**right, field: wrong})
            assert said["id"] == "seven"
            assert said["ok"] or said["error"]["code"] == "bad_request"


@every_game
def test_the_page_names_every_field_of_a_question_and_of_an_answer(name):
    game, question = next(questions(name))
    named = set(re.findall(r"`(\w+)`", PAGE.partition("## An example")[0]))
    assert named >= plain_question(game, question).keys()
    assert named >= plain_decision(game, think(question)).keys()


@every_game
def test_the_example_on_the_page_plays_every_game(name, tmp_path):
    file = tmp_path / "example.py"
    file.write_text(EXAMPLE)
    assert len(EXAMPLE.splitlines()) <= 40
    game, program = GAMES[name], Program(GAMES[name], f"{sys.executable} {file}", seconds=60)
    who = Contestant(program, Level.EASY, BASILE, SeededDraws(bytes(32), name))
    seats, options = description_of(name).table(Random(1))
    arena = Arena.open(game, dict.fromkeys(seats, who), options, SeededDraws(bytes(32), "dice"))
    try:
        for _ in range(40):
            if not arena.is_over:
                arena.step()
    finally:
        program.close()
    assert arena.decisions >= 10
    assert program.faults == 0
    assert arena.refused == 0 or Capability.RACES in game.capabilities  # where others were quicker
