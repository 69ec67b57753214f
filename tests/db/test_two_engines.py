"""The same changes leave the same tables in SQLite and in PostgreSQL, and fail in the same way."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.tables.model import End, Person, Reach, SceneText, Seat, Status
from bot.tables.pending import Offer, Pending
from bot.tables.ports import Change, Duplicate, Entry, Occupied, Posted, Stale, Stored, Turned
from db.postgres import open_shared
from db.store import SqliteStore, Store
from tests.support.stored import NOON, act, alarm, begin, opening, seat

PLACES = 3
FRESH = count(1)
TEAM = Seat("2", (Person(2, "x\u2019é", None), Person(3, "y", 5, Reach.BUTTON)), title="Les Zèbres")

rare_facts = st.sampled_from(
    [
        {},
        {"trouble": "blocked"},
        {"seats": (seat("1", 1), TEAM)},
        {"seats": (seat("1", 1, left=True),)},
        {"status": Status.CLOSED, "alarm": None, "end": End("won", ("1",), "ab")},
        {"pending": Pending(({"type": "x"},), Offer("settle", "1", None, ("2",)))},
        {"closes_at": NOON + 5, "options": {"lives": 2}},
    ]
)
alarms = st.builds(
    alarm, st.sampled_from("ab"), race=st.booleans(), unseen=st.booleans(), looks=st.just((1, 2))
)
turns = st.sampled_from(
    [(), (), (), (Turned("", ("c1",), ("c1", "c2")),), (Turned("", ("c2",), ("c1", "c2")),)]
)
step_facts = st.fixed_dictionaries(
    {
        "position": st.none() | st.sampled_from(['{"round":1}', '{"é":"’🎲\\u0000"}']),
        "alarm": st.none()
        | st.builds(
            alarm, st.sampled_from("ab"), race=st.booleans(), unseen=st.booleans(), looks=st.just((1, 2))
        ),
        "draws_taken": st.integers(0, 2**40),
    }
)
changes = st.fixed_dictionaries(
    {
        "facts": st.builds(lambda step, rare: step | rare, step_facts, st.just({}) | rare_facts),
        "scenes": st.integers(0, 2),
        "lines": st.integers(1, 3),
        "turned": turns,
    }
)
deeds = st.one_of(
    st.tuples(st.just("change"), changes),
    st.tuples(st.just("change"), changes),
    st.tuples(st.sampled_from(["stale", "again", "open", "away", "forget", "publish"]), st.none()),
    st.tuples(st.just("post"), st.integers(1, 5)),
)
rounds = st.lists(st.dictionaries(st.integers(0, PLACES - 1), deeds, min_size=1), min_size=1, max_size=10)


class Played:
    """A play on one of the engines: three tables of one server, and what came of each deed."""

    def __init__(self, store: Store, number: int) -> None:
        self.store = store
        self.number = number
        self.clicks = count(number * 10**6)
        self.last: list[tuple[Stored, Change]] = []
        self.told: list[str] = []

    async def begin(self) -> None:
        for place in range(PLACES):
            lobby = await self.store.commit(self.opening(place))
            change = begin(lobby, entries=self.lines(lobby, 1))
            await self.store.commit(change)
            self.last.append((lobby, change))

    def opening(self, place: int) -> Change:
        home = self.number * PLACES + place
        change = opening(home_id=home, channel_id=home, guild_id=self.number)
        return replace(change, entries=(replace(change.entries[0], interaction_id=next(self.clicks)),))

    def lines(self, before: Stored, number: int) -> tuple[Entry, ...]:
        return tuple(
            Entry(before.last_seq + 1 + n, "act", NOON + n, "1", 1, next(self.clicks), {"n": n}, ((6, 1),))
            for n in range(number)
        )

    def change(self, before: Stored, wish: dict[str, Any]) -> Change:
        version = before.table.version + 1
        new = tuple(SceneText(version, f'["{n}"]', n, 2) for n in range(min(1, wish["scenes"])))
        told = before.scenes[-3:] if wish["scenes"] else before.scenes
        change = act(
            before, entries=self.lines(before, wish["lines"]), scenes=(*told, *new), **dict(wish["facts"])
        )
        return replace(change, turned=wish["turned"])

    async def do(self, place: int, deed: str, wish: Any) -> str:
        earlier, last = self.last[place]
        table_id = earlier.table.id
        before = await self.store.load(table_id)
        try:
            match deed:
                case "change":
                    change = self.change(before, wish)
                    self.last[place] = (before, change)
                    stored = await self.store.commit(change)
                    return repr(replace(stored.table, id=0))
                case "stale":
                    await self.store.commit(act(earlier, entries=self.lines(earlier, 1)))
                case "again":
                    await self.store.commit(last)
                case "open":
                    await self.store.commit(self.opening(place))
                case "away":
                    return str(await self.store.put_away(table_id))
                case "forget":
                    return str(await self.store.forget([table_id], NOON))
                case "publish":
                    self.store.note_published(table_id, before.table.version)
                case "post":
                    await self.store.note_posted(Posted(table_id, wish % 2, 5, wish, "k", "d", wish))
        except (Stale, Duplicate, Occupied) as refused:
            return type(refused).__name__
        return "done"

    async def see(self) -> list[Any]:
        """All that the store tells of these tables, without their numbers."""
        await self.store.set_fact("notes", "written")
        seen: list[Any] = [sorted(await self.store.list_seen_cards(self.number, ""))]
        lives = {live.table_id: replace(live, table_id=0) for live in await self.store.live()}
        for before, _ in self.last:
            table_id = before.table.id
            loaded, posted = await self.store.load(table_id), await self.store.posted(table_id)
            assert loaded is not None
            seen.append(replace(loaded, table=replace(loaded.table, id=0)))
            seen.append(await self.store.log(table_id))
            seen.append([replace(one, table_id=0) for _, one in sorted(posted.items())])
            seen.append(lives.get(table_id))
        return seen


@pytest.fixture
async def engines(postgres_emptied: str, sqlite: SqliteStore) -> AsyncIterator[tuple[Store, Store]]:
    server = await open_shared(postgres_emptied, "tested")
    yield sqlite, server
    await server.close()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(play=rounds)
async def test_both_engines_keep_the_same(
    engines: tuple[Store, Store], play: list[dict[int, tuple[str, Any]]]
) -> None:
    number = next(FRESH)
    played = [Played(store, number) for store in engines]
    for one in played:
        await one.begin()
        for deeds_at_once in play:
            # What is prepared at once goes to the door at once, and so into one batch.
            told = await asyncio.gather(*(one.do(place, *deed) for place, deed in deeds_at_once.items()))
            one.told += told
    file, server = played
    assert server.told == file.told
    assert await server.see() == await file.see()
