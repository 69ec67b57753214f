"""After an erasure no column of any table holds the user's id, nor that of their private channel."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from bot.tables.calls import Call, CallOut
from bot.tables.daily.model import Attempt
from bot.tables.decks import Report
from bot.tables.digests.model import Digest
from bot.tables.evenings import planning, registering
from bot.tables.evenings.model import Stage
from bot.tables.ports import Contact, Entry, Posted, Turned
from db.migrate import migrate
from db.moving.layout import Part, read_layout
from db.sql import Sql
from db.sqlite.schema import SqliteSchema
from db.store import Store
from tests.db.test_evenings import planned
from tests.support.stored import NOON, act, begin, close, fresh_ids, opening, seat

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
