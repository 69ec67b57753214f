"""Who was erased cannot be told from anybody else who was: neither who it was, nor what all was theirs.

The same evenings are played in several stores, each time by other people or with two people in each other's
places, until both are erased. Then the stores are compared whole. (What is said of a table as such stays, and
may lead from table to table: that it was a rematch, or that the same people had played three that day.)
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bot.tables.calls import Call
from bot.tables.computer import Computer
from bot.tables.daily.model import Attempt
from bot.tables.decks import Report
from bot.tables.digests.digester import Digester
from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import Evening, Stage
from bot.tables.homes import private_place
from bot.tables.model import Status, Table
from bot.tables.ports import Contact, Posted
from db.opening import open_shared
from db.sql import Sql
from db.store import SqliteStore, Store
from engines.defizz.model import Answer, Choose, Roll
from players.core.decision import Level
from tests.db.test_evenings import planned
from tests.support.stored import NOON
from tests.support.tables import House, opening

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
        wanted = replace(opening(one.channel), guild_id=place, computers=(computer,))
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
    for name in after[0]:
        assert all(one[name] == after[0][name] for one in after), name
    assert {name for name in before[0] if any(one[name] != before[0][name] for one in before)} >= TOLD


@pytest.mark.parametrize("cast", CASTS[:1])
async def test_no_number_that_is_not_whole_could_lead_from_row_to_row(
    fresh: Open, cast: Sequence[Who]
) -> None:
    store = await fresh()
    await lived(store, cast)
    kept = await dump(store)
    assert kept["tallies"]
    assert kept["results"]
    assert not [row for name in ("results", "digests", "tallies") for row in kept[name] if FLOAT.search(row)]
