"""Computers at the tables of tests."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.tables.computers.computers import Computers
from bot.tables.computers.thought import Programs
from bot.tables.model import Computer, Denied, Manners, Status, Table
from bot.tables.playing.lobby import Opening
from players.core.player import Level
from players.registry import find_player
from tests.support.minds import HereMind
from tests.support.tables import ANNE, HALL, House

BASILE, OCTAVIE = Computer(Level.MEDIUM, "basile"), Computer(Level.STRONG, "octavie")


def furnish(house: House, mind: Any = None, programs: Programs | None = None) -> Computers:
    """Let computers play in this house, as long as its process lives."""
    computers = Computers(house.tables, find_player, mind or HereMind(), house.clock, house.tasks, programs)
    computers.attend()
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
        await act_for_anne(house, table, number)
        await house.advance(1)
    raise AssertionError(f"{table.game} does not end")


async def act_for_anne(house: House, table: Table, number: int = 0) -> None:
    """Anne does anything that she may do, if it is her turn; a race that waits to be seen is seen."""
    sight = await house.tables.sight(table.id, ANNE)
    listed = () if sight.legal is None else sight.legal.actions
    if table.alarm is not None and table.alarm.unseen:
        await house.tables.races.show(table.id, table.alarm.key, house.clock.now())
    elif listed and (sight.seat in sight.to_act or not sight.to_act):
        click = replace(house.click(ANNE, table), drawn=sight.drawn)
        with suppress(Denied):  # too soon: there is something to be looked at
            await house.tables.act(click, table.id, listed[(number * 7) % len(listed)])
