"""Tables by the slots of their servers, and those in private messages, which have a place of their own."""

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.homes import Slots, is_private, private_place, slot_of
from bot.tables.model import Computer, Status, Table
from bot.tables.ports import Posted
from players.core.player import Level
from tests.support.clock import NOON
from tests.support.tables import ANNE, BOB, House, opening, why_denied

EVEN, ODD = 2 << 22, 3 << 22
"""Servers of the slots 0 and 1 of two."""


def slot(number: int) -> Slots:
    return Slots(frozenset({number}), 2)


async def playing(house: House, guild_id: int) -> Table:
    wanted = replace(opening(channel_id=guild_id + 1), guild_id=guild_id)
    table = await house.tables.open(house.ask(ANNE), "coin", wanted)
    await house.tables.join(house.ask(BOB), table.id)
    return await house.tables.begin(house.ask(ANNE), table.id)


def test_a_servers_slot_is_its_shard() -> None:
    assert [slot_of(guild_id, 2) for guild_id in (EVEN, ODD, EVEN + 5)] == [0, 1, 0]
    assert slot(1).have(ODD)
    assert not slot(1).have(EVEN)


async def test_a_lost_shard_holds_the_clocks_of_its_slot_alone(house: House) -> None:
    even, odd = await playing(house, EVEN), await playing(house, ODD)
    house.tables.hold(slot(1))
    await house.advance(61)
    assert (await house.tables.table(even.id)).turn > even.turn
    assert (await house.tables.table(odd.id)).turn == odd.turn
    house.tables.release(slot(1))
    await house.advance(1)
    assert (await house.tables.table(odd.id)).turn > odd.turn


async def test_a_shard_that_comes_back_moves_the_deadlines_of_its_slot_alone(house: House) -> None:
    even, odd = await playing(house, EVEN), await playing(house, ODD)
    house.tables.hold(slot(1))
    await house.advance(10)
    lives = await house.tables.came_back(NOON, slot(1))
    house.tables.release(slot(1))
    assert [live.table_id for live in lives] == [odd.id]
    assert (await house.alarm(even.id)).at == NOON + 60_000
    assert (await house.alarm(odd.id)).at == NOON + 70_000
    await house.advance(50)
    assert (await house.tables.table(even.id)).turn > even.turn
    assert (await house.tables.table(odd.id)).turn == odd.turn
    await house.advance(10)
    assert (await house.tables.table(odd.id)).turn > odd.turn


async def test_when_we_came_back_is_known_by_slot(house: House) -> None:
    """A late click in a race is judged by the connection of its own server."""
    await house.advance(5)
    await house.tables.came_back(None, slot(1))
    assert house.tables.back_at(ODD) == NOON + 5_000
    assert house.tables.back_at(EVEN) == 0
    house.tables.hold(slot(0))
    await house.advance(5)
    assert house.tables.back_at(EVEN) == NOON + 10_000, "cut off: now"
    assert house.tables.back_at(ODD) == NOON + 5_000


async def test_a_stop_holds_all_slots_whatever_was_held_before(house: House) -> None:
    odd = await playing(house, ODD)
    house.tables.hold(slot(1))
    house.tables.hold()
    house.tables.release(slot(1))
    await house.advance(61)
    assert (await house.tables.table(odd.id)).turn == odd.turn


async def test_a_slot_that_leaves_is_disarmed_and_forgotten(house: House) -> None:
    even, odd = await playing(house, EVEN), await playing(house, ODD)
    forgotten: list[Slots] = []
    house.tables.on_forgetting.add(forgotten.append)
    house.tables.leave_home(slot(1))
    assert forgotten == [slot(1)]
    assert (even.id in house.tables.deadlines, odd.id in house.tables.deadlines) == (True, False)
    assert [even.id in house.tables._ledger._cache, odd.id in house.tables._ledger._cache] == [True, False]


async def test_a_slot_that_comes_home_is_armed_and_its_deadlines_stay(house: House) -> None:
    even, odd = await playing(house, EVEN), await playing(house, ODD)
    house.restart()
    house.clock.jump(20_000)
    forgotten: list[Slots] = []
    house.tables.on_forgetting.add(forgotten.append)
    lives = await house.tables.come_home(slot(1))
    assert forgotten == [slot(1)], "what was remembered of it when it was last home is old"
    assert [live.table_id for live in lives] == [odd.id]
    assert (await house.alarm(odd.id)).at == NOON + 60_000, "whoever took the slot has moved them"
    assert (even.id in house.tables.deadlines, odd.id in house.tables.deadlines) == (False, True)
    assert house.tables.back_at(ODD) == NOON + 20_000


async def test_the_store_finds_tables_by_their_slots(any_store: Any) -> None:
    house = House(any_store)
    even, odd = await playing(house, EVEN), await playing(house, ODD)
    for number, table in enumerate((even, odd)):
        await any_store.note_posted(Posted(table.id, 0, table.channel_id, 100 + number, "", "", NOON))
    for number, table in enumerate((even, odd)):
        assert [live.table_id for live in await any_store.live(slot(number))] == [table.id]
        assert [spot.table_id for spot in await any_store.boards(slot(number))] == [table.id]
        assert [spot.guild_id for spot in await any_store.boards(slot(number))] == [table.guild_id]
    both = Slots(frozenset({0, 1}), 2)
    assert len(await any_store.live(both)) == len(await any_store.live()) == 2
    assert await any_store.live(Slots(frozenset(), 2)) == []
    assert [live.guild_id for live in await any_store.live()] == [EVEN, ODD]


async def test_the_store_moves_the_clocks_of_some_slots_and_gives_them_new_versions(any_store: Any) -> None:
    house = House(any_store)
    even, odd = await playing(house, EVEN), await playing(house, ODD)
    assert await any_store.shift_alarms(NOON, NOON + 7_000, 0, 0, slot(0)) == 1
    stands = {live.table_id: live for live in await any_store.live()}
    assert (stands[even.id].version, stands[odd.id].version) == (even.version + 1, odd.version)
    assert stands[even.id].published < stands[even.id].version, "people see the old deadline"


async def test_the_store_says_what_is_behind(any_store: Any) -> None:
    house = House(any_store)
    even, odd = await playing(house, EVEN), await playing(house, ODD)

    async def behind(before: int, slots: Slots) -> list[int]:
        return [live.table_id for live in await any_store.behind(before, slots)]

    assert await behind(NOON, slot(0)) == [even.id], "not published"
    for table in (even, odd):
        any_store.note_published(table.id, table.version)
    await any_store.set_fact("written", "now")
    assert await behind(NOON + 60_000, slot(1)) == []
    assert await behind(NOON + 60_001, slot(1)) == [odd.id], "overdue"
    await house.tables.suspend(house.ask(ANNE), odd.id)
    any_store.note_published(odd.id, odd.version + 1)
    await any_store.set_fact("written", "again")
    assert await behind(NOON + 60_001, slot(1)) == [], "its host has stopped the clock"


@pytest.mark.parametrize("closed", [False, True])
async def test_what_nobody_sees_does_not_make_a_table_behind(any_store: Any, closed: bool) -> None:
    """A reminder that is noted, and somebody who is erased: new versions, but nothing new to publish."""
    house = House(any_store)
    table = await playing(house, EVEN)
    any_store.note_published(table.id, table.version)
    await any_store.set_fact("written", "now")
    assert await any_store.mark_warned(table.id, table.alarm.key, 1) == table.version + 1
    assert await any_store.behind(NOON, slot(0)) == []
    if closed:
        house.restart()
        table = await house.tables.stop(house.ask(ANNE), table.id)
        assert table.status is Status.CLOSED
        any_store.note_published(table.id, table.version)
        await any_store.erase(BOB)
        assert await any_store.version(table.id) == table.version + 1
        assert await any_store.behind(NOON, slot(0)) == []


# -- private messages --------------------------------------------------------------------------------------


CHANNEL, SERVER = 7 << 22, 6 << 22
"""A private channel, and a server of the slot 1 of five."""


async def opened(house: House, channel_id: int = CHANNEL, user_id: int = ANNE) -> Table:
    """A table in somebody's private messages, with a computer."""
    place = private_place(channel_id)
    wanted = replace(opening(channel_id), guild_id=place, computers=(Computer(Level.MEDIUM, "basile"),))
    return await house.tables.open(house.ask(user_id), "coin", wanted)


def test_private_messages_are_heard_at_the_first_shard_whatever_their_number() -> None:
    place = private_place(CHANNEL)
    assert is_private(place)
    assert not is_private(CHANNEL)
    for count in (1, 2, 3, 5):
        assert slot_of(place, count) == 0
        assert Slots(frozenset({0}), count).have(place)
    assert slot_of(SERVER, 5) == 1, "servers go by their own number"


@pytest.mark.parametrize("count", [2, 5])
async def test_the_store_finds_them_in_the_first_slot_alone(any_store: Any, count: int) -> None:
    house = House(any_store)
    table = await opened(house)
    for number in range(count):
        lives = await any_store.live(Slots(frozenset({number}), count))
        assert [live.table_id for live in lives] == ([table.id] if number == 0 else [])


async def test_they_belong_to_no_server(any_store: Any) -> None:
    house = House(any_store)
    await opened(house)
    assert await any_store.list_servers() == frozenset()
    await house.tables.open(house.ask(BOB), "coin", replace(opening(), guild_id=SERVER))
    assert await any_store.list_servers() == {SERVER}


async def test_nobody_else_sits_down_there_and_everybody_has_their_own(house: House) -> None:
    table = await opened(house)
    assert await why_denied(house.tables.join(house.ask(BOB), table.id)) == "no_such_table"
    assert await why_denied(house.tables.join(house.ask(ANNE), table.id)) == "already_seated"
    assert await why_denied(opened(house)) == "occupied"
    assert (await opened(house, CHANNEL + 1, BOB)).id != table.id


async def test_it_begins_with_one_person_and_ends_when_they_leave(house: House) -> None:
    table = await opened(house)
    begun = await house.tables.begin(house.ask(ANNE), table.id)
    assert begun.status is Status.PLAYING
    assert begun.host_id == ANNE
    assert (await house.tables.quit(house.ask(ANNE), table.id)).status is Status.CLOSED


async def test_nobody_can_be_in_ones_team_there(house: House) -> None:
    """Else the table could never begin: each team plays in twos."""
    place = private_place(CHANNEL)
    assert (
        await why_denied(
            house.tables.open(house.ask(ANNE), "coin", replace(opening(teams=True), guild_id=place))
        )
        == "teams_alone"
    )
    table = await opened(house)
    assert (
        await why_denied(house.tables.set_option(house.ask(ANNE), table.id, "teams", True)) == "teams_alone"
    )
    table = await house.tables.set_option(house.ask(ANNE), table.id, "teams", False)
    assert (await house.tables.begin(house.ask(ANNE), table.id)).status is Status.PLAYING
