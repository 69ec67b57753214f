"""Who waits for an answer goes first."""

from __future__ import annotations

import asyncio

from bot.tables.precedence import Precedence

FOR_EVER = 3_600.0


async def a_while() -> None:
    """So many turns of the loop that whoever can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_work_goes_on_once_nobody_waits_for_an_answer() -> None:
    precedence, done = Precedence(FOR_EVER), []

    async def work() -> None:
        await precedence.let_pass()
        done.append("work")

    await work()
    assert done == ["work"], "nobody waits"
    ends = [precedence.begin(), precedence.begin()]
    task = asyncio.create_task(work())
    ends[0]()
    ends[0]()  # it is answered once
    await a_while()
    assert done == ["work"], "one still waits"
    ends[1]()
    last = precedence.begin()  # before the work has woken up
    await a_while()
    assert done == ["work"]
    last()
    await task
    assert done == ["work", "work"]


async def test_work_does_not_wait_for_ever() -> None:
    precedence = Precedence(0.0)
    precedence.begin()
    await precedence.let_pass()
