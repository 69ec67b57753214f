"""Limits on opening tables hold in the transaction that opens one; blocks are kept. The two stores agree."""

import asyncio
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.tables.limits import HOUR, MINUTE, Block, Limits, TooMany
from bot.tables.model import Status
from bot.tables.ports import Change, Duplicate, Stored
from db.store import SqliteStore, Store
from tests.support.slots import give_sign
from tests.support.stored import NOON, close, opening

LOOSE = Limits(a_host=1000, a_server=1000)
channels = count(1000)


def opened(host: int = 1, server: int = 10, at: int = NOON, limits: Limits = LOOSE) -> Change:
    """The opening of a table in a channel of its own."""
    change = opening(home_id=next(channels), guild_id=server, host_id=host, created_at=at)
    (line,) = change.entries
    return replace(change, entries=(replace(line, user_id=host, at=at),), limits=limits)


async def commit(store: Store, **facts: int | Limits) -> Stored:
    return await store.commit(opened(**facts))


async def refused(store: Store, change: Change) -> TooMany:
    with pytest.raises(TooMany) as caught:
        await store.commit(change)
    return caught.value


async def tables_of(store: Store) -> int:
    return len(await store.live())


async def test_a_host_has_so_many_live_tables(store: Store) -> None:
    few = Limits(a_host=2)
    first = await commit(store, limits=few)
    await commit(store, server=11, limits=few)
    limit = await refused(store, opened(server=12, limits=few))
    assert (limit.reason, limit.most, limit.again_at) == ("host_full", 2, None)
    assert await tables_of(store) == 2

    await commit(store, host=2, limits=few)
    await store.commit(close(first))
    await commit(store, limits=few)


async def test_who_became_host_elsewhere_counts_as_host(store: Store) -> None:
    """What counts is who the host is now, not who opened."""
    change = opened(host=1)
    handed = replace(change.after.table, host_id=2)
    await store.commit(replace(change, after=replace(change.after, table=handed)))
    assert (await refused(store, opened(host=2, limits=Limits(a_host=1)))).reason == "host_full"
    await commit(store, host=1, limits=Limits(a_host=1))


async def test_a_server_has_so_many_live_tables(store: Store) -> None:
    few = Limits(a_server=10)
    for host in range(10):
        await commit(store, host=host, at=NOON + host * MINUTE, limits=few)
    late = NOON + HOUR
    limit = await refused(store, opened(host=99, at=late, limits=few))
    assert (limit.reason, limit.most) == ("server_full", 10)
    await commit(store, host=99, server=11, at=late, limits=few)


@pytest.mark.parametrize("within", [MINUTE, HOUR])
async def test_a_person_opens_so_many_in_a_time(store: Store, within: int) -> None:
    """Closing them again changes nothing."""
    limits = Limits()
    (most,) = (rate.most for rate in limits.of_person if rate.within == within)
    pace = 10_000 if within == MINUTE else HOUR // (most + 1)
    for number in range(most):
        at = NOON + number * pace
        await store.commit(close(await commit(store, server=number, at=at, limits=limits)))
    limit = await refused(store, opened(server=99, at=NOON + within - 1, limits=limits))
    assert (limit.reason, limit.most, limit.again_at) == ("opening_often", most, NOON + within)
    await commit(store, host=2, at=NOON + within - 1, limits=limits)
    await commit(store, server=99, at=NOON + within, limits=limits)


@pytest.mark.parametrize("within", [MINUTE, HOUR])
async def test_a_server_opens_so_many_in_a_time(store: Store, within: int) -> None:
    limits = Limits(a_server=10)
    (most,) = (rate.most for rate in limits.of_server if rate.within == within)
    pace = 1000 if within == MINUTE else HOUR // (most + 1)
    for number in range(most):
        at = NOON + number * pace
        await store.commit(close(await commit(store, host=number, at=at, limits=limits)))
    limit = await refused(store, opened(host=99, at=NOON + within - 1, limits=limits))
    assert (limit.reason, limit.most, limit.again_at) == ("server_opening_often", most, NOON + within)
    await commit(store, host=99, server=11, at=NOON + within - 1, limits=limits)
    await commit(store, host=99, at=NOON + within, limits=limits)


async def test_what_was_refused_does_not_count(store: Store) -> None:
    """Who goes on trying is not kept waiting for ever."""
    limits = Limits()
    for number in range(4):
        await store.commit(close(await commit(store, server=number, limits=limits)))
    for later in range(1, 60):
        await refused(store, opened(server=99, at=NOON + later * 1000, limits=limits))
    await commit(store, server=99, at=NOON + MINUTE, limits=limits)


async def test_of_two_openings_at_once_at_the_limit_one_wins(store: Store) -> None:
    for host in range(1, 50):
        await commit(store, host=host, at=NOON + host * 10_000, limits=Limits())
    late = NOON + 50 * 10_000
    rivals = [opened(host=100 + number, at=late, limits=Limits()) for number in range(5)]
    results = await asyncio.gather(*map(store.commit, rivals), return_exceptions=True)
    assert sum(isinstance(result, Stored) for result in results) == 1
    assert [limit.reason for limit in results if isinstance(limit, TooMany)] == ["server_full"] * 4
    assert await tables_of(store) == 50


async def test_a_second_delivery_at_the_limit_is_told_as_the_first(store: Store) -> None:
    limits = Limits(a_host=1)
    change = opened(limits=limits)
    first = await store.commit(change)
    for _ in range(2):
        with pytest.raises(Duplicate) as caught:
            await store.commit(change)
        assert caught.value.table_id == first.table.id
        if first.table.status is not Status.CLOSED:  # now the channel is free, but another table is opened
            first = await store.commit(close(first))
            await commit(store, limits=limits)


async def test_having_one_s_data_erased_resets_no_limit(store: Store) -> None:
    for number in range(4):
        await store.commit(close(await commit(store, server=number, limits=Limits())))
    assert (await store.export(1))["openings"] == [{"server": number, "at": NOON} for number in range(4)]
    await store.erase(1)
    assert (await refused(store, opened(limits=Limits()))).reason == "opening_often"


async def test_openings_are_forgotten_after_an_hour(store: Store) -> None:
    await commit(store)
    await commit(store, host=2, at=NOON + 1)
    await give_sign(store, NOON + HOUR)
    assert (await store.export(1))["openings"] == []
    assert (await store.export(2))["openings"] == [{"server": 10, "at": NOON + 1}]


async def test_a_clock_set_back_locks_nobody_out(store: Store) -> None:
    for number in range(4):
        await store.commit(close(await commit(store, server=number, at=NOON + 24 * HOUR, limits=Limits())))
    await commit(store, server=99, at=NOON, limits=Limits())


async def test_blocks_are_kept_replaced_and_lifted(store: Store) -> None:
    assert list(await store.blocks()) == []
    await store.block(Block("user", 7, "spam", NOON))
    await store.block(Block("server", 7, "", NOON))
    await store.block(Block("user", 7, "encore", NOON + 1))
    again, server = Block("user", 7, "encore", NOON + 1), Block("server", 7, "", NOON)
    assert list(await store.blocks()) == [server, again]
    assert (await store.export(7))["blocks"] == [{"reason": "encore", "at": NOON + 1}]

    await store.erase(7)
    assert await store.unblock("user", 7)
    assert not await store.unblock("user", 7)
    assert list(await store.blocks()) == [server]


async def test_limits_and_blocks_outlive_the_process(tmp_path: Path) -> None:
    path = tmp_path / "gobelet.db"
    store = await SqliteStore.open(path)
    for number in range(4):
        await store.commit(close(await commit(store, server=number, limits=Limits())))
    await store.block(Block("user", 7, "", NOON))
    await store.close()

    again = await SqliteStore.open(path)
    assert [block.id for block in await again.blocks()] == [7]
    assert (await refused(again, opened(limits=Limits()))).reason == "opening_often"
    await again.close()
