"""A process beside the bot that answers questions: a line of JSON each, one after the other.

It runs once it is needed. Whatever it does but answer in time, it is ended for, and started again with the
next question.
"""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import orjson

__all__ = ["Answering", "Respondent", "Silence"]

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
