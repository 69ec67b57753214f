"""Runs the long jobs that people ask for: each in a process of its own, one at a time, within bounds.

A job is a pure function of bytes to bytes, at the top level of a module that imports little (each process
starts by importing it). Whatever its input makes it do, it cannot reach the bot's loop, threads or memory.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

import structlog

from bot.chores import FAILED, NO_MEMORY
from bot.chores.environment import bare_environment
from bot.tables.errors import Denied

__all__ = ["Backroom", "Bounds", "Do", "Job"]

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
