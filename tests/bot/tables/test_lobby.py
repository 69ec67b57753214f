"""Before a game: opening, joining, getting up, options, the host, what is refused; rematches."""

import asyncio
from typing import Any

import pytest

from bot.tables.model import Denied, Manners, Pace, Reach, Status
from bot.tables.playing.lobby import plan_rematch
from tests.support.coin import Flip
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House, denied, opening, why_denied


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


@pytest.mark.parametrize(
    ("game", "options", "reason"),
    [
        *(("coin", options, "bad_option") for options in ({"goal": 0}, {"goal": "x"}, {"colour": "red"})),
        ("chess", {}, "unknown_game"),
    ],
)
async def test_what_cannot_be_played_opens_no_lobby(
    house: House, game: str, options: dict[str, Any], reason: str
) -> None:
    assert await why_denied(house.tables.open(house.ask(ANNE), game, opening(**options))) == reason
    assert not await house.store.live()


async def test_one_table_of_a_game_in_a_channel_or_a_thread(house: House) -> None:
    table = await house.lobby(ANNE)
    refusal = await denied(house.tables.open(house.ask(BOB), "coin", opening()))
    assert (refusal.reason, refusal.params) == ("occupied", {"table_id": table.id})
    tasse = await house.tables.open(house.ask(BOB), "tasse", opening())
    elsewhere = await house.tables.open(house.ask(BOB), "coin", opening(21))
    assert await house.tables.tables_of(BOB) == [elsewhere.id, tasse.id]
    await house.tables.move(table.id, 77)
    assert await why_denied(house.tables.open(house.ask(BOB), "coin", opening(77))) == "occupied"
    assert (await house.tables.table(table.id)).home_id == HALL


async def test_joining_adds_a_seat_once_while_there_is_room_and_nobody_plays(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    assert [seat.people[0].user_id for seat in table.seats] == [ANNE, BOB]
    assert await why_denied(house.tables.join(house.ask(BOB), table.id)) == "already_seated"
    assert await why_denied(house.tables.quit(house.ask(CHLOE), table.id)) == "not_at_table"
    assert await house.tables.table(table.id) == table
    for user_id in (3, 4, 5, 6):
        await house.tables.join(house.ask(user_id), table.id)
    refusal = await denied(house.tables.join(house.ask(7), table.id))
    assert (refusal.reason, refusal.params) == ("full", {"n": 6})
    await house.tables.begin(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.join(house.ask(7), table.id)) == "running"
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.join(house.ask(7), table.id)) == "closed"
    assert await why_denied(house.tables.join(house.ask(7), 999)) == "no_such_table"


async def test_the_host_role_moves_on_and_the_last_one_out_closes_the_lobby(house: House) -> None:
    table = await house.lobby(ANNE, BOB, CHLOE)
    table = await house.tables.quit(house.ask(ANNE), table.id)
    assert table.host_id == BOB
    await house.tables.gone(table.id, BOB)
    table = await house.tables.table(table.id)
    assert (table.host_id, len(table.seats)) == (CHLOE, 1)
    table = await house.tables.join(house.ask(BOB), table.id)
    assert [seat.name for seat in table.seats] == ["3", "4"], "who comes back gets another seat"
    await house.tables.quit(house.ask(BOB), table.id)
    table = await house.tables.quit(house.ask(CHLOE), table.id)
    assert (table.status, table.end.why, table.alarm) == (Status.CLOSED, "empty", None)
    assert table.end.seed is not None
    assert not house.clock.pending


async def test_only_the_host_or_a_moderator_removes_and_stops(house: House) -> None:
    table = await house.lobby(ANNE, BOB, CHLOE)
    assert await why_denied(house.tables.remove(house.ask(BOB), table.id, "3")) == "not_host"
    table = await house.tables.remove(house.ask(ANNE), table.id, "3")
    assert [seat.name for seat in table.seats] == ["1", "2"]
    assert await why_denied(house.tables.remove(house.ask(ANNE), table.id, "3")) == "seat_gone"
    table = await house.tables.remove(house.ask(99, moderator=True), table.id, "1")
    assert table.host_id == BOB
    assert await why_denied(house.tables.join(house.ask(ANNE), table.id)) == "removed", "host or not"
    assert await why_denied(house.tables.stop(house.ask(ANNE), table.id)) == "not_host"
    table = await house.tables.stop(house.ask(99, moderator=True), table.id)
    assert (table.status, table.end.why) == (Status.CLOSED, "stopped")
    assert await why_denied(house.tables.stop(house.ask(BOB), table.id)) == "closed"
    assert await house.tables.find("coin", HALL) is None


async def test_who_was_removed_stays_out_of_this_lobby(house: House) -> None:
    table = await house.lobby(ANNE, BOB, CHLOE)
    await house.tables.remove(house.ask(ANNE), table.id, "2")
    assert await why_denied(house.tables.join(house.ask(BOB), table.id)) == "removed"
    house.restart()
    assert await why_denied(house.tables.join(house.ask(BOB), table.id)) == "removed"
    await house.tables.quit(house.ask(CHLOE), table.id)
    await house.tables.join(house.ask(CHLOE), table.id)
    await house.tables.join(house.ask(BOB, moderator=True), table.id)
    await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    table = await house.lobby(ANNE, BOB)
    assert [seat.people[0].user_id for seat in table.seats] == [ANNE, BOB]


async def test_no_record_says_who_was_removed(house: House) -> None:
    table = await house.lobby(ANNE, 4_000_000_004)
    await house.tables.remove(house.ask(ANNE), table.id, "2")
    await house.tables.join(house.ask(BOB), table.id)
    await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    assert b"4000000004" not in (await house.tables.record(table.id)).dump()
    await house.proof(table.id)


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
    assert await why_denied(house.tables.set_option(house.ask(BOB), table.id, "hints", False)) == "not_host"
    await house.tables.begin(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.set_option(house.ask(ANNE), table.id, "hints", False)) == "running"
    await house.tables.stop(house.ask(ANNE), table.id)
    await house.proof(table.id)
    assert (await house.tables.rematch(house.ask(BOB), table.id)).manners.hints is True


@pytest.mark.parametrize(
    ("name", "values"),
    [("goal", (0, None)), ("pace", ("slow", None, [])), ("thread", ("no",)), ("hints", ("no",)), ("x", (1,))],
)
async def test_bad_options_change_nothing(house: House, name: str, values: tuple[Any, ...]) -> None:
    table = await house.lobby(ANNE, BOB)
    for value in values:
        wish = house.tables.set_option(house.ask(ANNE), table.id, name, value)
        assert await why_denied(wish) == "bad_option"
    assert await why_denied(house.tables.set_option(house.ask(BOB), table.id, "goal", 2)) == "not_host"
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
    for user_id in (BOB, CHLOE):
        assert await why_denied(house.tables.begin(house.ask(user_id), table.id)) == "not_host"
    begun = await house.tables.begin(house.ask(ANNE), table.id)
    assert (begun.status, begun.draws_taken) == (Status.PLAYING, 1)
    assert await why_denied(house.tables.begin(house.ask(ANNE), table.id)) == "running"
    assert await house.tables.table(table.id) == begun
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.begin(house.ask(ANNE), table.id)) == "closed"


async def test_reach_is_noted_when_it_changes(house: House) -> None:
    table = await house.lobby(ANNE, BOB)
    noted = await house.tables.note_reach(table.id, BOB, Reach.DM)
    assert noted.seats[1].people[0].reach is Reach.DM
    assert (await house.tables.note_reach(table.id, BOB, Reach.DM)).version == noted.version
    assert (await house.tables.note_reach(table.id, CHLOE, Reach.DM)).version == noted.version
    assert len(await house.store.log(table.id)) == 2


async def test_z1_a_table_with_a_human_reader_waits_for_three(house: House) -> None:
    table = await house.lobby(ANNE, BOB, game="defizz")
    assert await why_denied(house.tables.begin(house.ask(ANNE), table.id)) == "too_few"
    await house.tables.set_option(house.ask(ANNE), table.id, "reader", "bot")
    begun = await house.tables.begin(house.ask(ANNE), table.id)
    assert begun.status is Status.PLAYING


# -- rematches ---------------------------------------------------------------------------------------------


async def ended(house: House, *users: int) -> int:
    table = await house.playing(*users, goal=2)
    return (await house.tables.stop(house.ask(ANNE), table.id)).id


async def test_a_rematch_has_a_new_promise_and_reserved_seats(house: House) -> None:
    old_id = await ended(house, ANNE, BOB, CHLOE)
    new = await house.tables.rematch(house.ask(BOB), old_id)
    old = await house.tables.table(old_id)
    assert (old.end.rematch_id, new.rematch_of) == (new.id, old.id)
    assert new.commitment != old.commitment
    assert (new.host_id, new.options) == (BOB, {"goal": 2})
    assert [(seat.people[0].user_id, seat.confirmed) for seat in new.seats] == [
        (BOB, True),
        (ANNE, False),
        (CHLOE, False),
    ]


async def test_who_confirms_plays_and_who_does_not_is_dropped(house: House) -> None:
    new = await house.tables.rematch(house.ask(ANNE), await ended(house, ANNE, BOB, CHLOE))
    new = await house.tables.rematch(house.ask(CHLOE), new.rematch_of or 0)
    assert new.seat_of(CHLOE) is not None
    begun = await house.tables.begin(house.ask(ANNE), new.id)
    assert [seat.people[0].user_id for seat in begun.seats] == [ANNE, CHLOE]
    assert await why_denied(house.tables.act(house.ask(BOB), new.id, Flip())) == "not_at_table"
    await house.tables.stop(house.ask(ANNE), new.id)
    await house.proof(new.id)


async def test_a_reserved_seat_is_not_enough_to_begin_nor_to_keep_a_lobby(house: House) -> None:
    new = await house.tables.rematch(house.ask(ANNE), await ended(house, ANNE, BOB, CHLOE))
    assert await why_denied(house.tables.begin(house.ask(ANNE), new.id)) == "too_few"
    declined = await house.tables.quit(house.ask(BOB), new.id)
    assert len(declined.seats) == 2
    assert (await house.tables.quit(house.ask(ANNE), new.id)).status is Status.CLOSED


async def test_a_starter_who_does_not_confirm_is_forgotten(house: House) -> None:
    old = await house.tables.open(house.ask(ANNE), "tasse", opening())
    for user in (BOB, CHLOE):
        await house.tables.join(house.ask(user), old.id)
    await house.tables.stop(house.ask(ANNE), old.id)
    new = await house.tables.rematch(house.ask(ANNE), old.id)
    await house.tables.set_option(house.ask(ANNE), new.id, "first", "3")
    await house.tables.join(house.ask(BOB), new.id)
    begun = await house.tables.begin(house.ask(ANNE), new.id)
    assert begun.status is Status.PLAYING


async def test_strangers_and_running_tables_have_no_rematch(house: House) -> None:
    table = await house.playing()
    assert await why_denied(house.tables.rematch(house.ask(ANNE), table.id)) == "running"
    await house.tables.stop(house.ask(ANNE), table.id)
    assert await why_denied(house.tables.rematch(house.ask(99), table.id)) == "not_at_table"


async def test_two_quick_clicks_meet_at_one_table(house: House) -> None:
    old_id = await ended(house, ANNE, BOB)
    clicks = [house.tables.rematch(house.ask(user), old_id) for user in (ANNE, BOB)]
    tables = await asyncio.gather(*clicks)
    assert len({table.id for table in tables}) == 1
    assert all(seat.confirmed for seat in (await house.tables.table(tables[0].id)).seats)


async def test_a_death_before_the_old_table_knew_of_the_new_one_is_healed(house: House) -> None:
    old_id = await ended(house, ANNE, BOB)
    again = plan_rematch(await house.tables.table(old_id), ANNE)
    orphan = await house.tables.open(house.ask(ANNE), "coin", again)
    house.restart()
    joined = await house.tables.rematch(house.ask(BOB), old_id)
    assert joined.id == orphan.id
    assert (await house.tables.table(old_id)).end.rematch_id == orphan.id


async def test_a_stranger_s_table_in_the_channel_forbids_a_rematch(house: House) -> None:
    old_id = await ended(house, ANNE, BOB)
    other = await house.lobby(CHLOE)
    with pytest.raises(Denied) as caught:
        await house.tables.rematch(house.ask(ANNE), old_id)
    assert caught.value.params == {"table_id": other.id}
    assert (await house.tables.table(old_id)).end.rematch_id is None


async def test_a_rematch_that_nobody_came_to_does_not_stand_in_the_way(house: House) -> None:
    old_id = await ended(house, ANNE, BOB)
    first = await house.tables.rematch(house.ask(ANNE), old_id)
    await house.tables.quit(house.ask(ANNE), first.id)
    second = await house.tables.rematch(house.ask(BOB), old_id)
    assert (second.status, second.rematch_of) == (Status.LOBBY, old_id)
    assert (await house.tables.table(old_id)).end.rematch_id == second.id
