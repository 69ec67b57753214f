"""Tables in somebody's private messages: whose they are, where they are at home, who can sit there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.computer import Computer
from bot.tables.errors import Denied
from bot.tables.homes import Slots, is_private, private_place, slot_of
from bot.tables.model import Status, Table
from players.core.decision import Level
from tests.support.tables import ANNE, BOB, House, opening

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


async def test_nobody_else_sits_down_there(house: House) -> None:
    table = await opened(house)
    with pytest.raises(Denied, match="no_such_table"):
        await house.tables.join(house.ask(BOB), table.id)
    with pytest.raises(Denied, match="already_seated"):
        await house.tables.join(house.ask(ANNE), table.id)


async def test_everybody_has_a_table_of_each_game_of_their_own(house: House) -> None:
    first = await opened(house)
    with pytest.raises(Denied, match="occupied"):
        await opened(house)
    assert (await opened(house, CHANNEL + 1, BOB)).id != first.id


async def test_it_begins_with_one_person_and_ends_when_they_leave(house: House) -> None:
    table = await opened(house)
    begun = await house.tables.begin(house.ask(ANNE), table.id)
    assert begun.status is Status.PLAYING
    assert begun.host_id == ANNE
    assert (await house.tables.quit(house.ask(ANNE), table.id)).status is Status.CLOSED


async def test_nobody_can_be_in_ones_team_there(house: House) -> None:
    """Else the table could never begin: each team plays in twos."""
    place = private_place(CHANNEL)
    with pytest.raises(Denied, match="teams_alone"):
        await house.tables.open(house.ask(ANNE), "coin", replace(opening(teams=True), guild_id=place))
    table = await opened(house)
    with pytest.raises(Denied, match="teams_alone"):
        await house.tables.set_option(house.ask(ANNE), table.id, "teams", True)
    table = await house.tables.set_option(house.ask(ANNE), table.id, "teams", False)
    assert (await house.tables.begin(house.ask(ANNE), table.id)).status is Status.PLAYING
