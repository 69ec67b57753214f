"""Rankings of a server with 10 000 tables: rating them, and looking at a list that is kept or not.

The tables have three to five of sixty people; they stand in SQLite as the bot leaves them. *First* is the
look after a start, *again* when nothing has happened, *after a table* when one more has ended. A look has all
that the bot does before it sends the page, its picture included.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path
from random import Random

from PIL import Image

from bot.insight.ladders import Asked, Ladders
from bot.insight.model import Finished, Seated
from bot.insight.rating import LUCKY, rate
from bot.insight.standing import Board, Ladder, begins_of
from bot.tables.digests.model import Digest
from bot.tables.tasks import Aside, Tasks
from bot.texts import texts_for
from bot.ui.frame.ranking import Aim, Ranking, drawn_people, ranking_page, shown_lines
from bot.ui.pages.lettering import write
from bot.ui.wire.studio import Studio
from cogs.tasse.spec import SPEC
from db.store import SqliteStore
from tests.support.stored import NOON, begin, close, opening, seat

TABLES = 10_000
PEOPLE = 60
ROUNDS = 5
APART = 10 * 60 * 1000
"""Milliseconds from the end of a table to that of the next one."""
SERVER = 10
END = NOON + (TABLES + ROUNDS) * APART


def draw(chance: Random, number: int) -> Finished:
    """A table of this number (from 1)."""
    people = chance.sample(range(1, PEOPLE + 1), chance.choice((3, 4, 5)))
    seats = tuple(Seated((person,), place) for place, person in enumerate(people, 1))
    return Finished(number, "tasse", SERVER, NOON + number * APART, seats, None)


async def store_table(store: SqliteStore, table: Finished) -> None:
    """Have it played in the store, and looked back on."""
    seats = tuple(seat(str(n), *(p or 0 for p in one.people)) for n, one in enumerate(table.seats, 1))
    where = {"channel_id": table.table_id, "home_id": table.table_id}
    begun = await store.commit(begin(await store.commit(opening(seats=seats, guild_id=SERVER, **where))))
    ended = await store.commit(close(begun, "1", changed_at=table.ended_at))
    places = {ordinal: one.place for ordinal, one in enumerate(table.seats)}
    await store.insight.keep_digest(Digest(ended.table.id, places, None, None, None), END)


def took(work: Callable[[], object]) -> float:
    """Milliseconds of processor time, the middle of some rounds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        times.append((time.process_time() - begun) * 1000)
    return statistics.median(times)


def count(tables: list[Finished]) -> Iterator[tuple[str, str]]:
    """Yield what counting alone takes."""
    begins = begins_of(tables[-1].ended_at, UTC)
    yield f"ranking, {TABLES} tables rated", f"{took(lambda: rate(tables, LUCKY)):.0f} ms"
    yield (
        f"ranking, {TABLES} tables rated, and points of all windows",
        f"{took(lambda: Ladder(LUCKY, begins).add(tables)):.0f} ms",
    )


async def look_at(ladders: Ladders, studio: Studio) -> Board:
    """Do what `/classement` does."""
    asked, aim = Asked(SERVER, "tasse", LUCKY), Aim("tasse")
    board = await ladders.board(asked, UTC, aim.window, aim.kind)
    names = await ladders.names(SERVER, [line.user_id for line in shown_lines(board, 1)])
    courses = await ladders.courses(asked, UTC, aim.window, drawn_people(board, aim))
    page = ranking_page(Ranking(aim, SPEC, (SPEC,), board, names, 1, courses), texts_for("fr"))
    await studio.pack(page)
    return board


async def look(path: Path, tables: list[Finished], chance: Random) -> list[tuple[str, str]]:
    """What somebody waits for a list, with a store that has all these tables."""
    store = await SqliteStore.open(path)
    for start in range(0, len(tables), 500):
        await asyncio.gather(*(store_table(store, table) for table in tables[start : start + 500]))
    aside, now = Aside("bench"), [tables[-1].ended_at]
    waits: dict[str, list[float]] = {}
    busy: dict[str, list[float]] = {}

    async def wait(what: str, ladders: Ladders, studio: Studio) -> None:
        begun, worked = time.perf_counter(), time.process_time()
        board = await look_at(ladders, studio)
        waits.setdefault(what, []).append((time.perf_counter() - begun) * 1000)
        busy.setdefault(what, []).append((time.process_time() - worked) * 1000)
        assert len(board.lines) == PEOPLE

    tasks = Tasks()
    write(Image.new("RGB", (9, 9)), 0, 0, "0", 20, (0, 0, 0))  # the font is there
    gc.collect()
    gc.freeze()  # as the bot does when it starts
    for number in range(1, ROUNDS + 1):
        ladders, studio = Ladders(store.insight, aside.run, lambda: now[-1]), Studio(tasks)
        await wait("first", ladders, studio)
        await wait("again", ladders, studio)
        one_more = draw(chance, TABLES + number)
        await store_table(store, one_more)
        now.append(one_more.ended_at)
        await wait("after a table", ladders, studio)
    await store.close()
    return [
        (
            f"ranking of {TABLES} tables, {what}",
            f"{statistics.median(busy[what]):.1f} ms of processor, {statistics.median(each):.1f} ms waited",
        )
        for what, each in waits.items()
    ]


def measure() -> Iterator[tuple[str, str]]:
    """Yield printable rows."""
    chance = Random(1)
    tables = [draw(chance, number) for number in range(1, TABLES + 1)]
    yield from count(tables)
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(look(Path(folder) / "rankings.db", tables, chance))
