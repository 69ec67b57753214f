"""The bot as the operating system knows it: started, stopped, killed; what it prints goes to a file."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from tests.support.wire_fork import Forked, fork_bot

ROOT = Path(__file__).resolve().parents[2]
_OURS = (
    *("DISCORD_", "DATABASE_", "LOG_", "SHARD_", "HOME_ADDRESS", "LEASE_", "INTERACTIONS_"),
    *("OPS_", "BACKUP_", "GRACE_SECONDS", "RETENTION_DAYS", "TABLES_A_", "COMPUTERS"),
)


def clean_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """The machine's environment without anybody's settings of the bot, and then these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    return {**kept, "PYTHONPATH": str(ROOT), **settings}


def runs(number: int) -> bool:
    """Whether a process runs; one that has ended may still wait for somebody to hear of it."""
    try:
        os.kill(number, 0)
        stat = Path(f"/proc/{number}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


class BotProcess:
    """One bot at a time, in a folder of its own (so that nobody's .env is read).

    `cold`: started as people do, by `python -m bot`, and not forked from a process that knows it already.
    `module`: what is run so instead of `bot`.
    """

    def __init__(
        self, folder: Path, settings: Mapping[str, str], *, cold: bool = False, module: str = "bot"
    ) -> None:
        self.folder = folder
        self.settings = dict(settings)
        self.log = folder / "bot.log"
        self.starts = 0
        self._began = 0
        self._cold = cold
        self._module = module
        self._child: Process | Forked | None = None

    async def start(self) -> None:
        """Start it; what ran before must have ended."""
        assert self._child is None or self._child.returncode is not None
        environment = clean_environment(self.settings)
        self._began = len(self.printed())
        if self._cold:
            with self.log.open("ab") as log:
                self._child = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", self._module),
                    cwd=self.folder,
                    env=environment,
                    stdin=DEVNULL,
                    stdout=log,
                    stderr=log,
                )
        else:
            self._child = fork_bot(self.folder, environment, self.log)
        self.starts += 1

    @property
    def child(self) -> Process | Forked:
        assert self._child is not None
        return self._child

    @property
    def running(self) -> bool:
        return self._child is not None and self._child.returncode is None

    async def kill(self) -> None:
        """SIGKILL, as a power cut would; returns when the process is gone."""
        await self._end(signal.SIGKILL)

    async def stop(self, seconds: float = 30) -> int:
        """SIGTERM; the exit status (a process that does not go in time is killed: -9)."""
        return await self._end(signal.SIGTERM, seconds)

    async def ends(self, seconds: float = 60) -> int:
        """Wait until it ends by itself."""
        return await asyncio.wait_for(self.child.wait(), seconds)

    def freeze(self) -> None:
        """SIGSTOP: it lives, and does nothing."""
        self.child.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT: it goes on, and does not know that it was away."""
        self.child.send_signal(signal.SIGCONT)

    async def _end(self, number: signal.Signals, seconds: float = 30) -> int:
        if self._child is None:
            return 0
        if self.running:
            self.child.send_signal(number)
        try:
            return await asyncio.wait_for(self.child.wait(), seconds)
        except TimeoutError:
            self.child.kill()
            return await self.child.wait()

    def port(self, of: str) -> int | None:
        """The port that it took for this at its latest start, once it has said so."""
        told = re.findall(rf"{of}.* port=(\d+)", self.printed()[self._began :])
        return int(told[-1]) if told else None

    def printed(self) -> str:
        """All that it ever printed."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""


async def run_bot(folder: Path, settings: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    """Run the bot (or a command of it) to its end: exit status and all that it printed."""
    with NamedTemporaryFile(suffix=".log") as log:
        child = fork_bot(folder, clean_environment(settings), Path(log.name), *arguments)
        try:
            status = await asyncio.wait_for(child.wait(), 60)
        finally:
            if child.returncode is None:
                child.kill()
        return status, log.read().decode()


async def run_python(
    folder: Path, *arguments: str, settings: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Run Python to its end: exit status and all that it printed."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env=clean_environment(settings or {}),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
    )
    try:
        printed, _ = await asyncio.wait_for(child.communicate(), 60)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    assert child.returncode is not None
    return child.returncode, printed.decode()
