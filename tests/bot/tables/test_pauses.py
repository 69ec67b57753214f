"""A pause of the host's: the clock stops with what is left of it, and goes on from there."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.model import Pace, Status
from bot.tables.proof.verify import verify
from bot.tables.timing import Ring, bells
from tests.support.coin import Flip
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, HALL, House, why_denied

ELSEWHERE = HALL + 1


async def test_the_clock_goes_on_with_what_was_left(house: House) -> None:
    before = (await house.playing()).alarm
    assert before is not None
    await house.clock.advance(7_000)
    table = await house.tables.suspend(house.ask(ANNE), 1)
    assert table.halted
    await house.clock.advance(3_600_000)
    assert (await house.tables.table(1)).status is Status.PAUSED
    table = await house.tables.resume(house.ask(ANNE), 1, HALL)
    assert table.status is Status.PLAYING
    after = table.alarm
    assert after is not None
    assert (after.at, after.opened_at) == (before.at + 3_600_000, before.opened_at + 3_600_000)
    assert (after.key, after.stopped_at) == (before.key, None)
    await house.clock.advance(after.at - house.clock.now() - 1)
    assert (await house.tables.table(1)).alarm == replace(after, warned=1), "the reminder comes as late"
    await house.clock.advance(1)
    assert [entry.kind for entry in await house.store.log(1)][-3:] == ["pause", "resume", "expire"]


async def test_time_away_does_not_touch_a_stopped_clock(house: House) -> None:
    await house.playing()
    table = await house.tables.suspend(house.ask(ANNE), 1)
    away_since = house.clock.now()
    house.clock.jump(600_000)
    house.restart()
    await house.tables.came_back(away_since)
    assert (await house.tables.table(1)).alarm == table.alarm
    assert house.clock.pending == []


async def test_nobody_plays_meanwhile_but_one_may_leave(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    await house.tables.suspend(house.ask(ANNE), table.id)
    user = await house.awaited(table.id)
    assert await why_denied(house.tables.act(house.ask(user), table.id, Flip())) == "halted"
    assert await why_denied(house.tables.suspend(house.ask(ANNE), table.id)) == "halted"
    leaver = BOB if user == BOB else CHLOE
    table = await house.tables.quit(house.ask(leaver), table.id)
    assert (table.status, table.seat_of(leaver).left) == (Status.PAUSED, True)  # type: ignore[union-attr]


async def test_another_decision_gets_a_clock_of_its_own(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    leaver = await house.awaited(table.id)
    await house.tables.suspend(house.ask(ANNE), table.id)
    table = await house.tables.quit(house.ask(leaver), table.id)
    assert table.alarm is None
    house.clock.jump(5_000)
    alarm = (await house.tables.resume(house.ask(table.host_id or 0), table.id, HALL)).alarm
    assert alarm is not None
    assert alarm.opened_at == house.clock.now()


async def test_only_who_leads_the_table_ends_it(house: House) -> None:
    await house.playing()
    assert await why_denied(house.tables.suspend(house.ask(BOB), 1)) == "not_host"
    await house.tables.suspend(house.ask(BOB, moderator=True), 1)
    assert await why_denied(house.tables.resume(house.ask(BOB), 1, HALL)) == "not_host"
    table = await house.tables.resume(house.ask(ANNE), 1, ELSEWHERE)
    assert (table.status, table.channel_id) == (Status.PLAYING, ELSEWHERE)


async def test_trouble_still_lets_anybody_go_on_with_a_new_clock(house: House) -> None:
    await house.playing()
    assert not (await house.tables.pause(1, "message_gone")).halted
    house.clock.jump(9_000)
    alarm = (await house.tables.resume(house.ask(BOB), 1, HALL)).alarm
    assert alarm is not None
    assert alarm.opened_at == house.clock.now()


async def test_without_clocks_there_is_none_to_stop(house: House) -> None:
    await house.playing(pace=Pace.RELAXED)
    assert (await house.tables.suspend(house.ask(ANNE), 1)).alarm is None
    assert (await house.tables.resume(house.ask(ANNE), 1, HALL)).alarm is None


async def test_a_race_is_not_paused(house: House) -> None:
    table = await house.playing(game="diavolo")
    while table.alarm is None or not table.alarm.race:
        user = await house.awaited(table.id)
        sight = await house.tables.sight(table.id, user)
        table = await house.tables.act(house.click(user, table), table.id, sight.legal.actions[0])
    assert await why_denied(house.tables.suspend(house.ask(ANNE), table.id)) == "in_a_race"


async def test_a_pause_is_in_the_record_and_changes_no_die(house: House) -> None:
    table = await house.playing(goal=2)
    await house.tables.suspend(house.ask(ANNE), table.id)
    await house.tables.resume(house.ask(ANNE), table.id, HALL)
    while table.status is not Status.CLOSED:
        table = await house.act(table.id)
    record = await house.tables.record(table.id)
    assert {"pause", "resume"} < {line.kind for line in record.entries}
    assert verify(record, ALL_GAMES).ok


async def test_z9_boards_are_looked_at_again_when_there_is_more_to_see(house: House) -> None:
    alarm = (await house.playing()).alarm
    assert alarm is not None
    looking = replace(alarm, looks=(2_000, 4_000))
    rings = [(bell.at - alarm.opened_at, bell.ring) for bell in bells(looking, alarm.opened_at)]
    assert rings[:2] == [(2_000, Ring.LOOK), (4_000, Ring.LOOK)]
    later = bells(looking, alarm.opened_at + 2_000)
    assert [bell.at - alarm.opened_at for bell in later if bell.ring is Ring.LOOK] == [4_000]
    house.told.clear()
    house.tables.deadlines.arm(1, 10, looking.key, bells(looking, alarm.opened_at))
    await house.clock.advance(1_999)
    assert house.told == []
    await house.clock.advance(1)
    assert house.told == [1]
    await house.clock.advance(2_000)
    assert house.told == [1, 1]


async def test_z9_what_is_settled_does_not_wait_until_there_would_be_more_to_see(house: House) -> None:
    alarm = (await house.playing()).alarm
    assert alarm is not None
    settled = replace(alarm, race=True, looks=(2_000, 4_000), settle_at=alarm.opened_at + 2_400)
    rings = [(bell.at - alarm.opened_at, bell.ring) for bell in bells(settled, alarm.opened_at)]
    assert rings == [(2_000, Ring.LOOK), (2_400, Ring.END)]
