"""Computers play through the real runtime: what is awaited of them is decided and committed, once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.computer import Computer
from bot.tables.computers.computers import Computers
from bot.tables.model import Manners, Status, Table
from bot.tables.playing.lobby import Opening
from bot.tables.proof.verify import verify
from players.core.decision import Level
from players.registry import find_player
from tests.support.minds import HereMind
from tests.support.tables import ALL_GAMES, ANNE, HALL, House

BASILE, OCTAVIE = Computer(Level.MEDIUM, "basile"), Computer(Level.STRONG, "octavie")


def furnish(house: House, mind: Any = None) -> Computers:
    """Let computers play in this house."""
    computers = Computers(house.tables, find_player, mind or HereMind(), house.clock, house.tasks)
    house.tables.after_commit.add(computers.follow)
    house.tables.on_home.add(computers.come_home)
    house.tables.on_leaving.add(computers.leave)
    return computers


async def begun(house: House, game: str, *computers: Computer, **manners: Any) -> Table:
    """A running game of Anne against computers."""
    opening = Opening(10, HALL, HALL, {}, Manners(**manners), computers=computers or (BASILE,))
    table = await house.tables.open(house.ask(ANNE), game, opening)
    return await house.tables.begin(house.ask(ANNE), table.id)


async def go_on(house: House, table: Table, steps: int = 3_000) -> Table:
    """Play to the end: Anne does anything, the clock runs."""
    for number in range(steps):
        table = await house.tables.table(table.id)
        if table.status is Status.CLOSED:
            return table
        sight = await house.tables.sight(table.id, ANNE)
        if table.alarm is not None and table.alarm.unseen:
            await house.tables.races.show(table.id, table.alarm.key, house.clock.now())
        elif (
            sight.legal is not None
            and sight.legal.actions
            and (sight.seat in sight.to_act or not sight.to_act)
        ):
            action = sight.legal.actions[(number * 7) % len(sight.legal.actions)]
            await house.tables.act(house.click(ANNE, table), table.id, action)
        await house.advance(1)
    raise AssertionError(f"{table.game} does not end")


@pytest.mark.parametrize("name", sorted(ALL_GAMES))
async def test_a_table_of_one_person_and_a_computer_is_played_to_its_end(house: House, name: str) -> None:
    furnish(house)
    table = await go_on(house, await begun(house, name, BASILE))
    assert table.end.why == "over"
    lines = await house.store.log(table.id)
    seat = table.seats[1].name
    acts = [line for line in lines if line.kind == "act" and line.seat == seat]
    assert acts
    assert {(line.user_id, line.interaction_id) for line in acts} == {(None, None)}
    assert verify(await house.tables.record(table.id), ALL_GAMES).ok
