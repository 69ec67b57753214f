"""The store: how much room it takes, and how quickly a full one is read."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC
from functools import partial
from pathlib import Path
from random import Random

from PIL import Image

from bench import Row, ratio
from bench.bots import cpu_seconds
from bot.insight.ladders import Asked, Ladders
from bot.insight.profiles import Profiles
from bot.insight.rating import LUCKY
from bot.tables.digests.model import Digest
from bot.tables.model import End, Manners, Pace
from bot.tables.playing.lobby import Opening
from bot.tables.ports import Posted
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Aside, Tasks
from bot.texts import texts_for
from bot.ui.pages.lettering import write
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.studio import Studio
from cogs.rankings.profile import Portrayed, Reach, Whose, profile_page, shown_people
from cogs.rankings.ranking import Aim, Ranking, drawn_people, ranking_page, shown_lines
from cogs.tasse.spec import SPEC
from db.store import SqliteStore
from engines import GAMES
from engines.core.telling import COMMON
from playground.server import Server
from tests.stored.room import Room
from tests.support.asks import ask_of
from tests.support.clock import FakeClock
from tests.support.stored import NOON, begin, close, opening, seat

# -- sizes -------------------------------------------------------------------------------------------------

PLAYED, COPIES = 8, 25
STEPS = 400
SERVER = 10**18
"""Ids of Discord have 19 digits."""


async def play_to_the_end(store: SqliteStore, game: str, number: int) -> None:
    """A table of four (two at Débâcle) from its lobby to its end, with its messages, and packed."""
    room = Room(store, FakeClock(), f"bench {game} {number}", number * 50_000)
    people = [SERVER + 100 * number + place for place in range(min(4, GAMES[game].seats_max or 4))]
    channel = SERVER + number
    where = Opening(SERVER, channel, channel, {}, Manners())
    table = await room.tables.open(room.ask(people[0]), game, where)
    for user_id in people[1:]:
        await room.tables.join(room.ask(user_id), table.id)
    await room.tables.begin(room.ask(people[0]), table.id)
    await room.play(table.id, STEPS)
    await room.clock.advance(2_000)
    end = await room.wind_up(table.id)
    for audience in (0, *people):
        shown = Posted(table.id, audience, channel, channel + audience, "1.1", "ab" * 32, room.clock.now())
        await store.note_posted(shown)
    store.note_published(table.id, end.version)
    room.tables.deadlines.hold()
    await store.put_away(table.id)


def multiply(path: Path, tables: int, copies: int) -> float:
    """Copy the first tables of a file under other numbers until it has so many of each; its size (bytes)."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN")
        connection.execute("CREATE TEMP TABLE copies (n INTEGER)")
        connection.executemany("INSERT INTO copies VALUES (?)", ((n,) for n in range(1, copies)))
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            if name == "tables" or "table_id" in columns:
                values = ", ".join(copied(name, column, tables) for column in columns)
                connection.execute(f"INSERT INTO {name} SELECT {values} FROM {name}, copies")  # noqa: S608
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        (room,) = connection.execute("SELECT sum(pgsize) FROM dbstat").fetchone()
    return float(room)


def copied(name: str, column: str, tables: int) -> str:
    """What stands in this column of a copy."""
    if (name, column) == ("log", "id"):
        return "NULL"
    if column == "table_id" or (name, column) == ("tables", "id"):
        return f"{column} + n * {tables}"
    if column == "interaction_id" or (name == "tables" and column in ("home_id", "channel_id")):
        return f"{column} + n * 1000000"
    return f'"{column}"'


async def kilobytes_a_table(game: str, path: Path) -> float:
    """The share of a finished table in a file that has many, decks included."""
    store = await SqliteStore.open(path)
    for number in range(1, PLAYED + 1):
        await play_to_the_end(store, game, number)
    await store.close()
    return multiply(path, PLAYED, COPIES) / PLAYED / COPIES / 1000


def sizes() -> Iterator[Row]:
    """Yield the room that a table takes which was played at random."""
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            size = asyncio.run(kilobytes_a_table(game, Path(folder) / f"{game}.db"))
            yield Row(f"kB a finished table, {game}", size)


# -- startup -----------------------------------------------------------------------------------------------

LIVE, ALIKE = 100, 100
"""Tables in play, and how often each is in the file."""
STARTS = 3


async def fill_with_live_tables(path: Path, guild_id: int) -> None:
    """Store tables of a server, each in the middle of a game that nothing hurries."""
    store = await SqliteStore.open(path)
    tables = Tables(store, GAMES, LoopClock(), Seed.new, Random(1), Tasks())
    tables.deadlines.hold()  # nobody shall ring for these tables but the bot that is measured

    first, second = (partial(ask_of, user, f"Personne {user}") for user in (1, 2))
    for number in range(1, LIVE + 1):
        where = Opening(guild_id, number, number, {}, Manners(Pace.WEEK))
        table = await tables.open(first(number * 10), "tasse", where)
        await tables.join(second(number * 10 + 1), table.id)
        await tables.begin(first(number * 10 + 2), table.id)
        store.note_published(table.id, 10**6)
    await store.close()
    multiply(path, LIVE, ALIKE)


async def start(server: Server, path: Path) -> tuple[float, float]:
    """Seconds of the wall and of the processor until the bot says that it is ready."""
    settings = {"DISCORD_API_URL": server.api_url, "DISCORD_GATEWAY_URL": server.gateway_url}
    settings |= {"DISCORD_TOKEN": "bench.bench.bench", "DATABASE_PATH": str(path)}
    settings |= {"PYTHONPYCACHEPREFIX": str(path.parent / "compiled")}
    env = {**os.environ, **settings}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=env, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    async for line in process.stderr:
        if b" ready " in line:
            break
    took, busy = time.perf_counter() - begun, cpu_seconds(process.pid)
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()
    return took, busy


async def compare_starts() -> list[tuple[float, float, float, float]]:
    """Seconds (wall, processor) of a start with many tables, and with none, by turns."""
    with tempfile.TemporaryDirectory() as folder:
        full, empty = Path(folder) / "full.db", Path(folder) / "empty.db"
        server = Server()
        await fill_with_live_tables(full, server.world.guild_id)
        await server.start()
        try:
            for path in (empty, full):  # the first start sends the commands, and compiles
                await start(server, path)
            return [(*await start(server, full), *await start(server, empty)) for _ in range(STARTS)]
        finally:
            await server.stop()


def startup() -> Iterator[Row]:
    """Yield what the tables that are in play add to a start."""
    found = asyncio.run(compare_starts())
    full, busy, empty, idle = (statistics.median(column) for column in zip(*found, strict=True))
    more = f"{full:.2f} s, {empty:.2f} s; of the processor {busy:.2f} s, {idle:.2f} s"
    yield Row("start with 10 000 tables / none", ratio((each[0], each[2]) for each in found), more)


# -- the past ----------------------------------------------------------------------------------------------

ENDED, EVERY = 10_000, 10
"""Finished tables, and which of them are mine."""
ME, PEOPLE = 1, 60
APART = 600_000
"""Milliseconds from the end of a table to that of the next one."""
DIFFERENT = 1_000
"""So many of the tables are not copies of others."""
LOOKS = 5
NOW = NOON + (ENDED + 1) * APART
TOLD = """rolls could could_e6 var_e6 said lies free_lies lies_caught lies_passed passed_by_10 passed_by_6
passed_by_3 passed_by_1 said_21 true_21 faced shown lies_faced doubts doubts_right jokers jokers_won"""
FACTS = (*COMMON, *TOLD.split(), *(f"points_for_reason_{number}" for number in range(11)))
"""What is known of each seat, about as much as of one in a game."""
ASKED = Asked(SERVER, "tasse", LUCKY)


async def store_finished(store: SqliteStore, number: int, chance: Random) -> None:
    """Have a table of three to five played in the store, and looked back on."""
    people = [ME if number % EVERY == 0 else PEOPLE + 1]
    people += chance.sample(range(ME + 1, PEOPLE + 1), chance.choice((2, 3, 4)))
    chance.shuffle(people)
    seats = tuple(seat(str(place), user_id) for place, user_id in enumerate(people, 1))
    opened = opening(seats=seats, guild_id=SERVER, channel_id=number, home_id=number)
    begun = await store.commit(begin(await store.commit(opened)))
    over = close(begun, changed_at=NOON + number * APART, end=End("over", ("1",), "ab" * 32))
    table = (await store.commit(over)).table
    places = {ordinal: ordinal + 1 for ordinal in range(len(seats))}
    facts = {ordinal: {name: chance.randint(0, 90) for name in FACTS} for ordinal in places}
    await store.insight.keep_digest(Digest(table.id, places, facts, None, None), NOW)


async def look_at_ranking(_: Profiles, ladders: Ladders, studio: Studio) -> None:
    """Do what `/classement` does before it sends its page, the picture included."""
    aim = Aim("tasse")
    board = await ladders.board(ASKED, UTC, aim.window, aim.kind)
    names = await ladders.names(SERVER, [line.user_id for line in shown_lines(board, 1)])
    courses = await ladders.courses(ASKED, UTC, aim.window, drawn_people(board, aim))
    await studio.pack(ranking_page(Ranking(aim, SPEC, (SPEC,), board, names, 1, courses), texts_for("fr")))


async def look_at_profile(profiles: Profiles, ladders: Ladders, studio: Studio) -> None:
    """Do what `/profil` does before it sends its page, the picture included."""
    profile, standing, badges = await profiles.look(ASKED, UTC, ME, SPEC.badges)
    assert profile.played == ENDED // EVERY
    names = await ladders.names(SERVER, (ME, *shown_people(profile)))
    shown = Portrayed(Whose("tasse", ME), SPEC, (SPEC,), profile, standing, names, Reach.MINE, badges)
    await studio.pack(profile_page(shown, texts_for("fr")))


async def look_back(path: Path) -> dict[str, list[float]]:
    """Milliseconds of processor time of first looks, by what is looked at."""
    store, chance = await SqliteStore.open(path), Random(1)
    await asyncio.gather(*(store_finished(store, number, chance) for number in range(1, DIFFERENT + 1)))
    await store.close()
    multiply(path, DIFFERENT, ENDED // DIFFERENT)
    store = await SqliteStore.open(path)
    write(Image.new("RGB", (9, 9)), 0, 0, "0", 20, (0, 0, 0))  # the font is there
    gc.collect()
    gc.freeze()  # as the bot does when it starts
    looks = {"ranking of 10 000 tables": look_at_ranking, "profile of 1 000 tables": look_at_profile}
    found: dict[str, list[float]] = {name: [] for name in looks}
    aside = Aside("bench").run
    for name, look in [*looks.items()] * LOOKS:
        ladders, studio = Ladders(store.insight, aside, lambda: NOW), Studio(Tasks())
        begun = time.process_time()
        await look(Profiles(store.insight, ladders, aside), ladders, studio)
        found[name].append((time.process_time() - begun) * 1000)
    await store.close()
    gc.unfreeze()
    return found


def past() -> Iterator[Row]:
    """Yield what somebody's first look takes after a start, when nothing is kept."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(look_back(Path(folder) / "past.db"))
    for name, times in found.items():
        yield Row(f"ms of processor for a {name}, first", statistics.median(times))
