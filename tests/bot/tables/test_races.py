"""Races: clicks count by the moment at which Discord received them, not by their arrival (D5, D6)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import permutations

import pytest

from bot.tables.errors import Denied
from bot.tables.model import Pace, Table
from engines.core.errors import Refusal
from engines.diavolo import throw
from engines.diavolo.model import Grab, Roll
from tests.support.tables import ANNE, BOB, CHLOE, House

COLORS = ("black", "white", "red", "grey")


async def thrown(house: House, *users: int, **wanted: object) -> Table:
    """A game of Diavolo whose first throw lies on the table."""
    table = await house.playing(*(users or (ANNE, BOB)), game="diavolo", **wanted)
    return await house.tables.act(house.click(await house.awaited(table.id), table), table.id, Roll())


async def kinds(house: House, table_id: int) -> list[str]:
    return [entry.kind for entry in await house.store.log(table_id)]


async def grab(house: House, user_id: int, table: Table, color: str, at: int | None = None) -> Table:
    return await house.tables.act(house.click(user_id, table, at), table.id, Grab(color, 0))


async def target(house: House, table: Table) -> str:
    """The right colour of the throw."""
    observation = (await house.tables.sight(table.id)).observation
    assert observation is not None
    assert observation.dice is not None
    return throw.target(observation.dice)


async def wrong(house: House, table: Table) -> tuple[str, str]:
    right = await target(house, table)
    first, second, *_ = (color for color in COLORS if color not in (right, "grey"))
    return first, second


async def test_d6_the_round_is_settled_400_ms_after_the_last_grab(house: House) -> None:
    table = await thrown(house)
    first, second = await wrong(house, table)
    await grab(house, ANNE, table, first)
    assert (await house.tables.table(table.id)).alarm.settle_at is None
    await grab(house, BOB, table, second)
    await house.clock.advance(399)
    assert "system" not in await kinds(house, table.id)
    await house.clock.advance(1)
    assert (await kinds(house, table.id))[-1] == "system"
    assert (await house.tables.sight(table.id)).observation.phase == "roll"


async def test_d5_an_earlier_click_that_arrives_later_takes_the_pawn(house: House) -> None:
    table = await thrown(house)
    right = await target(house, table)
    now = house.clock.now()
    await house.clock.advance(350)
    await grab(house, ANNE, table, right, now + 300)
    await grab(house, BOB, table, right, now + 100)
    await house.clock.advance(800)
    observation = (await house.tables.sight(table.id)).observation
    assert [observation.last.claims[seat] for seat in observation.seats] == [None, right]


@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_d5_the_order_of_arrival_never_matters(house: House, order: tuple[int, ...]) -> None:
    table = await thrown(house, ANNE, BOB, CHLOE)
    first, second = await wrong(house, table)
    now = house.clock.now()
    grabs = ((ANNE, first, now + 10), (BOB, first, now + 20), (CHLOE, second, now + 30))
    await house.clock.advance(300)
    for number in order:
        await grab(house, grabs[number][0], table, *grabs[number][1:])
    await house.clock.advance(400)
    observation = (await house.tables.sight(table.id)).observation
    assert [observation.last.claims[seat] for seat in observation.seats] == [first, first, second]
    moments = [observation.last_at[seat] for seat in observation.seats]
    assert moments == sorted(moments)


async def test_d6_a_click_made_in_time_counts_when_it_arrives_after_the_deadline(house: House) -> None:
    table = await thrown(house)
    alarm = table.alarm
    assert alarm is not None
    assert alarm.race
    first, _ = await wrong(house, table)
    await house.clock.advance(alarm.at - house.clock.now() + 399)
    assert (await house.tables.table(table.id)).turn == table.turn
    with pytest.raises(Denied, match="late"):
        await grab(house, BOB, table, first, alarm.at + 1)
    await grab(house, ANNE, table, first, alarm.at)
    await house.clock.advance(1)
    assert (await kinds(house, table.id))[-2:] == ["act", "expire"]


async def test_d6_the_window_does_not_open_again_with_each_grab(house: House) -> None:
    table = await thrown(house)
    first, second = await wrong(house, table)
    for user_id, color in ((ANNE, first), (BOB, second)):
        await grab(house, user_id, table, color)
    settle_at = (await house.tables.table(table.id)).alarm.settle_at
    await house.clock.advance(200)
    assert (await house.tables.table(table.id)).alarm.settle_at == settle_at


async def test_a_grab_after_the_settling_is_stale(house: House) -> None:
    table = await thrown(house)
    first, second = await wrong(house, table)
    late = house.click(ANNE, table)
    await grab(house, ANNE, table, first)
    await grab(house, BOB, table, second)
    await house.clock.advance(400)
    with pytest.raises(Denied, match="stale"):
        await house.tables.act(late, table.id, Grab(second, 0))


async def test_two_grabs_in_one_millisecond_are_one_grab(house: House) -> None:
    table = await thrown(house)
    first, second = await wrong(house, table)
    await grab(house, ANNE, table, first)
    with pytest.raises(Refusal):
        await grab(house, ANNE, table, second)
    observation = (await house.tables.sight(table.id)).observation
    assert [held.color for held in observation.held] == [first]


async def test_a_second_delivery_of_a_grab_changes_nothing(house: House) -> None:
    table = await thrown(house)
    first, _ = await wrong(house, table)
    click = house.click(ANNE, table)
    once = await house.tables.act(click, table.id, Grab(first, 0))
    assert await house.tables.act(click, table.id, Grab(first, 0)) == once


async def test_a_grab_has_the_moment_of_its_click_and_not_what_was_claimed(house: House) -> None:
    table = await thrown(house)
    first, _ = await wrong(house, table)
    click = house.click(ANNE, table)
    await house.tables.act(click, table.id, Grab(first, 5))
    (held,) = (await house.tables.sight(table.id)).observation.held
    assert held.at == click.click


async def test_times_count_from_the_click_that_opened_the_race(house: House) -> None:
    table = await house.playing(game="diavolo")
    click = house.click(await house.awaited(table.id), table)
    await house.clock.advance(250)
    table = await house.tables.act(click, table.id, Roll())
    assert table.alarm is not None
    assert table.alarm.opened_at == house.clock.now() - 250
    assert table.alarm.at == table.alarm.opened_at + 15_000
    first, second = await wrong(house, table)
    await grab(house, ANNE, table, first)
    await grab(house, BOB, table, second)
    await house.clock.advance(400)
    scene = (await house.tables.sight(table.id)).scenes[-1]
    assert scene.opened_at == table.alarm.opened_at


async def test_a_pause_for_looking_keeps_the_next_throw_waiting(house: House) -> None:
    table = await thrown(house)
    first, second = await wrong(house, table)
    await grab(house, ANNE, table, first)
    await grab(house, BOB, table, second)
    await house.clock.advance(400)
    table = await house.tables.table(table.id)
    roller = await house.awaited(table.id)
    with pytest.raises(Denied, match="too_soon"):
        await house.tables.act(house.click(roller, table), table.id, Roll())
    told = len(house.told)
    await house.clock.advance(2_500)
    assert len(house.told) == told + 1
    await house.tables.act(house.click(roller, table), table.id, Roll())


@pytest.mark.parametrize("waits", [False, True])
async def test_a_click_made_while_the_clocks_are_moved_counts(house: House, waits: bool) -> None:
    table = await thrown(house)
    last_beat = house.clock.now() - 1
    house.restart()
    house.clock.jump(5_000)
    click = house.click(ANNE, table, house.clock.now() - 400)
    waking = asyncio.create_task(house.tables.came_back(last_beat))
    await (asyncio.sleep(0) if waits else waking)
    after = await house.tables.act(click, table.id, Grab("red", 0))
    await waking
    assert after.version > table.version
    assert (await house.store.log(table.id))[-1].kind == "act"


async def test_a_race_does_not_end_while_nobody_is_heard(house: House) -> None:
    table = await thrown(house)
    since = house.clock.now()
    house.restart()
    house.tables.deadlines.hold()
    house.clock.jump(10 * 60_000)
    after = await house.tables.act(house.click(ANNE, table), table.id, Grab("red", 0))
    assert after.version == table.version + 1
    await house.tables.came_back(since)
    house.tables.deadlines.release()
    assert await house.tables.act(house.click(BOB, table), table.id, Grab("black", 0))


async def test_d10_learners_grab_only_once_the_dice_show(house: House) -> None:
    table = await thrown(house, learning=True)
    assert table.alarm is not None
    assert table.alarm.opened_at == house.clock.now() + 4_000
    with pytest.raises(Denied, match="too_soon"):
        await grab(house, ANNE, table, "red")
    await house.clock.advance(4_000)
    await grab(house, ANNE, table, "red")


async def test_a_race_keeps_its_clock_in_relaxed_games(house: House) -> None:
    table = await house.playing(game="diavolo", pace=Pace.RELAXED)
    assert table.alarm is None
    table = await house.tables.act(house.click(await house.awaited(table.id), table), table.id, Roll())
    assert table.alarm is not None
    assert table.alarm.seconds == 15


async def test_an_accessible_table_doubles_the_time(house: House) -> None:
    table = await house.playing(game="diavolo", accessible=True)
    assert table.alarm is not None
    assert table.alarm.seconds == 60
    table = await house.tables.act(house.click(await house.awaited(table.id), table), table.id, Roll())
    assert table.alarm is not None
    assert table.alarm.seconds == 30


async def test_after_a_crash_in_the_window_the_round_is_settled_at_once(house: House) -> None:
    table = await thrown(house)
    first, second = await wrong(house, table)
    await grab(house, ANNE, table, first)
    await grab(house, BOB, table, second)
    died = house.clock.now()
    house.restart()
    house.clock.jump(10_000)
    await house.tables.came_back(died)
    await house.clock.advance(0)
    assert (await kinds(house, table.id))[-1] == "system"


async def test_what_is_foreseen_is_what_will_be_thrown(house: House) -> None:
    table = await house.playing(game="diavolo")
    roller = await house.awaited(table.id)
    seat = table.seat_of(roller)
    assert seat is not None
    foreseen = await house.tables.foresee(table.id, seat.name, Roll())
    assert (await house.tables.table(table.id)) == table
    await house.tables.act(house.click(roller, table), table.id, Roll())
    thrown_now = (await house.tables.sight(table.id)).observation
    assert foreseen.observation.dice == thrown_now.dice
    assert thrown_now.dice is not None


async def test_a_race_that_no_click_opened_begins_when_its_message_is_out(house: House) -> None:
    table = await house.playing(game="diavolo")
    await house.advance(30)
    table = await house.tables.table(table.id)
    assert table.alarm is not None
    assert table.alarm.unseen
    shown_at = house.clock.now() + 700
    await house.tables.races.show(table.id, table.alarm.key, shown_at)
    await house.tables.races.show(table.id, table.alarm.key, shown_at + 5_000)
    alarm = (await house.tables.table(table.id)).alarm
    assert alarm is not None
    assert (alarm.opened_at, alarm.at, alarm.unseen) == (shown_at, shown_at + 15_000, False)


async def test_nor_does_one_that_was_opened_out_of_the_others_sight_begin_before(house: House) -> None:
    table = await house.playing(game="diavolo")
    click = replace(house.click(await house.awaited(table.id), table), aside=True)
    alarm = (await house.tables.act(click, table.id, Roll())).alarm
    assert alarm is not None
    assert alarm.unseen
    shown_at = house.clock.now() + 3_000
    await house.tables.races.show(table.id, alarm.key, shown_at)
    alarm = (await house.tables.table(table.id)).alarm
    assert alarm is not None
    assert (alarm.opened_at, alarm.at, alarm.unseen) == (shown_at, shown_at + 15_000, False)


async def test_time_that_the_bot_was_away_does_not_count_in_a_race(house: House) -> None:
    table = await thrown(house)
    assert table.alarm is not None
    died = house.clock.now()
    house.restart()
    house.clock.jump(90_000)
    await house.tables.came_back(died)
    alarm = (await house.tables.table(table.id)).alarm
    assert alarm is not None
    assert alarm.opened_at == table.alarm.opened_at + 90_000
