"""What a click costs, counted and not timed: `python -m tests.budget` plays fixed games and prints it.

Of all clicks of a game's first stretch, each until all that follows from it is done: functions and files of
ours that run, their calls, statements and jobs for the store, requests to Discord, pictures painted, and
characters of SQL that changes rows; of the costliest single click its functions, files and calls. What they
came to last stands in `budget.json`, which `make snapshots` writes anew; whoever raises a number says why in
that commit.
"""

import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.support.sim import Person, opened
from tests.support.sim_company import Company
from tests.support.sim_papers import Paper
from tests.support.store import FreshStore
from tests.support.wire_reading import Piece

ROOT = Path(__file__).parents[1]
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
"""Another one counts calls otherwise."""
KEPT = Path(__file__).with_name("budget.json")
OURS = tuple(f"{ROOT}/{room}/" for room in ("bot", "cogs", "db", "engines", "players"))
GAMES = {"tasse": 3, "diavolo": 3, "debacle": 2, "desfausse": 3, "defizz": 3}
"""The games, and how many people play each."""
CLICKS = 12
"""So many clicks of each game are counted, the first ones."""
MARKS = {
    ("simcord/http/client.py", "request"): "requests",
    ("tests/support/store.py", "write"): "jobs",
    ("tests/support/store.py", "run"): "jobs",
    ("bot/ui/wire/studio.py", "_paint"): "pictures",
}
"""Functions whose calls are counted, too. A job is a way to a connection's thread and back."""
_BEGINS = 16
"""A frame that is entered before so many bytes begins; a coroutine is entered again and again."""


_SIZES = ("functions", "files", "calls")
_OTHERS = ("statements", "jobs", "requests", "pictures", "written")


def _sizes(codes: Counter[CodeType]) -> tuple[int, int, int]:
    return len(codes), len({code.co_filename for code in codes}), codes.total()


class Counts:
    """What runs while `counting`."""

    def __init__(self) -> None:
        self.codes: Counter[CodeType] = Counter()
        self.others: Counter[str] = Counter()
        self.costliest = (0, 0, 0)
        self.on = False

    async def counting(self, work: Callable[[], Any]) -> Any:
        """Do some work, and count what runs meanwhile, in this thread."""
        before, self.codes, self.on = self.codes, Counter(), True
        sys.setprofile(self._hear)
        try:
            return await work()
        finally:
            sys.setprofile(None)
            self.on = False
            self.costliest = max(self.costliest, _sizes(self.codes), key=lambda sizes: sizes[-1])
            self.codes += before

    def note_statement(self, sql: str) -> None:
        """Count a statement, as SQLite traces it: with all its values."""
        if self.on:
            self.others["statements"] += 1
            self.others["written"] += len(sql) if sql.startswith(("INSERT", "UPDATE", "DELETE")) else 0

    def told(self) -> dict[str, int]:
        """The numbers by their names."""
        ran, costliest = (
            dict(zip(_SIZES, sizes, strict=True)) for sizes in (_sizes(self.codes), self.costliest)
        )
        others = {
            name: self.others[name] for name in ("statements", "jobs", "requests", "pictures", "written")
        }
        return ran | others | {f"{name} of the costliest click": size for name, size in costliest.items()}

    def _hear(self, frame: FrameType, event: str, _arg: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code.co_filename.startswith(OURS):
            self.codes[code] += 1
        mark = MARKS.get(("/".join(code.co_filename.split("/")[-3:]), code.co_name))
        mark = mark or MARKS.get(("/".join(code.co_filename.split("/")[-4:]), code.co_name))
        if mark is not None and frame.f_lasti < _BEGINS:
            self.others[mark] += 1


def offers(person: Person, board: Paper) -> Iterator[tuple[Paper, Piece]]:
    """What somebody may do by the verbs of the game itself: below their own message, then below the board."""
    for paper in (*person.letters[-1:], board):
        yield from ((paper, piece) for piece in paper.pieces if "." not in piece.custom_id.split(":")[3])


async def click(company: Company, tried: Counter[tuple[str, str]]) -> bool:
    """Have somebody do what was done least so far; False where nobody may do anything."""
    found = [(person, *offer) for person in company.people for offer in offers(person, company.board)]
    if not found:
        return False
    person, paper, piece = min(found, key=lambda each: tried[each[0].name, each[2].verb])
    tried[person.name, piece.verb] += 1
    if piece.is_list:
        await person.chooses(paper, piece.verb, piece.values[0], piece.arg)
    else:
        await person.presses(paper, piece.verb, piece.arg)
    return True


async def play(game: str) -> dict[str, int]:
    """Play a game so far, and tell what its clicks have cost."""
    counts, tried, clicks = Counts(), Counter[tuple[str, str]](), 0
    async with opened(*("Alice", "Bob", "Carole")[: GAMES[game]]) as world:
        company = type("Gathered", (Company,), {"game": game})(world, [*world.people.values()], world.channel)
        await company.begins()
        assert isinstance(world.store, FreshStore)
        world.store.sql.set_trace_callback(counts.note_statement)
        while clicks < CLICKS:
            acted = await counts.counting(lambda: click(company, tried))
            clicks += acted
            if not acted:
                await world.passes(10)
        world.store.sql.set_trace_callback(None)
    return counts.told()


_ENV = {"PYTHONHASHSEED": "0"}


def count() -> dict[str, dict[str, int]]:
    """The numbers of all games, played in a process of their own: nothing is warm from other tests."""
    command = (sys.executable, "-m", "tests.budget")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=_ENV)
    if done.returncode:
        raise RuntimeError(done.stderr)
    told: dict[str, dict[str, int]] = json.loads(done.stdout)
    return told


def counted() -> str:
    """What stands in the file if the numbers are those of now: they are counted, and by which Python."""
    return json.dumps({"python": PYTHON, "clicks": count()}, indent=2) + "\n"


def write() -> bool:
    """Write the numbers down, and return whether any has changed."""
    before = KEPT.read_text(encoding="utf-8") if KEPT.exists() else ""
    after = counted()
    KEPT.write_text(after, encoding="utf-8")
    return after != before


async def _play_all() -> dict[str, dict[str, int]]:
    return {game: await play(game) for game in GAMES}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_play_all()), indent=2) + "\n")
