"""Programs of others: whatever they do, the table goes on, and they see nothing that is ours."""

from __future__ import annotations

import sys

import pytest

from engines import GAMES
from engines.core.draws import SeededDraws
from players.contest.program import Program
from players.core.decision import Budget, Level
from players.core.persona import PERSONAS
from tests.players.playing import walk

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


def decide(program, view):
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
    assert decide(program, view).actions == view.legal.actions[:1]
    assert decide(program, view).actions == view.legal.actions[:1]
    assert program.faults == 0


@pytest.mark.parametrize("text", FAILING.values(), ids=FAILING)
def test_where_a_program_fails_something_listed_is_done(text, write, view):
    program = write(text)
    assert decide(program, view).actions[0] in view.legal.actions
    assert program.faults == 1


def test_a_program_that_keeps_silent_is_ended_and_started_anew(write, view, tmp_path):
    silent = f"import pathlib, time\nif not pathlib.Path({str(tmp_path / 'seen')!r}).exists():\n"
    silent += f"    pathlib.Path({str(tmp_path / 'seen')!r}).touch()\n    time.sleep(600)\n"
    program = write(silent + FIRST, seconds=3)
    assert decide(program, view).actions[0] in view.legal.actions
    assert program.faults == 1
    assert decide(program, view).actions == view.legal.actions[:1]
    assert program.faults == 1


def test_a_program_sees_nothing_of_our_environment(write, view, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    leak = (
        "'actions': [asked['legal'][0]], 'after_ms': len([v for v in os.environ.values() if 'secret' in v])"
    )
    assert decide(write(READ + SAY % leak), view).delay_ms == 0
