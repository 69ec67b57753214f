"""The lobby: opening, joining, getting up, options, the host, and what is refused there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.errors import Denied
from bot.tables.model import Manners, Pace, Reach, Status
from bot.tables.proof.verify import verify
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, HALL, House, denied, opening


async def test_a_lobby_opens_with_its_host_and_a_promise(house: House) -> None:
    table = await house.lobby(ANNE, goal=2)
    assert (table.status, table.host_id, table.version) == (Status.LOBBY, ANNE, 1)
    assert [seat.name for seat in table.seats] == ["1"]
    assert table.seats[0].confirmed
    assert table.options == {"goal": 2}
    assert len(table.commitment) == 64
    assert table.end.seed is None
    assert house.told == [table.id]
    assert await house.tables.find("coin", HALL) == table.id == await house.tables.latest("coin", HALL)


@pytest.mark.parametrize("options", [{"goal": 0}, {"goal": "x"}, {"colour": "red"}])
async def test_a_lobby_with_bad_options_is_not_opened(house: House, options: dict[str, Any]) -> None:
    refusal = await denied(house.tables.open(house.ask(ANNE), "coin", opening(**options)))
    assert refusal.reason == "bad_option"
    assert not await house.store.live()


async def test_a_game_that_nobody_knows_is_not_opened(house: House) -> None:
    assert (await denied(house.tables.open(house.ask(ANNE), "chess", opening()))).reason == "unknown_game"


async def test_one_table_of_a_game_in_a_channel(house: House) -> None:
    table = await house.lobby(ANNE)
    refusal = await denied(house.tables.open(house.ask(BOB), "coin", opening()))
    assert (refusal.reason, refusal.params) == ("occupied", {"table_id": table.id})
    tasse = await house.tables.open(house.ask(BOB), "tasse", opening())
    elsewhere = await house.tables.open(house.ask(BOB), "coin", opening(21))
    assert await house.tables.tables_of(BOB) == [elsewhere.id, tasse.id]


async def test_a_table_s_thread_is_its_own(house: House) -> None:
    table = await house.lobby(ANNE)
    await house.tables.move(table.id, 77)
    assert (await denied(house.tables.open(house.ask(BOB), "coin", opening(77)))).reason == "occupied"
    assert (await house.tables.table(table.id)).home_id == HALL


async def test_joining_adds_a_seat_once(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    assert [seat.people[0].user_id for seat in table.seats] == [ANNE, BOB]
    assert (await denied(house.tables.join(house.ask(BOB), table.id))).reason == "already_seated"
    assert await house.tables.table(table.id) == table


async def test_a_full_table_takes_nobody(house: House) -> None:
    table = await house.lobby(1, 2, 3, 4, 5, 6)
    refusal = await denied(house.tables.join(house.ask(7), table.id))
    assert (refusal.reason, refusal.params) == ("full", {"n": 6})


async def test_nobody_joins_a_running_or_a_closed_game(house: House) -> None:
    table = await house.playing()
    assert (await denied(house.tables.join(house.ask(CHLOE), table.id))).reason == "running"
    await house.tables.stop(house.ask(ANNE), table.id)
    assert (await denied(house.tables.join(house.ask(CHLOE), table.id))).reason == "closed"
    assert (await denied(house.tables.join(house.ask(CHLOE), 999))).reason == "no_such_table"


async def test_who_comes_back_gets_another_seat(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    await house.tables.quit(house.ask(BOB), table.id)
    table = await house.tables.join(house.ask(BOB), table.id)
    assert [seat.name for seat in table.seats] == ["1", "3"]


async def test_the_host_role_moves_on(house: House) -> None:
    table = await house.lobby(ANNE, BOB, CHLOE)
    table = await house.tables.quit(house.ask(ANNE), table.id)
    assert table.host_id == BOB
    await house.tables.gone(table.id, BOB)
    table = await house.tables.table(table.id)
    assert (table.host_id, len(table.seats)) == (CHLOE, 1)


async def test_the_last_one_out_closes_the_lobby(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    await house.tables.quit(house.ask(ANNE), table.id)
    table = await house.tables.quit(house.ask(BOB), table.id)
    assert (table.status, table.end.why, table.alarm) == (Status.CLOSED, "empty", None)
    assert table.end.seed is not None
    assert not house.clock.pending


async def test_quitting_is_for_who_sits_here(house: House) -> None:
    table = await house.lobby(ANNE)
    assert (await denied(house.tables.quit(house.ask(BOB), table.id))).reason == "not_at_table"


async def test_only_the_host_or_a_moderator_removes(house: House) -> None:
    table = await house.lobby(ANNE, BOB, CHLOE)
    assert (await denied(house.tables.remove(house.ask(BOB), table.id, "3"))).reason == "not_host"
    table = await house.tables.remove(house.ask(ANNE), table.id, "3")
    assert [seat.name for seat in table.seats] == ["1", "2"]
    assert (await denied(house.tables.remove(house.ask(ANNE), table.id, "3"))).reason == "seat_gone"
    table = await house.tables.remove(house.ask(99, moderator=True), table.id, "1")
    assert table.host_id == BOB


async def test_who_was_removed_stays_out_of_this_lobby(house: House) -> None:
    table = await house.lobby(ANNE, BOB, CHLOE)
    await house.tables.remove(house.ask(ANNE), table.id, "2")
    assert (await denied(house.tables.join(house.ask(BOB), table.id))).reason == "removed"
    house.restart()
    assert (await denied(house.tables.join(house.ask(BOB), table.id))).reason == "removed"
    await house.tables.quit(house.ask(CHLOE), table.id)
    await house.tables.join(house.ask(CHLOE), table.id)
    await house.tables.join(house.ask(BOB, moderator=True), table.id)
    await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    table = await house.lobby(ANNE, BOB)
    assert [seat.people[0].user_id for seat in table.seats] == [ANNE, BOB]


async def test_a_host_whom_a_moderator_removed_stays_out_too(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    await house.tables.remove(house.ask(99, moderator=True), table.id, "1")
    assert (await denied(house.tables.join(house.ask(ANNE), table.id))).reason == "removed"


async def test_no_record_says_who_was_removed(house: House) -> None:
    table = await house.lobby(ANNE, 4_000_000_004)
    await house.tables.remove(house.ask(ANNE), table.id, "2")
    await house.tables.join(house.ask(BOB), table.id)
    await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    record = await house.tables.record(table.id)
    assert b"4000000004" not in record.dump()
    assert verify(record, ALL_GAMES).ok


async def test_the_host_sets_options_of_the_rules_and_of_the_table(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    for name, value in (("goal", 5), ("pace", "détente"), ("thread", True)):
        table = await house.tables.set_option(house.ask(ANNE), table.id, name, value)
    assert table.options == {"goal": 5}
    assert table.manners == Manners(Pace.RELAXED, thread=True)
    assert (await house.tables.without_thread(table.id)).manners.thread is False


async def test_hints_are_the_hosts_choice_and_stay_for_a_rematch(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    for wish in (True, False, None, True):
        table = await house.tables.set_option(house.ask(ANNE), table.id, "hints", wish)
        assert table.manners.hints is wish
    assert (
        await denied(house.tables.set_option(house.ask(BOB), table.id, "hints", False))
    ).reason == "not_host"
    await house.tables.begin(house.ask(ANNE), table.id)
    assert (
        await denied(house.tables.set_option(house.ask(ANNE), table.id, "hints", False))
    ).reason == "running"
    stopped = await house.tables.stop(house.ask(ANNE), table.id)
    assert verify(await house.tables.record(stopped.id), ALL_GAMES).ok
    assert (await house.tables.rematch(house.ask(BOB), table.id)).manners.hints is True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("goal", 0),
        ("goal", None),
        ("pace", "slow"),
        ("pace", None),
        ("pace", []),
        ("thread", "no"),
        ("hints", "no"),
        ("x", 1),
    ],
)
async def test_bad_options_change_nothing(house: House, name: str, value: Any) -> None:
    table = await house.lobby(ANNE, BOB)
    assert (
        await denied(house.tables.set_option(house.ask(ANNE), table.id, name, value))
    ).reason == "bad_option"
    assert (await denied(house.tables.set_option(house.ask(BOB), table.id, "goal", 2))).reason == "not_host"
    assert await house.tables.table(table.id) == table


async def test_who_is_chosen_to_start_and_gets_up_is_forgotten(house: House) -> None:
    table = await house.tables.open(house.ask(ANNE), "tasse", opening())
    await house.tables.join(house.ask(BOB), table.id)
    await house.tables.set_option(house.ask(ANNE), table.id, "first", "2")
    table = await house.tables.quit(house.ask(BOB), table.id)
    assert "first" not in table.options


async def test_beginning_is_for_the_host_of_enough_people_once(house: House) -> None:
    table = await house.lobby(ANNE)
    refusal = await denied(house.tables.begin(house.ask(ANNE), table.id))
    assert (refusal.reason, refusal.params) == ("too_few", {"n": 2})
    await house.tables.join(house.ask(BOB), table.id)
    assert (await denied(house.tables.begin(house.ask(BOB), table.id))).reason == "not_host"
    assert (await denied(house.tables.begin(house.ask(CHLOE), table.id))).reason == "not_host"
    begun = await house.tables.begin(house.ask(ANNE), table.id)
    assert (begun.status, begun.draws_taken) == (Status.PLAYING, 1)
    assert (await denied(house.tables.begin(house.ask(ANNE), table.id))).reason == "running"
    assert await house.tables.table(table.id) == begun
    await house.tables.stop(house.ask(ANNE), table.id)
    assert (await denied(house.tables.begin(house.ask(ANNE), table.id))).reason == "closed"


async def test_reach_is_noted_when_it_changes(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    noted = await house.tables.note_reach(table.id, BOB, Reach.DM)
    assert noted.seats[1].people[0].reach is Reach.DM
    assert (await house.tables.note_reach(table.id, BOB, Reach.DM)).version == noted.version
    assert (await house.tables.note_reach(table.id, CHLOE, Reach.DM)).version == noted.version
    assert len(await house.store.log(table.id)) == 2


async def test_stopping_is_for_the_host_and_moderators(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    assert (await denied(house.tables.stop(house.ask(BOB), table.id))).reason == "not_host"
    table = await house.tables.stop(house.ask(99, moderator=True), table.id)
    assert (table.status, table.end.why) == (Status.CLOSED, "stopped")
    assert (await denied(house.tables.stop(house.ask(ANNE), table.id))).reason == "closed"
    assert await house.tables.find("coin", HALL) is None


async def test_z1_a_table_with_a_human_reader_waits_for_three(house: House) -> None:
    table = await house.lobby(ANNE, BOB, game="defizz")
    with pytest.raises(Denied, match="too_few"):
        await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.set_option(house.ask(ANNE), table.id, "reader", "bot")
    begun = await house.tables.begin(house.ask(ANNE), table.id)
    assert begun.status is Status.PLAYING
