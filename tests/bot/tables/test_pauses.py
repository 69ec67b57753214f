"""Games that stand still: by a pause, by a host who is away, or because nobody can read them."""

import json
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.tables.model import Pace, SceneText, Status, Table
from bot.tables.proof.verify import verify
from bot.tables.timing import Ring, bells
from tests.support.clock import settled
from tests.support.coin import Coin, CoinPlay, Flip
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, HALL, House, denied, opening, why_denied

ELSEWHERE = HALL + 1


async def test_the_clock_goes_on_with_what_was_left(house: House) -> None:
    before = (await house.playing()).alarm
    await house.clock.advance(7_000)
    table = await house.tables.suspend(house.ask(ANNE), 1)
    assert table.halted
    await house.clock.advance(3_600_000)
    assert (await house.tables.table(1)).status is Status.PAUSED
    table = await house.tables.resume(house.ask(ANNE), 1, HALL)
    assert table.status is Status.PLAYING
    after = table.alarm
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
    assert (table.status, table.seat_of(leaver).left) == (Status.PAUSED, True)


async def test_another_decision_gets_a_clock_of_its_own_and_so_does_one_after_trouble(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    leaver = await house.awaited(table.id)
    await house.tables.suspend(house.ask(ANNE), table.id)
    table = await house.tables.quit(house.ask(leaver), table.id)
    assert table.alarm is None
    house.clock.jump(5_000)
    table = await house.tables.resume(house.ask(table.host_id or 0), table.id, HALL)
    assert table.alarm.opened_at == house.clock.now()
    assert not (await house.tables.pause(table.id, "message_gone")).halted
    house.clock.jump(9_000)
    other = next(user for user in (BOB, CHLOE) if user not in (leaver, table.host_id))
    table = await house.tables.resume(house.ask(other), table.id, HALL)
    assert table.alarm.opened_at == house.clock.now(), "and anybody may go on"


async def test_without_clocks_there_is_none_to_stop(house: House) -> None:
    await house.playing(pace=Pace.RELAXED)
    assert (await house.tables.suspend(house.ask(ANNE), 1)).alarm is None
    assert (await house.tables.resume(house.ask(ANNE), 1, HALL)).alarm is None


async def test_only_who_leads_the_table_ends_it(house: House) -> None:
    await house.playing()
    assert await why_denied(house.tables.suspend(house.ask(BOB), 1)) == "not_host"
    await house.tables.suspend(house.ask(BOB, moderator=True), 1)
    assert await why_denied(house.tables.resume(house.ask(BOB), 1, HALL)) == "not_host"
    table = await house.tables.resume(house.ask(ANNE), 1, ELSEWHERE)
    assert (table.status, table.channel_id) == (Status.PLAYING, ELSEWHERE)


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
    await house.play_out(table.id)
    assert {"pause", "resume"} < set(await house.kinds(table.id))
    await house.proof(table.id)


async def test_z9_boards_are_looked_at_again_when_there_is_more_to_see(house: House) -> None:
    alarm = (await house.playing()).alarm
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
    settled = replace(alarm, race=True, looks=(2_000, 4_000), settle_at=alarm.opened_at + 2_400)
    rings = [(bell.at - alarm.opened_at, bell.ring) for bell in bells(settled, alarm.opened_at)]
    assert rings == [(2_000, Ring.LOOK), (2_400, Ring.END)]


# -- a host who is away ------------------------------------------------------------------------------------


FIVE = 5 * 60 * 1000
DAN = 4


async def early(wish: Awaitable[object]) -> dict[str, Any]:
    """What whoever is not the host is told of when they may do the same."""
    refusal = await denied(wish)
    assert refusal.reason == "not_host"
    return refusal.params


async def test_anybody_at_the_table_begins_once_it_was_quiet(house: House) -> None:
    table = await house.lobby(ANNE)
    house.clock.jump(FIVE)
    assert await why_denied(house.tables.begin(house.ask(ANNE), 1)) == "too_few"
    for user_id in (BOB, CHLOE):
        table = await house.tables.join(house.ask(user_id), 1)
    house.clock.jump(FIVE - 1)
    assert (await early(house.tables.begin(house.ask(BOB), 1)))["at"] == table.changed_at + FIVE
    house.clock.jump(1)
    table = await house.tables.begin(house.ask(BOB), 1)
    assert (table.status, table.host_id) == (Status.PLAYING, ANNE)


async def test_every_move_in_the_lobby_makes_them_wait_again(house: House) -> None:
    await house.lobby(ANNE, BOB)
    house.clock.jump(FIVE)
    await house.tables.set_option(house.ask(ANNE), 1, "goal", 5)
    assert "at" in await early(house.tables.begin(house.ask(BOB), 1))
    house.clock.jump(FIVE)
    await house.tables.join(house.ask(CHLOE), 1)
    assert "at" in await early(house.tables.begin(house.ask(CHLOE), 1))


async def test_strangers_and_people_not_yet_come_never_do(house: House) -> None:
    table = await house.over(ANNE, BOB, CHLOE)
    again = await house.tables.rematch(house.ask(ANNE), table.id)
    await house.tables.join(house.ask(BOB), again.id)
    house.clock.jump(FIVE)
    for user_id in (CHLOE, DAN):
        assert await early(house.tables.begin(house.ask(user_id), again.id)) == {}
    assert (await house.tables.begin(house.ask(BOB), again.id)).status is Status.PLAYING


@pytest.mark.parametrize("pace", [Pace.BRISK, Pace.RELAXED])
async def test_a_pause_of_the_hosts_ends_by_others_after_five_minutes(house: House, pace: Pace) -> None:
    await house.playing(ANNE, BOB, CHLOE, pace=pace)
    await house.tables.quit(house.ask(CHLOE), 1)
    paused = await house.tables.suspend(house.ask(ANNE), 1)
    house.clock.jump(FIVE - 1)
    assert (await early(house.tables.resume(house.ask(BOB), 1, HALL)))["at"] == paused.changed_at + FIVE
    house.clock.jump(1)
    for user_id in (CHLOE, DAN):
        assert await early(house.tables.resume(house.ask(user_id), 1, HALL)) == {}, (
            "who has left, or never sat"
        )
    table = await house.tables.resume(house.ask(BOB), 1, HALL)
    assert (table.status, table.host_id) == (Status.PLAYING, ANNE)


async def test_who_stands_in_for_a_host_that_has_gone_is_the_host(house: House) -> None:
    await house.lobby(ANNE, BOB)
    house.store.poke(1, host_id=None)  # as after an erasure in an older version
    house.restart()
    house.clock.jump(FIVE)
    assert (await house.tables.begin(house.ask(BOB), 1)).host_id == BOB


# -- tables that cannot be read ----------------------------------------------------------------------------


SPOILT = ('{"present":', '{"presents":')


class Jammed(Coin):
    """Rules that fail at every deadline."""

    def lapse(self, play: CoinPlay, awaited: tuple[str, ...]) -> None:
        raise AssertionError("a rule that cannot be", play, awaited)


def spoil(house: House, table: Table, **parts: Any) -> None:
    """Make what is stored of a table unreadable, as after a change of its shape; the process starts anew."""
    position = house.store.peek(table.id).position
    house.store.poke(table.id, **(parts or {"position": position.replace(*SPOILT)}))
    house.restart()


async def test_it_can_be_seen_as_such_and_its_clock_is_disarmed(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    spoil(house, table)
    await house.tables.came_back(None)
    assert table.id in house.tables.deadlines
    sight = await house.tables.sight(table.id, ANNE)
    await settled()
    stands = await house.tables.table(table.id)
    assert (sight.unread, sight.observation, sight.seat) == (stands.incident, None, None)
    assert (stands.status, stands.alarm) == (Status.PAUSED, None)
    assert table.id not in house.tables.deadlines
    assert list(await house.tables.tables_of(BOB)) == [table.id]


async def test_a_deadline_is_tried_once_and_the_log_says_it_once_without_a_secret(house: House) -> None:
    table = await house.playing()
    spoil(house, table)
    with capture_logs() as logs:
        await house.tables.came_back(None)
        await house.advance(24 * 60 * 60)
        await house.tables.sight(table.id)
    stands = await house.tables.table(table.id)
    assert (stands.status, stands.alarm, house.clock.pending) == (Status.PAUSED, None, [])
    said = [line for line in logs if line["log_level"] == "error"]
    assert [(line["event"], line["table"]) for line in said] == [("table cannot be read", table.id)]
    assert said[0]["incident"] == stands.incident
    assert (said[0]["exc_info"], said[0]["why"]) == (None, "Refusal")
    assert len([line for line in await house.store.log(table.id) if line.kind == "pause"]) == 1


@pytest.mark.parametrize(
    "part",
    [
        {"position": '{"present":["1","2"]}'},
        {"position": "not even JSON"},
        {"setup": '{"game":"coin"}'},
        {"setup_rules": 99},
        {"rules": 99},
        {"scenes": (SceneText(1, '[{"type":"exploded","audience":null}]'),)},
    ],
    ids=lambda part: next(iter(part)) if isinstance(part, dict) else None,
)
async def test_whatever_part_it_is_moves_are_refused_and_nothing_is_lost(
    house: House, part: dict[str, Any]
) -> None:
    table = await house.playing()
    spoil(house, table, **part)
    before = house.store.peek(table.id)
    for wish in (
        house.tables.act(house.ask(ANNE, table.turn), table.id, Flip()),
        house.tables.hosting.command(house.ask(ANNE), table.id, "settle"),
        house.tables.resume(house.ask(ANNE), table.id, HALL),
    ):
        assert (await denied(wish)).reason in ("unread", "paused", "not_paused")
    await settled()
    assert await why_denied(house.tables.resume(house.ask(ANNE), table.id, HALL)) == "unread"
    kept = house.store.peek(table.id)
    for name in ("seed", "setup", "position", "scenes", "rules", "setup_rules"):
        assert getattr(kept, name) == getattr(before, name), name


async def test_it_is_stopped_and_the_channel_is_free_again(house: House) -> None:
    table = await house.playing()
    spoil(house, table)
    stopped = await house.tables.stop(house.ask(ANNE), table.id)
    assert (stopped.status, stopped.end.why) == (Status.CLOSED, "stopped")
    assert stopped.end.seed is not None
    assert (await house.tables.sight(table.id)).unread is not None
    again = await house.tables.open(house.ask(BOB), "coin", opening())
    assert again.id != table.id
    assert not await house.tables.tables_of(ANNE) or again.id in await house.tables.tables_of(BOB)


@pytest.mark.parametrize("position", ["not even JSON", '{"present":3}', "null"])
async def test_its_dice_are_proved_all_the_same(house: House, position: str) -> None:
    table = await house.playing()
    spoil(house, table, position=position)
    await house.tables.stop(house.ask(ANNE), table.id)
    verdict = verify(await house.tables.record(table.id), ALL_GAMES)
    assert [problem.code for problem in verdict.problems] == ["position_differs"]


async def test_people_leave_it_one_by_one_and_the_last_one_closes_it(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, DAN, pace=Pace.RELAXED)
    spoil(house, table)
    await house.tables.gone(table.id, ANNE)
    await house.tables.remove(house.ask(99, moderator=True), table.id, "4")
    left = await house.tables.quit(house.ask(BOB), table.id)
    assert [seat.left for seat in left.seats] == [True, True, False, True]
    assert await why_denied(house.tables.quit(house.ask(BOB), table.id)) == "left_already"
    closed = await house.tables.quit(house.ask(CHLOE), table.id)
    assert (closed.status, closed.end.why) == (Status.CLOSED, "empty")


async def test_a_program_that_can_read_it_goes_on_with_it(house: House) -> None:
    table = await house.playing()
    good = house.store.peek(table.id).position
    spoil(house, table)
    await house.tables.came_back(None)
    await house.tables.sight(table.id)
    await settled()
    house.store.poke(table.id, position=good)
    house.restart()
    resumed = await house.tables.resume(house.ask(BOB), table.id, HALL)
    assert (resumed.status, resumed.incident) == (Status.PLAYING, None)
    assert resumed.alarm is not None
    await house.play_out(table.id)
    await house.proof(table.id)


async def test_rules_that_fail_at_a_deadline_stop_the_table_and_not_the_bot(house: House) -> None:
    table = await house.playing()
    house.tables._ledger.known = {**ALL_GAMES, "coin": Jammed()}
    with capture_logs() as logs:
        await house.advance(24 * 60 * 60)
    stands = await house.tables.table(table.id)
    assert (stands.status, house.clock.pending) == (Status.PAUSED, [])
    assert stands.incident is not None
    failed = [line for line in logs if line["event"] == "table cannot be read"]
    assert [line["incident"] for line in failed] == [stands.incident]
    assert (await house.tables.stop(house.ask(ANNE), table.id)).status is Status.CLOSED


async def test_a_full_disk_is_no_reason_to_stop_a_table(house: House) -> None:
    table = await house.playing()
    house.store.fail_next = OSError("no space left")
    await house.advance(table.alarm.seconds if table.alarm else 0)
    await house.advance(11)
    stands = await house.tables.table(table.id)
    assert stands.status is Status.PLAYING
    assert [line.kind for line in await house.store.log(table.id)][-1] == "expire"


async def test_what_an_older_version_wrote_goes_on_by_ours_and_the_log_says_so(house: House) -> None:
    table = await house.playing(game="tasse")
    position = json.loads(house.store.peek(table.id).position)
    older = json.dumps(ALL_GAMES["tasse"].as_kept(position, 2))  # and so did 1
    house.store.forge_beginning(table.id, {})
    house.store.poke(table.id, rules=1, setup_rules=1, position=older)
    house.restart()
    await house.advance(300)
    await house.tables.stop(house.ask(ANNE), table.id)
    kept = house.store.peek(table.id)
    told = [line.payload for line in await house.store.log(table.id) if line.kind == "rules"]
    ours = ALL_GAMES["tasse"].rules_version
    assert (kept.rules, kept.setup_rules, told) == (ours, 1, [{"version": ours}])
    record = await house.tables.record(table.id)
    verdict = verify(record, ALL_GAMES)
    assert (record.rules, verdict.rules, verdict.ok, verdict.replayed) == (1, (1, ours), True, 0)
    assert verdict.by_other_rules
