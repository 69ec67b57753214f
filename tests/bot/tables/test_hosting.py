"""A host who is away: after five minutes without a move whoever sits at the table begins or resumes."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.errors import Denied
from bot.tables.model import Pace, Status
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House

FIVE = 5 * 60 * 1000
DAN = 4


async def refused(wish: Any) -> Denied:
    with pytest.raises(Denied, match="not_host") as caught:
        await wish
    return caught.value


async def test_anybody_at_the_table_begins_once_it_was_quiet(house: House) -> None:
    table = await house.lobby(ANNE, BOB, CHLOE)
    house.clock.jump(FIVE - 1)
    early = await refused(house.tables.begin(house.ask(BOB), 1))
    assert early.params["at"] == table.changed_at + FIVE
    house.clock.jump(1)
    table = await house.tables.begin(house.ask(BOB), 1)
    assert (table.status, table.host_id) == (Status.PLAYING, ANNE)


async def test_every_move_in_the_lobby_makes_them_wait_again(house: House) -> None:
    await house.lobby(ANNE, BOB)
    house.clock.jump(FIVE)
    await house.tables.set_option(house.ask(ANNE), 1, "goal", 5)
    await refused(house.tables.begin(house.ask(BOB), 1))
    house.clock.jump(FIVE)
    await house.tables.join(house.ask(CHLOE), 1)
    assert "at" in (await refused(house.tables.begin(house.ask(CHLOE), 1))).params


async def test_strangers_and_people_not_yet_come_never_do(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, goal=1)
    while table.status is not Status.CLOSED:
        table = await house.act(table.id)
    again = await house.tables.rematch(house.ask(ANNE), table.id)
    await house.tables.join(house.ask(BOB), again.id)
    house.clock.jump(FIVE)
    for user_id in (CHLOE, DAN):
        assert (await refused(house.tables.begin(house.ask(user_id), again.id))).params == {}
    assert (await house.tables.begin(house.ask(BOB), again.id)).status is Status.PLAYING


async def test_too_few_are_too_few_for_them_too(house: House) -> None:
    await house.lobby(ANNE)
    house.clock.jump(FIVE)
    with pytest.raises(Denied, match="too_few"):
        await house.tables.begin(house.ask(ANNE), 1)


@pytest.mark.parametrize("pace", [Pace.BRISK, Pace.RELAXED])
async def test_a_pause_of_the_hosts_ends_by_others_after_five_minutes(house: House, pace: Pace) -> None:
    await house.playing(ANNE, BOB, pace=pace)
    paused = await house.tables.suspend(house.ask(ANNE), 1)
    house.clock.jump(FIVE - 1)
    early = await refused(house.tables.resume(house.ask(BOB), 1, HALL))
    assert early.params["at"] == paused.changed_at + FIVE
    house.clock.jump(1)
    assert (await refused(house.tables.resume(house.ask(DAN), 1, HALL))).params == {}
    table = await house.tables.resume(house.ask(BOB), 1, HALL)
    assert (table.status, table.host_id) == (Status.PLAYING, ANNE)


async def test_who_has_left_the_game_does_not(house: House) -> None:
    await house.playing(ANNE, BOB, CHLOE)
    await house.tables.quit(house.ask(CHLOE), 1)
    await house.tables.suspend(house.ask(ANNE), 1)
    house.clock.jump(FIVE)
    assert (await refused(house.tables.resume(house.ask(CHLOE), 1, HALL))).params == {}


async def test_who_stands_in_for_a_host_that_has_gone_is_the_host(house: House) -> None:
    await house.lobby(ANNE, BOB)
    house.store.poke(1, host_id=None)  # as after an erasure in an older version
    house.restart()
    house.clock.jump(FIVE)
    assert (await house.tables.begin(house.ask(BOB), 1)).host_id == BOB
