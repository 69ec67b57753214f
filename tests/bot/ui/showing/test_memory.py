"""What is remembered of the store: read once, never older than what was written since."""

import asyncio

import pytest

from bot.ui.showing.memory import Memory


class Slow:
    """A store of numbers, whose reads end when they are let go."""

    def __init__(self, **values: int) -> None:
        self.values = values
        self.reads: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def read(self, key: str) -> int:
        self.reads.append(key)
        value = self.values[key]
        await self.gate.wait()
        return value


async def _began(work: asyncio.Task[int]) -> None:
    """Let a read begin that cannot end yet."""
    for _ in range(5):
        await asyncio.sleep(0)
    assert not work.done()


async def test_a_value_is_read_once() -> None:
    slow = Slow(a=1)
    memory = Memory(slow.read, 10)
    assert [await memory.of("a") for _ in range(3)] == [1, 1, 1]
    assert slow.reads == ["a"]


async def test_who_asks_at_once_shares_one_read() -> None:
    slow = Slow(a=1)
    memory = Memory(slow.read, 10)
    assert await asyncio.gather(*(memory.of("a") for _ in range(5))) == [1] * 5
    assert slow.reads == ["a"]


async def test_what_is_written_is_remembered_as_written() -> None:
    slow = Slow(a=1)
    memory = Memory(slow.read, 10)
    await memory.of("a")
    memory.put("a", lambda value: value + 10)
    assert await memory.of("a") == 11
    assert slow.reads == ["a"]


@pytest.mark.parametrize("told", ["put", "drop", "clear"])
async def test_a_read_that_a_write_has_overtaken_is_made_again(told: str) -> None:
    slow = Slow(a=1)
    memory = Memory(slow.read, 10)
    slow.gate.clear()
    reading = asyncio.create_task(memory.of("a"))
    await _began(reading)
    slow.values["a"] = 2
    if told == "put":
        memory.put("a", lambda _: 2)
    elif told == "drop":
        memory.drop("a")
    else:
        memory.clear()
    slow.gate.set()
    assert await reading == 2
    assert await memory.of("a") == 2
    assert slow.reads == ["a", "a"]


async def test_what_is_dropped_is_read_again() -> None:
    slow = Slow(a=1, b=5)
    memory = Memory(slow.read, 10)
    await memory.of("a")
    await memory.of("b")
    slow.values |= {"a": 2, "b": 6}
    memory.drop("a")
    assert (await memory.of("a"), await memory.of("b")) == (2, 5)
    memory.clear()
    assert await memory.of("b") == 6


async def test_a_read_that_fails_leaves_nothing_behind() -> None:
    slow = Slow()
    memory = Memory(slow.read, 10)
    with pytest.raises(KeyError):
        await memory.of("a")
    slow.values["a"] = 3
    assert await memory.of("a") == 3


async def test_a_write_before_the_first_read_costs_nothing_and_is_read() -> None:
    slow = Slow(a=1)
    memory = Memory(slow.read, 10)
    memory.put("a", lambda value: value + 10)
    assert len(memory) == 0
    assert await memory.of("a") == 1


async def test_of_too_many_those_used_last_stay() -> None:
    slow = Slow(a=1, b=2, c=3)
    memory = Memory(slow.read, 2)
    for key in "abac":
        await memory.of(key)
    assert len(memory) == 2
    for key in "ac":
        await memory.of(key)
    assert slow.reads == ["a", "b", "c"]
    await memory.of("b")
    assert slow.reads == ["a", "b", "c", "b"]
