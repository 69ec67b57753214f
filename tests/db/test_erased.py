"""After an erasure nothing tells who it was, nor what all was theirs: neither a number nor a comparison."""

import json
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.tables.calls import Call, CallOut
from bot.tables.daily.model import Attempt
from bot.tables.decks import Report
from bot.tables.digests.digesting import Digester
from bot.tables.digests.model import Digest
from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import Evening, Stage
from bot.tables.homes import private_place
from bot.tables.model import Computer, Status, Table
from bot.tables.ports import Contact, Entry, Posted, Turned
from db.migrate import migrate
from db.moving.file import Part, read_layout
from db.postgres import open_shared
from db.sql import Sql
from db.sqlite.schema import SqliteSchema
from db.store import SqliteStore, Store
from engines.defizz.model import Answer, Choose, Roll
from players.core.player import Level
from tests.db.test_evenings import planned
from tests.support.stored import NOON, act, begin, close, fresh_ids, opening, seat
from tests.support.tables import House
from tests.support.tables import opening as wanted_table

WHO = 987_654_321_012_345_678
"""A number that nothing else has in it."""
WHERE = 876_543_210_123_456_789
"""Their channel of private messages."""
TELL_OF_PEOPLE = {"user_id", "host_id", "audience"}
"""How columns are called that have numbers of people."""
GOES_BY_ITSELF = {"openings.user_id"}
"""After an hour. (Blocks, which the operator lifts, are not told of by a column that is called so.)"""
NOT_THEIRS = {
    "evening_people.join_id",  # Discord's number of a click
    "evenings.places",  # what an evening has room for, and is made of
    "evenings.programme",
    "log.id",  # a number of ours, as the digest is
    "messages.digest",
    "messages.key",  # what a message was about
    "reports.words",  # of the question
    "results.guild_id",  # where it is their own private channel, it is called so
}
"""What stands in rows of theirs and is nothing that they said or did; a table as such is everybody's."""


def layout() -> tuple[Part, ...]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        migrate(SqliteSchema(file))
        return read_layout(file)


async def columns_with(store: Store, *numbers: int) -> set[str]:
    """Every column in which one of these numbers stands, in whatever way that can be read."""

    def search(connection: Sql) -> set[str]:
        return {
            f"{part.name}.{column}"
            for part in layout()
            for row in connection.execute(f"SELECT {part.listing} FROM {part.name}").fetchall()
            for column, value in zip(part.columns, row, strict=True)
            if any(str(number) in str(value) for number in numbers)
        }

    return await store.door.write(search)


def json_of(value: Any) -> Any:
    """What a column has, read where it is JSON."""
    try:
        return json.loads(value)
    except (TypeError, ValueError):
        return value


def values_in(data: Any) -> Iterator[Any]:
    """All that stands in nested data, but for names, nothing, and flags, which are as good as any other."""
    if isinstance(data, Mapping):
        yield from (value for each in data.values() for value in values_in(each))
    elif isinstance(data, Sequence) and not isinstance(data, str):
        yield from (value for each in data for value in values_in(each))
    elif data not in (None, "", 0, 1):
        yield data


async def play(store: Store, guild_id: int = 10, **facts: object) -> int:
    """A game of theirs that is over, with its digest."""
    lobby = await store.commit(
        opening(seats=(seat("1", WHO), seat("2", 2)), guild_id=guild_id, host_id=WHO, **facts)
    )
    begun = await store.commit(begin(lobby))
    move = Entry(begun.last_seq + 1, "act", NOON, "1", WHO, next(fresh_ids), {"type": "douter"})
    acted = await store.commit(replace(act(begun, entries=(move,)), turned=(Turned("", "a", ("a", "b")),)))
    ended = await store.commit(close(acted, "1"))
    table_id = ended.table.id
    await store.note_posted(Posted(table_id, WHO, WHERE, 501, "turn:1", "d", NOON))
    places, sheets = {0: 1, 1: 2}, {0: {"played": 1}, 1: {"played": 1}}
    await store.insight.keep_digest(Digest(table_id, places, sheets, None, None), 0)
    return table_id


async def leave_traces(store: Store) -> None:
    """Everything that can be kept about somebody, but for openings (an hour) and the operator's blocks."""
    await play(store)
    assert await store.put_away(await play(store))
    await play(store, -WHERE, home_id=WHERE, channel_id=WHERE)
    await store.note_contact(Contact(WHO, WHERE, True, "fr"))
    await store.add_report(10, Report("Quiz", "a", 2, "Où ?", "faux", NOON, WHO))
    await store.insight.wish(WHO, {"board": "no", "profile": "yes"})
    called = Call(10, "tasse", WHO, 4, (18, 23), 20, NOON)
    await store.calls.put_call(called)
    waiting = await store.commit(opening(guild_id=11, home_id=21, channel_id=21))
    assert await store.calls.call_out(CallOut(waiting.table.id, 21), [called], NOON)
    await store.daily.begin_attempt(Attempt("2026-11-23", "tasse", WHO, "Zoé", 10))
    evening = await store.evenings.add(planned(stage=Stage.OPEN, host_id=WHO))
    await store.evenings.change(
        evening.id,
        lambda found: planning.want_reminders(
            registering.make_team(found, WHO, "Zoé", 500, "Les Oies"), WHO, NOON, wanted=True
        ),
    )


async def test_after_an_erasure_no_column_tells_who_it_was(store: Store) -> None:
    await leave_traces(store)
    before = await columns_with(store, WHO, WHERE)
    assert before >= {
        "tables.host_id",
        "tables.guild_id",
        "seat_people.user_id",
        "log.user_id",
        "archived_people.user_id",
        "results.user_id",
        "messages.audience",
        "contacts.user_id",
        "reports.user_id",
        "wishes.user_id",
        "calls.user_id",
        "called.user_id",
        "daily.user_id",
        "cards_seen.guild_id",
        "evenings.host_id",
        "evening_people.user_id",
    }
    assert not {name for name in before if name.startswith(("digests.", "tallies."))}

    assert await store.erase(WHO) == 3
    assert await columns_with(store, WHO, WHERE) == set()


async def test_every_column_that_tells_of_people_is_tried(store: Store) -> None:
    await leave_traces(store)
    tell = {
        f"{part.name}.{column}" for part in layout() for column in part.columns if column in TELL_OF_PEOPLE
    }
    assert tell - await columns_with(store, WHO) == GOES_BY_ITSELF


async def test_all_that_stands_in_rows_of_theirs_is_exported(store: Store) -> None:
    await leave_traces(store)
    told = frozenset(values_in(await store.export(WHO)))

    def read(connection: Sql) -> set[str]:
        rows = [
            (part.name, column, json_of(value))
            for part in layout()
            for owner in TELL_OF_PEOPLE & {*part.columns}
            for row in connection.execute(
                f"SELECT {part.listing} FROM {part.name} WHERE {owner} = ?", (WHO,)
            ).fetchall()
            for column, value in zip(part.columns, row, strict=True)
        ]
        return {f"{name}.{column}" for name, column, found in rows if not told.issuperset(values_in(found))}

    missing = await store.door.write(read)
    assert {name for name in missing if not name.startswith("tables.")} == NOT_THEIRS


CHLOE, DAN = 3, 4
OF_ITSELF = {"migrations", "processes"}
"""What says something of the database, or of the processes that run on it."""
ANYWHERE = """
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()
"""
IN_SQLITE = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
TOLD = {
    *("archived_people", "calls", "contacts", "daily", "evening_people", "evening_teams", "evenings", "log"),
    *("messages", "positions", "reports", "results", "seat_people", "tables"),
}
"""Where it can be seen who it was, before they are erased."""
FLOAT = re.compile(r"\d\.\d")
Open = Callable[[], Awaitable[Store]]
Dump = dict[str, list[str]]


class Who(NamedTuple):
    """Somebody: their number, that of their private channel, their language, and what they type."""

    user: int
    channel: int
    locale: str
    words: str


ANNE = Who(1, 501, "fr", "Sacré-Cœur")
BOB = Who(2, 502, "en-US", "the Moulin Rouge")
ZOE = Who(987_654_321_012_345_678, 876_543_210_123_456_789, "de", "der Eiffelturm, glaube ich")


@pytest.fixture(params=["sqlite", "postgres"])
async def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Open]:
    """Opens another empty store each time."""
    numbers, opened = count(1), AsyncExitStack()

    async def open_one() -> Store:
        number = next(numbers)
        if request.param == "sqlite":
            store: Store = await SqliteStore.open(tmp_path / f"{number}.db")
        else:
            server, name = request.getfixturevalue("postgres_server"), f"alike_{number}"
            server.ask(f"CREATE DATABASE {name} TEMPLATE template_gobelet")
            opened.callback(server.ask, f"DROP DATABASE {name} WITH (FORCE)")
            store = await open_shared(server.address(name), "tested")
        opened.push_async_callback(store.close)
        return store

    async with opened:
        yield open_one


async def dump(store: Store) -> Dump:
    """All rows of all tables, as text, in the order of their texts."""

    def read(connection: Sql) -> Dump:
        question = IN_SQLITE if isinstance(store, SqliteStore) else ANYWHERE
        names = {row["name"] for row in connection.execute(question).fetchall()} - OF_ITSELF
        return {
            name: sorted(
                str([(column, row[column]) for column in row.keys()])  # noqa: SIM118
                for row in connection.execute(f"SELECT * FROM {name}").fetchall()
            )
            for name in sorted(names)
        }

    return await store.door.write(read)


class History:
    """What happens in a house, the same each time but for who does it."""

    def __init__(self, store: Store) -> None:
        self.house = House(store)
        self.digester = Digester(self.house.tables, store.insight)
        self.posts = count(7_000)

    async def play(self, *people: Who | int) -> Table:
        """A game that somebody opens, with whoever comes, to its end."""
        users = [one.user if isinstance(one, Who) else one for one in people]
        table = await self.house.playing(*users, game="tasse")
        chance = Random(len(users))
        while table.status is Status.PLAYING:
            seat = (await self.house.tables.sight(table.id)).to_act[0]
            user = users[int(seat) - 1]
            sight = await self.house.tables.sight(table.id, user)
            assert sight.legal is not None
            action = chance.choice(sight.legal.actions)
            table = await self.house.tables.act(self.house.ask(user, sight.drawn), table.id, action)
            self.house.clock.jump(700)
        return await self.over(table, *people)

    async def quiz(self, *people: Who) -> Table:
        """A quiz in which somebody types words of their own, and which is stopped then."""
        users = [one.user for one in people]
        table = await self.house.playing(*users, game="defizz", reader="bot", first="1")
        tables, ask = self.house.tables, self.house.ask
        await tables.act(ask(users[0]), table.id, Roll())
        seen = (await tables.sight(table.id)).observation
        opponent = seen.opponents[0] if seen.die.kind == "duel" else None
        await tables.act(ask(users[0]), table.id, Choose(0, opponent, seen.least))
        awaited = (await tables.sight(table.id)).to_act
        speaker = people[int(awaited[0]) - 1]
        await tables.act(ask(speaker.user), table.id, Answer(speaker.words))
        return await self.over(await tables.stop(ask(users[0]), table.id), *people)

    async def alone(self, one: Who) -> Table:
        """A game in somebody's private messages, against a computer, which they stop."""
        computer = Computer(Level.MEDIUM, "basile")
        place = private_place(one.channel)
        wanted = replace(wanted_table(one.channel), guild_id=place, computers=(computer,))
        tables, ask = self.house.tables, self.house.ask
        table = await tables.begin(ask(one.user), (await tables.open(ask(one.user), "tasse", wanted)).id)
        return await self.over(await tables.stop(ask(one.user), table.id), one)

    async def over(self, table: Table, *people: Who | int) -> Table:
        """Look back on a table; each who has private messages got one about it."""
        for one in people:
            if isinstance(one, Who):
                post = Posted(table.id, one.user, one.channel, next(self.posts), "turn:1", "d", NOON)
                await self.house.store.note_posted(post)
        await self.digester.digest(table.id, 0)
        return table


async def lived(store: Store, cast: Sequence[Who]) -> House:
    """Evenings of two people: whoever stands at a place of the cast does there what is to be done."""
    one, two, three, four, five, six = cast
    history = History(store)
    for who in (one, two):
        await store.note_contact(Contact(who.user, who.channel, True, who.locale))
        await store.insight.wish(who.user, {"board": "no", "profile": "yes"})
    await history.play(one, CHLOE)
    await history.play(CHLOE, two, DAN)
    assert await store.put_away((await history.play(three, CHLOE)).id)
    await history.play(four, CHLOE, DAN)
    await history.play(five, six, CHLOE)
    await history.quiz(six, five)
    await history.alone(three)
    await history.alone(four)
    await store.calls.put_call(Call(10, "tasse", two.user, 4, (18, 23), 20, NOON))
    await store.daily.begin_attempt(Attempt("2026-11-23", "tasse", six.user, f"nom {six.user}", 10))
    await store.add_report(10, Report("Quiz", "a", 2, "Où ?", five.words, NOON, five.user))
    evening = await store.evenings.add(planned(stage=Stage.OPEN, host_id=six.user, title=six.words))
    for number, who in enumerate((three, four), 500):
        await store.evenings.change(evening.id, partial(come, who, number))
    return history.house


def come(who: Who, number: int, found: Evening) -> Evening:
    """Somebody comes to an evening with a team, and wants to be reminded."""
    after = registering.make_team(found, who.user, f"nom {who.user}", number, who.words)
    return planning.want_reminders(after, who.user, NOON, wanted=True)


CASTS = (
    (ANNE, BOB, ANNE, BOB, ANNE, BOB),
    (ANNE, BOB, BOB, ANNE, BOB, ANNE),
    (ANNE, ZOE, ZOE, ANNE, ANNE, ZOE),
)


async def test_what_remains_is_the_same_whoever_sat_where(fresh: Open) -> None:
    before: list[Dump] = []
    after: list[Dump] = []
    for cast in CASTS:
        store = await fresh()
        house = await lived(store, cast)
        before.append(await dump(store))
        for user in {who.user for who in cast}:
            await house.tables.erase(user, store)
        after.append(await dump(store))
    for kept in before:  # no number that is not whole leads from row to row
        assert kept["tallies"]
        assert not [
            row for name in ("results", "digests", "tallies") for row in kept[name] if FLOAT.search(row)
        ]
    for name in after[0]:
        assert all(one[name] == after[0][name] for one in after), name
    assert {name for name in before[0] if any(one[name] != before[0][name] for one in before)} >= TOLD
