"""Where a bot's processor time goes: samples of its stacks, taken from outside by py-spy.

From outside, because a sampler within would see only threads that hold the interpreter's lock, and SQLite and
the pictures do their work without it. A sample belongs to the innermost frame that has a place in `PLACES`:
what the standard library does for somebody counts as theirs. On a busy machine py-spy takes some threads that
wait for work to be at it; they are left out here.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections import Counter
from pathlib import Path

__all__ = ["NAMES", "Sampler", "sort_out"]

RATE = 500
_FRAME = re.compile(r"(?P<name>.+) \((?P<file>.+?)(?::\d+)?\)$")
PLACES: tuple[tuple[str, str], ...] = (
    ("JSON", r"/json/(__init__|encoder|decoder|scanner)\.py$|/(orjson|msgspec)/"),
    ("SQLite", r"/aiosqlite/|/sqlite3/|/db/"),
    ("pictures", r"/PIL/|/cogs/\w+/(painting|picture\w*)\.py$|/bot/ui/pages/(sprites|drawing)\.py$"),
    ("asyncio, aiohttp", r"/(asyncio|aiohttp|yarl|multidict|selectors|concurrent/futures)(/|\.py$)"),
    ("discord.py", r"/discord/"),
    ("ours", r"/(bot|cogs|engines)/"),
)
_PLACES = tuple((name, re.compile(pattern)) for name, pattern in PLACES)
_WAIT = re.compile(r"(wait|select|acquire|get|join) \(.*/(threading|selectors|queue)\.py")
_THREAD = re.compile(r"\brun \(.*/threading\.py")
_JSON_CALLS = frozenset({"_to_json", "_from_json"})
OTHER = "other"
NAMES = (*(name for name, _ in PLACES), OTHER)


def sort_out(raw: str) -> Counter[str]:
    """Samples by place, from py-spy's raw format: a stack from the outermost frame, and how often."""
    found: Counter[str] = Counter()
    for line in raw.splitlines():
        told, _, times = line.rpartition(" ")
        stack = told.split(";")
        if not _waits(stack):
            found[_place(stack)] += int(times)
    return found


def _waits(stack: list[str]) -> bool:
    """Whether a thread is only waiting: for a lock or the network, or at the top of its loop, for work."""
    if _WAIT.search(stack[-1]):
        return True
    return len(stack) > 1 and _THREAD.search(stack[-2]) is not None


def _place(stack: list[str]) -> str:
    for frame in reversed(stack):
        told = _FRAME.match(frame)
        if told is None:
            continue
        if told["name"] in _JSON_CALLS:
            return "JSON"
        for name, pattern in _PLACES:
            if pattern.search(told["file"]):
                return name
    return OTHER


class Sampler:
    """py-spy beside a running process; where it may not look, `found` is None and `trouble` says why."""

    def __init__(self, pid: int, file: Path) -> None:
        self._pid = pid
        self._file = file
        self._child: Process | None = None
        self.trouble = ""

    async def start(self) -> None:
        """Begin to look."""
        command = shutil.which("py-spy", path=str(Path(sys.executable).parent)) or shutil.which("py-spy")
        if command is None:
            self.trouble = "py-spy is not installed"
            return
        options = ("--format", "raw", "--full-filenames", "--rate", str(RATE), "--duration", "3600")
        self._child = await asyncio.create_subprocess_exec(
            command,
            *("record", "--pid", str(self._pid), "--output", str(self._file), *options),
            stdout=PIPE,
            stderr=STDOUT,
        )

    async def stop(self) -> Counter[str] | None:
        """End looking; the samples by place."""
        if self._child is None:
            return None
        if self._child.returncode is None:
            self._child.send_signal(signal.SIGINT)
        printed, _ = await self._child.communicate()
        if not self._file.exists():
            lines = printed.decode(errors="replace").strip().splitlines()
            self.trouble = f"py-spy may not look: {lines[0] if lines else 'it says nothing'}"
            return None
        return sort_out(self._file.read_text(encoding="utf-8"))
