"""The same interaction delivered twice: nothing changes, and it is answered as it was the first time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.tables.asks import Ask
from bot.tables.model import Table
from tests.support.coin import Flip
from tests.support.tables import ANNE, BOB, CHLOE, HALL, House, opening

Wish: TypeAlias = Callable[[House, Ask, int], Awaitable[Table]]

IN_LOBBY: dict[str, tuple[int, Wish]] = {
    "join": (CHLOE, lambda house, ask, table: house.tables.join(ask, table)),
    "quit": (BOB, lambda house, ask, table: house.tables.quit(ask, table)),
    "last host out": (ANNE, lambda house, ask, table: house.tables.quit(ask, table)),
    "remove": (ANNE, lambda house, ask, table: house.tables.remove(ask, table, "2")),
    "option": (ANNE, lambda house, ask, table: house.tables.set_option(ask, table, "goal", 2)),
    "begin": (ANNE, lambda house, ask, table: house.tables.begin(ask, table)),
    "stop": (ANNE, lambda house, ask, table: house.tables.stop(ask, table)),
}
IN_PLAY: dict[str, Wish] = {
    "act": lambda house, ask, table: house.tables.act(ask, table, Flip()),
    "leave": lambda house, ask, table: house.tables.quit(ask, table),
}


async def twice(house: House, ask: Ask, wish: Wish, table_id: int) -> None:
    first = await wish(house, ask, table_id)
    log = await house.store.log(table_id)
    assert await wish(house, ask, table_id) == first
    house.restart()
    assert await wish(house, ask, table_id) == first
    assert await house.store.log(table_id) == log


@pytest.mark.parametrize("name", IN_LOBBY)
async def test_in_the_lobby(house: House, name: str) -> None:
    user, wish = IN_LOBBY[name]
    table = await house.lobby(ANNE, BOB)
    await twice(house, house.ask(user), wish, table.id)


@pytest.mark.parametrize("name", IN_PLAY)
async def test_in_play(house: House, name: str) -> None:
    table = await house.playing(ANNE, BOB, CHLOE)
    user = await house.awaited(table.id)
    await twice(house, house.ask(user, table.turn), IN_PLAY[name], table.id)


async def test_opening(house: House) -> None:
    ask = house.ask(ANNE)
    first = await house.tables.open(ask, "coin", opening())
    assert await house.tables.open(ask, "coin", opening()) == first
    await house.tables.stop(house.ask(ANNE), first.id)
    again = await house.tables.open(ask, "coin", opening())
    assert (again.id, again.end.why) == (first.id, "stopped")
    assert len(await house.store.live()) == 1


async def test_a_rematch(house: House) -> None:
    table = await house.playing()
    await house.tables.stop(house.ask(ANNE), table.id)
    ask = house.ask(BOB)
    first = await house.tables.rematch(ask, table.id)
    assert await house.tables.rematch(ask, table.id) == first
    confirm = house.ask(ANNE)
    confirmed = await house.tables.rematch(confirm, table.id)
    assert await house.tables.rematch(confirm, table.id) == confirmed


async def test_resuming(house: House) -> None:
    table = await house.playing()
    await house.tables.pause(table.id, "channel_gone")
    await twice(
        house, house.ask(ANNE), lambda house, ask, table: house.tables.resume(ask, table, HALL), table.id
    )


async def test_at_the_same_moment(house: House) -> None:
    table = await house.playing()
    ask = house.ask(await house.awaited(table.id), table.turn)
    answers = await asyncio.gather(*(house.tables.act(ask, table.id, Flip()) for _ in range(3)))
    assert [answer.version for answer in answers] == [table.version + 1] * 3
    assert len(await house.store.log(table.id)) == 4
