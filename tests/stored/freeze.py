"""Freeze what this version stores: `python -m tests.stored.freeze VERSION` (or `--shapes`), from the root.

The runtime of the checkout plays many tables, from fixed seeds and by a clock of its own. Those are written,
packed, that have something in them that no version before has stored (see `adding`): `VERSION.sql.xz`, the
SQL text of a database, and `records/VERSION/*.json.xz`, records of finished tables. Both are then kept for
ever; what was frozen once is never written again. `--shapes` notes the shapes of what is stored under the
rules versions of the checkout, in `shapes.json`.
"""

import argparse
import asyncio
import json
import logging
import lzma
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from bot.tables.decks import DeckInfo, DeckTexts, NewPictures
from bot.tables.model import Reach, Status, Table
from bot.tables.playing.lobby import Opening
from bot.tables.ports import Contact, Posted
from db.store import SqliteStore
from engines import GAMES
from tests.stored.adding import keep_alone, marks_of_record, marks_of_schema, marks_of_tables, pick
from tests.stored.decks import NAMES, PICTURE, PICTURED, content, unfinished
from tests.stored.evenings import open_evening_table, plan_evenings
from tests.stored.frozen import FILES, HERE, RECORDS, VERSIONS, as_left
from tests.stored.room import Room
from tests.stored.shapes import SHAPES, note_shapes, version_of
from tests.stored.wanted import WANTED
from tests.stored.wanting import GUILDS, Wanted
from tests.support.clock import NOON, FakeClock
from tests.support.slots import give_sign, take_all

TRIES = 120
HOUR = 3_600_000


def main(arguments: list[str]) -> int:
    """Do what the command line asks for; 1 when that was frozen before."""
    parser = argparse.ArgumentParser(prog="python -m tests.stored.freeze", description=__doc__)
    parser.add_argument("version", nargs="?", help="the version that is frozen, as 0.1.0")
    parser.add_argument("--shapes", action="store_true", help="note the shapes of today's rules versions")
    wanted = parser.parse_args(arguments)
    if wanted.shapes:
        return told(note_shapes(SHAPES))
    if wanted.version is None:
        parser.error("a version is missing")
    if wanted.version in FILES:
        return told([f"{wanted.version} is frozen already: what it stored never changes"])
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with TemporaryDirectory() as folder:
        freeze(wanted.version, Path(folder))
    return 0


def told(complaints: list[str]) -> int:
    """Say what is wrong; the exit code."""
    sys.stderr.writelines(f"{complaint}\n" for complaint in complaints)
    return 1 if complaints else 0


def freeze(version: str, folder: Path) -> None:
    """Play all tables into one file, and write down what is new in it."""
    path = folder / "frozen.db"
    records = asyncio.run(played(path))
    rules = {name: version_of(game) for name, game in sorted(GAMES.items())}
    write(version, rules, path, records)


def write(version: str, rules: Mapping[str, int], path: Path, records: Mapping[str, bytes]) -> None:
    """Keep for ever what a database and records have that no frozen version has, and a little of the rest."""
    before, by_record = seen_before()
    kept = HERE / "records" / version
    with closing(sqlite3.connect(path)) as connection:
        found = marks_of_tables(connection)
        picked = {
            name: int(name.partition("-")[0])
            for name in pick(
                {name: marks_of_record(json.loads(data)) for name, data in records.items()}, by_record
            )
        }
        new = sorted({*pick(found, before), *picked.values()})
        schema = marks_of_schema(connection)
        others = pick(schema, set().union(*(schema[table_id] for table_id in new)))
        keep_alone(connection, [*new, *others])
        text = sql_of(connection, version)
    (HERE / f"{version}.sql.xz").write_bytes(packed(text.encode()))
    for name in picked:
        kept.mkdir(parents=True, exist_ok=True)
        (kept / f"{name}.xz").write_bytes(packed(records[name]))
    versions = json.loads(VERSIONS.read_text(encoding="utf-8"))
    versions[version] = {"rules": dict(rules), "digest": digest_of(version), "new": new}
    VERSIONS.write_text(json.dumps(versions, indent=1) + "\n", encoding="utf-8")


@cache
def seen_before() -> tuple[frozenset[str], frozenset[str]]:
    """Return all marks of frozen tables, and those of records."""
    tables: set[str] = set()
    for version in FILES:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(as_left(version))
            tables.update(*marks_of_tables(connection).values())
    records = (marks_of_record(json.loads(data)) for data in RECORDS.values())
    return frozenset(tables), frozenset().union(*records)


def packed(data: bytes) -> bytes:
    """Return the data as it is kept in a file."""
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)


def digest_of(version: str) -> str:
    """Return the SHA-256 of all that is frozen of this version, its database and its records."""
    paths = [HERE / f"{version}.sql.xz", *sorted((HERE / "records" / version).glob("*.json.xz"))]
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


async def played(path: Path) -> dict[str, bytes]:
    """Make the file and play all tables into it; the records of those that are closed."""
    store = await SqliteStore.open(path)
    await furnish(store)
    await take_all(store, NOON - 48 * HOUR)
    await store.close()
    for number, wanted in enumerate(WANTED, start=1):
        sys.stdout.write(f"{wanted.name}: attempt {await reach(path, wanted, number)}\n")
        sys.stdout.flush()
    store = await SqliteStore.open(path)
    await give_sign(store, NOON + HOUR)
    records = await records_of(store)
    await store.close()
    return records


async def furnish(store: SqliteStore) -> None:
    """What stands beside the tables: decks, settings of servers, facts of the bot, evenings to come."""
    for place, name in enumerate(NAMES):
        await store.put_deck(GUILDS["defizz"], info_of(name, place), content(name))
    evenings, pictures = GUILDS["soiree"], {sha256(PICTURE).hexdigest(): PICTURE}
    await store.put_deck(evenings, info_of(NAMES[0], 2), content(NAMES[0]))
    await store.put_deck(evenings, info_of(PICTURED, 3), content(PICTURED), NewPictures(pictures))
    before = DeckTexts(content(PICTURED))
    after = replace(before, unfinished=unfinished())
    await store.change_deck(evenings, info_of(PICTURED, 3), before, after)
    await store.set_server(GUILDS["tasse"], {"sips": True, "locale": "en"})
    await store.set_server(GUILDS["defizz"], {"locale": "fr"})
    await store.set_fact("commands", "0" * 64)
    await plan_evenings(Room(store, FakeClock(NOON - 48 * HOUR), "evenings"))


def info_of(name: str, hours: int) -> DeckInfo:
    """How the deck of this name is listed, brought so many hours ago."""
    return DeckInfo(name, len(json.loads(content(name))["cards"]), NOON - hours * HOUR)


async def reach(path: Path, wanted: Wanted, number: int) -> int:
    """Add the wanted table to the file, at the first attempt that comes out; which one it was."""
    trial = path.with_name("trial.db")
    for attempt in range(1, TRIES + 1):
        shutil.copy(path, trial)
        store = await SqliteStore.open(trial)
        ended = wanted.phase.partition(" ")[0] in ("won", "stopped", "idle")
        clock = FakeClock(NOON - 48 * HOUR if ended else NOON + number * 1000)
        room = Room(store, clock, f"{wanted.name} {attempt}", number * 20_000)
        reached = await play(room, wanted, number)
        await store.close()
        if reached:
            trial.replace(path)
            return attempt
    raise RuntimeError(f"{wanted.name} was never reached")


async def play(room: Room, wanted: Wanted, number: int) -> bool:
    """Open and play this table; whether it came to be as wanted."""
    table = await (open_evening_table if wanted.evening else open_table)(room, wanted, number)
    await reach_people(room, table, number)
    if wanted.until is not None:
        if table.status is Status.LOBBY:
            await room.tables.begin(room.ask(table.host_id or 0), table.id)
        if not await room.play(table.id, wanted.most, wanted.until):
            return False
    if wanted.then is not None:
        await wanted.then(room, table.id)
    await show(room, await room.tables.table(table.id))
    return True


async def open_table(room: Room, wanted: Wanted, number: int) -> Table:
    """People sit down, in teams where teams play."""
    guild_id, channel_id = GUILDS[wanted.game], 1000 + number
    host, options = number * 100, dict(wanted.options)
    seats = {name: options.pop(name) for name in ("first", "quizmaster") if name in options}
    opening = Opening(guild_id, channel_id, channel_id, options, wanted.manners)
    table = await room.tables.open(room.ask(host), wanted.game, opening)
    for place in range(1, wanted.seats):
        await room.clock.advance(1500)
        table = await room.tables.join(room.ask(host + place), table.id)
    for name, seat in seats.items():
        await room.tables.set_option(room.ask(host), table.id, name, seat)
    if room.tables.game(wanted.game).people_a_seat(options) > 1:
        for place, seat in enumerate(table.seats):
            user_id = host + wanted.seats + place
            await room.tables.join(room.ask(user_id), table.id, seat.name)
        await room.tables.teams.name(room.ask(host), table.id, "Les sûrs d’eux")
    if number % 7 == 0:
        await room.tables.set_option(replace(room.ask(host), threads=True), table.id, "thread", True)
        await room.tables.move(table.id, channel_id + 5000)
    return await room.tables.table(table.id)


async def reach_people(room: Room, table: Table, number: int) -> None:
    """Most get secrets by private message."""
    for place, person in enumerate(table.people()):
        open_door = (place + number) % 4 != 0
        user_id = person.user_id or 0
        await room.tables.note_reach(table.id, user_id, Reach.DM if open_door else Reach.BUTTON)
        locale = "en-US" if place == 1 else "fr"
        await room.store.note_contact(Contact(user_id, user_id + 70_000, open_door, locale))


async def show(room: Room, table: Table) -> None:
    """The table's messages are out; of every third table the last change is not shown yet."""
    reached = [person.user_id for person in table.people() if person.reach is Reach.DM and person.user_id]
    for audience in (0, *reached):
        channel = table.channel_id if audience == 0 else audience + 70_000
        message = table.id * 100 + len(reached) + audience % 100
        note = Posted(table.id, audience, channel, message, "1.1", f"{message:064x}", room.clock.now())
        await room.store.note_posted(note)
    room.store.note_published(table.id, table.version - (table.id % 3 == 0))


async def records_of(store: SqliteStore) -> dict[str, bytes]:
    """What `/des verifier` hands out of each table that is closed, by file names."""
    room, found = Room(store, FakeClock(), "records"), {}
    for number in range(1, 10_000):
        if await store.load(number) is None:
            break
        table = await room.tables.table(number)
        if table.status is Status.CLOSED:
            record = await room.tables.record(number)
            found[f"{number:03}-{table.game}-{table.end.why}.json"] = record.dump()
    return found


def sql_of(connection: sqlite3.Connection, version: str) -> str:
    """The whole database as SQL text that makes it anew in an empty file."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    lines = [f"-- What {version} stored, where it is new: tables of games, in many phases. Never edited.\n"]
    lines += [f"PRAGMA application_id = {application_id};\n", "PRAGMA foreign_keys = OFF;\n"]
    lines += [f"{statement}\n" for statement in connection.iterdump()]
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
