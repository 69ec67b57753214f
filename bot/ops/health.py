"""Whether this process can serve people at this moment, part by part."""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import structlog

_log = structlog.get_logger(__name__)
PATIENCE = 1.0
"""Seconds within which a part must answer."""
KEPT = 5.0
"""Seconds for which the answer of a `Probe` holds."""

Check: TypeAlias = Callable[[], Awaitable[None]]
"""Asks a part how it is; raises `Troubled`, or any other error, if it is not well."""


class Troubled(Exception):
    """A part is not well. The message says what is wrong in a few words, and holds no secret."""


@dataclass(frozen=True, slots=True)
class Report:
    """What each part has said: "ok", or what is wrong."""

    parts: Mapping[str, str]

    @property
    def ready(self) -> bool:
        """Whether all parts are well."""
        return all(word == "ok" for word in self.parts.values())


class Health:
    """Asks all parts at once, each within `PATIENCE`. From `stopping` on, nothing is ready any more."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = dict(checks)
        self.stopping = False

    def add(self, part: str, check: Check) -> None:
        """Ask one more part from now on."""
        self._checks[part] = check

    async def examine(self) -> Report:
        """Ask how it is. Raises nothing."""
        words = await asyncio.gather(*(_ask(part, check) for part, check in self._checks.items()))
        parts = dict(zip(self._checks, words, strict=True))
        return Report({"process": "stopping", **parts} if self.stopping else parts)


class Probe:
    """A check that costs something: its answer holds for `KEPT` seconds, however many ask."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._asking: asyncio.Task[None] | None = None
        self._asked_at = 0.0

    async def __call__(self) -> None:
        """Give the answer, asking only where the last one is too old."""
        now = asyncio.get_running_loop().time()
        if self._asking is None or (self._asking.done() and now - self._asked_at >= KEPT):
            self._asked_at = now
            self._asking = asyncio.create_task(self._ask(), name="probe")
        await asyncio.shield(self._asking)

    async def _ask(self) -> None:
        await self._check()


async def _ask(part: str, check: Check) -> str:
    try:
        async with asyncio.timeout(PATIENCE):
            await check()
    except Troubled as trouble:
        return str(trouble)
    except TimeoutError:
        return f"no answer within {PATIENCE:.0f} s"
    except Exception as error:  # whatever it is, it is not well
        _log.warning("part not well", part=part, exc_info=error)
        return str(getattr(error, "code", type(error).__name__))
    return "ok"


# The pulse of the event loop: beats at a steady pace, and says how late it is.


class Pulse:
    """Calls `beat` with how late it is (seconds), every so many seconds of the loop, until stopped.

    It beats on the loop itself: nobody feels a pulse while the loop is stuck.
    """

    def __init__(self, every: float, beat: Callable[[float], object]) -> None:
        self._every = every
        self._beat = beat
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to beat."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._every
        self._timer = loop.call_at(due, self._ring, due)

    def stop(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self, due: float) -> None:
        late = asyncio.get_running_loop().time() - due
        self.start()
        self._beat(late)


# A local socket beside the database, by which `python -m bot health` asks how it goes.
#
# It needs no port, and costs nothing until somebody asks: whoever connects is told the report, as JSON.
# Only the bot's own user may.


def socket_path(database: Path) -> Path:
    """The socket of a database; the same for each path that leads to the database."""
    real = database.resolve()
    return real.with_name(f"{real.name}-health")


class LocalSocket:
    """Answers whoever connects. There is one: a lock lets one process alone run on a database."""

    def __init__(self, path: Path, health: Health) -> None:
        self._path = path
        self._health = health
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Begin to answer; where there are no such sockets the bot runs without."""
        try:
            self._path.unlink(missing_ok=True)  # what a killed process has left
            self._server = await asyncio.start_unix_server(self._answer, self._path)
            self._path.chmod(0o600)
        except (OSError, AttributeError, NotImplementedError) as error:
            _log.info("no socket for `health`: it needs OPS_PORT here", why=str(error))

    async def stop(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._path.unlink(missing_ok=True)

    async def _answer(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            report = await self._health.examine()
            writer.write(json.dumps(dict(report.parts)).encode())
            await writer.drain()
        except ConnectionError:
            pass  # nobody waits for it any more
        finally:
            writer.close()


def ask(path: Path, seconds: float) -> dict[str, str]:
    """Ask the bot of this socket how its parts are; OSError if nobody answers within so many seconds."""
    told = b""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(seconds)
        line.connect(str(path))
        while part := line.recv(65_536):
            told += part
    if not told:
        raise ConnectionError("nothing was said")
    parts: dict[str, str] = json.loads(told)
    return parts
