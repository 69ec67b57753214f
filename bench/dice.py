"""`/des bilan` on a server with 10 000 tables, as somebody waits for it, and counting a long table's dice.

The tables are of three games and stand in SQLite as the bot leaves them, beside as many of another server. A
look has all that the bot does before it sends the page, its picture included; *read* is the question alone,
for which all other readers wait.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

from PIL import Image

from bench.rankings import APART, END, ROUNDS, SERVER, TABLES, took
from bot.insight.luck import Rolled
from bot.tables.digests.digesting import count_dice
from bot.tables.digests.model import Digest
from bot.tables.proof.record import Line, Record
from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.frame.rolled import Counted, rolled_page
from bot.ui.pages.lettering import write
from bot.ui.wire.studio import Studio
from cogs.desfausse.spec import SPEC as DESFAUSSE
from cogs.diavolo.spec import SPEC as DIAVOLO
from cogs.tasse.spec import SPEC as TASSE
from db.store import SqliteStore
from tests.support.stored import NOON, begin, close, opening, seat

GAMES = (TASSE, DIAVOLO, DESFAUSSE)
ELSEWHERE = SERVER + 1
DRAWS = 400
"""So many a long game has."""


async def store_table(store: SqliteStore, number: int, guild_id: int, rolled: Rolled) -> None:
    """Have a table played in the store, and looked back on."""
    where = {"channel_id": number, "home_id": number, "guild_id": guild_id}
    seats, game = (seat("1", 1), seat("2", 2)), GAMES[number % len(GAMES)].name
    begun = await store.commit(begin(await store.commit(opening(seats=seats, game=game, **where))))
    ended = await store.commit(close(begun, "1", changed_at=NOON + number // 2 * APART))
    await store.insight.keep_digest(Digest(ended.table.id, {0: 1, 1: 2}, None, "alone", "alone", rolled), END)


async def waited(work: Callable[[], Awaitable[object]]) -> str:
    """The middle of some rounds: milliseconds of processor time, and waited."""
    busy, waits = [], []
    for _ in range(ROUNDS):
        begun, worked = time.perf_counter(), time.process_time()
        await work()
        waits.append((time.perf_counter() - begun) * 1000)
        busy.append((time.process_time() - worked) * 1000)
    return f"{statistics.median(busy):.1f} ms of processor, {statistics.median(waits):.1f} ms waited"


async def look(path: Path, chance: Random) -> list[tuple[str, str]]:
    """What somebody waits for the sums, with a store that has all these tables."""
    store, t = await SqliteStore.open(path), texts_for("fr")
    for start in range(1, 2 * TABLES + 1, 500):
        faces = [tuple(chance.randint(10, 60) for _ in range(6)) for _ in range(500)]
        await asyncio.gather(
            *(
                store_table(store, start + n, (SERVER, ELSEWHERE)[n % 2], Rolled(one, 9, 1))
                for n, one in enumerate(faces)
            )
        )

    async def show() -> None:
        counted = Counted(await store.insight.rolled(SERVER), GAMES, None)
        assert counted.sum().tables == TABLES
        await Studio(Tasks()).pack(rolled_page(counted, t))

    rows = [
        (f"dice of {TABLES} tables, read", await waited(lambda: store.insight.rolled(SERVER))),
        (f"dice of {TABLES} tables, shown", await waited(show)),
    ]
    await store.close()
    return rows


def long_record(chance: Random) -> Record:
    """The record of a long game, as far as its dice go."""
    lines = tuple(
        Line(seq=n, kind="act", at=n, draws=((6, chance.randint(1, 6)), (6, chance.randint(1, 6))))
        for n in range(DRAWS // 2)
    )
    empty = "0" * 64
    about = {"commitment": empty, "seed": empty, "seats": (), "setup": None, "position": None}
    return Record(table=1, game="tasse", entries=lines, **about)


def measure() -> Iterator[tuple[str, str]]:
    """Yield printable rows."""
    chance = Random(1)
    write(Image.new("RGB", (9, 9)), 0, 0, "0", 20, (0, 0, 0))  # the font is there
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(look(Path(folder) / "dice.db", chance))
    record = long_record(chance)
    yield f"dice of a table with {DRAWS} draws, counted", f"{took(lambda: count_dice(record)):.2f} ms"
