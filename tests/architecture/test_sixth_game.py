"""No shared file knows a game: one more needs its own folders, and nothing else.

The sixth game of the tests is put into a copy of the project, as a game of the bot's own, and a seventh as
`make game` writes it. What is tried there is the bot as it is: its registries, its commands, its house rules.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.games import ROOT

ROOMS = ("engines", "players", "bot", "cogs", "db", "playground")
GAME = ROOT / "tests" / "plusgrand"
SEVENTH = "toton"
COPIED = (*ROOMS, "tests", "docs", "scripts")
TRIED = (
    *(f"tests/architecture/test_{name}.py" for name in ("house", "cycles", "snapshots")),
    "tests/cogs/test_commands.py::test_the_names_that_people_type_by_what_they_may_do",
    "tests/cogs/test_commands.py::test_descriptions_and_options_are_french_and_english_and_start_comes_first",
    "tests/cogs/test_specs.py",
    "tests/engines/plusgrand",
    f"tests/engines/{SEVENTH}",
    "tests/kit/test_ready.py",
    "tests/kit/test_played.py",
)


def copied(folder: str, names: list[str]) -> list[str]:
    """What is left out of the copy: this test, that of the page on adding a game, and the game itself."""
    here = Path(folder)
    left = [name for name in names if name in ("test_sixth_game.py", "test_adding_a_game.py", "plusgrand")]
    return left if here.is_relative_to(ROOT / "tests" / "architecture") or here == ROOT / "tests" else []


def place_or_link(source: str, target: str) -> None:
    """Copy what is code or prose, with its age, so that what was compiled of it stays good; link the rest."""
    if Path(source).suffix in (".py", ".pyc", ".md", ".js", ".po", ".txt"):
        shutil.copy2(source, target)
    else:
        Path(target).symlink_to(source)


def move_in(home: Path) -> None:
    """Put the sixth game where a game of the bot stands, and let the tests look for it there."""
    shutil.copytree(GAME, home / "engines" / GAME.name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (home / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "tests.plusgrand" in text:
            path.write_text(text.replace("tests.plusgrand", "engines.plusgrand"), encoding="utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("project")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, home / folder, copy_function=place_or_link, ignore=copied)
    for path in ROOT.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy(path, home)
    move_in(home)
    run(home, sys.executable, "scripts/new_game.py", SEVENTH)
    yield home
    shutil.rmtree(home)


def run(home: Path, *command: str) -> None:
    """Run a program in the copy; what it says is the complaint."""
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_minimal_game_is_three_short_files_that_say_all(project: Path) -> None:
    files = [path for path in (project / "engines" / SEVENTH).iterdir() if path.is_file()]
    said = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert said.pop("__init__.py") == 0
    assert len(said) <= 3
    assert sum(said.values()) <= 150


def test_no_shared_file_knows_the_sixth_game(project: Path) -> None:
    python = Path(sys.executable)
    run(project, str(python), "-m", "tests.snapshots")
    run(project, str(python.with_name("lint-imports")), "--no-cache")
    run(project, str(python), "-m", "pytest", "-p", "no:cacheprovider", "-q", *TRIED)
