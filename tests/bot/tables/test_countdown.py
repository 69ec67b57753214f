"""The steps of a countdown: full, half, the last ten seconds; when they ring, and that nothing is lost."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.tables.countdown import LAST, Step, count_down, counts, openings, share_left, step_of
from bot.tables.look import moments_passed
from bot.tables.model import Alarm
from bot.tables.timing import Ring, bells
from tests.support.clock import NOON
from tests.support.tables import House


def alarm(seconds: int, *looks: int) -> Alarm:
    """A clock of so many seconds from noon, shown as it runs out; pieces appear at these looks."""
    end = NOON + seconds * 1000
    return Alarm("answer", "answer", seconds, end, opened_at=NOON, looks=(*looks, *count_down(seconds)))


def test_a_countdown_has_a_half_and_the_last_ten_seconds() -> None:
    assert count_down(30) == (-15_000, -10_000)
    assert count_down(20) == (-10_000,), "half of it are the last ten seconds"
    assert count_down(19) == (), "it is too short to be looked at twice"
    steps = [step_of(alarm(30), NOON + at) for at in (0, 14_999, 15_000, 19_999, 20_000, 99_999)]
    assert steps == [Step.FULL, Step.FULL, Step.HALF, Step.HALF, Step.LAST, Step.LAST]
    assert step_of(alarm(20), NOON + 9_999) is Step.FULL
    assert step_of(alarm(20), NOON + 10_000) is Step.LAST
    assert step_of(alarm(19), NOON) is None


@given(st.integers(0, 4_000), st.lists(st.integers(1, 9_999), max_size=3), st.integers(-10_000, 5_000_000))
def test_steps_pieces_and_bells_agree(seconds: int, pieces: list[int], elapsed: int) -> None:
    """What a look shows changes when a bell rings, and at no other time."""
    clock, now = alarm(seconds, *sorted(pieces)), NOON + elapsed
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
    moved = replace(alarm(30), at=NOON + 60_000)
    assert counts(moved) == (NOON + 45_000, NOON + 50_000)
    assert step_of(moved, NOON + 29_000) is Step.FULL


async def test_a_step_and_a_reminder_that_ring_together_are_both_heard(house: House) -> None:
    """The reminder goes out when a third of the time is left: ten seconds of thirty."""
    table = await house.playing()
    clock = replace(alarm(30), key="together", opened_at=house.clock.now(), at=house.clock.now() + 30_000)
    rings = [(bell.at - clock.at, bell.ring) for bell in bells(clock, house.clock.now())]
    expected = [(-15_000, Ring.COUNT), (-10_000, Ring.COUNT), (-10_000, Ring.REMIND), (0, Ring.END)]
    assert sorted(rings) == sorted(expected)
    heard: list[Ring] = []
    house.tables.deadlines._ring = lambda _table, _server, _key, bell: heard.append(bell.ring)
    house.tables.deadlines.follow(table.id, table.guild_id, clock)
    await house.clock.advance(14_999)
    assert heard == []
    await house.clock.advance(1)
    assert heard == [Ring.COUNT]
    await house.clock.advance(5_000)
    assert sorted(heard[1:]) == [Ring.COUNT, Ring.REMIND]


async def test_of_a_deadline_that_is_over_only_its_end_is_heard(house: House) -> None:
    table = await house.playing()
    clock = replace(alarm(30), opened_at=house.clock.now(), at=house.clock.now() + 30_000)
    heard: list[Ring] = []
    house.tables.deadlines._ring = lambda _table, _server, _key, bell: heard.append(bell.ring)
    house.tables.deadlines.hold()
    house.tables.deadlines.follow(table.id, table.guild_id, clock)
    await house.clock.advance(40_000)
    assert heard == []
    house.tables.deadlines.release()
    await house.clock.advance(0)
    assert heard == [Ring.END]
