"""Clicks of people where a computer plays at every table, beside as many tables of people alone.

At each table of La Tasse somebody acts every ten seconds, and so does the computer. Both kinds of tables are
at play in bots of their own, one after the other; each person waits for the answer of each click.
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
SECONDS = 30.0
GAMES = ("tasse",)


async def _waits(folder: Path, people: int, computers: int, tables: int, seconds: float) -> list[float]:
    """How long (s) people waited for answers, at tables of so many people and computers."""
    bot = Watched(play_of(folder, ROOT))
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(bot.play.close)
        await bot.play.open()
        crowd = Crowd(bot, people=people, computers=computers)
        await crowd.fill(GAMES, tables)
        await crowd.stroll(GAMES, tables, PAUSE, PAUSE)  # until everybody is at it
        crowd.waits.clear()
        await crowd.stroll(GAMES, tables, seconds, PAUSE)
        return sorted(wait.seconds for wait in crowd.waits)


async def _measure(tables: int, seconds: float) -> list[Row]:
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        without = await _waits(folder / "people", 2, 0, tables, seconds)
        beside = await _waits(folder / "computers", 1, 1, tables, seconds)
    rows = [
        (f"{tables} tables, a click of people alone", f"{told_waits(without)}, {len(without)} clicks"),
        (f"{tables} tables, a click beside a computer", f"{told_waits(beside)}, {len(beside)} clicks"),
    ]
    ratio = beside[int(len(beside) * 0.99)] / without[int(len(without) * 0.99)]
    return [*rows, ("a click beside a computer / alone, p99", f"{ratio:.2f} (target 1.2)")]


def measure(tables: int = TABLES, seconds: float = SECONDS) -> list[Row]:
    """Printable rows."""
    return asyncio.run(_measure(tables, seconds))
