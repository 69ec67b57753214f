"""Computers play through the real runtime: what is awaited of them is decided and committed, once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.computer import Computer
from bot.tables.computers.computers import Computers
from bot.tables.errors import Denied
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


async def go_on(house: House, table: Table, steps: int = 4_000) -> Table:
    """Play to the end: Anne does anything, the clock runs."""
    for number in range(steps):
        table = await house.tables.table(table.id)
        if table.status is Status.CLOSED:
            return table
        sight = await house.tables.sight(table.id, ANNE)
        listed = () if sight.legal is None else sight.legal.actions
        if table.alarm is not None and table.alarm.unseen:
            await house.tables.races.show(table.id, table.alarm.key, house.clock.now())
        elif listed and (sight.seat in sight.to_act or not sight.to_act):
            click = replace(house.click(ANNE, table), drawn=sight.drawn)
            with suppress(Denied):  # too soon: there is something to be looked at
                await house.tables.act(click, table.id, listed[(number * 7) % len(listed)])
        await house.advance(1)
    raise AssertionError(f"{table.game} does not end")


@pytest.mark.parametrize("name", sorted(ALL_GAMES))
async def test_a_table_of_one_person_and_a_computer_is_played_to_its_end(house: House, name: str) -> None:
    furnish(house)
    computers = (BASILE, OCTAVIE)[: (ALL_GAMES[name].seats_max or 3) - 1]
    table = await go_on(house, await begun(house, name, *computers))
    assert table.end.why == "over"
    lines = await house.store.log(table.id)
    seat = table.seats[1].name
    acts = [line for line in lines if line.kind == "act" and line.seat == seat]
    assert acts
    assert {(line.user_id, line.interaction_id) for line in acts} == {(None, None)}
    verdict = verify(await house.tables.record(table.id), ALL_GAMES, find_player)
    assert verdict.ok, verdict.problems
    assert verdict.decisions == sum(line.kind == "decide" for line in lines) > 0
    assert verdict.undecided == 0
