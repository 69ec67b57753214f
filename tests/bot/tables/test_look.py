"""A look at a table: worked out once, and never older than what there is to see."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import pytest

from bot.tables import looking
from bot.tables.look import Look, moments_passed
from bot.tables.model import Alarm, Status
from engines.diavolo.model import Roll
from tests.support.clock import NOON
from tests.support.tables import ANNE, BOB, CHLOE, House


async def test_every_audience_is_worked_out_once(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    look = await house.tables.look(table.id)
    sights = [look.sight(), look.sight("1"), look.sight("2")]
    assert await house.tables.look(table.id) is look
    assert [look.sight(), look.sight_for(ANNE), look.sight_for(BOB)] == sights
    assert await house.tables.sight(table.id, ANNE) is sights[1]
    assert look.sight_for(CHLOE) is sights[0]


async def test_a_change_is_seen_at_once(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    before = await house.tables.look(table.id)
    await house.act(table.id)
    after = await house.tables.look(table.id)
    assert after is not before
    assert (after.table.version, before.table.version) == (table.version + 1, table.version)
    assert after.sight().observation != before.sight().observation


async def test_a_deadline_that_is_moved_while_we_are_away_is_seen(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    before = await house.tables.look(table.id)
    await house.clock.advance(5_000)
    await house.tables.came_back(NOON)
    after = await house.tables.look(table.id)
    assert (after.table.version, after.table.turn) == (before.table.version + 1, before.table.turn)
    assert after.table.alarm is not None
    assert before.table.alarm is not None
    assert after.table.alarm.at > before.table.alarm.at


async def test_time_alone_changes_nothing_until_there_is_more_to_see(house: House) -> None:
    table = await house.playing(ANNE, BOB, game="diavolo", learning=True)
    table = await house.tables.act(house.click(await house.awaited(table.id), table), table.id, Roll())
    alarm = table.alarm
    assert alarm is not None
    assert (alarm.race, alarm.opened_at > house.clock.now()) == (True, True)
    before = await house.tables.look(table.id)
    await house.clock.advance(alarm.opened_at - house.clock.now() - 1)
    assert await house.tables.look(table.id) is before
    assert before.sight().now < alarm.opened_at
    house.told.clear()
    await house.clock.advance(1)
    open_now = await house.tables.look(table.id)
    assert open_now is not before
    assert open_now.sight().now >= alarm.opened_at
    assert house.told == [table.id], "and the publisher has been told to look"


def test_a_decision_has_more_to_see_at_its_opening_and_at_each_look() -> None:
    alarm = Alarm("answer", "answer", 30, 40_000, opened_at=10_000, looks=(2_000, 4_000))
    moments = [moments_passed(alarm, now) for now in (9_999, 10_000, 11_999, 12_000, 13_999, 14_000, 99_999)]
    assert moments == [0, 1, 1, 2, 2, 3, 3]
    assert moments_passed(None, 10_000) == 0


async def test_a_closed_table_is_looked_at_anew_and_not_kept(house: House) -> None:
    table = await house.playing(ANNE, BOB)
    await house.tables.look(table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    look = await house.tables.look(table.id)
    assert look.table.status is Status.CLOSED
    assert table.id not in house.tables._looks
    gone = weakref.ref(look)
    del look
    gc.collect()
    assert gone() is None


async def test_only_so_many_looks_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "_LOOKS", 2)
    held = await house.held((await house.playing(ANNE, BOB)).id)
    for number in (101, 102, 103):
        other = replace(held, table=replace(held.table, id=number))
        house.tables._remember(number, Look(other, NOON, house.tables._seer(other, NOON)))
    assert list(house.tables._looks) == [102, 103]


async def test_who_has_left_a_team_sees_what_the_channel_sees(house: House) -> None:
    table = await house.lobby(10, 20, teams=True)
    for user, seat in ((11, "1"), (21, "2")):
        table = await house.tables.join(house.ask(user), table.id, seat)
    table = await house.tables.begin(house.ask(10), table.id)
    await house.tables.quit(house.ask(11), table.id)
    look = await house.tables.look(table.id)
    assert look.sight_for(11) is look.sight()
    assert look.sight_for(10).seat == "1"
