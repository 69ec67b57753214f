"""Where computers think: in one process of its own, beside the bot, with low priority.

It is given questions as lines of JSON, one at a time, and never a state, a setting or the bot's token; it
keeps nothing between two of them. Whatever happens to it, it is started again with the next question.

`python -m bot.thinking` is that process.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final, TextIO

import structlog

from bot.chores.environment import bare_environment
from bot.tables.computers.mind import MindFailed
from engines import GAMES
from players.core.speech import plain_decision, read_question
from players.registry import find_player, think

__all__ = ["Thinking", "find_player"]

_log = structlog.get_logger(__name__)
_SECONDS: Final = 1.0
_STARTING: Final = 20.0
"""So long (s) one answer may take, and the first one of a process."""
_LONG_QUEUE: Final = 8
"""Where more than so many questions wait, each gets less thought."""
_LESS: Final = 10
"""A budget is divided by this then."""
_LONGEST: Final = 4 * 1024 * 1024
"""Bytes of a line at most."""
_NICE: Final = 10


class Thinking:
    """Implements `bot.tables.computers.mind.Mind` over one worker process, which runs once it is needed."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._process: Process | None = None
        self._warm = False
        self._closed = False
        self._numbers = count(1)

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """The worker's decision, as JSON-able data with the `budget` that it had; MindFailed."""
        budget = question["budget"] // (_LESS if self._waiting > _LONG_QUEUE else 1)
        self._waiting += 1
        try:
            async with self._turn:
                answer = await self._ask({**question, "budget": budget})
        finally:
            self._waiting -= 1
        if "error" in answer:
            raise MindFailed(answer["error"])
        return {**answer, "budget": budget}

    @property
    def pid(self) -> int:
        """The number of the worker's process; ValueError while it does not run."""
        if self._process is None or self._process.returncode is not None:
            raise ValueError("it does not run")
        return self._process.pid

    async def close(self) -> None:
        """End the worker; whoever asks from now on gets no answer."""
        self._closed = True
        await self._end()

    async def _ask(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """Have the worker answer one question in time; whatever else it does, it is ended for."""
        if self._closed:
            raise MindFailed("closed")
        try:
            process = await self._running()
            number = next(self._numbers)
            async with asyncio.timeout(self._seconds if self._warm else _STARTING):
                answer = await _exchange(process, {**question, "id": number})
        except (TimeoutError, OSError, ValueError, EOFError) as error:
            _log.warning("the process that thinks is ended", why=type(error).__name__)
            await self._end()
            raise MindFailed(type(error).__name__) from None
        self._warm = True
        return answer

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            await self._end()
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", __name__),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env=bare_environment(),
                limit=_LONGEST,
                start_new_session=True,  # Ctrl-C is for the bot, which ends it by itself
            )
        return self._process

    async def _end(self) -> None:
        process, self._process, self._warm = self._process, None, False
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


async def _exchange(process: Process, question: Mapping[str, Any]) -> dict[str, Any]:
    """Send a question and read its answer; that of an earlier one, nobody waits for any more.

    Raises EOFError, OSError, or ValueError for what is no answer.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(question).encode() + b"\n")
    await process.stdin.drain()
    while line := await process.stdout.readline():
        answer = json.loads(line)
        if answer.pop("id") == question["id"]:
            return dict(answer)
    raise EOFError


def _answer(line: str) -> dict[str, Any]:
    """The worker's answer to a question; of an error only its kind travels, for its words may tell more."""
    asked = json.loads(line)
    try:
        question = read_question(GAMES, asked)
        return {"id": asked["id"], **plain_decision(GAMES[question.view.game], think(question))}
    except Exception as error:
        return {"id": asked["id"], "error": type(error).__name__}


def _work(questions: TextIO, answers: TextIO) -> None:
    """Answer questions until there are no more: the bot has ended, or has no need of us."""
    with suppress(OSError, AttributeError):  # not every system has priorities
        os.nice(_NICE)
    for line in questions:
        answers.write(json.dumps(_answer(line)) + "\n")
        answers.flush()


if __name__ == "__main__":
    _work(sys.stdin, sys.stdout)
