"""Commits that fail, stores that moved on, processes that die: nothing is lost, nothing drawn twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.tables.errors import Denied
from bot.tables.model import Reach, Status
from bot.tables.ports import Change, Occupied, Stale, Stored
from bot.tables.proof.verify import verify
from tests.support.coin import Flip
from tests.support.slots import give_sign
from tests.support.store import FreshStore
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, opening


@pytest.fixture
async def house() -> House:
    return House(FreshStore())


async def test_a_whole_game_over_restarts_verifies(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, goal=3)
    while table.status is Status.PLAYING:
        table = await house.act(table.id)
        house.restart()
        assert await house.tables.table(table.id) == table
    record = await house.tables.record(table.id)
    verdict = verify(record, ALL_GAMES)
    assert verdict.ok, verdict.problems
    assert verdict.draws == table.draws_taken
    assert [entry.seq for entry in await house.store.log(table.id)] == list(range(1, table.version + 1))


async def test_a_running_record_tells_no_secret(house: House) -> None:
    table = await house.playing(goal=9)
    for _ in range(3):
        await house.act(table.id)
    held = await house.held(table.id)
    record = await house.tables.record(table.id)
    assert record.seed is None
    assert record.setup is None
    assert record.position is None
    assert {line.kind for line in record.entries} == {"open", "join"}
    assert held.vault.seed.hex().encode() not in record.dump()
    with pytest.raises(Denied, match="no_such_table"):
        await house.tables.record(999)


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
    with pytest.raises(Denied, match="stale"):
        await other.tables.act(house.ask(user, table.turn), table.id, Flip())


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
    assert verify(await house.tables.record(table.id), ALL_GAMES).ok


async def test_erasing_a_person_reaches_a_table_that_has_just_closed(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await house.tables.erase(BOB, house.store) == 1
    after = await house.tables.table(table.id)
    assert [person.user_id for person in after.people()] == [ANNE, None]


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
    with pytest.raises(Denied, match="busy"):
        await house.act(table.id)
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
    for wish in (
        house.tables.join(house.ask(CHLOE), table.id),
        house.tables.begin(house.ask(ANNE), table.id),
    ):
        with pytest.raises(Denied, match="un"):
            await wish
    left = await house.tables.quit(house.ask(BOB), table.id)
    assert [seat.left for seat in left.seats] == [False, True]
    assert (await house.tables.stop(house.ask(ANNE), table.id)).status is Status.CLOSED
