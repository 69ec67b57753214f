"""What people and servers wish to be told of, in each store: calls to the table, and the week."""

import asyncio
from dataclasses import replace

import pytest

from bot.insight.weekly import Weekly
from bot.tables.calls import KEPT, QUIET, Call, CallOut
from bot.tables.homes import EVERYTHING, Slots
from db.store import Store
from tests.db.beside import Pair
from tests.support.stored import NOON, begin, opening


def wish(user_id: int, least: int = 4, **facts: object) -> Call:
    made = Call(10, "tasse", user_id, least, None, 20, NOON)
    return replace(made, **facts)  # type: ignore[arg-type]


async def lobby(store: Store, **facts: object) -> int:
    return (await store.commit(opening(**facts))).table.id


async def test_a_wish_takes_the_place_of_an_earlier_one_of_the_same_game_and_server(
    store: Store,
) -> None:
    calls = store.calls
    assert list(await calls.calls_of(1)) == []
    await calls.put_call(wish(1))
    later = wish(1, 3, hours=(22, 2), channel_id=21, kept_at=NOON + 5)
    others = (wish(1, game="diavolo"), wish(1, guild_id=11), wish(2, 6))
    for each in (later, *others):
        await calls.put_call(each)
    assert list(await calls.calls_of(1)) == [others[0], later, others[1]]
    assert list(await calls.calls_for(10, "tasse")) == [later, others[2]]

    assert await calls.drop_call(10, "tasse", 1)
    assert not await calls.drop_call(10, "tasse", 1)
    assert list(await calls.calls_of(1)) == [others[0], others[1]]


async def test_wishes_end_when_their_time_is_over_and_a_game_renews_them(store: Store) -> None:
    calls = store.calls
    for user_id in (1, 2):
        await calls.put_call(wish(user_id))
    await calls.renew_calls(10, "tasse", (2, 3), NOON + 1)
    await calls.put_call(wish(4, kept_at=NOON + KEPT))
    assert [(call.user_id, call.kept_at) for call in await calls.calls_for(10, "tasse")] == [
        (2, NOON + 1),
        (4, NOON + KEPT),
    ]


async def test_tables_that_wait_are_known_by_game_and_server(store: Store) -> None:
    one = await lobby(store)
    other = await lobby(store, channel_id=21, home_id=21)
    await lobby(store, game="diavolo")
    await lobby(store, guild_id=11, channel_id=22, home_id=22)
    await store.commit(begin(await store.commit(opening(channel_id=23, home_id=23))))
    assert list(await store.calls.waiting_tables(10, "tasse")) == [one, other]


async def test_a_table_calls_once(store: Store) -> None:
    calls, table_id = store.calls, await lobby(store)
    wishes = [wish(user_id) for user_id in (5, 6, 7)]
    for each in wishes:
        await calls.put_call(each)
    assert await calls.call_out(CallOut(table_id, 20), wishes[:2], NOON)
    assert list(await calls.call_outs(EVERYTHING)) == [CallOut(table_id, 20)]
    assert [call.called_at for call in await calls.calls_for(10, "tasse")] == [NOON, NOON, None]

    assert not await calls.call_out(CallOut(table_id, 20), wishes[2:], NOON + 1)
    assert (await calls.calls_of(7))[0].called_at is None
    await calls.note_call_out(table_id, 900)
    assert list(await calls.call_outs(EVERYTHING)) == [CallOut(table_id, 20, 900)]
    assert list(await calls.call_outs(Slots(frozenset({1}), 2))) == []
    await calls.drop_call_out(table_id)
    assert list(await calls.call_outs(EVERYTHING)) == []


async def test_nobody_is_called_twice_in_twelve_hours_whatever_the_game_and_the_server(
    store: Store,
) -> None:
    calls = store.calls
    first, second = await lobby(store), await lobby(store, game="diavolo", guild_id=11)
    for each in (wish(5), wish(5, game="diavolo", guild_id=11), wish(6, game="diavolo", guild_id=11)):
        await calls.put_call(each)
    assert await calls.call_out(CallOut(first, 20), [wish(5)], NOON)
    both = [wish(user_id, game="diavolo", guild_id=11) for user_id in (6, 5)]
    assert not await calls.call_out(CallOut(second, 20), both, NOON + QUIET - 1)
    assert [call.called_at for call in await calls.calls_for(11, "diavolo")] == [NOON, None], "all or nobody"
    assert [out.table_id for out in await calls.call_outs(EVERYTHING)] == [first]
    await calls.drop_call(11, "diavolo", 5)
    await calls.put_call(wish(5, game="diavolo", guild_id=11))
    assert not await calls.call_out(CallOut(second, 20), both, NOON + QUIET - 1), "wishing anew does not help"
    assert await calls.call_out(CallOut(second, 20), both, NOON + QUIET)


async def test_who_wishes_it_no_more_is_not_called_nor_for_a_game_that_has_begun(store: Store) -> None:
    calls = store.calls
    await calls.put_call(wish(5))
    begun = (await store.commit(begin(await store.commit(opening())))).table.id
    assert not await calls.call_out(CallOut(begun, 20), [wish(5)], NOON)
    waiting = await lobby(store, channel_id=21, home_id=21)
    assert not await calls.call_out(CallOut(waiting, 21), [wish(5), wish(6)], NOON)
    assert await calls.call_out(CallOut(waiting, 21), [wish(5)], NOON)


async def test_wishes_are_told_and_erased(store: Store) -> None:
    await store.calls.put_call(wish(5, hours=(18, 23)))
    await store.calls.put_call(wish(6))
    await store.calls.call_out(CallOut(await lobby(store), 20), [wish(5)], NOON)
    told = await store.export(5)
    assert told["calls"] == [
        {
            "server": 10,
            "game": "tasse",
            "least": 4,
            "from_hour": 18,
            "until_hour": 23,
            "channel": 20,
            "kept_at": NOON,
        }
    ]
    assert told["called"] == [{"at": NOON}]
    await store.erase(5)
    told = await store.export(5)
    assert (told["calls"], told["called"]) == ([], [])
    assert [call.user_id for call in await store.calls.calls_for(10, "tasse")] == [6]


async def test_wishes_go_with_a_server_that_the_bot_has_left(store: Store) -> None:
    await store.calls.put_call(wish(5))
    await store.calls.put_call(wish(5, guild_id=11))
    assert set(await store.list_servers()) == {10, 11}
    await store.note_departure(10, 5)
    await store.purge_some(10)
    assert [call.guild_id for call in await store.calls.calls_of(5)] == [11]


@pytest.mark.parametrize("rivals", range(3))
async def test_of_two_processes_one_calls(pair: Pair, rivals: int) -> None:
    one, other = pair
    first, second = await lobby(one), await lobby(one, game="diavolo", guild_id=11)
    wishes = [wish(user_id) for user_id in range(100, 110)]
    elsewhere = [wish(user_id, game="diavolo", guild_id=11) for user_id in range(109, 99, -1)]
    for each in (*wishes, *elsewhere):
        await one.calls.put_call(each)
    asked = [
        (one, CallOut(first, 20), wishes),
        (other, CallOut(first, 20), wishes),
        (other, CallOut(second, 20), elsewhere),
    ]
    asked = asked[rivals:] + asked[:rivals]
    done = await asyncio.gather(*(store.calls.call_out(out, calls, NOON) for store, out, calls in asked))
    assert sum(done) == 1
    assert len(await one.calls.call_outs(EVERYTHING)) == 1


MONDAY = Weekly(10, 20, 0, 9, 1_000)


async def test_a_server_chooses_one_place_and_one_moment(store: Store) -> None:
    weeklies = store.weeklies
    assert await weeklies.weekly(10) is None
    await weeklies.put_weekly(MONDAY)
    other = Weekly(10, 21, 6, 18, 2_000)
    await weeklies.put_weekly(other)
    await weeklies.put_weekly(Weekly(11, 30, 0, 0, 1_500))
    assert await weeklies.weekly(10) == other
    assert [weekly.guild_id for weekly in await weeklies.weeklies()] == [11, 10]
    assert await weeklies.drop_weekly(11)
    assert not await weeklies.drop_weekly(11)
    assert list(await weeklies.weeklies()) == [other]


async def test_each_moment_is_taken_once_and_trouble_ends_it(store: Store) -> None:
    weeklies = store.weeklies
    await weeklies.put_weekly(MONDAY)
    coming = replace(MONDAY, next_at=8_000)
    assert await weeklies.turn_weekly(MONDAY, coming)
    assert not await weeklies.turn_weekly(MONDAY, coming)
    gone = replace(coming, trouble="forbidden")
    assert await weeklies.turn_weekly(coming, gone)
    assert await weeklies.weekly(10) == gone
    assert list(await weeklies.weeklies()) == []
    await weeklies.put_weekly(MONDAY)
    assert list(await weeklies.weeklies()) == [MONDAY], "choosing anew ends the trouble"


async def test_what_was_chosen_meanwhile_stands(store: Store) -> None:
    await store.weeklies.put_weekly(MONDAY)
    moved = replace(MONDAY, channel_id=21)
    await store.weeklies.put_weekly(moved)
    assert not await store.weeklies.turn_weekly(MONDAY, replace(MONDAY, trouble="forbidden"))
    assert await store.weeklies.weekly(10) == moved


async def test_it_goes_with_a_server_that_the_bot_has_left(store: Store) -> None:
    await store.weeklies.put_weekly(MONDAY)
    assert set(await store.list_servers()) == {10}
    await store.note_departure(10, 5)
    await store.purge_some(10)
    assert await store.weeklies.weekly(10) is None


async def test_of_two_processes_one_posts(pair: Pair) -> None:
    one, other = pair
    await one.weeklies.put_weekly(MONDAY)
    coming = replace(MONDAY, next_at=8_000)
    taken = await asyncio.gather(*(store.weeklies.turn_weekly(MONDAY, coming) for store in (one, other) * 3))
    assert sum(taken) == 1
