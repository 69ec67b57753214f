"""The bot's process forked from one that has made its imports already: a second less for each start.

The process is as real as any other: its own memory, its own files, killed by the same signals.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from pathlib import Path

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["bot.__main__"])


CLOCK_SHIFT = "CLOCK_SHIFT_OF_THE_TEST"
"""A setting of forked bots alone: by how many ms their clock is ahead of the machine's."""
TURNS = "TURNS_OF_THE_TEST"
"""A setting of forked bots alone: how many ms lie between two shards that identify themselves."""


class Forked:
    """A running bot; what is used of it is called as in `asyncio.subprocess.Process`."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def returncode(self) -> int | None:
        """The exit status, the negative number of the signal that ended it, or None while it runs."""
        return self._process.exitcode

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the process."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()

    async def wait(self) -> int:
        """Wait until it has ended; the exit status."""
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process.sentinel, gone.set)
        try:
            await gone.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode


def fork_bot(folder: Path, environment: Mapping[str, str], log: Path, *arguments: str) -> Forked:
    """Start the bot in this folder, with this environment and no other; what it prints goes to `log`.

    With arguments it is what the operator types.
    """
    process = _FORKS.Process(target=_run, args=(folder, dict(environment), log, arguments), daemon=True)
    process.start()
    return Forked(process)


def _run(folder: Path, environment: dict[str, str], log: Path, arguments: tuple[str, ...]) -> None:
    from bot.__main__ import main

    _shift_clock(int(environment.pop(CLOCK_SHIFT, "0")))
    _hasten_turns(int(environment.pop(TURNS, "0")))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(written, stream)
    sys.exit(main([*arguments]))


def _shift_clock(by: int) -> None:
    from bot.ui.wire.clock import LoopClock

    if by:
        right = LoopClock.now
        LoopClock.now = lambda clock: right(clock) + by


def _hasten_turns(every: int) -> None:
    from bot import cluster

    if every:
        cluster._TURN = every
