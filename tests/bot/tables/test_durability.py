"""Commits that fail, stores that moved on, processes that die: nothing is lost, nothing done twice."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from bot.tables.asks import Ask
from bot.tables.model import Reach, Status, Table
from bot.tables.ports import Change, Occupied, Stale, Stored
from tests.support.coin import Flip
from tests.support.slots import give_sign
from tests.support.store import FreshStore
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House, opening, why_denied


async def test_a_whole_game_over_restarts_verifies(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, goal=3)
    while table.status is Status.PLAYING:
        table = await house.act(table.id)
        house.restart()
        assert await house.tables.table(table.id) == table
    assert (await house.proof(table.id)).draws == table.draws_taken
    assert [entry.seq for entry in await house.store.log(table.id)] == list(range(1, table.version + 1))


async def test_a_running_record_tells_no_secret(house: House) -> None:
    table = await house.playing(goal=9)
    for _ in range(3):
        await house.act(table.id)
    record = await house.tables.record(table.id)
    assert (record.seed, record.setup, record.position) == (None, None, None)
    assert {line.kind for line in record.entries} == {"open", "join"}
    assert (await house.held(table.id)).vault.seed.hex().encode() not in record.dump()
    assert await why_denied(house.tables.record(999)) == "no_such_table"


async def test_what_is_not_published_yet_is_found_at_the_next_start(house: House) -> None:
    table = await house.playing()
    house.store.note_published(table.id, table.version)
    await house.act(table.id)
    house.restart()
    (live,) = await house.tables.came_back(None)
    assert (live.published, live.version) == (table.version, table.version + 1)
    stopped = await house.tables.stop(house.ask(ANNE), table.id)
    (live,) = await house.store.live()
    assert live.status is Status.CLOSED
    house.store.note_published(table.id, stopped.version)
    await give_sign(house.store, house.clock.now())
    assert not await house.store.live()


async def test_a_store_that_moved_on_is_asked_again(house: House) -> None:
    table = await house.playing()
    other = House(house.store, house.clock, first_id=5_000)
    moved = await other.act(table.id)
    reached = await house.tables.note_reach(table.id, BOB, Reach.DM)
    assert reached.version == moved.version + 1
    user = await house.awaited(table.id)
    assert await why_denied(other.tables.act(house.ask(user, table.turn), table.id, Flip())) == "stale"


async def test_no_two_tables_move_into_one_channel(house: House) -> None:
    table = await house.playing()
    await house.tables.pause(table.id, "channel_gone")
    other = await house.tables.open(house.ask(CHLOE), "coin", opening(30))
    held = await house.held(table.id)
    moved = replace(held.table, version=held.table.version + 1, home_id=30)
    stored = await house.store.load(table.id)
    with pytest.raises(Occupied) as caught:
        await house.store.commit(Change(held.table, replace(stored, table=moved), ()))
    assert caught.value.table_id == other.id
    assert await house.store.load(table.id) == stored
    resumed = await house.tables.resume(house.ask(ANNE), table.id, 31)
    house.restart()
    assert await house.tables.table(table.id) == resumed
    assert await house.tables.find("coin", 31) == table.id


async def test_erasing_a_person_reaches_what_is_remembered(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    idle = await house.idle(table.id)
    await house.tables.quit(house.ask(idle), table.id)
    assert await house.tables.erase(idle, house.store) == 1
    after = await house.act(table.id)
    people = [person for person in after.people() if person.user_id is None]
    assert [(person.name, person.join_id is None) for person in people] == [("", False)]
    await house.tables.stop(house.ask(ANNE), table.id)
    await house.proof(table.id)
    (other,) = {BOB, CHLOE} - {idle}
    assert await house.tables.erase(other, house.store) == 1, "at a table that has just closed, too"
    assert {person.user_id for person in (await house.tables.table(table.id)).people()} == {ANNE, None}


async def test_what_another_process_did_with_a_table_that_has_just_closed_is_seen(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    await house.tables.stop(house.ask(ANNE), table.id)
    other = House(house.store, house.clock, first_id=5_000)
    new = await other.tables.rematch(other.ask(ANNE), table.id)
    joined = await house.tables.rematch(house.ask(BOB), table.id)
    assert joined.id == new.id
    assert (await house.tables.table(table.id)).end.rematch_id == new.id


async def test_a_failed_commit_draws_the_same_again() -> None:
    outcomes = []
    for failing in (False, True):
        house = House()
        table = await house.playing()
        before = await house.held(table.id)
        if failing:
            house.store.fail_next = OSError("disk full")
            with pytest.raises(OSError, match="disk full"):
                await house.act(table.id)
            assert await house.held(table.id) == before
        after = await house.act(table.id)
        assert after.version == table.version + 1
        outcomes.append((await house.store.log(table.id))[-1].draws)
    assert outcomes[0] == outcomes[1]
    assert len(outcomes[0]) == 1


class Contested(FreshStore):
    """Somebody else is always quicker."""

    contested = False

    async def commit(self, change: Change) -> Stored:
        if self.contested and change.before is not None:
            raise Stale
        return await super().commit(change)


async def test_a_table_that_is_contested_for_ever_is_busy() -> None:
    store = Contested()
    house = House(store)
    table = await house.playing()
    store.contested = True
    assert await why_denied(house.act(table.id)) == "busy"
    store.contested = False
    assert (await house.act(table.id)).version == table.version + 1


class Torn(FreshStore):
    """Writes what it is told, and then the one who asked is cut short."""

    torn = False

    async def commit(self, change: Change) -> Stored:
        stored = await super().commit(change)
        if self.torn:
            self.torn = False
            raise asyncio.CancelledError
        return stored


async def test_what_was_written_counts_though_nobody_was_told() -> None:
    store = Torn()
    house = House(store)
    table = await house.playing()
    ask = house.ask(await house.awaited(table.id), table.turn)
    store.torn = True
    with pytest.raises(asyncio.CancelledError):
        await house.tables.act(ask, table.id, Flip())
    assert (await house.tables.table(table.id)).version == table.version + 1
    assert (await house.tables.act(ask, table.id, Flip())).version == table.version + 1


class Slow(FreshStore):
    """A read that began before a commit and ends after it."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = False
        self.read, self.go_on = asyncio.Event(), asyncio.Event()

    async def load(self, table_id: int) -> Stored | None:
        stored = await super().load(table_id)
        if self.slow:
            self.slow = False
            self.read.set()
            await self.go_on.wait()
        return stored


async def test_a_slow_look_does_not_bring_the_past_back() -> None:
    store = Slow()
    house = House(store)
    table = await house.playing()
    house.restart()
    store.slow = True
    look = asyncio.create_task(house.tables.table(table.id))
    await store.read.wait()
    after = await house.act(table.id)
    store.go_on.set()
    assert (await look).version == table.version
    assert await house.tables.table(table.id) == after


async def test_a_table_of_a_game_that_is_no_more_can_be_left_and_stopped() -> None:
    house = House()
    table = await house.lobby()
    house.store.poke(table.id, game="whist")
    house.restart()
    assert len(await house.tables.came_back(None)) == 1
    assert (await house.tables.sight(table.id)).unread is not None
    assert await why_denied(house.tables.join(house.ask(CHLOE), table.id)) == "running"
    assert await why_denied(house.tables.begin(house.ask(ANNE), table.id)) == "unknown_game"
    left = await house.tables.quit(house.ask(BOB), table.id)
    assert [seat.left for seat in left.seats] == [False, True]
    assert (await house.tables.stop(house.ask(ANNE), table.id)).status is Status.CLOSED


# -- the same interaction delivered twice ------------------------------------------------------------------


Wish: TypeAlias = Callable[[House, Ask, int], Awaitable[Table]]

IN_LOBBY: dict[str, tuple[int, Wish]] = {
    "join": (CHLOE, lambda house, ask, table: house.tables.join(ask, table)),
    "quit": (BOB, lambda house, ask, table: house.tables.quit(ask, table)),
    "last host out": (ANNE, lambda house, ask, table: house.tables.quit(ask, table)),
    "remove": (ANNE, lambda house, ask, table: house.tables.remove(ask, table, "2")),
    "option": (ANNE, lambda house, ask, table: house.tables.set_option(ask, table, "goal", 2)),
    "begin": (ANNE, lambda house, ask, table: house.tables.begin(ask, table)),
    "stop": (ANNE, lambda house, ask, table: house.tables.stop(ask, table)),
}
IN_PLAY: dict[str, Wish] = {
    "act": lambda house, ask, table: house.tables.act(ask, table, Flip()),
    "leave": lambda house, ask, table: house.tables.quit(ask, table),
}


@pytest.mark.parametrize("name", IN_LOBBY)
async def test_in_the_lobby(house: House, name: str) -> None:
    user, wish = IN_LOBBY[name]
    await delivered_twice(house, house.ask(user), wish, (await house.lobby(ANNE, BOB)).id)


async def delivered_twice(house: House, ask: Ask, wish: Wish, table_id: int) -> None:
    first = await wish(house, ask, table_id)
    log = await house.store.log(table_id)
    assert await wish(house, ask, table_id) == first
    house.restart()
    assert await wish(house, ask, table_id) == first
    assert await house.store.log(table_id) == log


@pytest.mark.parametrize("name", IN_PLAY)
async def test_in_play(house: House, name: str) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    user = await house.awaited(table.id)
    await delivered_twice(house, house.ask(user, table.turn), IN_PLAY[name], table.id)


async def test_resuming(house: House) -> None:
    def resume(house: House, ask: Ask, table_id: int) -> Awaitable[Table]:
        return house.tables.resume(ask, table_id, HALL)

    table = await house.playing()
    await house.tables.pause(table.id, "channel_gone")
    await delivered_twice(house, house.ask(ANNE), resume, table.id)


async def test_opening(house: House) -> None:
    ask = house.ask(ANNE)
    first = await house.tables.open(ask, "coin", opening())
    assert await house.tables.open(ask, "coin", opening()) == first
    await house.tables.stop(house.ask(ANNE), first.id)
    again = await house.tables.open(ask, "coin", opening())
    assert (again.id, again.end.why) == (first.id, "stopped")
    assert len(await house.store.live()) == 1


async def test_a_rematch(house: House) -> None:
    table = await house.playing()
    await house.tables.stop(house.ask(ANNE), table.id)
    ask = house.ask(BOB)
    first = await house.tables.rematch(ask, table.id)
    assert await house.tables.rematch(ask, table.id) == first
    confirm = house.ask(ANNE)
    confirmed = await house.tables.rematch(confirm, table.id)
    assert await house.tables.rematch(confirm, table.id) == confirmed


async def test_at_the_same_moment(house: House) -> None:
    table = await house.playing()
    ask = house.ask(await house.awaited(table.id), table.turn)
    answers = await asyncio.gather(*(house.tables.act(ask, table.id, Flip()) for _ in range(3)))
    assert [answer.version for answer in answers] == [table.version + 1] * 3
    assert len(await house.store.log(table.id)) == 4
