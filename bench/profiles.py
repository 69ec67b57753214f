"""A profile on a server with 10 000 tables, of somebody who has played 1 000 of them, as they wait for it.

The tables have three to five people and stand in SQLite as the bot leaves them, with the facts of each seat.
*First* is the look after a start, *again* when nothing has happened, *after a table* when one more has ended.
A look has all that the bot does before it sends the page, its picture included. So has a year (`/annee`),
for which all that somebody has ever played is looked through.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC
from pathlib import Path
from random import Random

from PIL import Image

from bench.rankings import APART, END, PEOPLE, ROUNDS, SERVER, TABLES
from bot.insight.ladders import Asked, Ladders
from bot.insight.model import Finished, Played, Seated
from bot.insight.profile import sum_up
from bot.insight.profiles import Profiles
from bot.insight.rating import LUCKY
from bot.tables.digests.model import Digest
from bot.tables.model import End
from bot.tables.tasks import Aside, Tasks
from bot.texts import texts_for
from bot.ui.frame.profile import Portrayed, Reach, Whose, profile_page, shelves_of, shown_people
from bot.ui.frame.year import YearShown, year_page
from bot.ui.pages.lettering import write
from bot.ui.wire.studio import Studio
from cogs.tasse.spec import SPEC
from db.store import SqliteStore
from engines.core.telling import COMMON
from tests.support.stored import NOON, begin, close, opening, seat

ME, OWN = 1, 1_000
EVERY = TABLES // OWN
YEAR = 2027
"""The year in which all these tables ended."""
Look = Callable[[Profiles, Ladders, Studio], Awaitable[int]]
"""Does what a command does; how many games its page tells of."""
NAMES = ("rolls", "could", "could_e6", "var_e6", "said", "lies", "free_lies", "lies_caught", "lies_passed")
MORE = ("passed_by_10", "passed_by_6", "passed_by_3", "passed_by_1", "said_21", "true_21", "faced", "shown")
LAST = ("lies_faced", "doubts", "doubts_right", "jokers", "jokers_won", "rounds_won", "points")


def draw(chance: Random, number: int) -> Finished:
    """A table of this number (from 1): every tenth is one of mine."""
    others = chance.sample(range(ME + 1, PEOPLE + 1), chance.choice((2, 3, 4)))
    company = [*others, ME] if number % EVERY == 0 else [*others, PEOPLE + 1]
    chance.shuffle(company)
    seats = tuple(Seated((person,), place) for place, person in enumerate(company, 1))
    return Finished(number, "tasse", SERVER, NOON + number * APART, seats, None)


def facts(chance: Random) -> dict[str, int]:
    """What a seat did, of about the size that it has in a game."""
    names = (*COMMON, *NAMES, *MORE, *LAST, *(f"points_for_reason_{n}" for n in range(11)))
    return {name: chance.randint(0, 90) for name in names} | {"could_e6": 9_000_000, "seats": 4}


async def store_table(store: SqliteStore, table: Finished, chance: Random) -> None:
    """Have it played in the store, and looked back on."""
    seats = tuple(seat(str(n), *(p or 0 for p in one.people)) for n, one in enumerate(table.seats, 1))
    where = {"channel_id": table.table_id, "home_id": table.table_id}
    begun = await store.commit(begin(await store.commit(opening(seats=seats, guild_id=SERVER, **where))))
    end = End("over", ("1",), "ab" * 32)
    ended = await store.commit(close(begun, changed_at=table.ended_at, end=end))
    places = {ordinal: one.place for ordinal, one in enumerate(table.seats)}
    told = {ordinal: facts(chance) for ordinal in places}
    await store.insight.keep_digest(Digest(ended.table.id, places, told, None, None), END)


async def look(profiles: Profiles, ladders: Ladders, studio: Studio) -> int:
    """Do what `/profil` does; how many games the page tells of."""
    asked = Asked(SERVER, "tasse", LUCKY)
    profile, standing, badges = await profiles.look(asked, UTC, ME, SPEC.badges)
    names = await ladders.names(SERVER, (ME, *shown_people(profile)))
    shown = Portrayed(Whose("tasse", ME), SPEC, (SPEC,), profile, standing, names, Reach.MINE, badges)
    await studio.pack(profile_page(shown, texts_for("fr")))
    return profile.played


async def look_at_year(profiles: Profiles, ladders: Ladders, studio: Studio) -> int:
    """Do what `/annee` does for that year; how many games the page tells of."""
    asked, games = {"tasse": Asked(SERVER, "tasse", LUCKY)}, {"tasse": SPEC}
    year, rating = await profiles.year(asked, ME, YEAR, UTC, shelves_of((SPEC,)))
    other = 0 if year.company is None else year.company.user_id
    names = await ladders.names(SERVER, (ME, other))
    shown = YearShown(year, games, rating, names[ME], names.get(other, ""), mine=True)
    await studio.pack(year_page(shown, texts_for("fr")))
    return year.played


async def rounds(path: Path, tables: list[Finished], chance: Random) -> list[tuple[str, str]]:
    """What somebody waits for a profile, with a store that has all these tables."""
    store = await SqliteStore.open(path)
    for start in range(0, len(tables), 500):
        some = tables[start : start + 500]
        await asyncio.gather(*(store_table(store, table, chance) for table in some))
    aside, now = Aside("bench").run, [tables[-1].ended_at]
    waits: dict[str, list[float]] = {}
    busy: dict[str, list[float]] = {}

    async def wait(what: str, ladders: Ladders, studio: Studio, expected: int, looked: Look = look) -> None:
        begun, worked = time.perf_counter(), time.process_time()
        played = await looked(Profiles(store.insight, ladders, aside), ladders, studio)
        waits.setdefault(what, []).append((time.perf_counter() - begun) * 1000)
        busy.setdefault(what, []).append((time.process_time() - worked) * 1000)
        assert played == expected

    tasks = Tasks()
    write(Image.new("RGB", (9, 9)), 0, 0, "0", 20, (0, 0, 0))  # the font is there
    gc.collect()
    gc.freeze()  # as the bot does when it starts
    for number in range(1, ROUNDS + 1):
        ladders, studio = Ladders(store.insight, aside, lambda: now[-1]), Studio(tasks)
        await wait("profile of {n} tables, first", ladders, studio, OWN + number - 1)
        await wait("profile of {n} tables, again", ladders, studio, OWN + number - 1)
        await wait("year of {n} tables, after a profile", ladders, studio, OWN + number - 1, look_at_year)
        anew = Ladders(store.insight, aside, lambda: now[-1])
        await wait("year of {n} tables, first", anew, Studio(tasks), OWN + number - 1, look_at_year)
        one_more = draw(chance, TABLES + number * EVERY)
        await store_table(store, one_more, chance)
        now.append(one_more.ended_at)
        await wait("profile of {n} tables, after a table", ladders, studio, OWN + number)
    await store.close()
    return [
        (
            what.format(n=OWN),
            f"{statistics.median(busy[what]):.1f} ms of processor, {statistics.median(each):.1f} ms waited",
        )
        for what, each in waits.items()
    ]


def measure() -> Iterator[tuple[str, str]]:
    """Yield printable rows."""
    chance = Random(1)
    tables = [draw(chance, number) for number in range(1, TABLES + 1)]
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(rounds(Path(folder) / "profiles.db", tables, chance))
    games = [Played(one, False, facts(chance)) for one in tables if one.table_id % EVERY == 0]
    begun = time.process_time()
    sum_up(ME, games)
    yield f"profile, {OWN} games summed up", f"{(time.process_time() - begun) * 1000:.1f} ms"
