"""The protocol "gobelet-player 1", its page, and programs of others: whatever they do, the table goes on."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engines import GAMES
from engines.core.draws import SeededDraws
from engines.core.rules import Capability
from players.__main__ import answer
from players.arena import Arena, Contestant
from players.contest.match import Program
from players.core.player import PERSONAS, Budget, Level
from players.core.speech import Question, plain_decision, plain_question
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


READ = "import json, os, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n    "
SAY = "print(json.dumps({'id': asked['id'], %s}), flush=True)\n"
FIRST = READ + SAY % "'actions': [asked['legal'][0]]"
FAILING = {
    "ends at once": "",
    "ends over the question": READ + "sys.exit(1)",
    "says rubbish": READ + "print('rubbish', flush=True)",
    "says nothing of the kind": READ + "print('[]', flush=True)",
    "answers another question": FIRST.replace("asked['id']", "0"),
    "does nothing": READ + SAY % "'actions': []",
    "does what there is not": READ + SAY % "'actions': [{'type': 'dance'}]",
    "does what is not allowed now": READ + SAY % "'actions': [{'type': 'next_round'}]",
    "agrees to what nobody offers": READ + SAY % "'agrees': True",
    "never stops": READ + "while True: sys.stdout.write('x' * 100000)",
}


def ask_program(program, view):
    return program.decide(view, Level.EASY, PERSONAS["basile"], Budget(0), SeededDraws(bytes(32), "any"))


@pytest.fixture
def view():
    return next(view for _, _, _, view in walk("tasse", 3))


@pytest.fixture
def write(tmp_path):
    programs = []

    def _write(text, seconds=60.0):
        file = tmp_path / f"{len(programs)}.py"
        file.write_text(text)
        programs.append(Program(GAMES["tasse"], f"{sys.executable} {file}", seconds))
        return programs[-1]

    yield _write
    for program in programs:
        program.close()


def test_a_program_that_answers_is_followed(write, view):
    program = write(FIRST)
    assert ask_program(program, view).actions == view.legal.actions[:1]
    assert ask_program(program, view).actions == view.legal.actions[:1]
    assert program.faults == 0


@pytest.mark.parametrize("text", FAILING.values(), ids=FAILING)
def test_where_a_program_fails_something_listed_is_done(text, write, view):
    program = write(text)
    assert ask_program(program, view).actions[0] in view.legal.actions
    assert program.faults == 1


def test_a_program_that_keeps_silent_is_ended_and_started_anew(write, view, tmp_path):
    silent = f"import pathlib, time\nif not pathlib.Path({str(tmp_path / 'seen')!r}).exists():\n"
    silent += f"    pathlib.Path({str(tmp_path / 'seen')!r}).touch()\n    time.sleep(600)\n"
    program = write(silent + FIRST, seconds=3)
    assert ask_program(program, view).actions[0] in view.legal.actions
    assert program.faults == 1
    assert ask_program(program, view).actions == view.legal.actions[:1]
    assert program.faults == 1


def test_a_program_sees_nothing_of_our_environment(write, view, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    leak = (
        "'actions': [asked['legal'][0]], 'after_ms': len([v for v in os.environ.values() if 'secret' in v])"
    )
    assert ask_program(write(READ + SAY % leak), view).delay_ms == 0
