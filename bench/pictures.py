"""Pictures: milliseconds and bytes of one, and how long the event loop stalls while 50 tables are drawing.

Cold is the first picture of a process, warm a new one when all that it is made of was painted before, kept
the same one again.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from bot.tables.sight import Sight
from bot.tables.tasks import Tasks
from bot.texts import texts_for
from bot.ui.frame.ending import Standing, sketch_poster
from bot.ui.pages.page import Drawing, Page, Sketch
from bot.ui.wire.studio import Studio
from cogs.debacle.picture import sketch as board
from cogs.desfausse.picture import sketch as hand
from cogs.diavolo.picture import sketch as throw
from cogs.tasse.face import TasseFace
from cogs.tasse.picture import sketch as cup
from engines import GAMES
from engines.core.telling import Moment
from tests.support.tasse_table import TasseTable

TABLES = 50
PICTURES_EACH = 4
TICK = 0.001
SAMPLES = 40
COLD_ROUNDS = 5


def boards() -> Iterator[Sketch]:
    """The boards of random games of Débâcle, one after the other."""
    game, chance, t = GAMES["debacle"], random.Random(5), texts_for("fr")

    def draws(n: int) -> int:
        return chance.randint(1, n)

    while True:
        state = game.start(game.setup(["1", "2"], {}), draws).state
        while not game.is_over(state):
            yield board(game.observe(state, None), t)
            seat = game.to_act(state)[0]
            state = game.act(state, seat, chance.choice(game.legal_actions(state, seat).actions), draws).state


def throws() -> Iterator[Sketch]:
    """The first throws of tables of Diavolo."""
    game, chance, t = GAMES["diavolo"], random.Random(5), texts_for("fr")

    def draws(n: int) -> int:
        return chance.randint(1, n)

    while True:
        state = game.start(game.setup([str(n) for n in range(4)], {}), draws).state
        seat = game.to_act(state)[0]
        state = game.act(state, seat, game.legal_actions(state, seat).actions[0], draws).state
        yield throw(game.observe(state, None).dice, t, chance.getrandbits(32))


def hands() -> Iterator[Sketch]:
    """The hands of random games of DESfausse, with some dice picked."""
    game, chance, t = GAMES["desfausse"], random.Random(5), texts_for("fr")

    def draws(n: int) -> int:
        return chance.randint(1, n)

    while True:
        state = game.start(game.setup([str(n) for n in range(4)], {}), draws).state
        while not game.is_over(state):
            seat = chance.choice(game.to_act(state))
            seen = game.observe(state, seat)
            if seen.dice:
                yield hand(seen, t, [die for die in seen.rerollable if chance.random() < 0.3])
            state = game.act(state, seat, chance.choice(game.legal_actions(state, seat).actions), draws).state


def cups() -> Iterator[Sketch]:
    """What all see in random games of La Tasse, wherever the picture changes."""
    chance, t, last = random.Random(5), texts_for("fr"), None
    while True:
        table = TasseTable((f"Anne {chance.randint(1, 999)}", "Bob", "Chloé", "Dario"))
        while table.seen().to_act:
            seat = table.seen().to_act[0]
            action = chance.choice(table.seen(seat).legal.actions)
            table.act(seat, action, chance.randint(1, 6), chance.randint(1, 6))
            found = cup(table.seen(), t)
            if found is not None and found.drawing != last:
                last = found.drawing
                yield found


def posters() -> Iterator[Sketch]:
    """The posters of random games of La Tasse, with two moments."""
    chance, t, face = random.Random(5), texts_for("fr"), TasseFace()

    def tell(sight: Sight) -> tuple[Sequence[Standing], Sequence[str]]:
        bluff = Moment("bluff", ("1", "2"), {"score": "66", "dice": "41"}, 50.0)
        lines = [
            face.tell_moment(moment, sight, t) for moment in (bluff, Moment("trust", (), {"times": 7}, 40.0))
        ]
        return face.draw_end(sight, t).ranking, lines

    while True:
        table = TasseTable((f"Anne {chance.randint(1, 999)}", "Bob", "Chloé", "Dario"), threshold=2)
        while table.seen().to_act:
            seat = table.seen().to_act[0]
            action = chance.choice(table.seen(seat).legal.actions)
            table.act(seat, action, chance.randint(1, 6), chance.randint(1, 6))
        found = sketch_poster(face.badge, face.sign, tell, table.seen(), t)
        if found is not None:
            yield found


SORTS = {
    "board of Débâcle": boards,
    "throw of Diavolo": throws,
    "hand of DESfausse": hands,
    "cup of La Tasse": cups,
    "poster of an end": posters,
}


def cold(name: str) -> float:
    """CPU milliseconds of the first picture of a new process."""
    command = [sys.executable, "-m", "bench.pictures", name]
    done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603
    return float(done.stdout)


def spent(drawing: Drawing) -> tuple[float, int]:
    """CPU milliseconds of one painting, and the bytes of the file."""
    begun = time.process_time()
    data = drawing.paint()
    return (time.process_time() - begun) * 1000, len(data)


async def _kept(sketch: Sketch) -> float:
    """Milliseconds for a page whose picture is there already."""
    tasks = Tasks()
    studio, page = Studio(tasks), Page(1, 1, (sketch,))
    await studio.paint_page(page)
    begun = time.perf_counter()
    for _ in range(SAMPLES):
        await studio.paint_page(page)
    return (time.perf_counter() - begun) / SAMPLES * 1000


async def _stalls(sketches: Sequence[Sketch]) -> tuple[list[float], float]:
    """How late a timer of the loop rang (milliseconds, all rings), and the seconds that it all took.

    Every table asks for its pictures one after the other, all tables at once; without sketches, for as long.
    """
    studio, late, over = Studio(Tasks()), [], asyncio.Event()

    async def watch() -> None:
        while not over.is_set():
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            late.append((time.perf_counter() - due) * 1000)

    async def play(mine: Sequence[Sketch]) -> None:
        for sketch in mine:
            await studio.paint_page(Page(1, 1, (sketch,)))

    watching = asyncio.create_task(watch())
    begun = time.perf_counter()
    if sketches:
        await asyncio.gather(*(play(sketches[table::TABLES]) for table in range(TABLES)))
    else:
        await asyncio.sleep(2)
    over.set()
    await watching
    return late, time.perf_counter() - begun


def _row(label: str, late: list[float]) -> tuple[str, str]:
    p50, p99 = statistics.median(late), statistics.quantiles(late, n=100)[98]
    return label, f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {max(late):.1f} ms"


def _measured(name: str, make: Callable[[], Iterator[Sketch]]) -> list[tuple[str, str]]:
    sketches = list(islice(make(), TABLES * PICTURES_EACH + SAMPLES))
    for sketch in sketches[SAMPLES:]:
        sketch.drawing.paint()
    warm, sizes = zip(*(spent(sketch.drawing) for sketch in sketches[:SAMPLES]), strict=True)
    late, seconds = asyncio.run(_stalls(sketches[: TABLES * PICTURES_EACH]))
    per_second = TABLES * PICTURES_EACH / seconds
    return [
        (f"{name}, cold", f"{statistics.median(cold(name) for _ in range(COLD_ROUNDS)):.0f} ms CPU"),
        (f"{name}, warm", f"{statistics.median(warm):.1f} ms CPU"),
        (f"{name}, kept", f"{asyncio.run(_kept(sketches[0])):.2f} ms"),
        (f"{name}, bytes", f"median {statistics.median(sizes):.0f}, largest {max(sizes)}"),
        (f"{name}, {TABLES} tables drawing", f"{per_second:.0f} pictures/s"),
        _row(f"{name}, {TABLES} tables drawing, a 1 ms timer is late", late),
    ]


def measure() -> list[tuple[str, str]]:
    """Printable rows."""
    idle, _ = asyncio.run(_stalls(()))
    rows = [_row("nobody drawing, a 1 ms timer is late", idle)]
    return [*rows, *(row for name, make in SORTS.items() for row in _measured(name, make))]


if __name__ == "__main__":
    print(spent(next(SORTS[sys.argv[1]]()).drawing)[0])
