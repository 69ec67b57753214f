"""Clicks of people where a computer plays at every table, beside as many tables of people alone.

At each table of La Tasse somebody acts every ten seconds, and so does the computer. Both kinds of tables are
at play in bots of their own, by turns; each person waits for the answer of each click. Beside a computer
twice as much happens: how long people wait where they alone act twice as often is told as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from pathlib import Path

from bench.bots import Watched, play_of
from bench.crowds import Crowd
from bench.shared import told_waits
from bench.whole import ROOT, Row

__all__ = ["measure"]

TABLES = 300
PAUSE = 10.0
SECONDS = 20.0
ROUNDS = 2
GAMES = ("tasse",)


class _Hall:
    """A bot with tables of so many people and computers."""

    def __init__(self, folder: Path, people: int, computers: int) -> None:
        self.bot = Watched(play_of(folder, ROOT))
        self._crowd = Crowd(self.bot, people=people, computers=computers)

    async def fill(self, tables: int) -> None:
        """Open the bot and its tables, until everybody is at it."""
        await self.bot.play.open()
        await self._crowd.fill(GAMES, tables)
        await self._crowd.stroll(GAMES, tables, PAUSE, PAUSE)

    async def stroll(self, tables: int, seconds: float, pause: float) -> list[float]:
        """How long (s) people waited, of whom one at each table acts once in each pause."""
        await self._crowd.fill(GAMES, tables)
        await self.bot.settle()
        self._crowd.waits.clear()
        await self._crowd.stroll(GAMES, tables, seconds, pause)
        self.bot.forget()
        return [wait.seconds for wait in self._crowd.waits]


async def _measure(tables: int, seconds: float) -> list[Row]:
    without: list[float] = []
    beside: list[float] = []
    as_often: list[float] = []
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        alone, mixed = _Hall(folder / "people", 2, 0), _Hall(folder / "computers", 1, 1)
        for hall in (alone, mixed):
            stack.push_async_callback(hall.bot.play.close)
            await hall.fill(tables)
        for _ in range(ROUNDS):
            without += await alone.stroll(tables, seconds / ROUNDS, PAUSE)
            beside += await mixed.stroll(tables, seconds / ROUNDS, PAUSE)
            as_often += await alone.stroll(tables, seconds / ROUNDS, PAUSE / 2)
    as_much = _p99(beside) / _p99(as_often)
    return [
        _row(f"{tables} tables, a click of people alone", without),
        _row(f"{tables} tables, a click beside a computer", beside),
        _row(f"{tables} tables, a click of people alone, twice as often", as_often),
        ("a click beside a computer / alone, p99", f"{_p99(beside) / _p99(without):.2f} (target 1.2)"),
        (
            "p99 beside a computer / where people alone act twice as often",
            f"{as_much:.2f}",
        ),
    ]


def _row(name: str, waits: list[float]) -> Row:
    return name, f"{told_waits(sorted(waits))}, {len(waits)} clicks"


def _p99(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.99)]


def measure(tables: int = TABLES, seconds: float = SECONDS) -> list[Row]:
    """Printable rows."""
    return asyncio.run(_measure(tables, seconds))
