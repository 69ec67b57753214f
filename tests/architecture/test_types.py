"""What the type checker knows of our code, and would say no to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPLACING = """
from dataclasses import dataclass
from engines.core.replacing import replace

@dataclass(frozen=True)
class Place:
    name: str
    count: int

def move(place: Place) -> Place:
    replace(place, nam="x")  # call-arg
    replace(place, count="x")  # arg-type
    replace(place, "x")  # call-arg
    replace(7, count=7)  # type-var
    return replace(place, name="x", count=7)

def lose(place: Place) -> str:
    return replace(place, count=7)  # return-value
"""


def test_the_checker_knows_the_fields_of_what_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "replacing.py"
    file.write_text(REPLACING)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), "--no-error-summary", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in checked.stdout.splitlines() if ": error: " in line]
    told = [(int(line.split(":")[1]), line.rpartition("[")[2].rstrip("]")) for line in said]
    lines = enumerate(REPLACING.splitlines(), start=1)
    expected = [(number, line.rpartition("# ")[2]) for number, line in lines if "  # " in line]
    assert told == expected, checked.stdout + checked.stderr
