"""Revanche: a new lobby with reserved seats, however quickly and often people click."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.errors import Denied
from bot.tables.model import Status
from bot.tables.playing.lobby import plan_rematch
from bot.tables.proof.verify import verify
from tests.support.coin import Flip
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, opening


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
    with pytest.raises(Denied, match="not_at_table"):
        await house.tables.act(house.ask(BOB), new.id, Flip())
    stopped = await house.tables.stop(house.ask(ANNE), new.id)
    assert verify(await house.tables.record(stopped.id), ALL_GAMES).ok


async def test_a_reserved_seat_is_not_enough_to_begin(house: House) -> None:
    new = await house.tables.rematch(house.ask(ANNE), await ended(house, ANNE, BOB))
    with pytest.raises(Denied, match="too_few"):
        await house.tables.begin(house.ask(ANNE), new.id)
    declined = await house.tables.quit(house.ask(BOB), new.id)
    assert len(declined.seats) == 1


async def test_a_host_who_leaves_only_reservations_behind_closes_the_lobby(house: House) -> None:
    new = await house.tables.rematch(house.ask(ANNE), await ended(house, ANNE, BOB))
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
    with pytest.raises(Denied, match="running"):
        await house.tables.rematch(house.ask(ANNE), table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    with pytest.raises(Denied, match="not_at_table"):
        await house.tables.rematch(house.ask(99), table.id)


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
