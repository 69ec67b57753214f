"""Computers: how quickly their process thinks, what the bot feels of it, and how strong they are.

The questions are those of tables that computers of the strongest level play among themselves. Lateness is
that of a loop that does a click's amount of work every five milliseconds while the process thinks without a
pause, most of all of Débâcle, whose players search.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from bench.startup import megabytes
from bench.whole import Row
from bot.thinking import Thinking
from engines import GAMES
from engines.core.draws import Draws, SeededDraws
from players.arena import Arena, Contestant
from players.core.chance import PREFIX
from players.core.player import (
    PERSONAS,
    AnyDecision,
    AnyPlayer,
    AnyView,
    Budget,
    Level,
    Persona,
    Player,
    Told,
)
from players.core.speech import Question, plain_question
from players.registry import find_player

__all__ = ["measure", "questions_of"]

QUESTIONS = 60
SEATS = {"debacle": 2}
USUAL_SEATS = 3
BEAT = 0.005
WORK = 20_000
"""Steps of a loop at each beat: about what a click costs."""
SECONDS = 6.0
SLOW = "debacle"


@dataclass
class _Heard(Player[Any, Any, Any]):
    """A player of whom every question is written down."""

    player: AnyPlayer
    questions: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game, self.version, self.budget = self.player.game, self.player.version, self.player.budget

    def decide(
        self, view: AnyView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> AnyDecision:
        chance = sha256(f"{self.game} {len(self.questions)}".encode()).digest()
        asked = Question(view, level, persona, budget, chance)
        self.questions.append(plain_question(GAMES[self.game], asked.skimmed_by(self.player)))
        return self.player.decide(view, level, persona, budget, draws)

    def notice(self, notes: str, seat: str, told: Told[Any]) -> str:
        return self.player.notice(notes, seat, told)


def questions_of(game: str, count: int) -> list[dict[str, Any]]:
    """So many questions of tables at which the strongest level plays."""
    heard = _Heard(find_player(game))
    personas, number = list(PERSONAS.values()), 0
    while len(heard.questions) < count:
        number += 1
        seats = [str(n + 1) for n in range(SEATS.get(game, USUAL_SEATS))]
        chances = [SeededDraws(sha256(f"{game} {number} {seat}".encode()).digest(), PREFIX) for seat in seats]
        sitting = {
            seat: Contestant(heard, Level.STRONG, personas[n % len(personas)], chances[n])
            for n, seat in enumerate(seats)
        }
        dice = SeededDraws(sha256(f"{game} {number}".encode()).digest(), "bench")
        table = Arena.open(GAMES[game], sitting, {}, dice)
        while not table.is_over and len(heard.questions) < count:
            table.step()
    return heard.questions[:count]


@dataclass(frozen=True, slots=True)
class _Spell:
    """How long (s) decisions took one after the other."""

    each: Sequence[float]

    def told(self) -> str:
        """Decisions a second, median, 99th percentile and the longest."""
        times = sorted(self.each)
        rate = len(times) / sum(times)
        shown = (statistics.median(times), times[int(len(times) * 0.99)], times[-1])
        p50, p99, most = (f"{seconds * 1000:.2f}" for seconds in shown)
        return f"{rate:,.0f} decisions/s, p50 {p50} ms, p99 {p99} ms, at most {most} ms"


async def _time(mind: Thinking, asked: Iterable[dict[str, Any]]) -> _Spell:
    """Ask one question after the other."""
    each = []
    for question in asked:
        begun = time.perf_counter()
        await mind.think(question)
        each.append(time.perf_counter() - begun)
    return _Spell(each)


async def _lateness(seconds: float) -> list[float]:
    """How late (ms) the loop is at each beat."""
    loop, found = asyncio.get_running_loop(), []
    end = loop.time() + seconds
    due = loop.time()
    while due < end:
        due += BEAT
        await asyncio.sleep(max(0.0, due - loop.time()))
        found.append((loop.time() - due) * 1000)
        for _ in range(WORK):
            pass
        due = max(due, loop.time())
    return sorted(found)


def _told_lateness(late: Sequence[float]) -> str:
    p50, p99 = statistics.median(late), late[int(len(late) * 0.99)]
    return f"p50 {p50:.2f} ms, p99 {p99:.2f} ms"


async def _beside(mind: Thinking, asked: Sequence[dict[str, Any]]) -> tuple[list[float], int]:
    """Lateness while the process thinks without a pause, and how often it has decided."""
    decided = 0

    async def go_on() -> None:
        nonlocal decided
        while True:
            await mind.think(random.choice(asked))
            decided += 1

    thinking = asyncio.create_task(go_on())
    late = await _lateness(SECONDS)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    return late, decided


async def _measure(count: int) -> list[Row]:
    mind, rows = Thinking(), []
    asked = {game: questions_of(game, count) for game in GAMES}
    try:
        await _time(mind, asked["tasse"][:1])  # starts it
        for game, questions in asked.items():
            await _time(mind, questions[: count // 4])  # whatever it keeps for later is kept
            rows.append((f"thinking, {game}", (await _time(mind, questions)).told()))
        idle = await _lateness(SECONDS)
        rows.append(("loop lateness, nobody thinks", _told_lateness(idle)))
        late, decided = await _beside(mind, asked[SLOW])
        told = f"{_told_lateness(late)} (target 5 ms), {decided / SECONDS:.0f} turns/s"
        rows.append((f"loop lateness while {SLOW} is thought about", told))
        ratio = late[int(len(late) * 0.99)] / idle[int(len(idle) * 0.99)]
        rows.append(("loop lateness p99, thinking / idle", f"{ratio:.2f} (target 3)"))
        rows.append(("memory of the process that thinks", f"{megabytes(mind.pid):.0f} MB (target 80)"))
    finally:
        await mind.close()
    return rows


def measure(count: int = QUESTIONS) -> list[Row]:
    """Printable rows."""
    return asyncio.run(_measure(count))
