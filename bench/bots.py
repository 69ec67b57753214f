"""A bot under measurement: processes of some checkout, on a Discord of their own, and what they spend."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from playground.calls import Request
from playground.limits import OBSERVED, Rate
from playground.world import ACK_SECONDS
from tests.support.wire import PATIENCE, Play
from tests.support.wire_process import BotProcess

__all__ = ["ACK_SECONDS", "INSIDE", "SETTINGS", "Spent", "Watched", "cpu_seconds", "play_of"]

TICKS = os.sysconf("SC_CLK_TCK")
QUIET = 0.35
"""Seconds without a request after which a bot counts as done with what it was asked."""
FREE = Rate(1_000_000, 1)
INSIDE = Path(__file__).parent / "inside"
SETTINGS = {"LOG_LEVEL": "error", "TABLES_A_SERVER": "10000"}


@dataclass(slots=True)
class Spent:
    """What a bot has spent; of two moments, the difference is what lies between.

    `callbacks` answer clicks, `by_token` are follow-ups and edits of answers; neither counts in Discord's
    limit for the whole bot. `counted` are all other requests. `sent` is bytes of bodies, files included.
    `late` are clicks without an answer in Discord's three seconds.
    """

    cpu: float = 0.0
    clicks: int = 0
    callbacks: int = 0
    by_token: int = 0
    counted: int = 0
    sent: int = 0
    files: int = 0
    refused: int = 0
    late: int = 0

    def __sub__(self, other: Spent) -> Spent:
        return Spent(*(getattr(self, name) - getattr(other, name) for name in self.__slots__))

    def a_click(self, name: str) -> float:
        """The share of one click."""
        return float(getattr(self, name) / max(1, self.clicks))

    def note(self, request: Request) -> None:
        """Count a request."""
        self.note_kind(request.path)
        self.sent += request.size
        self.files += len(request.files)
        self.refused += request.status >= 400

    def note_kind(self, path: str) -> None:
        """Count a request as Discord's limit for the whole bot does."""
        if path.endswith("/callback"):
            self.callbacks += 1
        elif path.startswith("/webhooks/"):
            self.by_token += 1
        else:
            self.counted += 1


class Watched:
    """A bot that plays, with its own server, people and database; it may be several processes.

    Discord's limits hold only after `limit(True)`; without them the bot alone decides what to send.
    """

    def __init__(self, play: Play, processes: Sequence[BotProcess] = ()) -> None:
        self.play = play
        self.processes = tuple(processes) or (play.process,)
        # Setting up many tables on a busy machine may take long; whether clicks are late is looked at here.
        self.play.world.interactions._ack_seconds = PATIENCE
        self.limit(False)
        self.sums = Spent()
        self.play.server.answered.subscribe(lambda exchange: self.sums.note(exchange.request))

    @property
    def pid(self) -> int:
        """The number of a bot's only process."""
        (process,) = self.processes
        return process.child.pid

    def spent(self) -> Spent:
        """All that was spent so far."""
        return replace(self.sums, cpu=sum(cpu_seconds(each.child.pid) for each in self.processes))

    def limit(self, limited: bool) -> None:
        """Let Discord's limits hold, or not."""
        self.play.server.limits.rates = dict(OBSERVED) if limited else dict.fromkeys(OBSERVED, FREE)

    async def settle(self, quiet: float = QUIET) -> None:
        """Wait until the bot has sent nothing for so many seconds, and does not wait for a core either."""
        requests, loop = self.play.server.requests, asyncio.get_running_loop()
        count, since = len(requests), loop.time()
        while loop.time() - since < quiet:
            await asyncio.sleep(quiet / 5)
            if len(requests) != count or any(is_at_work(each.child.pid) for each in self.processes):
                count, since = len(requests), loop.time()

    def forget(self) -> None:
        """Drop what was recorded, so that a long run does not fill the memory."""
        self.play.server.requests.clear()
        self.play.asked.clear()


def play_of(folder: Path, checkout: Path, *, module: str = "bot", hidden: Sequence[str] = ()) -> Play:
    """One bot process of a checkout over a file of its own.

    `hidden` are libraries that it does not find: both versions of a comparison run in one environment.
    """
    folder.mkdir(parents=True)
    path = [hide(folder / "hidden", hidden), checkout, INSIDE]
    return Play(folder, cold=True, module=module, PYTHONPATH=":".join(map(str, path)), **SETTINGS)


def hide(folder: Path, libraries: Sequence[str]) -> Path:
    """Make a folder for PYTHONPATH in which these libraries cannot be imported."""
    folder.mkdir()
    for name in libraries:
        (folder / f"{name}.py").write_text("raise ModuleNotFoundError('hidden')\n", encoding="ascii")
    return folder


def is_at_work(pid: int) -> bool:
    """Whether one of a process's threads runs, or would if a core were free."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has just ended
            if (thread / "stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "R":
                return True
    return False


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and of its ended children, as Linux tells it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:15]) / TICKS
