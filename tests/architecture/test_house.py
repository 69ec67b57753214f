"""The house rules that a machine can hold: who imports whom, how large a room is, what is never there."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

import engines

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engines", "bot", "cogs", "db", "playground")
SHARED = ROOT.parent / "shared"
NOT_YET = frozenset({"Z21", "Z22"})
"""Decided, and built with the contesting of verdicts, a later change: no test can show them before."""


def sources(*rooms: str) -> list[Path]:
    return [path for room in rooms or ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_imports_point_one_way() -> None:
    checked = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as go; go()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_rooms_are_small() -> None:
    files = [path for path in sources() if lines(path)]
    assert statistics.median(map(lines, files)) <= 120
    large = [path for path in files if lines(path) > 400]
    unexplained = [path for path in large if "lines because" not in path.read_text(encoding="utf-8")[:1000]]
    assert unexplained == []


@pytest.mark.parametrize("game", sorted(engines.GAMES))
def test_every_game_has_the_same_files(game: str) -> None:
    for name in ("__init__", "model", "events", "rules", "observe"):
        assert (ROOT / "engines" / game / f"{name}.py").is_file()
    for name in ("__init__", "spec", "face", "options", "controls", "render", "rules"):
        assert (ROOT / "cogs" / game / f"{name}.py").is_file()


def test_shared_rooms_know_no_single_game() -> None:
    names = re.compile("|".join(engines.GAMES))
    rooms = [*sources("bot/ui"), *sources("bot/tables")]
    assert [path.relative_to(ROOT) for path in rooms if names.search(path.read_text(encoding="utf-8"))] == []


def test_engines_have_no_clock_no_chance_and_no_loop() -> None:
    banned = re.compile(r"^\s*(?:import|from) (random|secrets|time|datetime|asyncio|discord|sqlite3)\b", re.M)
    assert [path for path in sources("engines") if banned.search(path.read_text(encoding="utf-8"))] == []


def test_sql_stands_in_one_room() -> None:
    sql = re.compile(r"[\"'](?:SELECT|INSERT|UPDATE|DELETE) ")
    elsewhere = sources("engines", "bot", "cogs", "playground")
    assert [path for path in elsewhere if sql.search(path.read_text(encoding="utf-8"))] == []


def test_nothing_is_left_unfinished() -> None:
    marks = re.compile(r"\b(?:TODO|FIXME|XXX)\b|raise NotImplementedError|simplified|for now\b")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sources()
        for line in path.read_text(encoding="utf-8").splitlines()
        if marks.search(line)
    ]
    assert found == []


def test_every_decision_of_a_game_has_a_test() -> None:
    page = SHARED / "rules" / "decisions.md"
    if not page.is_file():
        pytest.skip("the page of decisions is not beside this checkout")
    letters = {"tasse": "T", "diavolo": "D", "debacle": "B", "desfausse": "F", "defizz": "Z"}
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "engines").rglob("*.py"))
    decided = re.findall(r"^- \*\*([A-Z]\d+)\*\*", page.read_text(encoding="utf-8"), re.M)
    wanted = [name for name in decided if name[0] in {"C", *(letters[game] for game in engines.GAMES)}]
    untested = [name for name in wanted if not re.search(rf"def test_\w*(?<![A-Z]){name}(?!\d)", tests)]
    assert set(untested) == NOT_YET
