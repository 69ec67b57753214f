"""Processes and their slots: every store says the same of who is alive and who holds what."""

import asyncio
from dataclasses import replace

import pytest

from bot.homes.ports import Lease, OtherCount, Process, Roster
from bot.tables.homes import Slots
from db.sql import read_clock
from db.store import SqliteStore, Store
from tests.support.clock import NOON
from tests.support.slots import LEASE, beat_of
from tests.support.store import FreshStore
from tests.support.stored import act, alarm, close, opening

OPENED = alarm("turn:1")
MINUTE = 60_000


async def now_of(store: Store) -> int:
    """Now by the store's clock: those of a single process go by the process's own."""
    now = await store.door.write(lambda it: read_clock(it, NOON))
    return int(now)


async def die(store: Store, holder: str, heard_ago: int) -> None:
    """A process gave its last sign of life so long ago (ms) that its leases are over."""
    at = await now_of(store) - heard_ago

    def change(it) -> None:
        it.execute("UPDATE processes SET until = ? WHERE holder = ?", (at + 1, holder))
        it.execute("UPDATE slots SET heard_at = ?, until = ? WHERE holder = ?", (at, at + 1, holder))

    await store.door.write(change)


async def holders(store: Store, count: int = 2) -> dict[int, str]:
    roster = await store.slots.beat(beat_of("onlooker", NOON, count=count))
    await store.slots.leave("onlooker")
    return {lease.slot: lease.holder for lease in sorted(roster.leases, key=lambda lease: lease.slot)}


async def start(store: Store, holder: str, *slots: int, count: int = 2, alone: bool = False) -> None:
    """A process joins and takes these slots."""
    beat = beat_of(holder, NOON, count=count)
    await store.slots.join(beat, alone=alone)
    roster = await store.slots.beat(beat)
    tokens = {lease.slot: lease.token for lease in roster.leases}
    for slot in slots:
        assert await store.slots.take(beat, slot, tokens[slot], alone=alone) is not None


async def deadline_of(store: Store, table_id: int) -> int:
    stored = await store.load(table_id)
    assert stored.table.alarm is not None
    return stored.table.alarm.at


async def play_in(store: Store, slot: int, at: int, count: int = 2) -> int:
    """A table in a server of this slot, whose deadline passes at this time; its number."""
    change = opening(home_id=100 + slot, alarm=replace(OPENED, at=at, opened_at=at - MINUTE))
    table = replace(change.after.table, guild_id=(slot + 4 * count) << 22)
    return (await store.commit(replace(change, after=replace(change.after, table=table)))).table.id


async def test_who_joins_is_alive_until_it_leaves(store: Store) -> None:
    assert await store.slots.count_slots(NOON) is None
    started = await store.slots.join(beat_of("a", NOON, count=3, pinned=[2, 0]), alone=False)
    assert await store.slots.count_slots(NOON) == 3
    roster = await store.slots.beat(beat_of("b", NOON, count=3))
    pinned = next(process for process in roster.processes if process.holder == "a")
    assert pinned == Process("a", "a:1", started, frozenset({0, 2}))
    assert set(roster.leases) == {Lease(slot, "", 0) for slot in range(3)}
    assert roster.next_end is not None
    assert 0 < roster.next_end <= LEASE

    for holder in ("a", "b"):
        await store.slots.leave(holder)
    assert await store.slots.count_slots(NOON) is None


async def test_who_gave_no_sign_of_life_is_dead_and_is_alive_again_with_the_next(store: Store) -> None:
    await start(store, "a", 0)
    await die(store, "a", LEASE)
    assert await store.slots.count_slots(NOON) is None
    await start(store, "b", 1)
    roster = await store.slots.beat(beat_of("a", NOON, count=2))
    assert {process.holder for process in roster.processes} == {"a", "b"}


async def test_a_process_that_is_leaving_says_so(store: Store) -> None:
    await start(store, "a", 0)
    roster = await store.slots.beat(beat_of("a", NOON, count=2, leaving=True))
    assert [process.leaving for process in roster.processes] == [True]


async def test_another_number_of_slots_waits_until_nobody_is_alive(store: Store) -> None:
    await start(store, "a", 0, 1)
    with pytest.raises(OtherCount) as refused:
        await store.slots.join(beat_of("b", NOON, count=5), alone=False)
    assert refused.value.count == 2
    assert await holders(store) == {0: "a", 1: "a"}
    await die(store, "a", LEASE)
    await store.slots.join(beat_of("b", NOON, count=5), alone=False)
    assert await holders(store, 5) == dict.fromkeys(range(5), "")


async def test_the_only_process_waits_for_nobody(store: Store) -> None:
    await start(store, "a", 0, 1)
    await start(store, "b", 0, 1, 2, count=3, alone=True)
    roster = await store.slots.beat(beat_of("b", NOON, count=3))
    assert [process.holder for process in roster.processes] == ["b"]
    assert await holders(store, 3) == dict.fromkeys(range(3), "b")


async def test_of_those_who_want_a_slot_one_gets_it(store: Store) -> None:
    names = ("a", "b", "c")
    for name in names:
        await store.slots.join(beat_of(name, NOON, count=2), alone=False)
    taken = await asyncio.gather(
        *(store.slots.take(beat_of(name, NOON, count=2), 1, 0, alone=False) for name in names)
    )
    (winner,) = [name for name, got in zip(names, taken, strict=True) if got is not None]
    assert await holders(store) == {0: "", 1: winner}
    assert [got.token for got in taken if got is not None] == [1]


async def test_a_holder_whose_slot_was_taken_renews_it_no_more(store: Store) -> None:
    await start(store, "a", 0, 1)
    await start(store, "b", 1)
    roster = await store.slots.beat(beat_of("a", NOON, count=2, hearing=[0, 1]))
    assert {lease.slot: (lease.holder, lease.token) for lease in roster.leases} == {0: ("a", 1), 1: ("b", 2)}
    await die(store, "b", LEASE)
    await store.slots.beat(beat_of("a", NOON, count=2, hearing=[0, 1]))
    await store.slots.give_back(beat_of("a", NOON, count=2), [0, 1])
    assert await holders(store) == {0: "", 1: "b"}


async def test_deadlines_of_a_slot_that_nobody_heard_move_by_that_time_and_no_others(
    store: Store,
) -> None:
    now = await now_of(store)
    far = now + 10 * MINUTE
    here, there = [await play_in(store, slot, far) for slot in (0, 1)]
    await start(store, "a", 0, 1)
    await die(store, "a", 7_000)
    await store.slots.join(beat_of("b", NOON, count=2), alone=False)
    taken = await store.slots.take(beat_of("b", NOON, count=2), 1, 1, alone=False)
    assert (taken.token, taken.moved) == (2, 1)
    assert 7_000 <= taken.away <= 9_000
    assert await deadline_of(store, there) == far + taken.away
    assert await deadline_of(store, here) == far
    before, after = await store.load(here), await store.load(there)
    assert (before.table.version, after.table.version) == (1, 2), "a click on the old state is found out"


async def test_a_minute_is_left_of_what_would_have_passed(store: Store) -> None:
    now = await now_of(store)
    table_id = await play_in(store, 0, now - 5_000)
    await start(store, "a", 0)
    await die(store, "a", 3_000)
    await start(store, "b", 0)
    assert await deadline_of(store, table_id) >= now + MINUTE


async def test_deadlines_stay_where_somebody_heard_all_the_time(store: Store) -> None:
    now = await now_of(store)
    table_id = await play_in(store, 0, now + 1_000)
    await start(store, "a", 0)
    await store.slots.beat(beat_of("a", NOON, count=2, hearing=[0]))
    await start(store, "b", 0)
    assert await holders(store) == {0: "b", 1: ""}
    assert await deadline_of(store, table_id) == now + 1_000


async def test_deadlines_move_where_a_living_holder_did_not_hear(store: Store) -> None:
    now = await now_of(store)
    table_id = await play_in(store, 0, now + 10 * MINUTE)
    await start(store, "a", 0)
    await die(store, "a", 8_000)
    await store.slots.beat(beat_of("a", NOON, count=2, hearing=[]))
    await start(store, "b", 0)
    assert await deadline_of(store, table_id) >= now + 10 * MINUTE + 8_000


async def test_what_was_given_back_was_heard_until_then(store: Store) -> None:
    now = await now_of(store)
    table_id = await play_in(store, 0, now + 10 * MINUTE)
    await start(store, "a", 0, 1)
    await die(store, "a", 9_000)
    await store.slots.give_back(beat_of("a", NOON, count=2, hearing=[0]), [0, 1])
    roster = await store.slots.beat(beat_of("b", NOON, count=2))
    assert {lease.slot: (lease.holder, lease.token) for lease in roster.leases} == {0: ("", 2), 1: ("", 2)}
    taken = await store.slots.take(beat_of("b", NOON, count=2), 0, 2, alone=False)
    assert taken.away < 3_000
    assert await deadline_of(store, table_id) == now + 10 * MINUTE + taken.away


async def test_a_commit_is_a_sign_of_life_of_the_only_process() -> None:
    for when, away in ((NOON + 4_000, 1_000), (NOON - 4_000, 5_000)):
        store = FreshStore()
        await check_commits_count(store, when, away)


async def check_commits_count(store: Store, committed_at: int, away: int) -> None:
    """The last sign of life was at noon, the last commit then; a new start comes at five past."""
    lobby = await store.commit(opening())
    await start(store, "a", 0, count=1, alone=True)
    change = act(lobby, changed_at=committed_at)
    await store.commit(replace(change, entries=tuple(replace(it, at=committed_at) for it in change.entries)))
    later = beat_of("b", NOON + 5_000, count=1)
    await store.slots.join(later, alone=True)
    taken = await store.slots.take(later, 0, 1, alone=True)
    assert taken.away == away


async def test_a_new_number_of_slots_keeps_when_discord_was_heard(store: Store) -> None:
    table_id = await play_in(store, 1, await now_of(store) + 10 * MINUTE, count=2)
    at = await deadline_of(store, table_id)
    await start(store, "a", 0, count=1)
    await die(store, "a", LEASE)
    await start(store, "b", 0, 1, count=2)
    assert await deadline_of(store, table_id) >= at + LEASE


async def test_turns_are_taken_one_after_another(store: Store) -> None:
    waits = [await store.slots.take_turn(0, 5_000, NOON) for _ in range(3)]
    assert waits[0] == 0
    assert 4_000 < waits[1] <= 5_000
    assert 9_000 < waits[2] <= 10_000
    assert await store.slots.take_turn(1, 5_000, NOON) == 0


async def test_a_turn_of_long_ago_holds_nobody_up(sqlite: SqliteStore) -> None:
    assert [await sqlite.slots.take_turn(0, 5_000, at) for at in (NOON, NOON + 60_000)] == [0, 0]
    assert await sqlite.slots.take_turn(0, 5_000, NOON + 61_000) == 4_000


async def test_closed_tables_keep_their_place(store: Store) -> None:
    ended = await store.commit(close(await store.commit(opening())))
    await start(store, "a", 0, count=1)
    await die(store, "a", LEASE)
    await start(store, "b", 0, count=1)
    stored = await store.load(ended.table.id)
    assert stored.table.version == ended.table.version


def test_slots_are_those_of_discord_s_shards() -> None:
    assert Slots(frozenset({1}), 4).have(5 << 22)
    assert Roster().next_end is None


async def test_what_was_done_before_the_slot_was_taken_moves_no_deadline(store: Store) -> None:
    beat = beat_of(now=1_000)
    await store.slots.join(beat, alone=True)
    await store.commit(opening())
    (lease,) = (await store.slots.beat(beat)).leases
    taken = await store.slots.take(beat_of(now=9_000_000_000_000), lease.slot, lease.token, alone=True)
    assert (taken.moved, taken.away) == (0, 0)
