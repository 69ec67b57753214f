"""Replays: what somebody waits for a step of a table that is over, until its page can be sent.

Of each game some tables of four (two at Débâcle) are played to their end at random, and packed in SQLite. A
*first look* reads one from the store, plays it again and paints its picture. A *step* is one of a table that
was looked at before: *new* with all its pictures to be painted, *kept* with those that somebody has seen.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from bench.storage import Measured, play
from bot.tables.looking import Looking
from bot.tables.past.replays import Replays
from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from bot.ui.wire.studio import Studio
from cogs import make_faces
from engines import GAMES
from tests.support.clock import FakeClock

PLAYED = 24
STEPPED = 8
"""So many of these tables are gone through."""
STEPS = 40
"""Of each of them, at equal distances."""


class Reader:
    """Somebody who looks at tables, in a process that has just started."""

    def __init__(self, store: Any, faces: dict[str, Face]) -> None:
        self._faces = faces
        self.replays = Replays(Looking(store, GAMES, FakeClock(), Random(1)))
        self.empty()

    def empty(self) -> None:
        """Keep no picture."""
        self._studio = Studio(Tasks())

    async def look(self, table_id: int, number: int) -> int:
        """Look at a step; of how many."""
        past = await self.replays.past(table_id)
        page = self._faces[past.table.game].replay(past, past.nearest(number), texts_for("fr"))
        await self._studio.pack(page)
        return len(past.frames)


async def took(work: Callable[[], Awaitable[int]]) -> tuple[float, int]:
    """Milliseconds that this made somebody wait, and what it gave."""
    begun = time.perf_counter()
    found = await work()
    return (time.perf_counter() - begun) * 1000, found


async def measure_game(game: str, path: Path, faces: dict[str, Face]) -> list[tuple[str, str]]:
    store: Any = await Measured.open(path)
    store.written, store.wal = [], path.with_name(f"{path.name}-wal")
    for number in range(1, PLAYED + 1):
        await play(store, game, number)
        await store.put_away(number)
    gc.collect()
    gc.freeze()  # as the bot does when it starts
    first: list[float] = []
    new: list[float] = []
    kept: list[float] = []
    for table_id in range(1, PLAYED + 1):
        reader = Reader(store, faces)
        waited, most = await took(lambda who=reader, table=table_id: who.look(table, 0))
        first.append(waited)
        if table_id > STEPPED:
            continue
        steps = sorted({round(step * (most - 1) / STEPS) for step in range(STEPS + 1)})
        for waits in (new, kept):
            for step in steps:
                if waits is new:
                    reader.empty()
                waited, _ = await took(lambda who=reader, table=table_id, at=step: who.look(table, at))
                waits.append(waited)
            for step in steps:  # so that the next round finds all pictures
                await reader.look(table_id, step)
    await store.close()
    return [
        (f"replay of {game}, first look", told(first)),
        (f"replay of {game}, a new step", told(new)),
        (f"replay of {game}, a kept step", told(kept)),
    ]


def told(waits: list[float]) -> str:
    """The middle and the worst twentieth."""
    worst = statistics.quantiles(waits, n=20, method="inclusive")[-1]
    return f"{statistics.median(waits):.1f} ms, p95 {worst:.1f}"


def measure() -> list[tuple[str, str]]:
    """Printable rows."""
    faces = make_faces(EmojiBook())
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            rows += asyncio.run(measure_game(game, Path(folder) / f"{game}.db", faces))
    return rows
