"""A table that cannot be read, or that the rules cannot go on with: shown as such, left, stopped."""

from __future__ import annotations

import json
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.tables.model import Pace, SceneText, Status, Table
from bot.tables.proof.verify import verify
from tests.support.clock import settled
from tests.support.coin import Coin, CoinPlay, Flip
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, HALL, House, denied, opening

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
    assert (await denied(house.tables.resume(house.ask(ANNE), table.id, HALL))).reason == "unread"
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
    table = await house.playing(ANNE, BOB, CHLOE)
    spoil(house, table)
    await house.tables.gone(table.id, ANNE)
    left = await house.tables.quit(house.ask(BOB), table.id)
    assert [seat.left for seat in left.seats] == [True, True, False]
    assert (await denied(house.tables.quit(house.ask(BOB), table.id))).reason == "left_already"
    closed = await house.tables.quit(house.ask(CHLOE), table.id)
    assert (closed.status, closed.end.why) == (Status.CLOSED, "empty")


async def test_a_moderator_removes_somebody_from_it(house: House) -> None:
    table = await house.playing(ANNE, BOB, pace=Pace.RELAXED)
    spoil(house, table)
    ask = house.ask(99, moderator=True)
    removed = await house.tables.remove(ask, table.id, "2")
    assert [seat.left for seat in removed.seats] == [False, True]


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
    while resumed.status is Status.PLAYING:
        resumed = await house.act(table.id)
    assert verify(await house.tables.record(table.id), ALL_GAMES).ok


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
