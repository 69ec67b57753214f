"""Somebody else's player: a program that is asked over the protocol."""

import json
import os
import shlex
import subprocess
from contextlib import suppress
from threading import Timer
from typing import Any, Final

from engines.core.draws import Draws
from engines.core.game import AnyGame
from engines.core.records import Refusal, SeatName
from players.core.player import AnyDecision, AnyView, Budget, Level, Persona, Player, Told
from players.core.speech import Question, plain_question, read_decision
from players.core.uniform import Uniform
from players.registry import find_player

_LONGEST: Final = 1_000_000
"""Bytes of an answer at most."""
_SEES: Final = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")
"""What a program sees of our environment: nothing that is secret."""


class Program(Player[Any, Any, Any]):
    """Plays by asking a program; where it fails, anything that is listed is done, and `faults` counts it.

    It has `seconds` for each answer. One that takes longer, says too much or ends is ended, and started anew
    for the next question.
    """

    def __init__(self, game: AnyGame, command: str, seconds: float = 10.0) -> None:
        self.game, self.budget = game.name, find_player(game.name).budget
        self.faults = 0
        self._rules, self._command, self._seconds = game, shlex.split(command), seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0

    def notice(self, notes: str, seat: SeatName, told: Told[Any]) -> str:
        """Return what our own player would have written down: a program is given that as well."""
        return find_player(self.game).notice(notes, seat, told)

    def decide(
        self, view: AnyView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> AnyDecision:
        """Return what the program does. Raises OSError where there is no such program."""
        chance = bytes(draws(256) - 1 for _ in range(32))
        question = plain_question(self._rules, Question(view, level, persona, budget, chance))
        try:
            decision = read_decision(self._rules, view, self._ask(question))
            if (view.offer is None) == bool(decision.actions) and self._may(view, decision):
                return decision
        except (Refusal, ValueError):
            self.close()
        self.faults += 1
        return Uniform(self.game).decide(view, level, persona, budget, draws)

    def close(self) -> None:
        """End the program, if it runs."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        process.wait()

    def _may(self, view: AnyView, decision: AnyDecision) -> bool:
        """Whether a decision begins with something that is listed, as far as lists say."""
        if not decision.actions:
            return decision.agrees is not None
        first = decision.actions[0]
        return first in view.legal.actions or (not view.legal.complete and first.type in view.legal.types)

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the program's answer to a question; raises ValueError where it gives none in time."""
        self._asked += 1
        line = json.dumps({"do": "decide", "id": self._asked, **question}).encode()
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(self._seconds, process.kill)
        timer.start()
        try:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            said = process.stdout.readline(_LONGEST)
        except BrokenPipeError:
            raise ValueError("the program has ended") from None
        finally:
            timer.cancel()
        answer = json.loads(said)
        if not isinstance(answer, dict) or answer.get("id") != self._asked:
            raise ValueError("no answer to the question")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            seen = {name: os.environ[name] for name in _SEES if name in os.environ}
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(  # noqa: S603 - whoever types a match names the program
                self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=seen
            )
        return self._process
