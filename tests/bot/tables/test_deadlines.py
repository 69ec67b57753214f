"""Clocks: when they are armed, kept, moved, announced and heard; the steps of a countdown."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.homes import EVERYTHING, Slots
from bot.tables.model import Alarm, Pace, Status, Table
from bot.tables.playing.deadlines import Deadlines
from bot.tables.ports import Change, Stored
from bot.tables.sight import moments_passed
from bot.tables.timing import LAST, Bell, Ring, Step, bells, count_down, counts, openings, share_left, step_of
from tests.support.clock import NOON, FakeClock, settled
from tests.support.coin import SIDES, Guess
from tests.support.store import FreshStore
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House

MINUTE = 60


async def test_each_decision_has_its_own_deadline(house: House) -> None:
    table = await house.playing()
    assert table.alarm == Alarm("flip:0", "flip", 60, NOON + 60_000, opened_at=NOON)
    await house.advance(10)
    table = await house.act(table.id)
    assert table.alarm == Alarm("guess:1", "guess", 90, NOON + 100_000, opened_at=NOON + 10_000)


async def test_what_changes_no_decision_prolongs_nothing_and_announces_nothing_again(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    before, idle = await house.alarm(table.id), await house.idle(table.id)
    await house.advance(45)
    assert (await house.tables.move(table.id, 77)).alarm == replace(before, warned=1)
    left = await house.tables.quit(house.ask(idle), table.id)
    assert left.alarm == replace(before, warned=1)
    await house.advance(10)
    assert house.warned == [table.id]


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
    assert (await house.kinds(table.id))[-1] == "expire"
    assert house.warned == [table.id]


async def test_an_announcement_is_not_repeated_after_a_restart(house: House) -> None:
    table = await house.playing()
    await house.advance(45)
    house.restart()
    await house.tables.came_back(house.clock.now())
    await house.advance(14)
    assert house.warned == [table.id]
    assert (await house.alarm(table.id)).warned


async def test_a_deadline_is_not_moved_where_nothing_is_known_of_the_past(house: House) -> None:
    table = await house.playing()
    house.restart()
    await house.tables.came_back(None)
    assert (await house.alarm(table.id)).at == NOON + 60_000
    assert len(house.tables.deadlines) == 1


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
    await house.act(table.id)
    await house.advance(60)
    assert (await house.kinds(table.id)).count("expire") == 1, "a click and its deadline make one step"


async def test_who_misses_three_times_in_a_row_leaves(house: House) -> None:
    table = await house.playing(goal=9)
    await house.advance(6 * MINUTE)
    table = await house.tables.table(table.id)
    assert table.status is Status.CLOSED
    assert sum(seat.left for seat in table.seats) == 1
    assert (await house.kinds(table.id)).count("expire") == 5
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
    await house.advance(played)
    since = house.clock.now()
    house.restart()
    house.clock.jump(away * 1000)
    lives = await house.tables.came_back(since)
    assert [live.table_id for live in lives] == [table.id]
    expected = max(guess.alarm.at + away * 1000, house.clock.now() + left * 1000)
    assert (await house.alarm(table.id)).at == expected
    assert (await house.tables.table(table.id)).turn == guess.turn
    await house.advance((expected - house.clock.now()) // 1000)
    assert (await house.kinds(table.id))[-1] == "expire"


async def test_deadlines_that_are_near_after_time_away_pass_one_after_another(house: House) -> None:
    tables = [(await house.playing(channel_id=HALL + n)).id for n in range(3)]
    await house.advance(59)
    house.restart()
    await house.tables.came_back(NOON + 59_000)
    assert [(await house.alarm(table_id)).at - NOON for table_id in tables] == [119_000, 119_010, 119_020]


async def test_a_decision_that_opened_after_the_last_sign_of_life_stays_open(house: House) -> None:
    older, table = await house.playing(channel_id=HALL + 1), await house.playing()
    last_beat = house.clock.now()
    await house.advance(20)
    guess = await house.act(table.id)
    house.restart()
    house.clock.jump(5_000)
    await house.tables.came_back(last_beat)
    moved = await house.alarm(table.id)
    assert moved.at == guess.alarm.at + 5_000
    assert (await house.alarm(older.id)).at == NOON + 85_000
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
    assert "expire" not in await house.kinds(table.id)


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
    assert (await house.alarm(table.id)).at == NOON + 660_000


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
    assert "expire" not in await house.kinds(table.id)
    await house.advance(1)
    assert (await house.kinds(table.id))[-1] == "expire"


@pytest.fixture
def ringing() -> tuple[FakeClock, Deadlines, list[Any]]:
    """Clocks, and all that rings."""
    clock, fired = FakeClock(), list[Any]()
    return clock, Deadlines(clock, lambda *what: fired.append(what)), fired


async def test_a_clock_is_moved_not_doubled(ringing) -> None:
    clock, deadlines, fired = ringing
    warning, end = Bell(NOON + 500, Ring.REMIND, 1), Bell(NOON + 2_000, Ring.END)
    deadlines.arm(1, 10, "a", (Bell(NOON + 1_000, Ring.END),))
    deadlines.arm(1, 10, "b", (warning, end))
    deadlines.arm(2, 10, "c", (Bell(NOON + 900, Ring.END),))
    deadlines.disarm(2)
    deadlines.disarm(3)
    for key in "de":
        deadlines.arm(4, 10, key, (Bell(NOON + 5_000, Ring.END),))
    await clock.advance(500)
    assert fired == [(1, 10, "b", warning)]
    await clock.advance(1_000)
    assert fired == [(1, 10, "b", warning)]
    await clock.advance(5_000)
    assert fired == [(1, 10, "b", warning), (1, 10, "b", end), (4, 10, "e", Bell(NOON + 5_000, Ring.END))]
    assert len(deadlines) == 0


async def test_one_timer_is_set_for_whichever_clock_rings_next(ringing) -> None:
    clock, deadlines, fired = ringing
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


async def test_clocks_that_are_moved_leave_nothing_behind(ringing) -> None:
    clock, deadlines, _ = ringing
    week = 7 * 24 * 3_600_000
    deadlines.arm(99, 10, "a", (Bell(NOON + 1_000, Ring.END),))
    for moved in range(5_000):
        deadlines.arm(moved % 10, 10, "a", (Bell(NOON + week + moved, Ring.END),))
    assert len(deadlines._order) < 200
    await clock.advance(week)
    assert sorted(deadlines._armed) == list(range(10))
    assert clock.pending == [NOON + week + 4_990]


async def test_a_timer_that_rings_before_a_deadline_that_was_moved_is_set_again(house: House) -> None:
    table = await house.playing()
    async with house.tables._ledger.still():
        await house.store.shift_alarms(NOON, NOON + 30_000, 0)
    await house.advance(table.alarm.seconds + 1)
    assert (await house.tables.table(table.id)).turn == table.turn
    await house.advance(30)
    assert (await house.tables.table(table.id)).turn > table.turn


# -- countdowns --------------------------------------------------------------------------------------------


def countdown_of(seconds: int, *looks: int) -> Alarm:
    """A clock of so many seconds from noon, shown as it runs out; pieces appear at these looks."""
    end = NOON + seconds * 1000
    return Alarm("answer", "answer", seconds, end, opened_at=NOON, looks=(*looks, *count_down(seconds)))


def test_a_countdown_has_a_half_and_the_last_ten_seconds() -> None:
    assert count_down(30) == (-15_000, -10_000)
    assert count_down(20) == (-10_000,), "half of it are the last ten seconds"
    assert count_down(19) == (), "it is too short to be looked at twice"
    steps = [step_of(countdown_of(30), NOON + at) for at in (0, 14_999, 15_000, 19_999, 20_000, 99_999)]
    assert steps == [Step.FULL, Step.FULL, Step.HALF, Step.HALF, Step.LAST, Step.LAST]
    assert step_of(countdown_of(20), NOON + 9_999) is Step.FULL
    assert step_of(countdown_of(20), NOON + 10_000) is Step.LAST
    assert step_of(countdown_of(19), NOON) is None


@given(st.integers(0, 4_000), st.lists(st.integers(1, 9_999), max_size=3), st.integers(-10_000, 5_000_000))
def test_steps_pieces_and_bells_agree(seconds: int, pieces: list[int], elapsed: int) -> None:
    """What a look shows changes when a bell rings, and at no other time."""
    clock, now = countdown_of(seconds, *sorted(pieces)), NOON + elapsed
    assert openings(clock) == tuple(NOON + piece for piece in sorted(pieces))
    assert all(NOON < at < clock.at for at in counts(clock))
    step = step_of(clock, now)
    assert (step is None) == (seconds < 2 * LAST)
    if step is not None:
        assert 0 < share_left(clock, step) <= 1
        left = (clock.at - now) / (seconds * 1000)
        assert step is Step.FULL or left <= share_left(clock, step)
    due = {bell.at for bell in bells(clock, now) if bell.ring in (Ring.LOOK, Ring.COUNT)}
    after = min(due, default=clock.at)
    passed = moments_passed(clock, max(now, NOON))
    assert passed == moments_passed(clock, max(now, NOON, after - 1))
    assert not due or moments_passed(clock, max(NOON, after)) > moments_passed(clock, max(NOON, after - 1))


def test_a_clock_that_was_moved_has_its_steps_moved_with_it() -> None:
    moved = replace(countdown_of(30), at=NOON + 60_000)
    assert counts(moved) == (NOON + 45_000, NOON + 50_000)
    assert step_of(moved, NOON + 29_000) is Step.FULL


def followed(house: House, table: Table, clock: Alarm) -> list[Ring]:
    """Have this clock run at the table; what will be heard of it."""
    heard: list[Ring] = []
    house.tables.deadlines._ring = lambda _table, _server, _key, bell: heard.append(bell.ring)
    house.tables.deadlines.follow(table.id, table.guild_id, clock)
    return heard


async def test_a_step_and_a_reminder_that_ring_together_are_both_heard(house: House) -> None:
    """The reminder goes out when a third of the time is left: ten seconds of thirty."""
    clock = countdown_of(30)
    rings = [(bell.at - clock.at, bell.ring) for bell in bells(clock, house.clock.now())]
    expected = [(-15_000, Ring.COUNT), (-10_000, Ring.COUNT), (-10_000, Ring.REMIND), (0, Ring.END)]
    assert sorted(rings) == sorted(expected)
    heard = followed(house, await house.playing(), clock)
    await house.clock.advance(14_999)
    assert heard == []
    await house.clock.advance(1)
    assert heard == [Ring.COUNT]
    await house.clock.advance(5_000)
    assert sorted(heard[1:]) == [Ring.COUNT, Ring.REMIND]


async def test_of_a_deadline_that_is_over_only_its_end_is_heard(house: House) -> None:
    table = await house.playing()
    house.tables.deadlines.hold()
    heard = followed(house, table, countdown_of(30))
    await house.clock.advance(40_000)
    assert heard == []
    house.tables.deadlines.release()
    await house.clock.advance(0)
    assert heard == [Ring.END]
