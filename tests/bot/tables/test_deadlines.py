"""Clocks: when they are armed, kept, moved, announced and heard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.tables.homes import EVERYTHING, Slots
from bot.tables.model import Alarm, Pace, Status
from bot.tables.playing.deadlines import Deadlines
from bot.tables.ports import Change, Stored
from bot.tables.timing import Bell, Ring
from tests.support.clock import NOON, FakeClock, settled
from tests.support.coin import SIDES, Guess
from tests.support.store import FreshStore
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House

MINUTE = 60


async def alarm(house: House, table_id: int) -> Alarm:
    found = (await house.tables.table(table_id)).alarm
    assert found is not None
    return found


async def kinds(house: House, table_id: int) -> list[str]:
    return [entry.kind for entry in await house.store.log(table_id)]


async def test_each_decision_has_its_own_deadline(house: House) -> None:
    table = await house.playing()
    assert table.alarm == Alarm("flip:0", "flip", 60, NOON + 60_000, opened_at=NOON)
    await house.advance(10)
    table = await house.act(table.id)
    assert table.alarm == Alarm("guess:1", "guess", 90, NOON + 100_000, opened_at=NOON + 10_000)


async def test_what_changes_no_decision_prolongs_nothing(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    before = await alarm(house, table.id)
    idle = await house.idle(table.id)
    await house.advance(10)
    assert (await house.tables.move(table.id, 77)).alarm == before
    left = await house.tables.quit(house.ask(idle), table.id)
    assert left.alarm == before


async def test_no_clock_runs_in_relaxed_games(house: House) -> None:
    table = await house.playing(pace=Pace.RELAXED)
    assert table.alarm is None
    assert (await house.act(table.id)).alarm is None
    assert not house.clock.pending


async def test_a_deadline_is_announced_once_and_then_passes(house: House) -> None:
    table = await house.playing()
    await house.advance(39)
    assert house.warned == []
    await house.advance(1)
    assert house.warned == [table.id]
    await house.advance(19)
    assert (await house.tables.table(table.id)).turn == table.turn
    await house.advance(1)
    after = await house.tables.table(table.id)
    assert after.alarm == Alarm("flip:1", "flip", 60, NOON + 120_000, opened_at=NOON + 60_000)
    assert (await kinds(house, table.id))[-1] == "expire"
    assert house.warned == [table.id]


async def test_an_announcement_is_not_repeated_after_a_restart(house: House) -> None:
    table = await house.playing()
    await house.advance(45)
    house.restart()
    await house.tables.came_back(house.clock.now())
    await house.advance(14)
    assert house.warned == [table.id]
    assert (await alarm(house, table.id)).warned


async def test_an_announcement_survives_a_change_of_the_same_decision(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    idle = await house.idle(table.id)
    await house.advance(45)
    left = await house.tables.quit(house.ask(idle), table.id)
    assert left.alarm is not None
    assert left.alarm.warned
    await house.advance(10)
    assert house.warned == [table.id]


async def test_early_late_and_double_timers_do_no_harm(house: House) -> None:
    table = await house.playing()
    await house.tables.expire(table.id, 10, "flip:0")
    assert (await house.tables.table(table.id)).turn == table.turn
    await house.advance(60)
    passed = await house.tables.table(table.id)
    assert passed.turn > table.turn
    for key in ("flip:0", "flip:0", "guess:9"):
        await house.tables.expire(table.id, 10, key)
    assert await house.tables.table(table.id) == passed
    assert len(house.clock.pending) == 1


async def test_a_click_and_its_deadline_make_one_step(house: House) -> None:
    table = await house.playing()
    await house.act(table.id)
    await house.advance(60)
    assert (await kinds(house, table.id)).count("expire") == 0


async def test_who_misses_three_times_in_a_row_leaves(house: House) -> None:
    table = await house.playing(goal=9)
    await house.advance(6 * MINUTE)
    table = await house.tables.table(table.id)
    assert table.status is Status.CLOSED
    assert sum(seat.left for seat in table.seats) == 1
    assert (await kinds(house, table.id)).count("expire") == 5
    assert not house.clock.pending


async def test_an_idle_lobby_closes_by_itself(house: House) -> None:
    table = await house.lobby(ANNE)
    await house.advance(29 * MINUTE)
    await house.tables.join(house.ask(BOB), table.id)
    await house.advance(29 * MINUTE)
    assert (await house.tables.table(table.id)).status is Status.LOBBY
    await house.advance(MINUTE)
    table = await house.tables.table(table.id)
    assert (table.status, table.end.why) == (Status.CLOSED, "idle")
    assert house.warned == []


async def test_a_pause_stops_the_clock_and_resuming_starts_it_anew(house: House) -> None:
    table = await house.playing()
    await house.advance(50)
    await house.tables.pause(table.id, "channel_gone")
    await house.advance(10 * MINUTE)
    table = await house.tables.resume(house.ask(ANNE), table.id, HALL)
    now = house.clock.now()
    assert table.alarm == Alarm("flip:0", "flip", 60, now + 60_000, opened_at=now)
    await house.advance(60)
    assert (await house.tables.table(table.id)).turn > table.turn


@pytest.mark.parametrize(("played", "away", "left"), [(10, 3_600, 60), (0, 3_600, 60), (50, 60, 60)])
async def test_time_away_does_not_count(house: House, played: int, away: int, left: int) -> None:
    table = await house.playing()
    guess = await house.act(table.id)
    assert guess.alarm is not None
    await house.advance(played)
    since = house.clock.now()
    house.restart()
    house.clock.jump(away * 1000)
    lives = await house.tables.came_back(since)
    assert [live.table_id for live in lives] == [table.id]
    expected = max(guess.alarm.at + away * 1000, house.clock.now() + left * 1000)
    assert (await alarm(house, table.id)).at == expected
    assert (await house.tables.table(table.id)).turn == guess.turn
    await house.advance((expected - house.clock.now()) // 1000)
    assert (await kinds(house, table.id))[-1] == "expire"


async def test_deadlines_that_are_near_after_time_away_pass_one_after_another(house: House) -> None:
    tables = [(await house.playing(channel_id=HALL + n)).id for n in range(3)]
    await house.advance(59)
    house.restart()
    await house.tables.came_back(NOON + 59_000)
    assert [(await alarm(house, table_id)).at - NOON for table_id in tables] == [119_000, 119_010, 119_020]


async def test_a_decision_that_opened_after_the_last_sign_of_life_stays_open(house: House) -> None:
    older, table = await house.playing(channel_id=HALL + 1), await house.playing()
    last_beat = house.clock.now()
    await house.advance(20)
    guess = await house.act(table.id)
    assert guess.alarm is not None
    house.restart()
    house.clock.jump(5_000)
    await house.tables.came_back(last_beat)
    moved = await alarm(house, table.id)
    assert moved.at == guess.alarm.at + 5_000
    assert (await alarm(house, older.id)).at == NOON + 85_000
    assert (await house.act(table.id)).turn > guess.turn


@pytest.mark.parametrize("beat", [0, 20])
async def test_a_click_between_the_return_and_the_waking_is_not_too_early(house: House, beat: int) -> None:
    """`beat`: when the last sign of life was, before or after the decision opened (seconds)."""
    table = await house.playing()
    await house.advance(10)
    guess = await house.act(table.id)
    last_beat = NOON + beat * 1000
    await house.advance(20)
    house.restart()
    click = house.click(await house.awaited(table.id), guess)
    house.clock.jump(600)
    await house.tables.came_back(last_beat)
    assert (await house.tables.act(click, table.id, Guess(SIDES[0]))).turn > guess.turn


async def test_a_deadline_is_not_moved_where_nothing_is_known_of_the_past(house: House) -> None:
    table = await house.playing()
    house.restart()
    await house.tables.came_back(None)
    assert (await alarm(house, table.id)).at == NOON + 60_000
    assert len(house.tables.deadlines) == 1


async def test_nothing_fires_while_cut_off(house: House) -> None:
    table = await house.playing()
    since = house.clock.now()
    house.tables.deadlines.hold()
    await house.advance(10 * MINUTE)
    await house.act(table.id)
    assert not house.clock.pending
    await house.tables.came_back(since)
    assert not house.clock.pending
    house.tables.deadlines.release()
    house.tables.deadlines.release()
    assert len(house.clock.pending) == 1
    await house.advance(60)
    assert "expire" not in await kinds(house, table.id)


class Interrupted(FreshStore):
    """The connection comes back in the middle of each commit; `overlaps` notes a shift during one."""

    def __init__(self) -> None:
        super().__init__()
        self.comes_back: Callable[[], object] | None = None
        self.committing = 0
        self.overlaps: list[bool] = []

    async def commit(self, change: Change) -> Stored:
        self.committing += 1
        if self.comes_back is not None:
            self.comes_back()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        stored = await super().commit(change)
        self.committing -= 1
        return stored

    async def shift_alarms(
        self, since: int, now: int, soonest: int, apart: int = 0, slots: Slots = EVERYTHING
    ) -> int:
        self.overlaps.append(self.committing > 0)
        return await super().shift_alarms(since, now, soonest, apart, slots)


async def test_time_away_cannot_be_undone_by_a_change_under_way() -> None:
    store = Interrupted()
    house = House(store)
    table = await house.playing(ANNE, BOB, CHLOE)
    idle = await house.idle(table.id)
    house.clock.jump(600_000)
    store.comes_back = lambda: house.tasks.spawn(house.tables.came_back(NOON), "back")
    await house.tables.quit(house.ask(idle), table.id)
    await settled()
    assert store.overlaps == [False]
    assert (await alarm(house, table.id)).at == NOON + 660_000


async def test_a_deadline_whose_commit_fails_is_tried_again(house: House) -> None:
    table = await house.playing()
    await house.advance(59)
    house.store.fail_next = OSError("disk full")
    await house.advance(1)
    assert (await house.tables.table(table.id)).turn == table.turn
    assert len(house.clock.pending) == 1
    await house.advance(10)
    assert (await house.tables.table(table.id)).turn > table.turn


async def test_a_person_who_answers_again_after_a_failed_deadline_keeps_their_clock(house: House) -> None:
    table = await house.playing()
    await house.advance(59)
    house.store.fail_next = OSError("disk full")
    await house.advance(1)
    await house.act(table.id)
    assert len(house.clock.pending) == 1
    await house.tables.act(house.ask(await house.awaited(table.id)), table.id, Guess("heads"))
    await house.advance(59)
    assert "expire" not in await kinds(house, table.id)
    await house.advance(1)
    assert (await kinds(house, table.id))[-1] == "expire"


async def test_a_clock_is_moved_not_doubled() -> None:
    clock = FakeClock()
    fired: list[Any] = []
    deadlines = Deadlines(clock, lambda *what: fired.append(what))
    warning, end = Bell(NOON + 500, Ring.REMIND, 1), Bell(NOON + 2_000, Ring.END)
    deadlines.arm(1, 10, "a", (Bell(NOON + 1_000, Ring.END),))
    deadlines.arm(1, 10, "b", (warning, end))
    deadlines.arm(2, 10, "c", (Bell(NOON + 900, Ring.END),))
    deadlines.disarm(2)
    deadlines.disarm(3)
    await clock.advance(500)
    assert fired == [(1, 10, "b", warning)]
    await clock.advance(1_000)
    assert fired == [(1, 10, "b", warning)]
    await clock.advance(5_000)
    assert fired == [(1, 10, "b", warning), (1, 10, "b", end)]
    assert len(deadlines) == 0


async def test_one_timer_is_set_for_whichever_clock_rings_next() -> None:
    clock = FakeClock()
    fired: list[Any] = []
    deadlines = Deadlines(clock, lambda *what: fired.append(what))
    ends = {table_id: Bell(NOON + 1_000 * (9 - table_id), Ring.END) for table_id in range(9)}
    for table_id, end in ends.items():
        deadlines.arm(table_id, 10, "a", (end,))
        assert clock.pending == [end.at]
    deadlines.disarm(8)
    assert clock.pending == [ends[8].at]
    await clock.advance(1_000)
    assert (fired, clock.pending) == ([], [ends[7].at])
    deadlines.hold()
    assert clock.pending == []
    await clock.advance(2_500)
    assert fired == []
    deadlines.release()
    assert clock.pending == [ends[7].at]
    await clock.advance(0)
    assert fired == [(7, 10, "a", ends[7]), (6, 10, "a", ends[6])]
    assert clock.pending == [ends[5].at]


async def test_clocks_that_are_moved_leave_nothing_behind() -> None:
    clock = FakeClock()
    deadlines = Deadlines(clock, lambda *what: None)
    week = 7 * 24 * 3_600_000
    deadlines.arm(99, 10, "a", (Bell(NOON + 1_000, Ring.END),))
    for moved in range(5_000):
        deadlines.arm(moved % 10, 10, "a", (Bell(NOON + week + moved, Ring.END),))
    assert len(deadlines._order) < 200
    await clock.advance(week)
    assert sorted(deadlines._armed) == list(range(10))
    assert clock.pending == [NOON + week + 4_990]


async def test_a_clock_that_is_set_to_the_same_moment_again_rings_once() -> None:
    clock = FakeClock()
    fired: list[Any] = []
    deadlines = Deadlines(clock, lambda *what: fired.append(what))
    for key in "ab":
        deadlines.arm(1, 10, key, (Bell(NOON + 1_000, Ring.END),))
    await clock.advance(1_000)
    assert fired == [(1, 10, "b", Bell(NOON + 1_000, Ring.END))]


async def test_a_timer_that_rings_before_a_deadline_that_was_moved_is_set_again(house: House) -> None:
    table = await house.playing()
    assert table.alarm is not None
    async with house.tables._ledger.still():
        await house.store.shift_alarms(NOON, NOON + 30_000, 0)
    await house.advance(table.alarm.seconds + 1)
    assert (await house.tables.table(table.id)).turn == table.turn
    await house.advance(30)
    assert (await house.tables.table(table.id)).turn > table.turn
