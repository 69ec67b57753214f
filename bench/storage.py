"""What is stored: the room that a finished table takes in the file, and what an action writes.

Some games of four people (two at Débâcle) are played to their end at random, with their messages, and all
rows copied until the file holds two hundred tables; a table's share of the vacuumed file is printed, as it
ended and packed. Of each action: the bytes of its statements (values in them), and of the pages that go to
the write-ahead log.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.copies import multiply
from bot.tables.model import Manners
from bot.tables.playing.lobby import Opening
from bot.tables.ports import Change, Posted, Stored
from db.store import SqliteStore
from engines import GAMES
from tests.stored.room import Room
from tests.support.clock import FakeClock

PLAYED = 8
TABLES = 200
STEPS = 400
SEATS = 4
"""Or as many as may play a game."""
TARGETS = {"tasse": " (target 8)", "defizz": " (target 15)"}
SERVER = 10**18
"""Ids of Discord have 19 digits."""


class Measured(SqliteStore):
    """Counts what each action writes: (bytes of statements, bytes of pages)."""

    written: list[tuple[int, int]]
    wal: Path

    async def commit(self, change: Change) -> Stored:
        """Write a change, and note how much that was if somebody has acted."""
        statements: list[str] = []
        before = self.wal.stat().st_size
        await self._writer.run(lambda it: it.set_trace_callback(statements.append))
        stored = await super().commit(change)
        await self._writer.run(lambda it: it.set_trace_callback(None))
        if any(entry.kind == "act" for entry in change.entries):
            size = sum(len(statement.encode()) for statement in statements)
            self.written.append((size, self.wal.stat().st_size - before))
        return stored


async def play(store: Measured, game: str, number: int) -> None:
    """A table from its lobby to its end."""
    clock = FakeClock()
    room = Room(store, clock, f"bench {game} {number}", number * 50_000)
    people = [SERVER + 100 * number + place for place in range(min(SEATS, GAMES[game].seats_max or SEATS))]
    channel = SERVER + number
    opening = Opening(SERVER, channel, channel, {}, Manners())
    table = await room.tables.open(room.ask(people[0]), game, opening)
    for user_id in people[1:]:
        await room.tables.join(room.ask(user_id), table.id)
    await room.tables.begin(room.ask(people[0]), table.id)
    await room.play(table.id, STEPS)
    await room.clock.advance(2_000)
    end = await room.wind_up(table.id)
    for audience in (0, *people):
        message = Posted(table.id, audience, channel, channel + audience, "1.1", "ab" * 32, clock.now())
        await store.note_posted(message)
    store.note_published(table.id, end.version)
    room.tables.deadlines.hold()


def size_of(path: Path) -> float:
    """Bytes of the file for each of TABLES tables, made of the PLAYED ones of this file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        multiply(connection, PLAYED, TABLES // PLAYED)
        connection.execute("VACUUM")
        (pages,) = connection.execute("SELECT sum(pgsize) FROM dbstat").fetchone()
    return float(pages) / TABLES


async def measure_game(game: str, folder: Path) -> tuple[float, float, Any, Any]:
    """Bytes of a table as it ended, and packed; medians of what an action writes."""
    path = folder / f"{game}.db"
    store: Any = await Measured.open(path)
    store.written, store.wal = [], path.with_name(f"{path.name}-wal")
    await store._writer.run(lambda it: it.execute("PRAGMA wal_autocheckpoint = 0"))
    for number in range(1, PLAYED + 1):
        await play(store, game, number)
    await store.backup(folder / f"{game}-ended.db")
    for number in range(1, PLAYED + 1):
        await store.put_away(number)
    await store.close()
    said, paged = (statistics.median(column) for column in zip(*store.written, strict=True))
    return size_of(folder / f"{game}-ended.db"), size_of(path), said, paged


def measure() -> list[tuple[str, str]]:
    """Printable rows."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            ended, packed, said, paged = asyncio.run(measure_game(game, Path(folder)))
            aim = TARGETS.get(game, "")
            rows += [
                (f"{game}: a finished table, packed{aim}", f"{packed / 1000:.1f} kB"),
                (f"{game}: a finished table that is not packed yet", f"{ended / 1000:.1f} kB"),
                (f"{game}: an action, its statements", f"{said / 1000:.1f} kB"),
                (f"{game}: an action, pages to the log", f"{paged / 1000:.1f} kB"),
            ]
    return rows
