"""Locks and background tasks: what the runtime stands on."""

from __future__ import annotations

import asyncio

import pytest
import structlog

from bot.tables.keeping.locks import Locks
from bot.tables.tasks import Tasks


async def test_one_at_a_time_for_each_key_and_all_alone() -> None:
    locks, notes = Locks(), []
    inside = asyncio.Event()
    go_on = asyncio.Event()

    async def one(key: int) -> None:
        async with locks.one(key):
            notes.append(f"in {key}")
            inside.set()
            await go_on.wait()
            notes.append(f"out {key}")

    async def whole() -> None:
        async with locks.all():
            notes.append("all in")
            await asyncio.sleep(0)
            notes.append("all out")

    first = asyncio.create_task(one(1))
    await inside.wait()
    everything = [asyncio.create_task(whole()), asyncio.create_task(whole())]
    await asyncio.sleep(0)
    later = asyncio.create_task(one(2))
    await asyncio.sleep(0)
    assert notes == ["in 1"]
    go_on.set()
    await asyncio.gather(first, *everything, later)
    assert notes[:4] == ["in 1", "out 1", "all in", "all out"]
    assert [note for note in notes if note.startswith("all")] == ["all in", "all out"] * 2
    assert notes.index("out 2") == notes.index("in 2") + 1
    assert len(locks) == 0


async def test_all_is_over_even_when_it_fails() -> None:
    locks = Locks()
    with pytest.raises(RuntimeError, match="inside"):
        async with locks.all():
            raise RuntimeError("inside")
    async with locks.one(1):
        assert len(locks) == 1


async def test_a_failure_in_the_background_is_logged() -> None:
    tasks = Tasks()

    async def fail() -> None:
        raise ValueError("lost")

    with structlog.testing.capture_logs() as logs:
        task = tasks.spawn(fail(), "failing")
        await asyncio.wait([task])
        await asyncio.sleep(0)
    assert [(log["event"], log["task"]) for log in logs] == [("background task failed", "failing")]
    assert len(tasks) == 0


async def test_draining_waits_for_what_ends_and_cancels_what_does_not() -> None:
    tasks, done = Tasks(), []

    async def short() -> None:
        await asyncio.sleep(0)
        done.append("short")

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            done.append("cancelled")

    tasks.spawn(short(), "short")
    await tasks.drain(60)
    assert done == ["short"]
    late = tasks.spawn(endless(), "endless")
    await asyncio.sleep(0)
    await tasks.drain(0)
    assert late.cancelled()
    assert done == ["short", "cancelled"]
    await tasks.drain(60)


async def test_a_task_of_somebody_else_is_waited_for_while_it_is_here() -> None:
    tasks, go_on = Tasks(), asyncio.Event()
    done: list[str] = []

    async def answer() -> None:
        with tasks.here(), tasks.here():
            await go_on.wait()
            done.append("answered")

    answering = asyncio.create_task(answer())
    await asyncio.sleep(0)
    assert len(tasks) == 1
    draining = asyncio.create_task(tasks.drain(60))
    await asyncio.sleep(0)
    go_on.set()
    await draining
    assert done == ["answered"]
    await answering
    assert len(tasks) == 0
