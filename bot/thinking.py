"""Where computers think: in one process of its own, beside the bot, with low priority.

It is given questions as lines of JSON, one at a time, and never a state, a setting or the bot's token; it
keeps nothing between two of them. Whatever happens to it, it is started again with the next question.

`python -m bot.thinking` is that process.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

import orjson
import structlog

from bot.chores.environment import bare_environment
from bot.chores.respondent import Answering, Respondent, Silence
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


class Thinking:
    """Implements `bot.tables.computers.mind.Mind` over one worker process, which runs once it is needed."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        command = (sys.executable, "-P", "-m", __name__)
        self._worker = Respondent(command, bare_environment, Answering(seconds, _STARTING, _LONGEST))
        self._waiting = 0

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """The worker's decision, as JSON-able data with the `budget` that it had; MindFailed."""
        budget = question["budget"] // (_LESS if self._waiting > _LONG_QUEUE else 1)
        self._waiting += 1
        try:
            answer = await self._worker.ask({**question, "budget": budget})
        except Silence as silence:
            _log.warning("the process that thinks does not answer", why=str(silence))
            raise MindFailed(str(silence)) from None
        finally:
            self._waiting -= 1
        if "error" in answer:
            raise MindFailed(answer["error"])
        return {**answer, "budget": budget}

    @property
    def pid(self) -> int:
        """The number of the worker's process; ValueError while it does not run."""
        return self._worker.pid

    async def close(self) -> None:
        """End the worker; whoever asks from now on gets no answer."""
        await self._worker.close()


def _answer(line: bytes) -> dict[str, Any]:
    """The worker's answer to a question; of an error only its kind travels, for its words may tell more."""
    asked = orjson.loads(line)
    try:
        question = read_question(GAMES, asked)
        return {"id": asked["id"], **plain_decision(GAMES[question.view.game], think(question))}
    except Exception as error:
        return {"id": asked["id"], "error": type(error).__name__}


def _work(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more: the bot has ended, or has no need of us."""
    for line in questions:
        answers.write(orjson.dumps(_answer(line), option=orjson.OPT_APPEND_NEWLINE))
        answers.flush()


if __name__ == "__main__":
    _work(sys.stdin.buffer, sys.stdout.buffer)
