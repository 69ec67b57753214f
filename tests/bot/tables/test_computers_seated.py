"""Computers at the table: who seats them, what the log tells of it, and what becomes of a table of theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.computer import Computer
from bot.tables.model import Status, Table
from bot.tables.proof.verify import verify
from players.core.decision import Level
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, opening, why_denied

BASILE, OCTAVIE = Computer(Level.MEDIUM, "basile"), Computer(Level.STRONG, "octavie")


async def seated(house: House, *users: int, game: str = "coin", count: int = 1) -> Table:
    """A lobby of these people, whose host has seated this many computers by one click."""
    table = await house.lobby(*users, game=game)
    return await house.tables.seat_computers(house.ask(users[0]), table.id, (BASILE, OCTAVIE)[:count])


async def test_one_click_seats_several_and_each_has_its_line(house: House) -> None:
    table = await house.lobby(ANNE)
    ask = house.ask(ANNE)
    table = await house.tables.seat_computers(ask, table.id, (BASILE, OCTAVIE))
    assert [seat.computer for seat in table.seats] == [None, BASILE, OCTAVIE]
    assert [seat.people[0].name for seat in table.seats[1:]] == ["Basile", "Octavie"]
    lines = (await house.store.log(table.id))[-2:]
    assert [line.interaction_id for line in lines] == [ask.click, None]
    assert [line.payload["join"] for line in lines] == [str(ask.click)] * 2
    assert lines[1].payload["computer"] == {"level": "fort", "persona": "octavie"}


async def test_only_the_host_seats_computers_and_only_while_there_is_room(house: House) -> None:
    table = await house.lobby(ANNE, BOB, game="debacle")
    assert await why_denied(house.tables.seat_computer(house.ask(BOB), table.id, BASILE)) == "not_host"
    assert await why_denied(house.tables.seat_computer(house.ask(ANNE), table.id, BASILE)) == "full"
    table = await house.playing(ANNE, BOB)
    assert await why_denied(house.tables.seat_computer(house.ask(ANNE), table.id, BASILE)) == "running"


async def test_a_computer_that_is_removed_bars_nobody(house: House) -> None:
    ask = house.ask(ANNE)
    table = await house.tables.open(ask, "coin", replace(opening(), computers=(BASILE,)))
    table = await house.tables.remove(house.ask(ANNE), table.id, table.seats[1].name)
    assert [seat.by_computer for seat in table.seats] == [False]
    table = await house.tables.join(house.ask(BOB), table.id)
    await house.tables.quit(house.ask(ANNE), table.id)
    table = await house.tables.join(house.ask(ANNE), table.id)
    assert table.seat_of(ANNE) is not None


async def test_a_computer_is_never_host_and_does_not_keep_a_lobby(house: House) -> None:
    table = await seated(house, ANNE)
    table = await house.tables.quit(house.ask(ANNE), table.id)
    assert (table.status, table.end.why, table.host_id) == (Status.CLOSED, "empty", None)
    table = await seated(house, ANNE, BOB)
    assert (await house.tables.quit(house.ask(ANNE), table.id)).host_id == BOB


async def test_computers_count_when_the_game_begins_and_their_joins_are_in_the_dice(house: House) -> None:
    table = await seated(house, ANNE)
    table = await house.tables.begin(house.ask(ANNE), table.id)
    assert [seat.by_computer for seat in table.seats] == [False, True]
    await house.tables.stop(house.ask(ANNE), table.id)
    record = await house.tables.record(table.id)
    assert record.joins() == tuple(person.join_id for person in table.people())
    assert verify(record, ALL_GAMES).ok


@pytest.mark.parametrize(("leaver", "ends"), [(ANNE, False), (BOB, True)])
async def test_computers_do_not_play_among_themselves(house: House, leaver: int, ends: bool) -> None:
    table = await seated(house, ANNE, BOB, CHLOE, game="tasse", count=2)
    table = await house.tables.begin(house.ask(ANNE), table.id)
    for user_id in {ANNE: (ANNE,), BOB: (ANNE, CHLOE, BOB)}[leaver]:
        table = await house.tables.quit(house.ask(user_id), table.id)
    assert (table.status is Status.CLOSED) is ends
    assert table.end.why == ("empty" if ends else None)
    assert table.host_id == (BOB if not ends else table.host_id)


async def test_a_rematch_seats_the_same_computers_by_the_click_that_opens_it(house: House) -> None:
    table = await seated(house, ANNE, BOB, count=2)
    table = await house.tables.begin(house.ask(ANNE), table.id)
    await house.tables.stop(house.ask(ANNE), table.id)
    ask = house.ask(BOB)
    again = await house.tables.rematch(ask, table.id)
    sat = {seat.people[0].user_id or seat.computer: seat.people[0].join_id for seat in again.seats}
    assert sat == {BOB: ask.click, ANNE: None, BASILE: ask.click, OCTAVIE: ask.click}
    assert [line.kind for line in await house.store.log(again.id)] == ["open", "join", "join"]
    again = await house.tables.begin(house.ask(BOB), again.id)
    await house.tables.stop(house.ask(BOB), again.id)
    assert verify(await house.tables.record(again.id), ALL_GAMES).ok
