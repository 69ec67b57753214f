"""A clock that stands still until a test moves it."""

import asyncio
from collections.abc import Callable
from itertools import count

from bot.tables.ports import Cancel

NOON = 1_800_000_000_000


class FakeClock:
    """Implements bot.tables.ports.Clock; times in ms UTC. Timers ring in order, only while it is moved."""

    def __init__(self, now: int = NOON) -> None:
        self._now = now
        self._timers: dict[int, tuple[int, Callable[[], None]]] = {}
        self._numbers = count()

    def now(self) -> int:
        return self._now

    def call_at(self, at: int, callback: Callable[[], None]) -> Cancel:
        number = next(self._numbers)
        self._timers[number] = (at, callback)
        return lambda: self._cancel(number)

    def _cancel(self, number: int) -> None:
        self._timers.pop(number, None)

    @property
    def pending(self) -> list[int]:
        """When the open timers are due."""
        return sorted(at for at, _ in self._timers.values())

    def jump(self, ms: int) -> None:
        """Let time pass without anybody noticing, as while the process is dead."""
        self._now += ms

    async def advance(self, ms: int) -> None:
        """Let time pass: every timer that comes due rings at its time, and what it starts gets done."""
        end = self._now + ms
        while (due := self._next(end)) is not None:
            at, callback = self._timers.pop(due)
            self._now = max(self._now, at)
            callback()
            await settled()
        self._now = end

    def _next(self, end: int) -> int | None:
        due = [(at, number) for number, (at, _) in self._timers.items() if at <= end]
        return min(due)[1] if due else None


async def settled() -> None:
    """Let every other task run until nothing is left to do but to wait for time or people."""
    this = asyncio.current_task()
    while others := asyncio.all_tasks() - {this}:
        await asyncio.wait(others)
