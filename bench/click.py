"""D1: what a click costs us, beside what discord.py itself spends on an acknowledged click.

Theirs: a gateway frame read, parsed and dispatched to an empty callback which defers through discord.py's own
HTTP to a stub in the same process (the stub's share is included, as in the figure that the target names).
Ours: the custom id read, the rules, the durable commit (SQLite, FULL, group commit), for many tables at
once; and, told apart, the drawing of the board that goes into the answer. CPU time of the process.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from bench.theirs import Theirs
from bot.tables.asks import Ask, ByPerson
from bot.tables.model import Manners, Pace
from bot.tables.playing.lobby import Opening
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.ids import parse
from bot.ui.pages.layout import body_of
from bot.ui.pages.page import Page
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.studio import put_in_words
from cogs import make_faces
from db.store import SqliteStore
from engines import GAMES
from engines.core.clicks import moment_of

ROUNDS = 7
CLICKS = 300
TABLES = 64


class Ours:
    """The runtime over SQLite, with many tables in play."""

    async def start(self, folder: Path) -> None:
        """Open the tables and begin all games."""
        self.store = await SqliteStore.open(folder / "bench.db")
        self.tables = Tables(self.store, GAMES, LoopClock(), Seed.new, Random(1), Tasks())
        self.face: Face = make_faces(EmojiBook())["tasse"]
        self._id = 10**18
        await asyncio.gather(*(self._open(channel) for channel in range(1, TABLES + 1)))

    def _ask(self, user: int, drawn: int | None = None) -> Ask:
        self._id += 1
        return Ask(ByPerson(user, f"Personne {user}"), moment_of(self._id), self._id, self._id, drawn)

    async def _open(self, channel: int) -> None:
        options = {"threshold": 1000, "announce": "guided"}
        opening = Opening(1, channel, channel, options, Manners(Pace.BRISK))
        table = await self.tables.open(self._ask(1), "tasse", opening)
        for user in (2, 3, 4):
            await self.tables.join(self._ask(user), table.id)
        await self.tables.begin(self._ask(1), table.id)

    async def board(self) -> Page:
        """A board in the channel, with words for its picture, which is painted beside the loop."""
        return await self._page(1)

    async def _page(self, table_id: int) -> Page:
        return put_in_words(self.face.board(await self.tables.sight(table_id), texts_for("fr")))

    async def _play(self, table_id: int, n: int, shown: bool) -> None:
        for _ in range(n):
            held = await self.tables._ledger.held(table_id)
            position: Any = held.vault.state.position if held.vault.state else None
            verb, values = _wish(position)
            target = parse(f"g:{table_id}:{held.table.turn}:{verb}:")
            assert target is not None
            action = self.face.spec.action(target.verb, target.arg, values)
            await self.tables.act(self._ask(int(position.current), target.drawn), table_id, action)
            if shown:
                body_of(await self._page(table_id))

    async def clicks(self, n: int, shown: bool) -> float:
        """CPU seconds a click."""
        each = n // TABLES
        begun = time.process_time()
        await asyncio.gather(*(self._play(table_id, each, shown) for table_id in range(1, TABLES + 1)))
        return (time.process_time() - begun) / (each * TABLES)


def _wish(position: Any) -> tuple[str, tuple[str, ...]]:
    """Something that is always possible, found without asking the rules: what is measured is the click."""
    if position.phase == "rolled":
        return "say", ("21",)
    if position.phase == "turn" and position.announcement is not None:
        return "doubt", ()
    return "roll", ()


async def _measure() -> list[tuple[str, str]]:
    theirs, ours = Theirs(), Ours()
    figures: list[tuple[float, float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        await ours.start(Path(folder))
        await theirs.start(await ours.board())
        try:
            for _ in range(ROUNDS):
                rest = await theirs.clicks(CLICKS)
                bare = await ours.clicks(CLICKS * 2, shown=False)
                shown = await ours.clicks(CLICKS * 2, shown=True)
                figures.append((rest, bare, shown))
        finally:
            await theirs.stop()
            await ours.store.close()
    rest, bare, shown = (statistics.median(column) * 1e6 for column in zip(*figures, strict=True))
    return [
        ("D1 discord.py: parse, dispatch, defer", f"{rest:.0f} us CPU a click"),
        ("D1 ours: read, rules, durable commit", f"{bare:.0f} us CPU a click"),
        ("D1 ours, with the board drawn", f"{shown:.0f} us CPU a click"),
        ("D1 ours / discord.py", f"{statistics.median(b / r for r, b, _ in figures):.2f} (target 0.25)"),
        ("D1 ours with the board / discord.py", f"{statistics.median(s / r for r, _, s in figures):.2f}"),
    ]


def measure() -> list[tuple[str, str]]:
    """Printable rows."""
    return asyncio.run(_measure())
