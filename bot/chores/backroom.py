"""Runs the long jobs that people ask for: each in a process of its own, one at a time, within bounds.

A job is a pure function of bytes to bytes, at the top level of a module that imports little (each process
starts by importing it). Whatever its input makes it do, it cannot reach the bot's loop, threads or memory.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias

import orjson
import structlog

from bot.chores import FAILED, NO_MEMORY
from bot.tables.model import Denied

_log = structlog.get_logger(__name__)
_MIB: Final = 1024 * 1024
_PIECE: Final = 64 * 1024
_TOLD: Final = 2000
"""How many characters of a failed job's traceback are logged."""

Job: TypeAlias = Callable[[bytes], bytes]
Do: TypeAlias = Callable[[Job, bytes], Awaitable[bytes]]
"""Runs a job on its input in the room that somebody has entered."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one job may take. Memory, input (`given`) and answer are in bytes, both times in seconds.

    `processor` is the time on the processor, `seconds` the time in all.
    """

    memory: int = 512 * _MIB
    processor: int = 15
    seconds: float = 30.0
    given: int = 16 * _MIB
    answer: int = 16 * _MIB


class Backroom:
    """Does one job at a time; others who ask meanwhile are refused at once. One per process."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()
        self._asker: int | None = None

    @asynccontextmanager
    async def enter(self, user_id: int) -> AsyncIterator[Do]:
        """Reserve the room for one person, to fetch the input of a job and to run it: `await do(job, given)`.

        Raises Denied "chore_yours" or "chore_busy" if the same or another person has reserved it,
        "chore_too_heavy" if a job (or fetching its input) takes more than it may, and "chore_failed" if it
        fails otherwise. If the context ends early, the process is killed.
        """
        if self._asker is not None:
            raise Denied("chore_yours" if self._asker == user_id else "chore_busy")
        self._asker = user_id
        try:
            async with asyncio.timeout(self._bounds.seconds) as limit:
                yield self._do
        except TimeoutError:
            if limit.expired():
                raise _refusal("chore_too_heavy", why="too long") from None
            raise
        finally:
            self._asker = None

    async def _do(self, job: Job, given: bytes) -> bytes:
        bounds, what = self._bounds, f"{job.__module__}.{job.__qualname__}"
        if len(given) > bounds.given:
            raise _refusal("chore_too_heavy", job=what, why="too much given", bytes=len(given))
        limits = (str(bounds.memory), str(bounds.processor))
        command = (sys.executable, "-P", "-m", __package__, job.__module__, job.__qualname__, *limits)
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env=bare_environment(),
                start_new_session=True,  # Ctrl-C is for the bot, which ends its jobs by itself
            )
        except OSError as error:
            raise _refusal("chore_failed", job=what, why=str(error)) from None
        try:
            answer = await _talk(process, given, bounds.answer)
            status = None if answer is None else await process.wait()
        finally:
            await _end(process)
        if answer is not None and status == 0:
            return answer
        raise _refusal(*_reason(status), job=what, status=status, said=_job_account(answer, status))


async def _talk(process: Process, given: bytes, most: int) -> bytes | None:
    """Send the input and read the whole answer; None if it is longer than `most` bytes."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError, ConnectionResetError):  # it has ended without reading: its status says why
        process.stdin.write(given)
        await process.stdin.drain()
    process.stdin.close()
    answer = bytearray()
    while piece := await process.stdout.read(_PIECE):
        answer += piece
        if len(answer) > most:
            return None
    return bytes(answer)


async def _end(process: Process) -> None:
    """Kill the process and drop what it has still written."""
    with suppress(ProcessLookupError):
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.communicate()


def _reason(status: int | None) -> tuple[str, str]:
    """The reason of the refusal, and a phrase for the log, for a process that gave no answer.

    `status` is its exit status; None if its answer was too long.
    """
    if status is None:
        return "chore_too_heavy", "answer too long"
    if status == NO_MEMORY or -status == signal.SIGABRT:  # libraries without Python's errors just stop
        return "chore_too_heavy", "too much memory"
    if sys.platform != "win32" and -status in (signal.SIGXCPU, signal.SIGKILL):
        return "chore_too_heavy", "too much of the processor, or killed by the system"
    return "chore_failed", "failed"


def _job_account(answer: bytes | None, status: int | None) -> str:
    return answer.decode(errors="replace")[-_TOLD:] if answer and status == FAILED else ""


def _refusal(reason: str, why: str, **facts: object) -> Denied:
    """Make the refusal of a job, and log why for the operator."""
    _log.warning("chore not done", why=why, **facts)
    return Denied(reason)


# What a process beside the bot knows of its surroundings: enough to find the same modules, nothing else.

_HANDED_ON: Final = ("SYSTEMROOT", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE")
"""The variables of the bot's environment that a process gets: what Python may need, never the token."""

_OUTSIDE: Final = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")
"""What somebody else's program gets: what it may need to be found and to write text, none of our modules."""


def bare_environment() -> dict[str, str]:
    """The environment of a process: enough to find the same modules as here, no token, no setting."""
    kept = {name: os.environ[name] for name in _HANDED_ON if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(str(Path(place).absolute()) for place in sys.path)}


def outside_environment() -> dict[str, str]:
    """The environment of a program that is none of ours."""
    return {name: os.environ[name] for name in _OUTSIDE if name in os.environ}


# A process beside the bot that answers questions: a line of JSON each, one after the other.
#
# It runs once it is needed. Whatever it does but answer in time, it is ended for, and started again with
# the next question.

_NICE: Final = 10
_FAREWELL: Final = 5.0
"""Seconds for which we wait until all that a process has still written is read, once it is ended."""


class Silence(Exception):
    """There is no answer; the text says in a word why."""


@dataclass(frozen=True, slots=True)
class Answering:
    """What one answer may take: seconds, also for the first one of a process, and bytes of its line."""

    seconds: float
    starting: float
    longest: int


class Respondent:
    """One such process, of low priority: `command` starts it, `environment` is all that it sees of ours.

    `on_start` is told whenever it has been started.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Callable[[], Mapping[str, str]],
        answering: Answering,
        on_start: Callable[[], object] = lambda: None,
    ) -> None:
        self._command = command
        self._environment = environment
        self._answering = answering
        self._on_start = on_start
        self._turn = asyncio.Lock()
        self._numbers = count(1)
        self._process: Process | None = None
        self._owed: set[int] = set()
        """The numbers of the questions that it has not answered yet."""
        self._warm = False
        self._closed = False

    async def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Its answer, once it is this question's turn; Silence where it gives none."""
        async with self._turn:
            if self._closed:
                raise Silence("closed")
            try:
                process = await self._running()
                async with asyncio.timeout(self._limit):
                    answer = await self._exchange(process, {**question, "id": next(self._numbers)})
            except (TimeoutError, OSError, ValueError, EOFError, RecursionError) as error:
                await self._end()
                raise Silence(type(error).__name__) from None
            self._warm = True
            return answer

    @property
    def pid(self) -> int:
        """The number of the process; ValueError while it does not run."""
        if self._process is None or self._process.returncode is not None:
            raise ValueError("it does not run")
        return self._process.pid

    async def close(self) -> None:
        """End the process; whoever asks from now on gets no answer."""
        self._closed = True
        await self._end()

    @property
    def _limit(self) -> float:
        return self._answering.seconds if self._warm else self._answering.starting

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            await self._end()
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env=self._environment(),
                limit=self._answering.longest,
                start_new_session=True,  # Ctrl-C is for the bot, which ends it by itself
            )
            self._on_start()
            with suppress(OSError, AttributeError):  # not every system has priorities
                os.setpriority(os.PRIO_PROCESS, self._process.pid, _NICE)
            if self._closed:  # meanwhile
                raise EOFError
        return self._process

    async def _exchange(self, process: Process, question: dict[str, Any]) -> dict[str, Any]:
        """Send a question and read its answer; those of earlier ones, nobody waits for any more.

        Raises EOFError, OSError, or ValueError for what answers nothing that was asked.
        """
        assert process.stdin is not None
        assert process.stdout is not None
        self._owed.add(question["id"])
        process.stdin.write(orjson.dumps(question, option=orjson.OPT_APPEND_NEWLINE))
        await process.stdin.drain()
        while line := await process.stdout.readline():
            answer = orjson.loads(line)
            number = answer.pop("id", None) if isinstance(answer, dict) else None
            if not isinstance(number, int) or number not in self._owed:
                raise ValueError("no answer")
            self._owed.discard(number)
            if number == question["id"]:
                return dict(answer)
        raise EOFError

    async def _end(self) -> None:
        process, self._process, self._warm = self._process, None, False
        self._owed.clear()
        if process is None:
            return
        if process.returncode is None:
            with suppress(ProcessLookupError):
                _kill(process)
        if process.stdin is not None:
            process.stdin.close()
        with suppress(TimeoutError):  # what it started may have fled, and hold its output open
            async with asyncio.timeout(_FAREWELL):
                await process.communicate()  # while something is left to be read, its end is not told


def _kill(process: Process) -> None:
    """End a process, and what it has started in its turn, where the system knows of such groups."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
