"""A quiz night: 72 people at twelve teams answer each question within two seconds, all of them.

The real process under Discord's limits. Everybody opens the form at a moment of two seconds, and sends
it at a moment of two seconds more; the first of each team counts, and all others are told so. `until the
standings` is from the answer to the last team that counted until the message that all see has the
solution and the points.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import statistics
import tempfile
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.bots import Watched, play_of
from bench.whole import ROOT, Row
from playground.interactions import Interaction
from playground.people import Person
from playground.world import ACK_SECONDS
from tests.support.wire import piece
from tests.support.wire_defizz import WRONG
from tests.support.wire_soiree import Night, told

__all__ = ["Asked", "Quizzed", "measure"]

TEAMS, SIZE = 12, 6
QUESTIONS = 6
WITHIN = 2.0
"""Seconds in which all of them press."""
NOTED = "Réponse notée"
REVEALED = "Bonne réponse"


@dataclass(slots=True)
class Asked:
    """What became of the questions: seconds of each click and until the standings, edits of each question."""

    waits: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    edits: list[int] = field(default_factory=list)
    follow_ups: int = 0

    def rows(self) -> list[Row]:
        """Printable."""
        clicks, late = len(self.waits), sum(wait > ACK_SECONDS for wait in self.waits)
        waits = f"p50 {_nth(self.waits, 0.5) * 1000:.0f} ms, p99 {_nth(self.waits, 0.99) * 1000:.0f} ms"
        shown = f"{statistics.median(self.shown):.2f} s, at most {max(self.shown):.2f} s (target 1)"
        edits = (
            f"{statistics.median(self.edits):.0f} edits, {self.follow_ups / len(self.edits):.0f} follow-ups"
        )
        return [
            (f"night, {TEAMS * SIZE} people: a click waits", f"{waits} of {clicks}, {late} late (target 0)"),
            ("night, until the standings", shown),
            ("night, a question costs", edits),
        ]


class Quizzed:
    """An evening of one bot; `chance` decides when each person presses."""

    def __init__(self, bot: Watched, teams: int = TEAMS, size: int = SIZE, within: float = WITHIN) -> None:
        people = [bot.play.people(*(f"P{team}.{one}" for one in range(size))) for team in range(teams)]
        self.night = Night(bot.play, bot.play.world.add_channel("soirée"), people)
        self.asked = Asked()
        self._bot = bot
        self._within = within
        self._chance = random.Random(72)

    async def ask(self) -> None:
        """One question, from the reveal of the last one to its own."""
        night, bot = self.night, self._bot
        bot.limit(False)  # who is ready may come at any pace, and has been waited for
        await night.get_ready()
        await bot.settle()
        bot.forget()
        bot.limit(True)
        board = night.board
        knowing = {person for team in night.teams[: len(night.teams) // 4] for person in team}
        button, right = piece(board, "tell"), night.right_answer()

        async def opens(person: Person) -> Interaction:
            return await self._presses(bot.play.touch(person, board, button))

        async def sends(person: Person, form: Interaction) -> float:
            """When it counted, 0 if it did not: a team's answer is its first one."""
            text = right if person in knowing else WRONG
            sent = await self._presses(bot.play.send_form(person, form, text))
            return asyncio.get_running_loop().time() if NOTED in told(sent) else 0.0

        forms = await asyncio.gather(*map(opens, night.people))
        shown = asyncio.create_task(self._revealed())
        counted = await asyncio.gather(*map(sends, night.people, forms))
        self.asked.shown.append(await shown - max(counted))
        await bot.settle()
        self._count()

    async def _presses(self, press: Awaitable[Interaction]) -> Interaction:
        await asyncio.sleep(self._chance.random() * self._within)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        asked = await press
        await self._bot.play.answer(asked)
        self.asked.waits.append(loop.time() - begun)
        return asked

    async def _revealed(self) -> float:
        await self._bot.play.until(lambda: REVEALED in self.night.said, "the reveal")
        return asyncio.get_running_loop().time()

    def _count(self) -> None:
        sent = self._bot.play.server.requests
        self.asked.edits.append(sum(each.method == "PATCH" for each in sent))
        self.asked.follow_ups += sum(
            each.method == "POST" and each.path.startswith("/webhooks/") for each in sent
        )


def _nth(seconds: Sequence[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]


async def _measure(questions: int) -> list[Row]:
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bot = Watched(play_of(folder / "bot", ROOT))
        stack.push_async_callback(bot.play.close)
        await bot.play.open()
        quizzed = Quizzed(bot)
        await quizzed.night.gathers()
        for _ in range(questions):
            await quizzed.ask()
    return quizzed.asked.rows()


def measure(questions: int = QUESTIONS) -> list[Row]:
    """Printable rows."""
    return asyncio.run(_measure(questions))
