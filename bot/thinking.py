"""Where computers think: in one process of its own, beside the bot, with low priority.

It is given questions as lines of JSON, one at a time, and never a state, a setting or the bot's token; it
keeps nothing between two of them. Whatever happens to it, it is started again with the next question.

`python -m bot.thinking` is that process.
"""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Final

import orjson
import structlog

from bot.chores.backroom import Answering, Respondent, Silence, bare_environment, outside_environment
from bot.meters import count, timer
from bot.tables.computers.thought import Mind, MindFailed
from engines import GAMES
from players.core.speech import plain_decision, read_question
from players.registry import find_player as find_player
from players.registry import think

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
    """A `Mind` (bot.tables.computers.thought) over one worker process, which runs once it is needed."""

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


# Somebody else's programs at the tables: each a process that speaks "gobelet-player 1".
#
# They see nothing of the bot's environment, and are told what their seat may know (docs/player-
# protocol.md). Whatever they do, a table waits for them no longer than for a player of ours that fails.

_ANSWERING: Final = Answering(seconds=1.0, starting=3.0, longest=64 * 1024)
_SILENCES: Final = 3
"""A program that was started so often in a row in vain..."""
_REST: Final = 60.0
"""...is left alone for so many seconds."""
_WAIT: Final = 2.0
"""So many seconds a table waits for its turn to ask."""
_ACTIONS: Final = 50
"""No turn is made of more actions."""
_LONGEST_MS: Final = 3_600_000
"""Nobody takes longer than this."""


class GuestPrograms:
    """Implements `bot.tables.computers.thought.Programs`: the commands of programs by their names."""

    def __init__(
        self,
        commands: Mapping[str, Sequence[str]],
        answering: Answering = _ANSWERING,
        rest: float = _REST,
    ) -> None:
        self._programs = {
            name: _Program(name, command, answering, rest) for name, command in commands.items()
        }

    async def greet(self) -> None:
        """Ask all of them at once which games they play; who does not say plays all."""
        await asyncio.gather(*(program.greet() for program in self._programs.values()))

    def offered(self, game: str) -> Sequence[str]:
        """The names of those that play this game."""
        return tuple(name for name, program in self._programs.items() if program.plays(game))

    def find(self, name: str) -> Mind | None:
        """What thinks for the program of this name; None where there is none any more."""
        return self._programs.get(name)

    async def close(self) -> None:
        """End them all; whoever asks from now on gets no answer."""
        for program in self._programs.values():
            await program.close()


class _Program:
    """One program: a mind that may keep silent, and is left alone for a while then."""

    def __init__(self, name: str, command: Sequence[str], answering: Answering, rest: float) -> None:
        self._name = name
        self._process = Respondent(
            command, outside_environment, answering, lambda: count("program_starts", name)
        )
        self._turn = asyncio.Lock()
        self._rest = rest
        self._games: frozenset[str] | None = None
        self._silences = 0
        self._rests_until = 0.0

    def plays(self, game: str) -> bool:
        return self._games is None or game in self._games

    async def greet(self) -> None:
        try:
            answer = await self._process.ask({"do": "hello"})
        except Silence as silence:  # it need not know this question
            _log.info("a program does not say which games it plays", program=self._name, why=str(silence))
            return
        match answer.get("games"):
            case [*games]:
                self._games = frozenset(map(str, games))

    async def think(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """What it decides; MindFailed where it gives no answer that might be a decision, or is left alone."""
        try:
            async with asyncio.timeout(_WAIT):
                await self._turn.acquire()
        except TimeoutError:
            raise self._failed("busy", "others ask it") from None
        try:
            answer = await self._ask({"do": "decide", **question})
        finally:
            self._turn.release()
        decision = _read(answer)
        if decision is None:
            raise self._failed("undecided", "no decision")
        return decision

    async def _ask(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        if asyncio.get_running_loop().time() < self._rests_until:
            raise self._failed("resting", "it is left alone")
        stop = timer("program_seconds", self._name)
        try:
            answer = await self._process.ask(question)
        except Silence as silence:
            self._note(silence)
            raise self._failed("silent", str(silence)) from None
        self._silences = 0
        stop()
        return answer

    async def close(self) -> None:
        await self._process.close()

    def _note(self, silence: Silence) -> None:
        """Leave it alone for a while where it has been silent too often in a row."""
        self._silences += 1
        _log.warning("a program does not answer", program=self._name, why=str(silence), times=self._silences)
        if self._silences >= _SILENCES:
            self._rests_until = asyncio.get_running_loop().time() + self._rest

    def _failed(self, why: str, words: str) -> MindFailed:
        count("program_failures", self._name, why)
        return MindFailed(words)


def _read(answer: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What there is of a decision in an answer, and nothing else; None where there is none."""
    actions, after = answer.get("actions", []), answer.get("after_ms") or 0
    if not isinstance(actions, list) or len(actions) > _ACTIONS or not isinstance(after, int | float):
        return None
    if not 0 <= after <= _LONGEST_MS:
        return None
    decided = {name: answer[name] for name in ("actions", "agrees") if name in answer}
    return {**decided, "after_ms": int(after)}
