"""Boards are brought up to date after those who wait for an answer have it."""

from __future__ import annotations

from bot.tables.precedence import Precedence
from tests.support.asks import ask_of
from tests.support.sim import opened
from tests.support.waiting import until


async def test_boards_give_way_to_whoever_waits_for_an_answer() -> None:
    async with opened("Anne", "Bob") as world:
        await world.people["Anne"].types("tasse start")
        precedence = world.bot.tasks.precedence = Precedence(10_000)
        answered = precedence.begin()
        await world.bot.house.tables.join(ask_of(world.people["Bob"].id, "Bob", 77), 1)
        await until(lambda: precedence._nobody_waits._waiters)  # somebody lets it pass
        assert "Bob" not in world.board
        answered()
        await until(lambda: "Bob" in world.board)  # it is edited in real time
