"""No shared file knows a game: one more needs its own folders, and nothing else.

The sixth game of the tests is put into a copy of the project, as a game of the bot's own. What is tried there
is the bot as it is: its registries, its commands, the rules of this house.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.games import ROOT

ROOMS = ("engines", "players", "bot", "cogs", "db", "playground")
COPIED = (*ROOMS, "tests", "docs", "scripts")
OWN = ("face", "spec", "words")
"""What of the sixth game is not rules."""
_NAMED = re.compile(r"tests\.plusgrand(?:\.(\w+))?")
TRIED = (
    *(f"tests/architecture/test_{name}.py" for name in ("house", "cycles", "snapshots", "verbs")),
    "tests/engines/test_finding.py",
    "tests/cogs/test_commands.py::test_the_names_that_people_type_by_what_they_may_do",
    "tests/cogs/test_specs.py",
    "tests/engines/plusgrand",
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
    """Put the sixth game where a game of the bot stands, and let its code and the tests look for it there."""
    for path in sorted((ROOT / "tests" / "plusgrand").glob("*.*")):
        shutil.copy(path, made(home / room_of(path.stem) / "plusgrand"))
    (home / "cogs" / "plusgrand" / "__init__.py").touch()
    for room in ("tests", "engines/plusgrand", "cogs/plusgrand"):
        for path in (home / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "tests.plusgrand" in text:
                path.write_text(_NAMED.sub(moved, text), encoding="utf-8")


def moved(named: re.Match[str]) -> str:
    """The new name of a module of the sixth game, or of the folder that its records are taken from."""
    return f"{room_of(named[1] or '')}.plusgrand{named[0].removeprefix('tests.plusgrand')}"


def room_of(module: str) -> str:
    return "cogs" if module in OWN else "engines"


def made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("project")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, home / folder, copy_function=place_or_link, ignore=copied)
    for path in ROOT.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy(path, home)
    move_in(home)
    yield home
    shutil.rmtree(home)


def run(home: Path, *command: str) -> None:
    """Run a program in the copy; what it says is the complaint."""
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_shared_file_knows_the_sixth_game(project: Path) -> None:
    python = Path(sys.executable)
    run(project, str(python), "-m", "tests.snapshots")
    run(project, str(python.with_name("lint-imports")), "--no-cache")
    run(project, str(python), "-m", "pytest", "-p", "no:cacheprovider", "-q", *TRIED)
