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

from tests.world.run import Script

_ROOT: Final = Path(__file__).resolve().parents[2]
_ROOMS: Final = ("bot", "cogs", "db", "engines", "players", "playground", "tests")


@dataclass(frozen=True)
class Planted:
    """A fault: what it was, the lines that mend it and those before, and a world that shows it.

    `kinds` are the faults of that world, `seed` its seed when the fault was put here: once worlds change,
    others show it. None where no world has shown it yet.
    """

    name: str
    file: str
    mended: str
    before: str
    seed: int | None = None
    kinds: tuple[str, ...] = ()
    faults: int = 40
    parties: tuple[str, ...] = ()
    """Who comes to such a world, if not anybody."""

    def script(self, seed: int) -> Script:
        """A world that may show it."""
        return Script(seed, faults=self.faults, kinds=self.kinds, parties=self.parties)


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
        parties=("Devils", "Quiz"),
        seed=4,
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
        seed=2,
    ),
    Planted(
        "what a full disk kept from being published was given up",
        "bot/ui/showing/publisher.py",
        """why, hopeless = "trouble of our own", False""",
        """why, hopeless = "trouble of our own", True""",
        kinds=("disk",),
        faults=60,
        seed=4,
    ),
    Planted(
        "after a start, tables that were behind were not brought up to date",
        "bot/ui/showing/publisher.py",
        """    return [*sorted(late, key=_urgency), *paused]
""",
        """    return paused
""",
        kinds=("death",),
        faults=20,
        seed=4,
    ),
    Planted(
        "a commit was not durable: a power cut took back what had been answered",
        "db/sqlite/connection.py",
        """PRAGMA synchronous = FULL""",
        """PRAGMA synchronous = OFF""",
        kinds=("death", "power"),
        seed=1,
    ),
    Planted(
        "a note that a full or locked disk kept back was dropped: a table stayed behind",
        "db/door.py",
        """isinstance(error, StoreError) and error.may_pass and""",
        """isinstance(error, StoreError) and error.is_lost and""",
        kinds=("disk",),
        seed=1,
    ),
    Planted(
        "an error left its transaction open, and nothing could be written any more",
        "db/sqlite/connection.py",
        """        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcomes
""",
        """        raise
    return outcomes
""",
        kinds=("disk",),
        seed=1,
    ),
    Planted(
        "a connection that came back while the disk failed left its tables' clocks still",
        "bot/homes/keeper.py",
        """                self._away.update(dict.fromkeys(slots, since))
                raise
""",
        """                raise
""",
        kinds=("dropped", "disk"),
    ),
    Planted(
        "a game that was over was never looked back on where the disk failed meanwhile",
        "bot/tables/digests/digesting.py",
        """            self._missed.add(table_id)
            _log.exception""",
        """            _log.exception""",
        kinds=("disk",),
    ),
    Planted(
        "a board that was asked for twice was posted once, and was gone for good",
        "bot/ui/showing/boards.py",
        """:board:{table.changed_at}:{0 if posted is None else posted.message_id}\"""",
        """:board:{table.changed_at}\"""",
        kinds=("deleted",),
    ),
    Planted(
        "a race whose board another edit had shown never began",
        "bot/ui/showing/boards.py",
        """            self._posts.note(replace(posted, digest=board.digest))
        await self._open_race(table, shown_at)
""",
        """            self._posts.note(replace(posted, digest=board.digest))
            await self._open_race(table, shown_at)
""",
        kinds=("rest", "late"),
    ),
    Planted(
        "a computer's seat stayed unplayed once its decision could not be written",
        "bot/tables/computers/computers.py",
        """exc_info=None if is_passing(error) else error, **about)
        self.later(table_id)
""",
        """exc_info=None if is_passing(error) else error, **about)
""",
        kinds=("disk",),
        parties=("Mixed",),
        faults=80,
    ),
    Planted(
        "panels opened in the channel did not follow their game",
        "bot/ui/showing/publisher.py",
        """        self._private.asides.follow_soon(table_id)
""",
        "",
        kinds=("late",),
        faults=2,
        seed=1,
    ),
    Planted(
        "a private message that nobody remembered kept buttons that nobody heard",
        "bot/ui/clicks/router.py",
        """                self._private.delete_if_unknown(click.responder.interaction, click.target.table_id)
""",
        """                pass
""",
        kinds=("sent",),
        faults=20,
        parties=("Company", "Brood"),
        seed=2,
    ),
    Planted(
        "a night whose channel was deleted was called off twice, the second time in vain",
        "cogs/evenings/keeping.py",
        """                with suppress(Denied):  # it has begun, or was cancelled
                    await self.change(evening_id, lambda found: planning.cancel(found, "channel"))
""",
        """                await self.change(evening_id, lambda found: planning.cancel(found, "channel"))
""",
        kinds=("gone", "rest"),
        parties=("Night",),
        seed=3,
    ),
    Planted(
        "what somebody clicked right after a computer counted as a part of its decision",
        "bot/tables/proof/deriving.py",
        """            by_itself = other.seat == line.seat and other.interaction is None
""",
        """            by_itself = other.seat == line.seat
""",
        kinds=("doubled", "disk", "rest"),
        parties=("Night",),
    ),
)


def text_with(fault: Planted) -> str:
    """The file of a fault with the fault in it; ValueError if its place has changed."""
    text = (_ROOT / fault.file).read_text()
    if text.count(fault.mended) != 1:
        raise ValueError(f"{fault.file} has changed: where is this fault now? {fault.name}")
    return text.replace(fault.mended, fault.before)


def plant(fault: Planted, folder: Path) -> Path:
    """Lay out the product in a folder, with the fault in it."""
    for room in _ROOMS:
        if fault.file.startswith(f"{room}/"):
            shutil.copytree(_ROOT / room, folder / room)
        else:
            (folder / room).symlink_to(_ROOT / room)
    (folder / fault.file).write_text(text_with(fault))
    return folder


def search(fault: Planted, seeds: Sequence[int]) -> tuple[int, str] | None:
    """The first of these seeds whose world shows the fault, and how it fails; None if none does."""
    with tempfile.TemporaryDirectory() as made:
        folder = plant(fault, Path(made))
        words = [sys.executable, "-m", "tests.world", str(seeds[0]), "--worlds", str(len(seeds)), "--first"]
        words += ["--faults", str(fault.faults), "--kinds", *fault.kinds, "--parties", *fault.parties]
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
