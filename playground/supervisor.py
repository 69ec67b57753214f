"""The bot as a child process, which can be started, killed and started again."""

import asyncio
import logging
import os
import re
import signal
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playground.changes import Feed

_log = logging.getLogger(__name__)
LOG_LINES = 500
LINE_LENGTH = 2000
_CHUNK_BYTES = 65_536
_ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")  # a terminal's colours mean nothing to the page


@dataclass(frozen=True, slots=True)
class Process:
    """The child's state: its pid while it runs, its exit code afterwards (negative: a signal)."""

    pid: int | None = None
    code: int | None = None
    starts: int = 0

    @property
    def running(self) -> bool:
        """Whether the child is alive."""
        return self.pid is not None


class Supervisor:
    """Owns one child process and the last lines that it printed, in which `secrets` are hidden.

    The child works in `folder` (None: in this process's).
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        secrets: Sequence[str] = (),
        folder: Path | None = None,
    ) -> None:
        self._command = tuple(command)
        self._folder = folder
        self.environment = dict(environment)  # read anew at each start
        self._secrets = tuple(secret for secret in secrets if secret)
        self._child: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self._gate = asyncio.Lock()
        self.process = Process()
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.printed = 0  # lines ever printed; the last len(log) of them are kept
        self.changes: Feed[Process] = Feed()

    async def start(self) -> None:
        """Start the child unless it runs; the log says it when the command cannot be run."""
        async with self._gate:
            if self.process.running:
                return
            await self._wait_for_end()
            try:
                child = await asyncio.create_subprocess_exec(
                    *self._command,
                    cwd=self._folder,
                    env=os.environ | self.environment,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.STDOUT,
                    start_new_session=True,  # Ctrl-C reaches the playground alone, which then ends the child
                )
            except OSError as error:
                self._print(f"{self._command[0]}: {error.strerror}")
                self._become(Process(code=127, starts=self.process.starts))
                return
            self._child = child
            self._become(Process(pid=child.pid, starts=self.process.starts + 1))
            self._watch = asyncio.create_task(self._follow(child), name="the bot's output")

    async def kill(self) -> None:
        """End the child by SIGKILL, as a crash or a power cut would; return when it is gone."""
        await self._end(signal.SIGKILL, None)

    async def close(self, grace_seconds: float = 8.0) -> None:
        """Ask the child to stop (SIGTERM), and wait; after `grace_seconds`, kill it."""
        await self._end(signal.SIGTERM, grace_seconds)

    async def _end(self, signal_number: signal.Signals, grace_seconds: float | None) -> None:
        async with self._gate:
            if self._child is None or not self.process.running:
                return
            self._send(signal_number)
            try:
                await asyncio.wait_for(self._wait_for_end(), grace_seconds)
            except TimeoutError:
                self._send(signal.SIGKILL)
                await self._wait_for_end()

    def _send(self, signal_number: signal.Signals) -> None:
        assert self._child is not None
        with suppress(ProcessLookupError):
            self._child.send_signal(signal_number)

    async def _wait_for_end(self) -> None:
        if self._watch is not None:
            await asyncio.shield(self._watch)

    async def _follow(self, child: asyncio.subprocess.Process) -> None:
        reading = asyncio.create_task(self._read(child), name="the bot's lines")
        code = await child.wait()
        # The dead process's last words are still in the pipe; a grandchild may keep it open for ever.
        await asyncio.wait([reading], timeout=1.0)
        reading.cancel()
        self._become(Process(code=code, starts=self.process.starts))

    async def _read(self, child: asyncio.subprocess.Process) -> None:
        assert child.stdout is not None
        rest = b""
        while chunk := await child.stdout.read(_CHUNK_BYTES):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._print(line.decode(errors="replace"))
            rest = rest[-_CHUNK_BYTES:]
        if rest:
            self._print(rest.decode(errors="replace"))

    def _print(self, line: str) -> None:
        for secret in self._secrets:
            line = line.replace(secret, "•••")
        line = _ESCAPES.sub("", line)
        self.log.append(line.rstrip()[:LINE_LENGTH])
        self.printed += 1
        self.changes.publish(self.process)

    def _become(self, process: Process) -> None:
        self.process = process
        _log.info("bot process: %s", process)
        self.changes.publish(process)
