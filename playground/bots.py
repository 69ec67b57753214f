"""The bots as child processes: one alone, or two that share tables; each is killed and started by itself."""

import asyncio
import logging
import os
import re
import signal
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playground.changes import Feed
from playground.stores import Stores, StoreTrouble
from playground.wire import Json

# The bot as a child process, which can be started, killed and started again.

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


class Bots:
    """Two supervisors, of which the second has nothing to do while the first bot plays alone.

    `command` runs a bot, `environment` is what every bot gets; `stores` says where the tables are (None: the
    command is no bot with tables, and plays alone for ever). `trouble`: why the last switch came to nothing.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        stores: Stores | None = None,
        *,
        secrets: Sequence[str] = (),
        folder: Path | None = None,
    ) -> None:
        self.environment = dict(environment)
        self._stores = stores
        hidden = (*secrets, *(stores.secrets if stores is not None else ()))
        self.supervisors = tuple(Supervisor(command, {}, secrets=hidden, folder=folder) for _ in range(2))
        self.switching = False
        self.trouble = ""
        self._gate = asyncio.Lock()
        self._latest_switch: asyncio.Task[None] | None = None
        self.changes: Feed[None] = Feed()
        for supervisor in self.supervisors:
            supervisor.changes.subscribe(lambda _process: self.changes.publish(None))

    @property
    def two(self) -> bool:
        """Whether two bots share the tables."""
        return self._stores is not None and self._stores.shared

    @property
    def playing(self) -> tuple[Supervisor, ...]:
        """The bots that are to run now."""
        return self.supervisors if self.two else self.supervisors[:1]

    async def open(self) -> None:
        """Start one bot, or two where two played last. Raises StoreTrouble."""
        if self._stores is not None:
            await self._stores.open()
        await self._start()

    async def close(self) -> None:
        """Ask all that run to stop, and wait until they have; then end their store."""
        async with self._gate:
            await self._stop()
            if self._stores is not None:
                await self._stores.close()

    async def kill(self, number: int) -> None:
        """End a bot (0 or 1) by SIGKILL. Raises IndexError when there is no such bot now."""
        await self.playing[number].kill()

    async def start(self, number: int) -> None:
        """Start a bot (0 or 1) unless it runs. Raises IndexError when there is no such bot now."""
        if not self.switching:
            await self.playing[number].start()

    async def switch(self, *, two: bool) -> None:
        """Go on with two bots, or with one: all are stopped, the tables are moved, and play goes on.

        Raises StoreTrouble when the tables cannot be moved; then everything goes on as it was. What has begun
        comes to its end, even if nobody waits for it any more: a page may be reloaded meanwhile.
        """
        self._latest_switch = asyncio.create_task(self._switch_to(two=two), name="switch")
        await asyncio.shield(self._latest_switch)

    async def _switch_to(self, *, two: bool) -> None:
        async with self._gate:
            if self._stores is not None and two != self.two:
                await self._switch(self._stores.share if two else self._stores.unshare)

    def describe(self) -> Json:
        """What the page shows of the bots."""
        reason = "ce bot joue toujours seul" if self._stores is None else self._stores.why_not()
        return {
            "two": self.two,
            "switching": self.switching,
            "trouble": self.trouble,
            "why_not": reason,
            "each": [
                {"pid": each.process.pid, "code": each.process.code, "starts": each.process.starts}
                for each in self.playing
            ],
        }

    async def _switch(self, move: Callable[[], Coroutine[None, None, None]]) -> None:
        self.switching, self.trouble = True, ""
        self.changes.publish(None)
        try:
            await self._stop()
            await move()
        except StoreTrouble as trouble:
            self.trouble = str(trouble)
            raise
        finally:
            await self._start()
            self.switching = False
            self.changes.publish(None)

    async def _start(self) -> None:
        store = {} if self._stores is None else self._stores.environment()
        for supervisor in self.playing:
            supervisor.environment = self.environment | store
        await asyncio.gather(*(each.start() for each in self.playing))

    async def _stop(self) -> None:
        await asyncio.gather(*(each.close() for each in self.supervisors))
