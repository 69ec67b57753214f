"""Games as text: those in the notation are replayed, and golden playthroughs answer as they did."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engines.__main__ import SIZE_AT_MOST, main
from tests.engines.playthroughs import replay

ROOT = Path(__file__).resolve().parents[2]
GAME = """\
# a remark
debacle black

round 1 0:0
1 black f6! e6-e5
2 red timeout
3 black f6-f5 agreed
round 2 0:0
1 red a1-a2 black-leaves
over 0:0 red
"""


def replayed(path: Path | str) -> tuple[int, list[dict], str]:
    """The exit code, the answers, and what was complained of."""
    answers, complaints = io.BytesIO(), io.StringIO()
    code = main([str(path)], io.BytesIO(), answers, complaints)
    return code, [json.loads(line) for line in answers.getvalue().splitlines()], complaints.getvalue()


def test_a_game_is_replayed_request_by_request(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    code, answers, complaints = replayed(path)
    assert (code, complaints) == (0, "")
    assert len(answers) == 1 + 7
    assert all(answer["ok"] for answer in answers)
    assert [answer["public"]["board"].get("e5") for answer in answers[1:3]] == [None, ["black", 3]]
    assert answers[-1]["over"]
    assert answers[-1]["public"]["winners"] == ["A"]


def test_it_runs_as_a_command(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("debacle red\n1 red a1-a2 b1!\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "engines", str(path)], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert len(run.stdout.splitlines()) == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a game begins with its name and the color that begins"),
        ("tasse red\n", "a game begins with its name and the color that begins"),
        ("# only a remark\n", "a game begins with its name and the color that begins"),
        ("debacle red\n1 red a1-a2 c9!\n", "line 2: no word of a game: 'c9!'"),
        ("debacle red\n\nhello\n", "line 3: no line of a game: 'hello'"),
        ("debacle red\n1 red a1-a2 f6!\n", "word 2 (f6!): the rules refuse it: not_your_die (at='f6')"),
        ("debacle red\n1 red red-leaves a1!\n", "word 2 (a1!): the rules refuse it: over"),
    ],
)
def test_a_bad_file_is_explained(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    code, _, said = replayed(path)
    assert code == 1
    assert said.startswith(f"{path}: {complaint}")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "complaint"),
    [(b"debacle red\n\xff\n", "no text in UTF-8"), (b"#" * (SIZE_AT_MOST + 1), "larger than")],
)
def test_a_file_that_is_no_text_of_a_game_is_explained(tmp_path: Path, data: bytes, complaint: str) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    code, answers, said = replayed(path)
    assert (code, answers) == (1, [])
    assert complaint in said


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    assert replayed(tmp_path / "none.txt") == (1, [], f"{tmp_path / 'none.txt'}: No such file or directory\n")
    assert replayed(tmp_path)[0] == 1


@pytest.mark.parametrize("arguments", [["--help"], ["a.txt", "b.txt"]])
def test_another_use_is_explained(arguments: list[str]) -> None:
    complaints = io.StringIO()
    assert main(arguments, io.BytesIO(), io.BytesIO(), complaints) == 2
    assert complaints.getvalue().startswith("usage: python -m engines")


def test_without_a_file_it_answers_requests() -> None:
    answers = io.BytesIO()
    assert main([], io.BytesIO(b'{"do":"games"}\n'), answers, io.StringIO()) == 0
    assert "debacle" in json.loads(answers.getvalue())["games"]


FILES = sorted((Path(__file__).parent / "playthroughs").glob("*/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_playthrough(file):
    kept = file.read_text("utf-8")
    assert kept.count("\n> ") >= 3
    assert replay(kept).splitlines() == kept.splitlines()
