"""Races: clicks count by the moment at which Discord received them, not by their arrival (D5, D6)."""

import asyncio
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from bot.tables.model import Pace, Table
from engines.core.records import Refusal
from engines.diavolo import throw
from engines.diavolo.model import Grab, Roll
from tests.support.tables import ANNE, BOB, CHLOE, House, why_denied

COLORS = ("black", "white", "red", "grey")


async def thrown(house: House, *users: int, **wanted: object) -> Table:
    """A game of Diavolo whose first throw lies on the table."""
    table = await house.playing(*(users or (ANNE, BOB)), game="diavolo", **wanted)
    return await house.tables.act(house.click(await house.awaited(table.id), table), table.id, Roll())


async def grab(house: House, user_id: int, table: Table, color: str, at: int | None = None) -> Table:
    return await house.tables.act(house.click(user_id, table, at), table.id, Grab(color, 0))


async def target(house: House, table: Table) -> str:
    """The right colour of the throw."""
    observation = (await house.tables.sight(table.id)).observation
    assert observation.dice is not None
    return throw.target(observation.dice)


async def wrong(house: House, table: Table) -> tuple[str, str]:
    right = await target(house, table)
    first, second, *_ = (color for color in COLORS if color not in (right, "grey"))
    return first, second


async def both_wrong(house: House, table: Table) -> None:
    """Each of two grabs another wrong pawn."""
    for user_id, color in zip((ANNE, BOB), await wrong(house, table), strict=True):
        await grab(house, user_id, table, color)


async def test_d6_the_round_is_settled_400_ms_after_the_last_grab(house: House) -> None:
    table = await thrown(house)
    first, second = await wrong(house, table)
    late = house.click(ANNE, table)
    await grab(house, ANNE, table, first)
    assert (await house.alarm(table.id)).settle_at is None
    await grab(house, BOB, table, second)
    settle_at = (await house.alarm(table.id)).settle_at
    await house.clock.advance(399)
    assert (await house.alarm(table.id)).settle_at == settle_at, "it does not open again"
    assert "system" not in await house.kinds(table.id)
    await house.clock.advance(1)
    assert (await house.kinds(table.id))[-1] == "system"
    assert (await house.tables.sight(table.id)).observation.phase == "roll"
    assert await why_denied(house.tables.act(late, table.id, Grab(second, 0))) == "stale"


async def test_after_a_crash_in_the_window_the_round_is_settled_at_once(house: House) -> None:
    table = await thrown(house)
    await both_wrong(house, table)
    died = house.clock.now()
    house.restart()
    house.clock.jump(10_000)
    await house.tables.came_back(died)
    await house.clock.advance(0)
    assert (await house.kinds(table.id))[-1] == "system"


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
    assert alarm.race
    first, _ = await wrong(house, table)
    await house.clock.advance(alarm.at - house.clock.now() + 399)
    assert (await house.tables.table(table.id)).turn == table.turn
    assert await why_denied(grab(house, BOB, table, first, alarm.at + 1)) == "late"
    await grab(house, ANNE, table, first, alarm.at)
    await house.clock.advance(1)
    assert (await house.kinds(table.id))[-2:] == ["act", "expire"]


async def test_two_grabs_in_one_millisecond_are_one_grab(house: House) -> None:
    table = await thrown(house)
    first, second = await wrong(house, table)
    await grab(house, ANNE, table, first)
    with pytest.raises(Refusal):
        await grab(house, ANNE, table, second)
    observation = (await house.tables.sight(table.id)).observation
    assert [held.color for held in observation.held] == [first]


async def test_a_grab_has_the_moment_of_its_click_and_not_what_was_claimed(house: House) -> None:
    table = await thrown(house)
    first, _ = await wrong(house, table)
    click = house.click(ANNE, table)
    once = await house.tables.act(click, table.id, Grab(first, 5))
    (held,) = (await house.tables.sight(table.id)).observation.held
    assert held.at == click.click
    assert await house.tables.act(click, table.id, Grab(first, 5)) == once, "delivered twice"


async def test_times_count_from_the_click_that_opened_the_race(house: House) -> None:
    table = await house.playing(game="diavolo")
    click = house.click(await house.awaited(table.id), table)
    await house.clock.advance(250)
    table = await house.tables.act(click, table.id, Roll())
    assert table.alarm.opened_at == house.clock.now() - 250
    assert table.alarm.at == table.alarm.opened_at + 15_000
    await both_wrong(house, table)
    await house.clock.advance(400)
    scene = (await house.tables.sight(table.id)).scenes[-1]
    assert scene.opened_at == table.alarm.opened_at


async def test_a_pause_for_looking_keeps_the_next_throw_waiting(house: House) -> None:
    table = await thrown(house)
    await both_wrong(house, table)
    await house.clock.advance(400)
    table = await house.tables.table(table.id)
    roller = await house.awaited(table.id)
    assert await why_denied(house.tables.act(house.click(roller, table), table.id, Roll())) == "too_soon"
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
    assert table.alarm.opened_at == house.clock.now() + 4_000
    assert await why_denied(grab(house, ANNE, table, "red")) == "too_soon"
    await house.clock.advance(4_000)
    await grab(house, ANNE, table, "red")


@pytest.mark.parametrize(
    ("wanted", "throwing", "grabbing"), [({"pace": Pace.RELAXED}, None, 15), ({"accessible": True}, 60, 30)]
)
async def test_a_race_has_its_clock_at_any_pace_and_twice_the_time_where_the_table_is_accessible(
    house: House, wanted: dict[str, Any], throwing: int | None, grabbing: int
) -> None:
    table = await house.playing(game="diavolo", **wanted)
    assert (table.alarm and table.alarm.seconds) == throwing
    table = await house.tables.act(house.click(await house.awaited(table.id), table), table.id, Roll())
    assert table.alarm.seconds == grabbing


async def test_what_is_foreseen_is_what_will_be_thrown(house: House) -> None:
    table = await house.playing(game="diavolo")
    roller = await house.awaited(table.id)
    seat = table.seat_of(roller)
    foreseen = await house.tables.foresee(table.id, seat.name, Roll())
    assert (await house.tables.table(table.id)) == table
    await house.tables.act(house.click(roller, table), table.id, Roll())
    thrown_now = (await house.tables.sight(table.id)).observation
    assert foreseen.observation.dice == thrown_now.dice
    assert thrown_now.dice is not None


@pytest.mark.parametrize("aside", [False, True])
async def test_a_race_that_no_click_opened_in_sight_of_all_begins_when_its_message_is_out(
    house: House, aside: bool
) -> None:
    table = await house.playing(game="diavolo")
    if aside:
        click = replace(house.click(await house.awaited(table.id), table), aside=True)
        await house.tables.act(click, table.id, Roll())
    else:
        await house.advance(30)
    alarm = await house.alarm(table.id)
    assert alarm.unseen
    shown_at = house.clock.now() + 3_000
    await house.tables.races.show(table.id, alarm.key, shown_at)
    await house.tables.races.show(table.id, alarm.key, shown_at + 5_000)
    alarm = await house.alarm(table.id)
    assert (alarm.opened_at, alarm.at, alarm.unseen) == (shown_at, shown_at + 15_000, False)


async def test_time_that_the_bot_was_away_does_not_count_in_a_race(house: House) -> None:
    table = await thrown(house)
    died = house.clock.now()
    house.restart()
    house.clock.jump(90_000)
    await house.tables.came_back(died)
    assert (await house.alarm(table.id)).opened_at == table.alarm.opened_at + 90_000
