"""Faults that the project really had, put back one at a time: whether a simulated world shows them.

python -m tests.world.planted             each is found from its seed
python -m tests.world.planted --find N    search the first N seeds for those whose seed is not known
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["PLANTED", "Planted", "plant"]

_ROOT: Final = Path(__file__).resolve().parents[2]
_ROOMS: Final = ("bot", "cogs", "db", "engines", "players", "playground", "tests/support", "tests/world")


@dataclass(frozen=True)
class Planted:
    """A fault: what it was, the lines that mend it and those before, and a world that shows it.

    `kinds` are the faults of that world, `seed` its seed.
    """

    name: str
    file: str
    mended: str
    before: str
    seed: int | None = None
    kinds: tuple[str, ...] = ()
    faults: int = 10
    processes: int = 1


PLANTED: Final[tuple[Planted, ...]] = (
    Planted(
        "a deadline whose commit failed never rang again",
        "bot/tables/changing.py",
        """            self.deadlines.again(table_id, guild_id, key, self._clock.now() + _AGAIN)
            raise
""",
        """            raise
""",
        kinds=("disk",),
    ),
    Planted(
        "a click that was delivered twice was acted on twice, and refused after it had counted",
        "bot/ui/wire/intake.py",
        """        if not self._homes.shared:
            self._act(payload)
""",
        """        if not self._homes.shared:
            self._read(payload)
""",
        kinds=("doubled", "disk", "rest"),
    ),
    Planted(
        "what a full disk kept from being published was given up",
        "bot/ui/showing/publisher.py",
        """why, hopeless = "trouble of our own", False""",
        """why, hopeless = "trouble of our own", True""",
        kinds=("disk", "rest"),
    ),
    Planted(
        "after a start, tables that were behind were not brought up to date",
        "bot/ui/showing/publisher.py",
        """    return sorted(late, key=_urgency)
""",
        """    return sorted(late, key=_urgency)[:0]
""",
        kinds=("death",),
    ),
    Planted(
        "a commit was not durable: a power cut took back what had been answered",
        "db/sqlite/opening.py",
        """PRAGMA synchronous = FULL""",
        """PRAGMA synchronous = OFF""",
        kinds=("death", "power"),
    ),
)


def plant(fault: Planted, folder: Path) -> Path:
    """Copy the product into a folder, with the fault in it; ValueError if its place has changed."""
    for room in _ROOMS:
        shutil.copytree(_ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "tests" / "__init__.py").touch()
    file = folder / fault.file
    text = file.read_text()
    if text.count(fault.mended) != 1:
        raise ValueError(f"{fault.file} has changed: where is this fault now? {fault.name}")
    file.write_text(text.replace(fault.mended, fault.before))
    return folder


def search(fault: Planted, seeds: Sequence[int]) -> tuple[int, str] | None:
    """The first of these seeds whose world shows the fault, and how it fails; None if none does."""
    with tempfile.TemporaryDirectory() as made:
        folder = plant(fault, Path(made))
        words = [
            sys.executable,
            "-m",
            "tests.world",
            str(seeds[0]),
            "--worlds",
            str(len(seeds)),
            "--first",
        ]
        words += ["--faults", str(fault.faults), "--processes", str(fault.processes), "--kinds", *fault.kinds]
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        for line in done.stdout.splitlines():
            if line.startswith("{"):
                told = json.loads(line)
                return told["seed"], told["failure"]
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Look for each fault, and tell what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--find", type=int, default=0)
    parser.add_argument("--only", default="")
    told = parser.parse_args(arguments)
    missed = 0
    wanted = [each for each in PLANTED if told.only in each.name]
    with ThreadPoolExecutor(1) as pool:
        for fault, found in zip(wanted, pool.map(lambda each: _found(each, told.find), wanted), strict=True):
            missed += found is None
            print(
                f"{fault.name}: {'NOT FOUND' if found is None else f'seed {found[0]}: {found[1]}'}",
                flush=True,
            )
    return 1 if missed else 0


def _found(fault: Planted, find: int) -> tuple[int, str] | None:
    if find or fault.seed is None:
        return search(fault, range(1, (find or 200) + 1))
    return search(fault, [fault.seed])


if __name__ == "__main__":
    sys.exit(main())
